// The overlap of two closed meshes of any shape, convex or not, without cutting them into convex
// parts: an oracle for compound bodies.
//
// The inside of a closed surface is a sum over its triangles: the indicator of the body is the sum
// of those of the tetrahedra between a fixed point, the apex, and each triangle, positive where the
// triangle faces away from the apex, negative where it faces it. So the part of a triangle of a that
// is inside b is what these tetrahedra of b leave of it, with their signs: a convex polygon for
// each. The overlap is bounded by the part of a's surface inside b and that of b's surface inside a,
// and integrals over it are integrals over these (divergence theorem): no polyhedron is clipped.
//
// Where faces of a and b lie in one plane: if they face the same way, the common part belongs to
// a's surface alone, if they face each other, to neither.
//
// In extended precision. Signs and frames are those of geometry/overlap.h.

#ifndef GRIST_UNITTEST_GEOMETRY_SIGNED_OVERLAP_H
#define GRIST_UNITTEST_GEOMETRY_SIGNED_OVERLAP_H

#include "geometry/convex_polyhedron.h"
#include "meshes/mesh.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace grist {

// Apexes from the middle of a mesh, over its size: in no plane that a test may choose.
inline constexpr Vector3d SOME_APEX = {0.0314159, -0.0271828, 0.0141421};
inline constexpr Vector3d OTHER_APEX = {-0.6180340, 0.5772157, 0.9159656};

// A mesh as signed tetrahedra.
class SignedMesh {
 public:
  using Number = long double;
  using Vector = Vector3<Number>;
  using Polygon = std::vector<Vector>;
  struct Triangle {
    Polygon corners;
    Vector normal;    // of its face: a fan in a concave face has triangles that run the other way

    Number height(const Vector &x) const { return dot(normal, x - corners[0]); }
  };

  // Faces may be concave. Points are relative to `origin`, in axes of space.
  SignedMesh(const Mesh &mesh, const Pose &pose, const Vector3d &origin, const Vector3d &apex)
  {
    const Vector shift = vector_cast<Number>(pose.position) - vector_cast<Number>(origin);
    Polygon at;
    Vector low = Vector::all(1e300L), high = -low;
    for (const Vector3d &p : mesh.vertices) {
      at.push_back(shift);
      for (int k = 0; k < 3; k++)
        at.back() += vector_cast<Number>(pose.rotation.column[k]) * static_cast<Number>(p[k]);
      low = least(low, at.back());
      high = greatest(high, at.back());
    }
    size = norm(high - low);
    point = (low + high) / Number(2) + vector_cast<Number>(apex) * size;
    for (const std::vector<int> &face : mesh.faces) add_fan(face, at);
  }

  const std::vector<Triangle> &triangles() const { return list; }

  // Calls take(polygon, sign) for the parts of a triangle of another mesh that are inside.
  // `is_first`: of two faces in one plane that face the same way, the other mesh has the common
  // part.
  template <class Take> void inside(const Triangle &other, bool is_first, const Take &take) const
  {
    Polygon part;
    for (const Triangle &t : list) {
      const Number sign = orientation(t), side = t.height(point) < 0 ? 1 : -1;
      part = other.corners;
      if (is_in_plane(other, t)) {
        const bool is_behind = is_first && dot(other.normal, t.normal) > 0;
        if (is_behind != (side > 0)) continue;
      } else {
        clip(part, -t.normal * side, t.corners[0]);
      }
      for (int k = 0; k < 3; k++) clip(part, inward(t, k), point);
      if (part.size() >= 3) take(part, sign);
    }
  }

  // The tetrahedron of a triangle: 1 if it is part of the body, -1 if it is to be taken away; and
  // its planes.
  Number orientation(const Triangle &t) const
  {
    return dot(t.corners[0] - point, cross(t.corners[1] - point, t.corners[2] - point)) > 0 ? 1
                                                                                            : -1;
  }
  std::array<HalfSpace, 4> planes(const Triangle &t) const
  {
    const auto plane = [](const Vector &normal, const Vector &x) {
      const Vector unit = normal / norm(normal);
      return HalfSpace{vector_cast<double>(unit), static_cast<double>(dot(unit, x))};
    };
    return {plane(-inward(t, 0), point), plane(-inward(t, 1), point), plane(-inward(t, 2), point),
            plane(t.height(point) < 0 ? t.normal : -t.normal, t.corners[0])};
  }

 private:
  Number size = 0;
  Vector point;    // the apex
  std::vector<Triangle> list;

