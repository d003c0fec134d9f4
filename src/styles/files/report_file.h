// The table that a fix writes during a run: no other style writes it, a wrong name stops the run
// before it starts, and a run that continues from a restart file continues it. Until the first run
// starts an existing file stays as it is; rerun does not change it. Rank 0 writes; on other ranks
// all calls do nothing.

#ifndef LMP_REPORT_FILE_H
#define LMP_REPORT_FILE_H

#include "pointers.h"
#include "styles/files/file_lock.h"
#include "styles/files/table_file.h"

#include <cassert>
#include <string>

namespace LAMMPS_NS {

class ReportFile : protected Pointers {
 public:
  struct Request {
    std::string name;       // empty: no file
    bool append = false;    // to an existing one
    std::string header;     // the first row, with its end
    std::string owner;      // of the file, in errors of others: "fix out"
  };

  // Opens the file at once. Collective; `user` begins errors: "Fix outflow".
  ReportFile(class LAMMPS *lmp, const std::string &user, const Request &request);

  bool is_written() const { return !name.empty(); }    // on every rank
  bool is_open() const { return table.is_open(); }     // on rank 0

  // At the start of the first run removes what an earlier run wrote after this step, which this run
  // repeats.
  void continue_from(bigint step)
  {
    assert(step >= 0);
    last_kept = step;
  }

  // At the start of each run, before rows are written: empties the file, or shortens it to be
  // continued. An error where rerun would write to the file of a run. Collective.
  void start();

  void write(const std::string &rows);

 private:
  const std::string user, name, header;
  const bool append;
  OutputClaim claim;
  TableFile table;
  bigint last_kept = -1;    // step; -1: all rows are kept
  bool has_begun = false;
  bool is_of_rerun = false;    // its rows

  std::string open(const std::string &owner);
  std::string begin();
  std::string remove_rows(const TableEnd &end, const std::string &what);
};

}    // namespace LAMMPS_NS

#endif
