// The three CSV files of fix breakage: events, fragments, and the cumulative mass over size. Rank 0
// writes; on other ranks all calls do nothing.

#ifndef LMP_BREAKAGE_FILES_H
#define LMP_BREAKAGE_FILES_H

#include "pointers.h"
#include "styles/files/report_file.h"
#include "styles/fragments/fragment_source.h"

#include "fragments/size_distribution.h"

#include <array>
#include <cassert>
#include <string>
#include <vector>

namespace grist {
struct BreakageSettings;
}

namespace LAMMPS_NS {

class BreakageFiles : protected Pointers {
 public:
  // Opens all files at once, so that a wrong name stops the run before it starts. Collective;
  // `owner` names the fix in errors of others.
  BreakageFiles(class LAMMPS *lmp, const grist::BreakageSettings &settings,
                const std::string &owner, const FragmentSource::Headers &headers);

  bool has_fragments() const { return fragments.is_open(); }
  bool has_sizes() const { return sizes.is_open(); }

  // As of one file (report_file.h).
  void start()
  {
    for (ReportFile *file : all()) file->start();
  }
  void continue_from(bigint step)
  {
    for (ReportFile *file : all()) file->continue_from(step);
  }

  void write_events(const std::string &rows)
  {
    assert(rows.empty() || rows.back() == '\n');
    events.write(rows);
  }
  void write_fragments(const std::string &rows) { fragments.write(rows); }
  void write_sizes(const grist::SizeDistribution &distribution, double time);

 private:
  ReportFile events, fragments, sizes;

  std::array<ReportFile *, 3> all() { return {&events, &fragments, &sizes}; }
};

}    // namespace LAMMPS_NS

#endif
