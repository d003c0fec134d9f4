#include "styles/packings/part_space.h"

#include "comm.h"
#include "common/space.h"
#include "domain.h"
#include "error.h"
#include "packings/part_volumes.h"
#include "region.h"
#include "styles/commands/input_words.h"
#include "styles/commands/named_region.h"
#include "styles/packings/packed_particles.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

using namespace LAMMPS_NS;
using grist::AlignedBox;
using grist::PackedSolids;
using grist::PartGrid;
using grist::PartSamples;
using grist::Vector3d;

static constexpr double MOST_PARTS = 1e7;
static const std::vector<std::string> AXES = {"x", "y", "z"};

static int read_axis(InputWords &words, const std::string &what)
{
  const std::string axis = words.one_of(what, AXES);
  return static_cast<int>(std::find(AXES.begin(), AXES.end(), axis) - AXES.begin());
}

void PartWords::read_slices(InputWords &words)
{
  words.need(2, "slices", "an axis and a number");
  counts = {1, 1, 1};
  const int axis = read_axis(words, "slices");
  counts[axis] = words.whole("slices", 1);
  if (counts[axis] > MOST_PARTS) words.refuse("slices", counts[axis], "at most 10 million");
}

void PartWords::read_blocks(InputWords &words)
{
  words.need(3, "blocks", "three numbers");
  double parts = 1.0;
  for (int &count : counts) {
    count = words.whole("blocks", 1);
    parts *= count;
  }
  if (parts > MOST_PARTS) words.refuse("number of blocks", parts, "at most 10 million");
}

void PartWords::read_range(InputWords &words)
{
  words.need(3, "range", "an axis, the lower and the upper end");
  const int axis = read_axis(words, "range");
  const double low = words.finite("range", Quantity::LENGTH),
               high = words.finite("range", Quantity::LENGTH);
  if (!(low < high)) words.refuse("range " + AXES[axis], high, "must be above the lower end");
  ranges[axis] = Range{low, high};
}

static constexpr double TOLERANCE = 1e-3, LEAST_TOLERANCE = 1e-5;
static constexpr double MOST_POINTS = 2e10;
static constexpr int LEVEL_OF_SPACE = 1;    // 260,000 points in a part that is a cube

PartSpace::PartSpace(LAMMPS *lmp, std::string user_in) :
    Pointers(lmp), user(std::move(user_in)), tolerance(TOLERANCE)
{
}

std::vector<grist::Keyword> PartSpace::keywords(InputWords &words)
{
  return {{"slices", [&] { parts.read_slices(words); }},
          {"blocks", [&] { parts.read_blocks(words); }},
          {"range", [&] { parts.read_range(words); }},
          {"region", [&] { region_id = words.word("region"); }},
          {"tolerance", [&] {
             tolerance = words.between("tolerance", Quantity::NUMBER, LEAST_TOLERANCE, 1.0);
           }}};
}

void PartSpace::init()
{
  if (domain->dimension == 2) error->all(FLERR, "{}: dimension 2 (expected 3)", user);
  if (domain->triclinic)
    error->all(FLERR, "{}: box is triclinic (expected an orthogonal one)", user);
  if (region_id.empty()) return;
  region_now = region_named(lmp, user + ": region", region_id);
}

// Without a keyword: the box; of a face that follows the particles, to their surfaces; of a region
// that does not move, where it is.
PartSpace::Range PartSpace::range_along(int k, const AlignedBox &particles) const
{
  if (parts.ranges[k]) return *parts.ranges[k];
  Range range = {domain->boxlo[k], domain->boxhi[k]};
  constexpr int FIXED = 1;    // face of the box; periodic 0, following 2 and 3
  if (!particles.is_empty()) {
    if (domain->boundary[k][0] > FIXED) range.low = std::min(range.low, particles.low[k]);
    if (domain->boundary[k][1] > FIXED) range.high = std::max(range.high, particles.high[k]);
  }
  const Region *region = region_now;
  if (region && region->bboxflag && !region->dynamic && !region->varshape) {
    const double low[3] = {region->extent_xlo, region->extent_ylo, region->extent_zlo};
    const double high[3] = {region->extent_xhi, region->extent_yhi, region->extent_zhi};
    range = {std::max(range.low, low[k]), std::min(range.high, high[k])};
  }
  if (!(range.low < range.high))
    error->all(FLERR, "{}: region {} is outside of the box along {}", user, region_id, "xyz"[k]);
  return range;
}

PartGrid PartSpace::grid_around(const AlignedBox &particles) const
{
  PartGrid grid;
  grid.counts = parts.counts;
  grid.periods = periods_of(*domain);
  for (int k = 0; k < 3; k++) {
    const Range range = range_along(k, particles);
    grid.low[k] = range.low;
    grid.high[k] = range.high;
    grid.whole[k] =
        grid.periods[k] > 0.0 && parts.counts[k] == 1 && !parts.ranges[k] && !region_now;
  }
  return grid;
}

std::vector<PartSpace::Volumes> PartSpace::measure(PackedParticles &particles,
                                                   const PartGrid &grid) const
{
  if (!region_now) {
    std::vector<double> solid = volumes_in_parts(particles.solids(), grid);
    MPI_Allreduce(MPI_IN_PLACE, solid.data(), grid.count(), MPI_DOUBLE, MPI_SUM, world);
    std::vector<Volumes> volumes;
    for (const double volume : solid) volumes.push_back({grid.part_volume(), volume, 0.0});
    return volumes;
  }
  for (int level = 0;; level++) {
    std::vector<Volumes> volumes = sample(particles.solids(), grid, level);
    if (std::all_of(volumes.begin(), volumes.end(), [&](const Volumes &part) {
          return part.error <= tolerance * grid.part_volume();
        }))
      return volumes;
  }
}

std::vector<double> PartSpace::space_volumes(const PartGrid &grid) const
{
  if (!region_now) return std::vector<double>(grid.count(), grid.part_volume());
  std::vector<double> volumes;
  for (const Volumes &part : sample(PackedSolids({}, 0), grid, LEVEL_OF_SPACE))
    volumes.push_back(part.space);
  return volumes;
}

std::vector<PartSpace::Volumes> PartSpace::sample(const PackedSolids &solids, const PartGrid &grid,
                                                  int level) const
{
  PartSamples samples(grid, level);
  if (samples.points() > MOST_POINTS)
    error->all(FLERR,
               "{}: tolerance {:g} needs more than {} samples (expected a larger tolerance or "
               "fewer parts)",
               user, tolerance, MOST_POINTS);
  region_now->init();
  region_now->prematch();
  const auto in_region = [&](const Vector3d &x) {
    return region_now->match(x[0], x[1], x[2]) != 0;
  };
  samples.count_solids(solids, in_region);
  samples.count_space(in_region, comm->me, comm->nprocs);
  std::vector<std::int64_t> &counted = samples.counts();
  MPI_Allreduce(MPI_IN_PLACE, counted.data(), static_cast<int>(counted.size()), MPI_INT64_T,
                MPI_SUM, world);
  std::vector<Volumes> volumes;
  for (int part = 0; part < grid.count(); part++) {
    const PartSamples::Volumes found = samples.volumes(part);
    volumes.push_back({found.space, found.solid, found.error});
  }
  return volumes;
}
