// A convex polyhedron as a particle shape: half spaces, vertices, faces, edges and mass properties.
//
// Source: nassauer2013 section 2. Does not change once it is made. Everything is given in the body
// frame: origin at the centroid, axes along the principal axes of inertia; placement() is the
// transform back to the frame of the input.
//
//      half space   the solid is where normal . x <= offset for all faces
//      face         a polygon, corners counter-clockwise seen from outside; coplanar parts are one
//                   face
//      edge         between two faces; counted once
//
// The numbers of vertices and faces are below 65536, that of the corners of a face is any. Vertices,
// planes and edges are stored once and in one piece of memory, as the kernels read them; faces with
// their corners are made when they are asked for. Input that is not a solid (open, flat, not finite,
// origin outside) is rejected with std::invalid_argument, with the numbers in its text. Density is
// 1; any unit of length.

#ifndef GRIST_GEOMETRY_CONVEX_POLYHEDRON_H
#define GRIST_GEOMETRY_CONVEX_POLYHEDRON_H

#include "common/preconditions.h"
#include "geometry/clipped_body.h"
#include "geometry/convex_hull.h"
#include "geometry/half_space.h"
#include "geometry/small_shape.h"

#include <algorithm>
#include <memory>
#include <vector>

namespace grist {

// Coordinates side by side, padded by copies of the first (clipped_body.h).
struct CoordinateArrays {
  std::vector<double> x, y, z;

  void assign(const std::vector<Vector3d> &points);
};

// The same, of arrays that belong to another object.
struct CoordinateView {
  const double *x, *y, *z;

  Vector3d operator[](int n) const { return {x[n], y[n], z[n]}; }
};

class ConvexPolyhedron {
 public:
  struct Face {
    HalfSpace plane;
    double area;
    std::vector<int> corners;
  };

  // The region inside all half spaces; the origin must be inside. Normals may have any length: the
  // solid is where normal . x <= offset. Half spaces that cut nothing off are dropped.
  static ConvexPolyhedron from_half_spaces(const std::vector<HalfSpace> &half_spaces);

  // The convex hull. Points within `tolerance`, over the size, of the plane of a face are part of
  // it (convex_hull.h).
  static ConvexPolyhedron from_vertices(const std::vector<Vector3d> &vertices,
                                        double tolerance = HULL_TOLERANCE);

  // The same shape, all lengths times `factor` (positive).
  ConvexPolyhedron scaled(double factor) const;

  int vertex_count() const { return corners; }
  int face_count() const { return planes; }
  int edge_count() const { return sides; }
  Vector3d vertex(int n) const
  {
    assert(n >= 0 && n < corners);
    return corner_arrays()[n];
  }
  HalfSpace plane(int face) const
  {
    assert(face >= 0 && face < planes);
    if (const SmallShape *s = in_small.get())
      return {{s->normal_x[face], s->normal_y[face], s->normal_z[face]}, s->offset[face]};
    const std::ptrdiff_t apart = places(planes);
    const double *const at = in_large.data() + 3 * places(corners) + face;
    return {{at[0], at[apart], at[2 * apart]}, at[3 * apart]};
  }
  BodyEdge edge(int n) const
  {
    assert(n >= 0 && n < sides);
    return packed_edges()[n];
  }

  // All of them, made anew by each call. The corners of a face begin with the first vertex.
  std::vector<Vector3d> vertices() const;
  std::vector<Face> faces() const;

  double volume() const { return solid_volume; }
  double surface() const { return surface_area; }
  double radius() const { return outer; }    // of the bounding sphere about the centroid
  double inner_radius() const
  {
    return inner;
  }    // of the sphere about the centroid that touches the nearest face
  const Vector3d &principal_moments() const { return moments; }
  const Pose &placement() const    // body frame in the frame of the input
  {
    assert(given);
    return *given;
  }

  // To save its memory; placement() may not be asked for any more.
  void forget_placement() { given.reset(); }

  // For the kernels.
  BodyView view() const;
  CoordinateView plane_normals() const;
  const double *plane_offsets() const;                          // as many as normals
  const SmallShape *small() const { return in_small.get(); }    // null: it has too many vertices

 private:
  ConvexPolyhedron() = default;

  // The length of an array of n coordinates or offsets.
  static std::ptrdiff_t places(int n) { return std::max(n, PLANE_LANES); }

  void set_arrays(const std::vector<Vector3d> &points, const std::vector<HalfSpace> &faces,
                  const std::vector<BodyEdge> &edges);
  CoordinateView corner_arrays() const;
  PackedEdges packed_edges() const;

  int corners = 0, planes = 0, sides = 0;    // how many
  double solid_volume = 0.0, surface_area = 0.0, outer = 0.0, inner = 0.0;
  Vector3d moments = Vector3d::zero();

  // These do not change, so that copies share them.
  std::shared_ptr<const Pose> given;
  std::shared_ptr<const SmallShape> in_small;

  // Where it is not small: x, y, z of vertices, then of normals, offsets, and the bytes of edges.
  std::vector<double> in_large;
};

}    // namespace grist

#endif
