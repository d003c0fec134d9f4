// Places for bodies: random sequential placement of spheres and polyhedra, by their true shapes, in
// a box without overlap.
//
// Vocabulary:
//   box      an origin and three edge vectors (right-handed, not necessarily at right angles); each
//            direction is periodic or ends at two faces, which no body may cross
//   lamda    coordinates along the edges, 0 to 1 in the box
//   height   distance of two opposite faces
//
// Placed bodies are listed in all cells of a grid that the bounding box of their bounding sphere
// touches, so two that overlap share a cell and an attempt looks at the cells of one body only:
// O(1), whatever the sizes are.

#ifndef GRIST_PARTICLES_PLACEMENT_H
#define GRIST_PARTICLES_PLACEMENT_H

#include "common/random_numbers.h"
#include "particles/placed_solid.h"

#include <array>
#include <functional>
#include <optional>
#include <vector>

namespace grist {

struct PlacementBox {
  Vector3d origin = Vector3d::zero();
  Matrix3d edges = Matrix3d::identity();    // one a column
  std::array<bool, 3> periodic = {true, true, true};

  Vector3d lamda(const Vector3d &x) const;    // before wrapping
  Vector3d heights() const;
};

class OccupiedSpace {
 public:
  // Cells have heights of at least `cell`, a length of the order of a common sphere's diameter;
  // larger where that would make more than MAX_CELLS. Throws std::invalid_argument for a box
  // without volume and a cell that is not positive.
  OccupiedSpace(const PlacementBox &box, double cell);

  // Whether a body overlaps none added so far, nor an image of itself across a periodic face (by
  // bounding spheres), nor a face that is not periodic. Its centre may lie outside of the box in
  // periodic directions.
  bool is_free(const PlacedSolid &body) const;
  bool crosses_face(const PlacedSolid &body) const;

  // Bodies that are added may overlap each other and lie across faces.
  void add(const PlacedSolid &body);

  int count() const { return static_cast<int>(bodies.size()); }

  static constexpr double MAX_CELLS = 4e6;

 private:
  struct CellRange {
    std::array<int, 3> first, last;    // not wrapped
  };

  Vector3d wrapped(const Vector3d &center) const;
  CellRange cells_of(const Vector3d &center, double radius) const;
  bool touches(const PlacedSolid &other, const PlacedSolid &body) const;
  template <typename Visit> bool all_cells(const CellRange &range, Visit &&visit) const;

  PlacementBox box;
  Matrix3d to_lamda;
  Vector3d height;
  std::array<int, 3> cells;
  std::vector<std::vector<int>> bodies_in;    // by cell
  std::vector<PlacedSolid> bodies;            // within the box, where a direction is periodic
};

// Bodies to place, at points of the block low to high. Their positions are not used.
struct PlacementRequest {
  std::vector<PlacedSolid> bodies;    // tried in this order: largest first fills best
  Vector3d low, high;
  int attempts = 1000;                                                    // for each body
  std::function<bool(const PlacedSolid &body)> accept;                    // empty: everywhere
  std::function<void(size_t tried, size_t placed)> progress = nullptr;    // after each body
};

// 14 points of a sphere's surface: along both directions of each axis and of each diagonal of a
// cube. Where all of them are inside a region, most of the sphere is.
std::array<Vector3d, 14> surface_points(const Vector3d &center, double radius);

// A place for each body, or none where all attempts failed; those placed are added to `space`.
std::vector<std::optional<Vector3d>> place_bodies(const PlacementRequest &request,
                                                  OccupiedSpace &space, RandomNumbers &random);

}    // namespace grist

#endif
