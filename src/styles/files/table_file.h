// A text file of rows that grows during a run and that a later run may continue. The first row is a
// header; the others begin with the number of a step. For one rank.
//
// Every call that writes is checked to the disk: a full disk shows in the call whose rows do not
// fit.

#ifndef LMP_TABLE_FILE_H
#define LMP_TABLE_FILE_H

#include "lmptype.h"

#include <cassert>
#include <cstdio>
#include <string>

namespace LAMMPS_NS {

class TableFile {
 public:
  TableFile() = default;
  TableFile(const TableFile &) = delete;
  TableFile &operator=(const TableFile &) = delete;
  ~TableFile()
  {
    if (stream) fclose(stream);
  }

  bool is_open() const { return stream != nullptr; }

  // All return whether it worked; if not, failure() gives the reason.
  bool open(const std::string &name);    // an existing file stays as it is
  bool empty();                          // removes all rows
  bool cut_off(bigint bytes);            // keeps this many bytes
  bool write(const std::string &rows)
  {
    assert(stream && (rows.empty() || rows.back() == '\n'));
    return record(fwrite(rows.data(), 1, rows.size(), stream) == rows.size() &&
                  fflush(stream) == 0);
  }
  bool has_rows();

  std::string failure() const { return reason; }

 private:
  std::string name, reason;
  FILE *stream = nullptr;

  bool record(bool worked);
};

// Where the file is to be cut off to be continued: `bytes` are those to be kept, `rows` the number
// of rows to be removed. Files that are not regular have nothing to be cut off.
struct TableEnd {
  bigint bytes, rows;
};
TableEnd end_of_whole_rows(const std::string &name);    // without a last row that has no end
TableEnd end_of_rows_until(const std::string &name,
                           bigint step);    // without rows at the end that are of later steps

}    // namespace LAMMPS_NS

#endif
