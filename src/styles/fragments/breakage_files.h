// The three CSV files of fix breakage: events, fragments, and the cumulative mass over size. Rank 0
// writes; on other ranks all calls do nothing.

#ifndef LMP_BREAKAGE_FILES_H
#define LMP_BREAKAGE_FILES_H

#include "pointers.h"
#include "styles/common/output_claim.h"
#include "styles/common/table_file.h"
#include "styles/fragments/fragment_source.h"

#include "fragments/size_distribution.h"

#include <array>
#include <string>
#include <vector>

namespace grist {
struct BreakageSettings;
}

namespace LAMMPS_NS {

class BreakageFiles : protected Pointers {
 public:
  // Opens all files at once, so that a wrong name stops the run before it starts. Existing files
  // are emptied only after all are open. Collective; `owner` names the fix in errors of others.
  BreakageFiles(class LAMMPS *lmp, const grist::BreakageSettings &settings,
                const std::string &owner, const FragmentSource::Headers &headers);

  bool has_fragments() const { return fragments.table.is_open(); }
  bool has_sizes() const { return sizes.table.is_open(); }

  // Removes what an earlier run wrote after this step, which this run repeats.
  void continue_from(bigint step);

  void write_events(const std::string &rows) { write(events, rows); }
  void write_fragments(const std::string &rows) { write(fragments, rows); }
  void write_sizes(const grist::SizeDistribution &distribution, double time);

 private:
  struct File {
    std::string name;    // empty: not written
    const char *header;
    OutputClaim claim;
    TableFile table;
  };
  File events, fragments, sizes;

  std::array<File *, 3> all() { return {&events, &fragments, &sizes}; }
  std::string open(File &file,
                   const std::string &owner);    // these return why it failed, or nothing
  std::string begin(File &file, bool append);
  std::string remove_rows(File &file, const TableEnd &end, const std::string &what);
  void write(File &file, const std::string &rows);
};

}    // namespace LAMMPS_NS

#endif
