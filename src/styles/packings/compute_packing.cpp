#include "styles/packings/compute_packing.h"

#include "styles/common/input_words.h"
#include "styles/common/output_columns.h"
#include "styles/packings/packed_particles.h"

#include "packings/part_volumes.h"

#include "atom.h"
#include "comm.h"
#include "domain.h"
#include "error.h"
#include "memory.h"
#include "region.h"
#include "update.h"

#include <algorithm>
#include <string>
#include <vector>

using namespace LAMMPS_NS;
using Eigen::AlignedBox3d;
using grist::PartGrid;
using grist::PartSamples;
using grist::Vector3d;

static constexpr const char *USER = "Compute packing";
static constexpr double TOLERANCE = 1e-3, LEAST_TOLERANCE = 1e-5;
static constexpr double MOST_POINTS = 2e10;

ComputePacking::ComputePacking(LAMMPS *lmp, int narg, char **arg) :
    Compute(lmp, narg, arg), tolerance(TOLERANCE)
{
  if (!atom->radius_flag)
    error->all(FLERR, "{}: atom_style {} (expected particles with a radius)", USER,
               atom->get_style());
  InputWords words(lmp, USER, narg, arg, 3);
  read_words(words);
  find_region();

  const int count = parts.count();
  scalar_flag = array_flag = 1;
  extscalar = extarray = 0;
  size_array_rows = count;
  size_array_cols = COLUMNS;
  memory->create(array, count, COLUMNS, "packing:array");
  std::fill_n(array[0], static_cast<size_t>(count) * COLUMNS, 0.0);
  name_columns(lmp, *this,
               {{"solid_fraction"},
                {},
                {"x [distance]", "y [distance]", "z [distance]", "volume [volume]",
                 "solid_volume [volume]", "solid_fraction", "error [volume]"},
                {}});
}

ComputePacking::~ComputePacking()
{
  memory->destroy(array);
}

/* ---------------------------------------------------------------------- */

void ComputePacking::read_words(InputWords &words)
{
  words.read_keywords(
      {{"slices", [&] { parts.read_slices(words); }},
       {"blocks", [&] { parts.read_blocks(words); }},
       {"range", [&] { parts.read_range(words); }},
       {"region", [&] { region_id = words.word("region"); }},
       {"tolerance", [&] { tolerance = words.between("tolerance", LEAST_TOLERANCE, 1.0); }}});
}

void ComputePacking::find_region()
{
  if (region_id.empty()) return;
  region = domain->get_region_by_id(region_id);
  if (!region) error->all(FLERR, "{}: region {} (does not exist)", USER, region_id);
}

// Between runs, too, the box may become triclinic, and the region may be deleted or another one.
void ComputePacking::init()
{
  if (domain->dimension == 2) error->all(FLERR, "{}: dimension 2 (expected 3)", USER);
  if (domain->triclinic)
    error->all(FLERR, "{}: box is triclinic (expected an orthogonal one)", USER);
  find_region();
}

/* ---------------------------------------------------------------------- */

// Without a keyword: the box; of a face that follows the particles, to their surfaces; of a region
// that does not move, where it is.
ComputePacking::Range ComputePacking::range_along(int k, const AlignedBox3d &particles) const
{
  if (parts.ranges[k]) return *parts.ranges[k];
  Range range = {domain->boxlo[k], domain->boxhi[k]};
  constexpr int FIXED = 1;    // face of the box; periodic 0, following 2 and 3
  if (!particles.isEmpty()) {
    if (domain->boundary[k][0] > FIXED) range.low = std::min(range.low, particles.min()[k]);
    if (domain->boundary[k][1] > FIXED) range.high = std::max(range.high, particles.max()[k]);
  }
  if (region && region->bboxflag && !region->dynamic && !region->varshape) {
    const double low[3] = {region->extent_xlo, region->extent_ylo, region->extent_zlo};
    const double high[3] = {region->extent_xhi, region->extent_yhi, region->extent_zhi};
    range = {std::max(range.low, low[k]), std::min(range.high, high[k])};
  }
  if (!(range.low < range.high))
    error->all(FLERR, "{}: region {} is outside of the box along {}", USER, region_id, "xyz"[k]);
  return range;
}

