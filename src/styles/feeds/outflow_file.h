// The CSV file of fix outflow: amounts that have left and that are inside, a row for each component
// and time. Rank 0 writes; on other ranks all calls do nothing.

#ifndef LMP_OUTFLOW_FILE_H
#define LMP_OUTFLOW_FILE_H

#include "pointers.h"
#include "styles/files/report_file.h"

#include "feeds/outflow_totals.h"

#include <string>
#include <vector>

namespace grist {
struct OutflowSettings;
}

namespace LAMMPS_NS {

class OutflowFile : protected Pointers {
 public:
  // Opens the file at once. Collective; `owner` names the fix in errors of others.
  OutflowFile(class LAMMPS *lmp, const grist::OutflowSettings &settings, const std::string &owner);

  void start() { report.start(); }
  bool is_written() const { return report.is_written(); }    // on every rank

  void continue_from(bigint step) { report.continue_from(step); }

  // Rates and the mass inside, by component, 0 for all.
  void write(const grist::OutflowTotals &totals, double time, const std::vector<double> &rates,
             const std::vector<double> &inside);

 private:
  ReportFile report;
};

}    // namespace LAMMPS_NS

#endif
