#include "packings/part_volumes.h"

#include "common/preconditions.h"
#include "common/random_numbers.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

namespace grist {

static constexpr int COARSEST = 16;    // cells along the edge of a part that is a cube, at level 0

namespace {

// The faces of a part that cut a sphere, relative to its center.
std::vector<HalfSpace> cuts_of(const PartGrid &grid, const PartGrid::Place &part,
                               const Vector3d &center, double radius)
{
  std::vector<HalfSpace> cuts;
  for (int k = 0; k < 3; k++) {
    if (grid.whole[k]) continue;
    const Vector3d axis = Vector3d::unit(k);
    const double below = center[k] - grid.edge(k, part[k]);
    const double above = grid.edge(k, part[k] + 1) - center[k];
    if (below < radius) cuts.push_back({-axis, below});
    if (above < radius) cuts.push_back({axis, above});
  }
  return cuts;
}

using Span = std::pair<int, int>;    // first and last part

std::array<Span, 3> spans_of(const PartGrid &grid, const Vector3d &center, double radius)
{
  std::array<Span, 3> spans;
  for (int k = 0; k < 3; k++)
    spans[k] = grid.whole[k] ? Span(0, 0)
                             : grid.parts_between(k, center[k] - radius, center[k] + radius);
  return spans;
}

}    // namespace

std::vector<double> volumes_in_parts(PackedSolids &solids, const PartGrid &grid)
{
  std::vector<double> volumes(grid.count(), 0.0);
  for (int i = 0; i < solids.owned(); i++) {
    const double radius = solids.solid(i).radius;
    for (const Vector3d &shift : grid.images(solids.solid(i).center, radius)) {
      const Vector3d center = solids.solid(i).center + shift;
      const auto [along_x, along_y, along_z] = spans_of(grid, center, radius);
      for (int z = along_z.first; z <= along_z.second; z++)
        for (int y = along_y.first; y <= along_y.second; y++)
          for (int x = along_x.first; x <= along_x.second; x++)
            volumes[grid.number({x, y, z})] +=
                solids.volume(i, cuts_of(grid, {x, y, z}, center, radius));
    }
  }
  return volumes;
}

PartSamples::PartSamples(const PartGrid &given, int level) : grid(given)
{
  assert(level >= 0);
  assert(!grid.whole[0] && !grid.whole[1] && !grid.whole[2]);
  const double edge = std::cbrt(grid.part_volume()) / std::ldexp(COARSEST, level);
  for (int k = 0; k < 3; k++) {
    const double part = (grid.high[k] - grid.low[k]) / grid.counts[k];
    cells_of_part[k] = std::max(1, static_cast<int>(std::ceil(part / edge)));
    cells[k] = static_cast<std::int64_t>(cells_of_part[k]) * grid.counts[k];
  }
  found.assign(2 * static_cast<size_t>(REPEATS) * grid.count(), 0);
}

double PartSamples::points() const
{
  return static_cast<double>(REPEATS) * cells[0] * cells[1] * cells[2];
}

Vector3d PartSamples::point(const Cell &cell, int repeat) const
{
  const std::int64_t number = cell[0] + cells[0] * (cell[1] + cells[1] * cell[2]);
  std::uint64_t bits = mixed_seed(repeat, number);
  Vector3d x;
  for (int k = 0; k < 3; k++) {
    bits = split_mix(bits);
    const double part = (cell[k] + uniform_of_bits(bits)) / static_cast<double>(cells[k]);
    x[k] = grid.low[k] + (grid.high[k] - grid.low[k]) * part;
  }
  return x;
}

int PartSamples::part_of(const Cell &cell) const
{
  PartGrid::Place place;
  for (int k = 0; k < 3; k++) place[k] = static_cast<int>(cell[k] / cells_of_part[k]);
  return grid.number(place);
}

// Calls visit(cell) for all cells from first to last.
template <class Cell, class Visit>
static void each_cell(const Cell &first, const Cell &last, const Visit &visit)
{
  Cell cell;
  for (cell[2] = first[2]; cell[2] <= last[2]; cell[2]++)
    for (cell[1] = first[1]; cell[1] <= last[1]; cell[1]++)
      for (cell[0] = first[0]; cell[0] <= last[0]; cell[0]++) visit(cell);
}

void PartSamples::count_solid(const PackedSolids &solids, int i, const Vector3d &shift,
                              const Space &space)
{
  const Vector3d center = solids.solid(i).center + shift;
  const double radius = solids.solid(i).radius;
  Cell first, last;
  for (int k = 0; k < 3; k++) {
    const double scale = cells[k] / (grid.high[k] - grid.low[k]);
    const auto cell_at = [&](double x) {
      return static_cast<std::int64_t>(std::floor((x - grid.low[k]) * scale));
    };
    first[k] = std::max<std::int64_t>(0, cell_at(center[k] - radius));
    last[k] = std::min(cells[k] - 1, cell_at(center[k] + radius));
  }
  each_cell(first, last, [&](const Cell &cell) {
    for (int repeat = 0; repeat < REPEATS; repeat++) {
      const Vector3d x = point(cell, repeat);
      if (solids.counts_for(i, x - shift) && space(x)) in_solid(repeat, part_of(cell))++;
    }
  });
}

void PartSamples::count_solids(const PackedSolids &solids, const Space &space)
{
  for (int i = 0; i < solids.owned(); i++)
    for (const Vector3d &shift : grid.images(solids.solid(i).center, solids.solid(i).radius))
      count_solid(solids, i, shift, space);
}

void PartSamples::count_space(const Space &space, int rank, int ranks)
{
  assert(is_number_of(rank, ranks));
  each_cell(Cell{0, 0, 0}, Cell{cells[0] - 1, cells[1] - 1, cells[2] - 1}, [&](const Cell &cell) {
    if ((cell[1] + cells[1] * cell[2]) % ranks != rank) return;
    for (int repeat = 0; repeat < REPEATS; repeat++)
      if (space(point(cell, repeat))) in_space(repeat, part_of(cell))++;
  });
}

PartSamples::Volumes PartSamples::volumes(int part) const
{
  assert(is_number_of(part, grid.count()));
  const double cell_volume = product_of(grid.high - grid.low) /
      (static_cast<double>(cells[0]) * static_cast<double>(cells[1]) *
       static_cast<double>(cells[2]));
  double solid = 0.0, squares = 0.0, space = 0.0;
  for (int repeat = 0; repeat < REPEATS; repeat++) {
    const auto one = static_cast<double>(found[repeat * grid.count() + part]);
    solid += one / REPEATS;
    squares += one * one / REPEATS;
    space += static_cast<double>(found[(REPEATS + repeat) * grid.count() + part]) / REPEATS;
  }
  const double variance = std::max(0.0, squares - solid * solid) / (REPEATS - 1);
  return {solid * cell_volume, space * cell_volume, std::sqrt(variance) * cell_volume};
}

}    // namespace grist