PartGrid ComputePacking::grid_around(const AlignedBox3d &particles) const
{
  PartGrid grid;
  grid.counts = parts.counts;
  grid.periods = periods_of(*domain);
  for (int k = 0; k < 3; k++) {
    const Range range = range_along(k, particles);
    grid.low[k] = range.low;
    grid.high[k] = range.high;
    grid.whole[k] = grid.periods[k] > 0.0 && parts.counts[k] == 1 && !parts.ranges[k] && !region;
  }
  return grid;
}

void ComputePacking::measure()
{
  init();
  PackedParticles particles(lmp, USER, groupbit);
  const PartGrid grid = grid_around(particles.extent());
  for (int part = 0; part < size_array_rows; part++) {
    const Vector3d middle = grid.middle(part);
    std::copy_n(middle.data(), 3, array[part]);
  }
  if (region)
    measure_by_samples(particles, grid);
  else
    measure_exactly(particles, grid);
}

void ComputePacking::set_row(int part, double volume, double solid, double error_of_solid)
{
  double *row = array[part];
  row[VOLUME] = volume;
  row[SOLID] = solid;
  row[FRACTION] = volume > 0.0 ? solid / volume : 0.0;
  row[ERROR] = error_of_solid;
}

void ComputePacking::measure_exactly(PackedParticles &particles, const PartGrid &grid)
{
  std::vector<double> mine = volumes_in_parts(particles.solids(), grid), all(mine.size());
  MPI_Allreduce(mine.data(), all.data(), size_array_rows, MPI_DOUBLE, MPI_SUM, world);
  for (int part = 0; part < size_array_rows; part++)
    set_row(part, grid.part_volume(), all[part], 0.0);
}

void ComputePacking::measure_by_samples(PackedParticles &particles, const PartGrid &grid)
{
  region->init();
  region->prematch();
  for (int level = 0; !sample(particles, grid, level); level++) {}
}

// Whether the errors are within the tolerance.
bool ComputePacking::sample(PackedParticles &particles, const PartGrid &grid, int level)
{
  PartSamples samples(grid, level);
  if (samples.points() > MOST_POINTS)
    error->all(FLERR,
               "{}: tolerance {} needs more than {} samples (expected a larger tolerance or "
               "fewer parts)",
               USER, tolerance, MOST_POINTS);
  const auto in_region = [&](const Vector3d &x) { return region->match(x[0], x[1], x[2]) != 0; };
  samples.count_solids(particles.solids(), in_region);
  samples.count_space(in_region, comm->me, comm->nprocs);
  std::vector<std::int64_t> &counted = samples.counts();
  MPI_Allreduce(MPI_IN_PLACE, counted.data(), static_cast<int>(counted.size()), MPI_INT64_T,
                MPI_SUM, world);
  bool enough = true;
  for (int part = 0; part < size_array_rows; part++) {
    const PartSamples::Volumes volumes = samples.volumes(part);
    set_row(part, volumes.space, volumes.solid, volumes.error);
    enough = enough && volumes.error <= tolerance * grid.part_volume();
  }
  return enough;
}

/* ---------------------------------------------------------------------- */

double ComputePacking::compute_scalar()
{
  invoked_scalar = update->ntimestep;
  measure();
  double volume = 0.0, solid = 0.0;
  for (int part = 0; part < size_array_rows; part++) {
    volume += array[part][VOLUME];
    solid += array[part][SOLID];
  }
  scalar = volume > 0.0 ? solid / volume : 0.0;
  return scalar;
}

void ComputePacking::compute_array()
{
  invoked_array = update->ntimestep;
  measure();
}

double ComputePacking::memory_usage()
{
  return static_cast<double>(size_array_rows) * COLUMNS * sizeof(double);
}
