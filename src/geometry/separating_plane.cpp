#include "geometry/separating_plane.h"

#include "common/preconditions.h"

#include <limits>

namespace grist {

// A plane whose gap is this part of the distance of the bodies is accepted.
static constexpr double GOOD_ENOUGH = 0.5;

// Steps after which the search ends without a plane; a few are usual.
static constexpr int MAX_STEPS = 40;

// Relative decrease of the squared distance in a step below which the search ends.
static constexpr double NO_GAIN = 1e-10;

// Bodies that are no deeper in each other than this part of their size only touch (overlap.cpp), as
// blocks of one rock do along edges and at corners. A plane is good for them, too.
static constexpr double TOUCHING = 16.0 * std::numeric_limits<double>::epsilon();

bool separates(const SeparatingPlane &plane, const Pose &pose_a, const ConvexPolyhedron &b,
               const Pose &pose_b, const Vector3d &distance)
{
  assert(is_unit(plane.normal));
  assert(is_rotation(pose_a.rotation) && is_rotation(pose_b.rotation));
  const Vector3d normal = pose_a.rotation * plane.normal;
  const double beyond = dot(normal, distance) - plane.offset;    // of the centroid of b
  const double clear = -TOUCHING * (b.radius() + std::abs(plane.offset));
  if (beyond - b.radius() > clear) return true;
  if (!(beyond - b.inner_radius() > clear)) return false;
  const HalfSpace through_b{transposed(pose_b.rotation) * normal, 0.0};
  return beyond + distance_range(b.view(), through_b).least > clear;
}

static Vector3d farthest(const ConvexPolyhedron &body, const Vector3d &direction)
{
  const BodyView view = body.view();
  int best = 0;
  double most = -std::numeric_limits<double>::infinity();
  for (int i = 0; i < view.vertex_count; i++) {
    const double s = direction[0] * view.x[i] + direction[1] * view.y[i] + direction[2] * view.z[i];
    if (s > most) {
      most = s;
      best = i;
    }
  }
  return body.vertex(best);
}

double greatest_distance(const ConvexPolyhedron &body, const Vector3d &direction)
{
  assert(!is_zero(direction));
  assert(squared_norm(direction) > 0.0);
  return dot(direction, farthest(body, direction));
}

namespace {

// Up to four points of the difference of the two bodies, reduced to those that the point nearest to
// the origin needs.
class Simplex {
 public:
  void add(const Vector3d &p) { corner[count++] = p; }

  // The direction from the origin to the nearest point. Near a triangle its own normal is right to
  // all digits, also where the point is so near that its direction is not.
  Vector3d direction(const Vector3d &nearest) const
  {
    if (count < 3) return normalized(nearest);
    const Vector3d normal = normalized(cross(corner[1] - corner[0], corner[2] - corner[0]));
    return dot(normal, corner[0]) < 0.0 ? -normal : normal;
  }

  // False if the origin is inside.
  bool reduce(Vector3d &nearest)
  {
    if (count < 4) {
      nearest = count == 3 ? on_triangle(0, 1, 2) : on_edge();
      return true;
    }
    return reduce_tetrahedron(nearest);
  }

 private:
  Vector3d corner[4];
  int count = 0;

  void keep(const Vector3d &p)
  {
    corner[0] = p;
    count = 1;
  }
  void keep(const Vector3d &p, const Vector3d &q)
  {
    corner[0] = p;
    corner[1] = q;
    count = 2;
  }
  Vector3d on_edge()
  {
    if (count == 1) return corner[0];
    return on_edge(corner[0], corner[1]);
  }
  Vector3d on_edge(const Vector3d p, const Vector3d q)
  {
    const Vector3d along = q - p;
    const double t = -dot(p, along), square = squared_norm(along);
    if (t <= 0.0) {
      keep(p);
      return p;
    }
    if (t >= square) {
      keep(q);
      return q;
    }
    keep(p, q);
    return p + t / square * along;
  }

