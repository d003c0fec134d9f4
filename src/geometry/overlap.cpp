#include "geometry/overlap.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace grist {

// Distances below this part of the size of both bodies are rounding: such vertices are on a plane.
static constexpr double ON_PLANE = 16.0 * std::numeric_limits<double>::epsilon();

Vector3d Overlap::point_of_action() const
{
  if (area == 0.0) return centroid;
  return centroid + area_vector.cross(moment) / (area * area);
}

namespace {

// The plane of `body` that `point` (body frame) is farthest outside of.
struct FacingPlane {
  int face;
  double distance;
};

}    // namespace

// Signed distance of a point to each plane of the body.
static void plane_distances(const ConvexPolyhedron &body, const Vector3d &point,
                            std::vector<double> &distance)
{
  const CoordinateArrays &n = body.plane_normals();
  const int count = padded(body.face_count());
  if (static_cast<int>(distance.size()) < count) distance.resize(count);
  const double *const nx = n.x.data(), *const ny = n.y.data(), *const nz = n.z.data();
  const double *const offset = body.plane_offsets().data();
  const double x = point[0], y = point[1], z = point[2];
  double *const __restrict to = distance.data();
  for (int i = 0; i < count; i++) to[i] = nx[i] * x + ny[i] * y + nz[i] * z - offset[i];
}

static FacingPlane facing_plane(const ConvexPolyhedron &body, const Vector3d &point,
                                std::vector<double> &distance)
{
  plane_distances(body, point, distance);
  const double most =
      Eigen::Map<const Eigen::ArrayXd>(distance.data(), padded(body.face_count())).maxCoeff();
  const auto at = std::find(distance.begin(), distance.begin() + body.face_count() - 1, most);
  return {static_cast<int>(at - distance.begin()), most};
}

// Planes of the body that come nearer to a sphere than nothing, in order of their number.
static void find_near_planes(const ConvexPolyhedron &body, const ClippedBody::Sphere &sphere,
                             OverlapWorkspace &workspace)
{
  plane_distances(body, sphere.center, workspace.plane_distance);
  workspace.near_planes.resize(body.face_count());
  int count = 0;
  for (int face = 0; face < body.face_count(); face++) {
    workspace.near_planes[count] = face;
    count += workspace.plane_distance[face] > -sphere.radius ? 1 : 0;
  }
  workspace.near_planes.resize(count);
}

namespace {

// One body, `cut`, is clipped by the planes of the other. Poses are relative: the frame is space with the origin at a.
struct Clipping {
  const ConvexPolyhedron &cut, &by;
  const Pose &cut_pose, &by_pose;
  Vector3d from_by;    // position of `cut` minus that of `by`
  double tolerance;
  bool moved = false;    // the clipped body is in the frame of `by`, not of `cut`

  ClippedBody::Cut run(int first_plane, OverlapWorkspace &workspace);
};

}    // namespace

// `plane`, given in the frame of `from`, in that of `to`; `shift` is the position of `from` minus that of `to`.
static HalfSpace moved_plane(const HalfSpace &plane, const Pose &from, const Pose &to,
                             const Vector3d &shift)
{
  const Vector3d normal = from.rotation * plane.normal;
  return {to.rotation.transpose() * normal, plane.offset + normal.dot(shift)};
}

// The first cut is made in the frame of the body that is cut, so that only the cap has to be turned.
ClippedBody::Cut Clipping::run(int first_plane, OverlapWorkspace &workspace)
{
  using Cut = ClippedBody::Cut;
  ClippedBody &cap = workspace.clipped;
  cap.start(cut.view(), cut.face_count() + by.face_count());
  const HalfSpace first = moved_plane(by.faces()[first_plane].plane, by_pose, cut_pose, -from_by);
  Cut done = cap.cut(first, cut.face_count() + first_plane, tolerance);
  if (done == Cut::EMPTY) return done;

  moved = true;
  cap.move(by_pose.rotation.transpose() * cut_pose.rotation,
           by_pose.rotation.transpose() * from_by);
  find_near_planes(by, cap.bounding_sphere(), workspace);
  for (const int face : workspace.near_planes) {
    if (face == first_plane) continue;
    done = cap.cut(by.faces()[face].plane, cut.face_count() + face, tolerance);
    if (done == Cut::EMPTY) return done;
  }
  return Cut::CUT;
}

