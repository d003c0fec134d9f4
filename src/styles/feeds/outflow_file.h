// The CSV file of fix outflow: what has left and what is inside, a row for each component and time. Rank 0 writes; on other
// ranks all calls do nothing.

#ifndef LMP_OUTFLOW_FILE_H
#define LMP_OUTFLOW_FILE_H

#include "pointers.h"
#include "styles/common/output_claim.h"
#include "styles/common/table_file.h"

#include "feeds/outflow_totals.h"

#include <string>
#include <vector>

namespace LAMMPS_NS {

struct OutflowSettings;

class OutflowFile : protected Pointers {
 public:
  // Opens the file at once, so that a wrong name stops the run before it starts. Collective; `owner` names the fix in
  // errors of others.
  OutflowFile(class LAMMPS *lmp, const OutflowSettings &settings, const std::string &owner);

  bool is_written() const { return !name.empty(); }    // on every rank

  // Removes what an earlier run wrote after this step, which this run repeats.
  void continue_from(bigint step);

  // By component, 0 for all: rates and the mass inside.
  void write(const grist::OutflowTotals &totals, double time, const std::vector<double> &rates,
             const std::vector<double> &inside);

 private:
  std::string name;
  OutputClaim claim;
  TableFile table;

  std::string open(const OutflowSettings &settings, const std::string &owner);
  std::string remove_rows(const TableEnd &end, const std::string &what);
};

}    // namespace LAMMPS_NS

#endif
