// The clipping kernel: a convex body, cut by one half space after another.
//
// The surface is an unordered list of edges. Each edge runs from its tail to its head, with the
// loop of its left face (seen from outside, loops run counter-clockwise) and against that of its
// right face. There are no loops and no neighbours to keep in order: a cut drops the edges outside,
// shortens those that cross, and closes each face that was opened with one edge, whose other side
// is the new face.
//
//      vertex sign   inside, outside, or on the plane within the tolerance; decided once for each
//                    vertex and plane. A vertex on the plane counts as inside, so that coplanar
//                    faces never cut each other.
//      closing edge  from where the loop of a face leaves the half space to where it comes back
//
// Robustness: whatever the signs are, right or wrong by rounding, a crossing edge ends one side and
// begins the other for exactly two faces, so the edges that remain always bound a closed surface.
// Degenerate poses give edges of no length and faces of no area, which add nothing to any integral;
// there are no special cases.
//
// Integrals are sums over edges (divergence theorem): nassauer2013 Eqs. 8, 10 and 42 without
// triangulation.
//
// Buffers grow to the largest body met and are then kept: no allocation in the steady state. One
// object per thread.

#ifndef GRIST_GEOMETRY_CLIPPED_BODY_H
#define GRIST_GEOMETRY_CLIPPED_BODY_H

#include "geometry/area_spread.h"
#include "geometry/body_edge.h"
#include "geometry/half_space.h"

#include <algorithm>
#include <limits>
#include <vector>

namespace grist {

// Coordinates are read in blocks of this many. The last block ends with the last number, over some
// that were read before; vectors of fewer are padded by copies of their first element. What follows
// up to the next multiple may be read too, and has no meaning.
static constexpr int PLANE_LANES = 8;
inline int last_block(int n)
{
  return std::max(n - PLANE_LANES, 0);
}
inline int padded(int n)
{
  return (n + PLANE_LANES - 1) / PLANE_LANES * PLANE_LANES;
}

// A body whose arrays belong to another object.
struct BodyView {
  const double *x = nullptr, *y = nullptr, *z = nullptr;    // vertices
  const BodyEdge *edges = nullptr;
  int vertex_count = 0, edge_count = 0;
  PackedEdges packed = {};    // in place of `edges`, of a body that is kept
};

// Least and greatest signed distance of the vertices to a plane.
struct DistanceRange {
  double least, greatest;
};
DistanceRange distance_range(const BodyView &body, const HalfSpace &plane);

class ClippedBody {
 public:
  enum class Cut {
    NONE,     // nothing was outside; the body is as before
    CUT,      // something was cut off, something is left; it may be flat, all of it on the plane
    EMPTY,    // all of the body was outside; the body is as before
  };

  ClippedBody() = default;
  ClippedBody(ClippedBody &&) =
      default;    // the view stays that of the buffers, which a copy would not have
  ClippedBody &operator=(ClippedBody &&) = default;

  // Begins with a body that stays the caller's (it is read until the first cut). Faces are numbered
  // below `face_count`, those of later cuts included.
  void start(const BodyView &body, int face_count);

  // Cuts off what is more than `tolerance` outside; the new face gets the number `face`.
  Cut cut(const HalfSpace &plane, int face, double tolerance);

  // x becomes rotation * x + shift.
  void move(const Matrix3d &rotation, const Vector3d &shift);

  const BodyView &body() const { return now; }

  struct Sphere {
    Vector3d center;
    double radius;
  };
  Sphere bounding_sphere() const;                    // about the mean of the vertices
  double reach_from(const Vector3d &point) const;    // to the farthest vertex

  // A face belongs to the first body if its number is below `first_faces`, to the second otherwise.
  // Faces from `shared_faces` on are shared with other bodies like the second.
  static constexpr int NOTHING_SHARED = std::numeric_limits<int>::max();
  struct Integrals {
    double volume;
    Vector3d center;         // of volume; the mean of the vertices where there is no volume
    Vector3d area_vector;    // integral of n dA over surface of the first body, n outward
    Vector3d moment;         // integral of (x - center) x n dA over the same part
    AreaSpread spread;       // of that part
    AreaSpread shared;       // of its edges on shared faces alone
  };
  Integrals integrals(int first_faces, int shared_faces = NOTHING_SHARED);

 private:
  struct Buffer {
    std::vector<double> x, y, z;
    std::vector<BodyEdge> edges;
  };

  void reserve(Buffer &buffer, int vertices, int edges);
  int keep_vertices(const HalfSpace &plane, double tolerance, Buffer &to);
  void add_crossing(int in, int out, double tolerance, int vertex, Buffer &to) const;
  bool closes_face_by_face(int crossings, int first) const;
  void pair_ends(int crossings, int first, int cap, BodyEdge *closing);

  BodyView now;
  Buffer buffers[2];
  std::vector<BodyEdge> unpacked;     // edges of the body at the start
  int spare = 0;                      // the buffer that `now` does not look at
  std::vector<double> distance;       // of each vertex to the plane of the cut
  std::vector<int> renumbered;        // vertex after the cut
  std::vector<int> list;              // of edges
  std::vector<int> faces_at[2];       // of each crossing: face that leaves there, that comes back
  std::vector<int> end_of_face[2];    // of each face: vertex where it leaves, where it comes back
  std::vector<int> face_vertex;       // of each face: one of its vertices
};

}    // namespace grist

#endif