// Is the overlap thinner than the tolerance in one direction, or in two?
static bool is_flat(const ClippedBody &clipped, double volume, double area, double tolerance)
{
  if (!(volume > tolerance * area)) return true;
  const double thin = tolerance * tolerance, reach = tolerance / ON_PLANE;
  return volume < thin * reach && !(volume > thin * clipped.bounding_sphere().radius);
}

// Integrals in space axes. `rotation` and `origin` lead from the frame of the clipped body to that of the result.
// `sign` is 1 if a is the body that was cut.
static Overlap measured(ClippedBody &clipped, int cut_faces, int sign, const Matrix3d &rotation,
                        const Vector3d &origin, double tolerance)
{
  const ClippedBody::Integrals sum = clipped.integrals(cut_faces);
  Overlap result;
  const double area = sum.area_vector.norm();
  if (is_flat(clipped, sum.volume, area, tolerance)) {
    result.status = OverlapStatus::TOUCHING;
    result.centroid = origin + rotation * clipped.bounding_sphere().center;
    return result;
  }
  result.status = OverlapStatus::OVERLAPPING;
  result.area = area;
  result.volume = sum.volume;
  result.centroid = origin + rotation * sum.center;
  result.area_vector = rotation * (sign * sum.area_vector);
  result.moment = rotation * (sign * sum.moment);
  if (result.area > 0.0) result.normal = result.area_vector / result.area;
  return result;
}

Overlap overlap(const ConvexPolyhedron &a, const Pose &pose_a, const ConvexPolyhedron &b,
                const Pose &pose_b, OverlapWorkspace &workspace, SeparatingPlane *remembered)
{
  // 1. Bounding spheres.
  const Vector3d distance = pose_b.position - pose_a.position;
  const double reach = a.radius() + b.radius(), tolerance = ON_PLANE * reach;
  if (distance.squaredNorm() > (reach + tolerance) * (reach + tolerance)) return {};

  // 2. The plane of the last step.
  if (remembered && remembered->known()) {
    if (separates(*remembered, pose_a, b, pose_b, distance)) return {};
    *remembered = {};
  }

  // 3. Which body is cut, and by which plane first.
  std::vector<double> &scratch = workspace.plane_distance;
  const FacingPlane of_a = facing_plane(a, pose_a.rotation.transpose() * distance, scratch);
  const FacingPlane of_b = facing_plane(b, pose_b.rotation.transpose() * -distance, scratch);
  const bool cut_a = of_b.distance * b.radius() >= of_a.distance * a.radius();
  Clipping clipping = cut_a ? Clipping{a, b, pose_a, pose_b, -distance, tolerance}
                            : Clipping{b, a, pose_b, pose_a, distance, tolerance};

  // 4. Cuts.
  const ClippedBody::Cut done = clipping.run(cut_a ? of_b.face : of_a.face, workspace);
  if (done == ClippedBody::Cut::EMPTY) {
    if (remembered) *remembered = find_separating_plane(a, pose_a, b, pose_b, distance);
    return {};
  }

  // 5. Integrals; the clipped body is in the frame of b if both or neither of these hold.
  const bool in_frame_of_b = clipping.moved == cut_a;
  const Matrix3d &rotation = in_frame_of_b ? pose_b.rotation : pose_a.rotation;
  const Vector3d origin = in_frame_of_b ? distance : Vector3d::Zero();
  return measured(workspace.clipped, clipping.cut.face_count(), cut_a ? 1 : -1, rotation, origin,
                  tolerance);
}

Overlap overlap(const ConvexPolyhedron &a, const Pose &pose_a, const HalfSpace *half_spaces,
                int count, OverlapWorkspace &workspace)
{
  const double tolerance = ON_PLANE * a.radius();
  ClippedBody &clipped = workspace.clipped;
  const int faces = a.face_count();
  clipped.start(a.view(), faces + count);
  for (int k = 0; k < count; k++) {
    const HalfSpace &wall = half_spaces[k];
    const double height = wall.distance(pose_a.position);
    if (height > a.radius() + tolerance) return {};
    if (height < -a.radius()) continue;
    const HalfSpace plane{pose_a.rotation.transpose() * wall.normal, -height};
    const ClippedBody::Cut done = clipped.cut(plane, faces + k, tolerance);
    if (done == ClippedBody::Cut::EMPTY) return {};
  }
  return measured(clipped, faces, 1, pose_a.rotation, Vector3d::Zero(), tolerance);
}

}    // namespace grist
