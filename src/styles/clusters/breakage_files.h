// The three CSV files of fix breakage: broken bonds, fragments, and the cumulative mass over size. Rank 0 writes; on other
// ranks all calls do nothing.

#ifndef LMP_BREAKAGE_FILES_H
#define LMP_BREAKAGE_FILES_H

#include "pointers.h"
#include "styles/clusters/breakage_totals.h"
#include "styles/clusters/fragment_table.h"

#include "clusters/size_distribution.h"

#include <cstdio>
#include <string>
#include <vector>

namespace LAMMPS_NS {

struct BreakageSettings;

class BreakageFiles : protected Pointers {
 public:
  // Opens all files at once, so that a wrong name stops the run before it starts. Existing files are emptied only after all
  // are open.
  BreakageFiles(class LAMMPS *lmp, const BreakageSettings &settings);
  ~BreakageFiles() override;
  BreakageFiles(const BreakageFiles &) = delete;
  BreakageFiles &operator=(const BreakageFiles &) = delete;

  bool has_sizes() const { return sizes.stream; }

  void write_events(const std::vector<BreakEvent> &broken);
  void write_fragments(const std::vector<Fragment> &fragments, double time, int fines_below);
  void write_sizes(const grist::SizeDistribution &distribution, double time);

 private:
  struct File {
    std::string name;    // empty: not written
    const char *header;
    FILE *stream = nullptr;
  };
  File events, fragments, sizes;

  void open(File &file);
  void begin(File &file, bool append);
};

}    // namespace LAMMPS_NS

#endif
