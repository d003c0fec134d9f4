// The volume that packed solids have in slices and blocks: exactly, or by samples in a space of
// which only is known whether a point is in it.
//
// Samples. Each part is divided into cells, and each cell has one random point in each of REPEATS
// repetitions: the places of points depend on numbers of cells alone, so that they are the same on
// all ranks. The scatter of the repetitions gives the standard error. At each finer level cells have
// half the edge, and the error becomes about a quarter: it comes from cells at surfaces.

#ifndef GRIST_PACKINGS_PART_VOLUMES_H
#define GRIST_PACKINGS_PART_VOLUMES_H

#include "packings/packed_solids.h"
#include "packings/part_grid.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace grist {

// Volumes of the owned solids, by part.
std::vector<double> volumes_in_parts(PackedSolids &solids, const PartGrid &grid);

class PartSamples {
 public:
  static constexpr int REPEATS = 8;
  using Space = std::function<bool(const Vector3d &point)>;

  // The grid has no direction that is `whole`.
  PartSamples(const PartGrid &grid, int level);

  double points() const;    // of all parts

  // Counts points of the space in the owned solids.
  void count_solids(const PackedSolids &solids, const Space &space);

  // Counts points of the space in some of the cells: rank `rank` of `ranks` counts its part.
  void count_space(const Space &space, int rank, int ranks);

  // To be summed over ranks: by repetition and part, first those in solids, then those of the space.
  std::vector<std::int64_t> &counts() { return found; }

  struct Volumes {
    double solid, space, error;    // standard error of `solid`
  };
  Volumes volumes(int part) const;

 private:
  using Cell = std::array<std::int64_t, 3>;
  const PartGrid &grid;
  Cell cells;                          // of the whole grid along x, y, z
  std::array<int, 3> cells_of_part;    // along x, y, z
  std::vector<std::int64_t> found;

  Vector3d point(const Cell &cell, int repeat) const;
  int part_of(const Cell &cell) const;
  void count_solid(const PackedSolids &solids, int i, const Vector3d &shift, const Space &space);
  std::int64_t &in_solid(int repeat, int part) { return found[repeat * grid.count() + part]; }
  std::int64_t &in_space(int repeat, int part) { return in_solid(REPEATS + repeat, part); }
};

}    // namespace grist

#endif
