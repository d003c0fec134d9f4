// Convex pieces of space: cells, which planes divide without a gap, and the convex parts that they
// become.

#ifndef GRIST_MESHES_CONVEX_CELL_H
#define GRIST_MESHES_CONVEX_CELL_H

#include "geometry/clipped_body.h"
#include "geometry/convex_polyhedron.h"

#include <optional>
#include <vector>

namespace grist {

inline HalfSpace opposite(const HalfSpace &plane)
{
  return {-plane.normal, -plane.offset};
}

// A convex body with numbers for its faces, as the clipping kernel has it.
class ConvexCell {
 public:
  ConvexCell() = default;
  explicit ConvexCell(const BodyView &body);

  // With faces 0 to 5.
  static ConvexCell box(const AlignedBox &box);
  static constexpr int BOX_FACES = 6;

  int vertex_count() const { return vertices; }
  Vector3d vertex(int n) const { return {arrays.x[n], arrays.y[n], arrays.z[n]}; }
  BodyView view() const;

  std::vector<Vector3d> corners() const;
  Vector3d mean_corner() const;

  // Whether a short step from a point of the cell along a direction stays clear of the faces that
  // are nearer to the point than `near`: by this share of its length at least.
  bool has_inside(const Vector3d &point, const Vector3d &direction, double near,
                  double share) const;
  DistanceRange range(const HalfSpace &plane) const { return distance_range(view(), plane); }

 private:
  CoordinateArrays arrays;
  std::vector<BodyEdge> edges;
  std::vector<HalfSpace> planes;    // of the faces; some may have been cut off
  int vertices = 0;

  friend class CellCutter;
};

// Cuts cells; keeps its memory.
class CellCutter {
 public:
  CellCutter() : faces(ConvexCell::BOX_FACES) {}

  int new_face() { return faces++; }

  // What is behind a plane; empty if nothing is. Corners nearer to the plane than the tolerance
  // stay.
  std::optional<ConvexCell> behind(const ConvexCell &cell, const HalfSpace &plane, int face,
                                   double tolerance);

  // What is behind all planes.
  std::optional<ConvexCell> behind_all(const ConvexCell &cell, const std::vector<HalfSpace> &planes,
                                       double tolerance);

 private:
  ClippedBody clipped;
  int faces;
};

// A convex part: its corners and faces.
struct PartFace {
  HalfSpace plane;
  Vector3d middle;    // mean of its corners
  double area;
  std::vector<int> corners;
};

struct ConvexPart {
  std::vector<Vector3d> corners;
  std::vector<PartFace> faces;
  double volume = 0.0;

  double thickness() const;    // the least width across a face
};

// The hull of the points, except for those nearer than `apart` to one before them; empty if it is
// flat.
std::optional<ConvexPart> convex_part(const std::vector<Vector3d> &points, double apart);

}    // namespace grist

#endif