  void add_fan(const std::vector<int> &face, const Polygon &at)
  {
    Vector area = Vector::zero();
    for (size_t k = 2; k < face.size(); k++)
      area += cross(at[face[k - 1]] - at[face[0]], at[face[k]] - at[face[0]]);
    const Vector normal = area / norm(area);
    for (size_t k = 2; k < face.size(); k++) {
      const Polygon corners = {at[face[0]], at[face[k - 1]], at[face[k]]};
      const Vector twice = cross(corners[1] - corners[0], corners[2] - corners[0]);
      if (std::abs(dot(normal, twice)) > 1e-17L * size * size) list.push_back({corners, normal});
    }
  }

  // Across the plane through the apex and side k of a triangle. Of neighbours exactly opposite, so
  // that nothing is lost between them.
  Vector inward(const Triangle &t, int k) const
  {
    return cross(t.corners[k] - point, t.corners[(k + 1) % 3] - point) * orientation(t);
  }

  // Poses are rounded.
  bool is_in_plane(const Triangle &other, const Triangle &t) const
  {
    return std::all_of(other.corners.begin(), other.corners.end(),
                       [&](const Vector &x) { return std::abs(t.height(x)) < 1e-12L * size; });
  }

  static void clip(Polygon &part, const Vector &inward, const Vector &through)
  {
    const Polygon whole = std::move(part);
    part.clear();
    for (size_t k = 0; k < whole.size(); k++) {
      const Vector &a = whole[k], &b = whole[(k + 1) % whole.size()];
      const Number at_a = dot(inward, a - through), at_b = dot(inward, b - through);
      if (at_a >= 0) part.push_back(a);
      if ((at_a >= 0) != (at_b >= 0)) part.push_back(a + (b - a) * (at_a / (at_a - at_b)));
    }
  }
};

// Integrals over the part of a surface that is inside another body.
struct SurfaceInside {
  using Number = SignedMesh::Number;
  using Vector = SignedMesh::Vector;
  Number area = 0, flux = 0;                                                            // of x . n
  Vector normals = Vector::zero(), turns = Vector::zero(), squares = Vector::zero();    // n dA,
      // x x n dA, x_i^2 n_i dA

  SurfaceInside(const SignedMesh &surface, const SignedMesh &body, bool is_first)
  {
    for (const SignedMesh::Triangle &t : surface.triangles())
      body.inside(t, is_first, [&](const SignedMesh::Polygon &part, Number sign) {
        for (size_t k = 2; k < part.size(); k++)
          add({part[0], part[k - 1], part[k]}, t.normal, sign);
      });
  }

 private:
  void add(const std::array<Vector, 3> &p, const Vector &normal, Number sign)
  {
    const Number share = dot(normal, cross(p[1] - p[0], p[2] - p[0])) * sign / 2;
    const Vector sum = p[0] + p[1] + p[2], times = sum * (share / 3);
    area += share;
    normals += normal * share;
    turns += cross(times, normal);
    flux += dot(times, normal);
    for (int i = 0; i < 3; i++) {
      Number square = sum[i] * sum[i];
      for (const Vector &x : p) square += x[i] * x[i];
      squares[i] += normal[i] * square * (share / 12);
    }
  }
};

struct SignedOverlap {
  double volume, area_a, area_b;    // areas of a's surface inside b, of b's inside a
  Vector3d centroid;                // relative to the position of a; zero without volume

  // Integral of n dA over the part of a's surface inside b, and of (x - centroid) x n dA. The same
  // of b's surface inside a cancels it, if all is well.
  Vector3d area_vector, moment, area_vector_b, moment_b;
};

inline SignedOverlap signed_overlap(const Mesh &a, const Pose &pose_a, const Mesh &b,
                                    const Pose &pose_b, const Vector3d &apex = SOME_APEX)
{
  using Number = SignedMesh::Number;
  using Vector = SignedMesh::Vector;
  const SignedMesh body_a(a, pose_a, pose_a.position, apex);
  const SignedMesh body_b(b, pose_b, pose_a.position, apex);
  const SurfaceInside of_a(body_a, body_b, true), of_b(body_b, body_a, false);
  const Number volume = (of_a.flux + of_b.flux) / 3;
  const Vector first = (of_a.squares + of_b.squares) / Number(2);
  const Vector center = volume > 0 ? first / volume : Vector::zero();
  const auto moment = [&](const SurfaceInside &of) {
    return vector_cast<double>(of.turns - cross(center, of.normals));
  };
  return {static_cast<double>(volume),       static_cast<double>(of_a.area),
          static_cast<double>(of_b.area),    vector_cast<double>(center),
          vector_cast<double>(of_a.normals), moment(of_a),
          vector_cast<double>(of_b.normals), moment(of_b)};
}

// The faces of a convex body, in its frame.
inline Mesh mesh_of(const ConvexPolyhedron &body)
{
  Mesh mesh;
  mesh.vertices = body.vertices();
  for (const ConvexPolyhedron::Face &face : body.faces()) mesh.faces.push_back(face.corners);
  return mesh;
}

}    // namespace grist

#endif