  // By regions of the triangle (Ericson, Real-Time Collision Detection, 5.1.5), for the origin.
  Vector3d on_triangle(int i, int j, int k)
  {
    const Vector3d p = corner[i], q = corner[j], r = corner[k];
    const Vector3d pq = q - p, pr = r - p;
    const double d1 = -dot(pq, p), d2 = -dot(pr, p), d3 = -dot(pq, q), d4 = -dot(pr, q),
                 d5 = -dot(pq, r), d6 = -dot(pr, r);
    const double u = d3 * d6 - d5 * d4, v = d5 * d2 - d1 * d6, w = d1 * d4 - d3 * d2;
    if (w <= 0.0 && d1 >= 0.0 && d3 <= 0.0) return on_edge(p, q);
    if (v <= 0.0 && d2 >= 0.0 && d6 <= 0.0) return on_edge(p, r);
    if (u <= 0.0 && d4 - d3 >= 0.0 && d5 - d6 >= 0.0) return on_edge(q, r);
    if (d1 <= 0.0 && d2 <= 0.0) {
      keep(p);
      return p;
    }
    if (d3 >= 0.0 && d4 <= d3) {
      keep(q);
      return q;
    }
    if (d6 >= 0.0 && d5 <= d6) {
      keep(r);
      return r;
    }
    corner[0] = p;
    corner[1] = q;
    corner[2] = r;
    count = 3;
    return p + (v * pq + w * pr) / (u + v + w);
  }

  bool reduce_tetrahedron(Vector3d &nearest)
  {
    static constexpr int FACES[4][4] = {{0, 1, 2, 3}, {0, 1, 3, 2}, {0, 2, 3, 1}, {1, 2, 3, 0}};
    Simplex best;
    double least = std::numeric_limits<double>::infinity();
    for (const auto &[i, j, k, opposite] : FACES) {
      const Vector3d normal = cross(corner[j] - corner[i], corner[k] - corner[i]);
      const double origin_side = -dot(normal, corner[i]);
      const double inner_side = dot(normal, corner[opposite] - corner[i]);
      if (origin_side * inner_side > 0.0) continue;    // the face does not see the origin
      Simplex face = *this;
      const Vector3d p = face.on_triangle(i, j, k);
      if (squared_norm(p) >= least) continue;
      least = squared_norm(p);
      best = face;
      nearest = p;
    }
    if (best.count == 0) return false;
    *this = best;
    return true;
  }
};

}    // namespace

SeparatingPlane find_separating_plane(const ConvexPolyhedron &a, const Pose &pose_a,
                                      const ConvexPolyhedron &b, const Pose &pose_b,
                                      const Vector3d &distance, double scale_b)
{
  assert(is_rotation(pose_a.rotation) && is_rotation(pose_b.rotation));
  assert(scale_b > 0.0);
  const Matrix3d turn = transposed(pose_a.rotation) * pose_b.rotation;    // b to a
  const Vector3d between = transposed(pose_a.rotation) * distance;
  Simplex simplex;
  SeparatingPlane plane;
  Vector3d v = between;    // a point of b minus a, at last the nearest to the origin
  double widest = -TOUCHING * (a.radius() + scale_b * b.radius());
  for (int step = 0; step < MAX_STEPS && squared_norm(v) > 0.0; step++) {
    const Vector3d normal = simplex.direction(v);
    const Vector3d of_a = farthest(a, normal);
    const Vector3d of_b = scale_b * (turn * farthest(b, -(transposed(turn) * normal)));
    const Vector3d w = between + of_b - of_a;
    const double gap = dot(normal, w);
    if (gap > widest) {
      widest = gap;
      plane.normal = normal;
      plane.offset = dot(normal, of_a);
    }
    if (gap > GOOD_ENOUGH * norm(v) && plane.known()) break;
    if (norm(v) - gap <= NO_GAIN * norm(v)) break;
    simplex.add(w);
    if (!simplex.reduce(v)) break;
  }
  return plane;
}

}    // namespace grist
