#include "styles/clusters/breakage_files.h"

#include "styles/clusters/breakage_settings.h"

#include "comm.h"
#include "error.h"
#include "fmt/format.h"
#include "update.h"
#include "utils.h"

using namespace LAMMPS_NS;

static constexpr const char *EVENTS_HEADER = "step,time,id_a,id_b,parent,x,y,z,mode,energy\n";
static constexpr const char *FRAGMENTS_HEADER =
    "step,time,id,parent,birth,elements,fines,mass,equivalent,sieve,x,y,z,vx,vy,vz\n";
static constexpr const char *SIZES_HEADER = "step,time,size,passing\n";

BreakageFiles::BreakageFiles(LAMMPS *lmp, const BreakageSettings &settings) :
    Pointers(lmp), events{settings.events_file, EVENTS_HEADER},
    fragments{settings.fragments_file, FRAGMENTS_HEADER}, sizes{settings.sizes_file, SIZES_HEADER}
{
  if (comm->me > 0) return;
  for (File *file : {&events, &fragments, &sizes}) open(*file);
  for (File *file : {&events, &fragments, &sizes}) begin(*file, settings.append);
}

BreakageFiles::~BreakageFiles()
{
  for (const File *file : {&events, &fragments, &sizes})
    if (file->stream) fclose(file->stream);
}

void BreakageFiles::open(File &file)
{
  if (file.name.empty()) return;
  file.stream = fopen(file.name.c_str(), "a");
  if (!file.stream)
    error->one(FLERR, "Fix breakage: cannot open file {}: {}", file.name, utils::getsyserror());
}

// An empty file gets its header.
void BreakageFiles::begin(File &file, bool append)
{
  if (!file.stream) return;
  if (!append) file.stream = freopen(file.name.c_str(), "w", file.stream);
  fseek(file.stream, 0, SEEK_END);
  if (ftell(file.stream) > 0) return;
  utils::print(file.stream, file.header);
  fflush(file.stream);
}

/* ---------------------------------------------------------------------- */

void BreakageFiles::write_events(const std::vector<BreakEvent> &broken)
{
  if (!events.stream) return;
  for (const BreakEvent &e : broken)
    utils::print(events.stream, "{},{:.9g},{},{},{},{:.9g},{:.9g},{:.9g},{},{:.9g}\n", e.step,
                 e.time, e.tag_a, e.tag_b, e.parent, e.place[0], e.place[1], e.place[2],
                 grist::name(e.failure), e.energy);
  fflush(events.stream);
}

void BreakageFiles::write_fragments(const std::vector<Fragment> &now, double time, int fines_below)
{
  if (!fragments.stream) return;
  for (const Fragment &f : now)
    utils::print(fragments.stream,
                 "{},{:.9g},{},{},{:.9g},{},{},{:.17g},{:.9g},{:.9g},{:.9g},{:.9g},{:.9g},{:.9g},"
                 "{:.9g},{:.9g}\n",
                 update->ntimestep, time, f.id, f.parent, f.birth, f.elements,
                 f.elements < fines_below ? 1 : 0, f.mass, f.equivalent, f.sieve, f.center[0],
                 f.center[1], f.center[2], f.velocity[0], f.velocity[1], f.velocity[2]);
  fflush(fragments.stream);
}

void BreakageFiles::write_sizes(const grist::SizeDistribution &distribution, double time)
{
  if (!sizes.stream) return;
  for (const auto &[size, fraction] : distribution.curve())
    utils::print(sizes.stream, "{},{:.9g},{:.9g},{:.12g}\n", update->ntimestep, time, size,
                 fraction);
  fflush(sizes.stream);
}
