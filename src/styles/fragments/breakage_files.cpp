#include "styles/fragments/breakage_files.h"

#include "fragments/breakage_settings.h"

#include "fmt/format.h"
#include "update.h"

using namespace LAMMPS_NS;

// "size" is that of all files: of the sphere of equal volume.
static const char *sizes_header(const grist::BreakageSettings &settings)
{
  return settings.by_sieve ? "step,time [time],sieve_size [distance],passing\n"
                           : "step,time [time],size [distance],passing\n";
}

BreakageFiles::BreakageFiles(LAMMPS *lmp, const grist::BreakageSettings &settings,
                             const std::string &owner, const FragmentSource::Headers &headers) :
    Pointers(lmp),
    events(lmp, FIX_BREAKAGE, {settings.events_file, settings.append, headers.events, owner}),
    fragments(lmp, FIX_BREAKAGE,
              {settings.fragments_file, settings.append, headers.fragments, owner}),
    sizes(lmp, FIX_BREAKAGE, {settings.sizes_file, settings.append, sizes_header(settings), owner})
{
}

void BreakageFiles::write_sizes(const grist::SizeDistribution &distribution, double time)
{
  if (!sizes.is_open()) return;
  std::string rows;
  for (const auto &[size, fraction] : distribution.curve())
    rows += fmt::format("{},{:.9g},{:.9g},{:.12g}\n", update->ntimestep, time, size, fraction);
  sizes.write(rows);
}
