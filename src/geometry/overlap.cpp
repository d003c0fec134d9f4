#include "geometry/overlap.h"

#include "common/preconditions.h"
#include "common/space.h"
#include "geometry/small_overlap_lanes.h"

#include <Eigen/Core>

#include <algorithm>
#include <limits>
#include <utility>

namespace grist {

// Distances below this part of the size of both bodies are rounding: such vertices are on a plane.
static constexpr double ON_PLANE = 16.0 * std::numeric_limits<double>::epsilon();

namespace {

// The plane of `body` that `point` (body frame) is farthest outside of.
struct FacingPlane {
  int face;
  double distance;
};

}    // namespace

using Lanes = Eigen::Array<double, PLANE_LANES, 1>;

// Inner products of PLANE_LANES vectors, from number `first` on, with one.
static inline Lanes dot_lanes(const CoordinateView &n, int first, double x, double y, double z)
{
  using Values = Eigen::Map<const Lanes>;
  return Values(&n.x[first]) * x + Values(&n.y[first]) * y + Values(&n.z[first]) * z;
}

static FacingPlane facing_plane(const ConvexPolyhedron &body, const Vector3d &point)
{
  const CoordinateView normals = body.plane_normals();
  const double *const offsets = body.plane_offsets();
  FacingPlane best = {0, -std::numeric_limits<double>::infinity()};
  const int last = last_block(body.face_count());
  for (int block = 0; block < body.face_count(); block += PLANE_LANES) {
    const int first = std::min(block, last);
    const Lanes distance = dot_lanes(normals, first, point[0], point[1], point[2]) -
        Eigen::Map<const Lanes>(offsets + first);
    const double most = distance.maxCoeff();
    if (!(most > best.distance)) continue;
    int lane = 0;
    for (int k = PLANE_LANES - 1; k >= 0; k--) lane = distance[k] == most ? k : lane;
    best = {first + lane, most};
  }
  return best;
}

// Lists the planes that a vertex of the cap is outside of by more than `tolerance`. The plane that
// cuts deepest comes first: after it, others may have nothing to cut.
static void find_near_planes(const ConvexPolyhedron &body, const BodyView &cap, double tolerance,
                             OverlapWorkspace &workspace)
{
  const CoordinateView normals = body.plane_normals();
  const double *const offsets = body.plane_offsets();
  const int faces = body.face_count();
  if (static_cast<int>(workspace.near_planes.size()) < padded(faces))
    workspace.near_planes.resize(padded(faces));
  int *const list = workspace.near_planes.data();
  int count = 0, farthest = 0;
  double greatest = 0.0;
  for (int block = 0; block < faces; block += PLANE_LANES) {
    const int first = std::min(block, last_block(faces)), seen = block - first;
    Lanes most = dot_lanes(normals, first, cap.x[0], cap.y[0], cap.z[0]);
    for (int i = 1; i < cap.vertex_count; i++)
      most = most.max(dot_lanes(normals, first, cap.x[i], cap.y[i], cap.z[i]));
    most -= Eigen::Map<const Lanes>(offsets + first);
    for (int k = 0; k < PLANE_LANES; k++) {
      list[count] = first + k;
      const bool more = most[k] > greatest;
      greatest = more ? most[k] : greatest;
      farthest = more ? count : farthest;
      count += most[k] > tolerance && k >= seen ? 1 : 0;
    }
  }
  while (count > 0 && list[count - 1] >= faces) count--;    // copies that pad
  if (farthest < count) std::swap(list[0], list[farthest]);
  workspace.near_count = count;
}

namespace {

// One body, `cut`, is clipped by the planes of the other.
struct Clipping {
  const ConvexPolyhedron &cut, &by;
  Matrix3d turn;     // frame of `cut` to frame of `by`
  Vector3d shift;    // position of `cut` in the frame of `by`
  double tolerance;

  HalfSpace in_cut(int plane) const;
  bool run(int first_plane, OverlapWorkspace &workspace) const;
};

}    // namespace

// A plane of `by` in the frame of `cut`.
HalfSpace Clipping::in_cut(int plane) const
{
  const HalfSpace in_by = by.plane(plane);
  return {transposed(turn) * in_by.normal, in_by.offset - dot(in_by.normal, shift)};
}

// The first cut is made in the frame of the body that is cut, so that only the cap has to be
// transformed to the frame of the other. False if nothing is left.
bool Clipping::run(int first_plane, OverlapWorkspace &workspace) const
{
  using Cut = ClippedBody::Cut;
  ClippedBody &cap = workspace.clipped;
  cap.start(cut.view(), cut.face_count() + by.face_count());
  if (cap.cut(in_cut(first_plane), cut.face_count() + first_plane, tolerance) == Cut::EMPTY)
    return false;

  cap.move(turn, shift);
  find_near_planes(by, cap.body(), tolerance, workspace);
  for (int k = 0; k < workspace.near_count; k++) {
    const int face = workspace.near_planes[k];
    if (face == first_plane) continue;
    if (cap.cut(by.plane(face), cut.face_count() + face, tolerance) == Cut::EMPTY) return false;
  }
  return true;
}

// Whether the overlap is thinner than the tolerance in one direction or in two.
static bool is_flat(const ClippedBody &clipped, double volume, double area, double tolerance)
{
  if (!(volume > tolerance * area)) return true;
  const double thin = tolerance * tolerance, reach = tolerance / ON_PLANE;
  return volume < thin * reach && !(volume > thin * clipped.bounding_sphere().radius);
}

// False only if it is not, whatever its bounding sphere is.
static bool may_be_flat(double volume, double area, double tolerance)
{
  return !(volume > tolerance * area) || volume < tolerance * tolerance * (tolerance / ON_PLANE);
}

// Integrals in space axes. `rotation` and `origin` lead from the frame of the clipped body to that
// of the result. `sign` is 1 if a is the body that was cut.
static Overlap measured(const ClippedBody &clipped, const ClippedBody::Integrals &sum, int sign,
                        const Matrix3d &rotation, const Vector3d &origin, double tolerance)
{
  const double area = norm(sum.area_vector);
  Overlap result;
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
  result.spread = turned(rotation, sum.spread);
  if (result.area > 0.0) result.normal = result.area_vector / result.area;
  return result;
}

// Completes a result that was found in registers. An overlap that may be flat is left out, too.
static SmallOutcome checked(SmallOutcome outcome, double tolerance, Overlap &result)
{
  if (outcome != SmallOutcome::DONE) return outcome;
  if (!(result.area > 0.0) || may_be_flat(result.volume, result.area, tolerance))
    return SmallOutcome::LEFT_OUT;
  result.status = OverlapStatus::OVERLAPPING;
  return outcome;
}

bool is_cut_in_registers(const ConvexPolyhedron &body)
{
  return body.small() && kernels_in_use<SmallOverlapLanes>().overlap;
}

// Steps 3 to 5 for small bodies (small_overlap_lanes.h).
static SmallOutcome overlap_of_small(const ConvexPolyhedron &a, const Pose &pose_a,
                                     const ConvexPolyhedron &b, const Pose &pose_b,
                                     const Vector3d &distance, double tolerance, double *reach,
                                     Overlap &result)
{
  if (!is_cut_in_registers(a) || !b.small()) return SmallOutcome::LEFT_OUT;
  const SmallPair pair = {
      a.small(), b.small(), pose_a.rotation.data(), pose_b.rotation.data(), distance.data(),
      tolerance, reach};
  return checked(kernels_in_use<SmallOverlapLanes>().overlap(pair, result), tolerance, result);
}

static SmallOutcome overlap_of_small(const ConvexPolyhedron &a, const Pose &pose_a,
                                     const HalfSpace *half_spaces, int count, double tolerance,
                                     Overlap &result)
{
  constexpr int MOST = 8;
  if (!is_cut_in_registers(a) || count > MOST) return SmallOutcome::LEFT_OUT;
  double planes[MOST][4];
  int cutting = 0;
  for (int k = 0; k < count; k++) {
    const double height = half_spaces[k].distance(pose_a.position);
    if (height > a.radius() + tolerance) return SmallOutcome::SEPARATE;
    if (height < -a.radius()) continue;
    const Vector3d &n = half_spaces[k].normal;
    double *const plane = planes[cutting++];
    plane[0] = n[0];
    plane[1] = n[1];
    plane[2] = n[2];
    plane[3] = -height;
  }
  const SmallBehindPlanes body = {a.small(), pose_a.rotation.data(), planes, cutting, tolerance};
  return checked(kernels_in_use<SmallOverlapLanes>().behind_planes(body, result), tolerance,
                 result);
}

OverlapStatus find_overlap(const ConvexPolyhedron &a, const Pose &pose_a, const ConvexPolyhedron &b,
                           const Pose &pose_b, OverlapWorkspace &workspace,
                           SeparatingPlane *remembered, Overlap &result)
{
  assert(is_rotation(pose_a.rotation) && is_rotation(pose_b.rotation));
  // 1. Bounding spheres.
  const Vector3d distance = pose_b.position - pose_a.position;
  const double reach = a.radius() + b.radius(), tolerance = ON_PLANE * reach;
  if (squared_norm(distance) > (reach + tolerance) * (reach + tolerance))
    return OverlapStatus::SEPARATE;

  // 2. The plane of the last step.
  if (remembered && remembered->known()) {
    if (separates(*remembered, pose_a, b, pose_b, distance)) return OverlapStatus::SEPARATE;
    *remembered = {};
  }

  // Small bodies: the rest in registers.
  const SmallOutcome outcome =
      overlap_of_small(a, pose_a, b, pose_b, distance, tolerance, workspace.reach, result);
  if (outcome == SmallOutcome::DONE) {
    if (remembered && result.status == OverlapStatus::TOUCHING)
      *remembered = find_separating_plane(a, pose_a, b, pose_b, distance);
    return result.status;
  }
  if (outcome == SmallOutcome::SEPARATE) {
    if (remembered) *remembered = find_separating_plane(a, pose_a, b, pose_b, distance);
    return OverlapStatus::SEPARATE;
  }

  // 3. Which body is cut, and by which plane first.
  const Vector3d b_in_a = transposed(pose_a.rotation) * distance;
  const Vector3d a_in_b = transposed(pose_b.rotation) * -distance;
  const FacingPlane of_a = facing_plane(a, b_in_a);
  const FacingPlane of_b = facing_plane(b, a_in_b);
  const bool cut_a = of_b.distance * b.radius() >= of_a.distance * a.radius();
  const Pose &cut = cut_a ? pose_a : pose_b, &by = cut_a ? pose_b : pose_a;
  Clipping clipping{cut_a ? a : b, cut_a ? b : a, transposed(by.rotation) * cut.rotation,
                    cut_a ? a_in_b : b_in_a, tolerance};

  // 4. Cuts.
  if (!clipping.run(cut_a ? of_b.face : of_a.face, workspace)) {
    if (remembered) *remembered = find_separating_plane(a, pose_a, b, pose_b, distance);
    return OverlapStatus::SEPARATE;
  }

  // 5. Integrals.
  const Vector3d origin = cut_a ? distance : Vector3d::zero();
  ClippedBody &clipped = workspace.clipped;
  const ClippedBody::Integrals sum = clipped.integrals(clipping.cut.face_count());
  result = measured(clipped, sum, cut_a ? 1 : -1, by.rotation, origin, tolerance);
  if (workspace.reach) *workspace.reach = clipped.reach_from(sum.center);
  if (remembered && result.status == OverlapStatus::TOUCHING)
    *remembered = find_separating_plane(a, pose_a, b, pose_b, distance);
  return result.status;
}

Overlap overlap(const ConvexPolyhedron &a, const Pose &pose_a, const ConvexPolyhedron &b,
                const Pose &pose_b, OverlapWorkspace &workspace, SeparatingPlane *remembered)
{
  Overlap result;
  if (find_overlap(a, pose_a, b, pose_b, workspace, remembered, result) == OverlapStatus::SEPARATE)
    return {};
  return result;
}

Overlap overlap(const ConvexPolyhedron &a, const Pose &pose_a, const HalfSpace *half_spaces,
                int count, OverlapWorkspace &workspace)
{
  assert(is_rotation(pose_a.rotation));
  assert(have_unit_normals(std::vector<HalfSpace>(half_spaces, half_spaces + count)));
  const double tolerance = ON_PLANE * a.radius();
  Overlap result;
  const SmallOutcome outcome = overlap_of_small(a, pose_a, half_spaces, count, tolerance, result);
  if (outcome == SmallOutcome::DONE) return result;
  if (outcome == SmallOutcome::SEPARATE) return {};
  ClippedBody &clipped = workspace.clipped;
  const int faces = a.face_count();
  clipped.start(a.view(), faces + count);
  for (int k = 0; k < count; k++) {
    const HalfSpace &wall = half_spaces[k];
    const double height = wall.distance(pose_a.position);
    if (height > a.radius() + tolerance) return {};
    if (height < -a.radius()) continue;
    const HalfSpace plane{transposed(pose_a.rotation) * wall.normal, -height};
    const ClippedBody::Cut done = clipped.cut(plane, faces + k, tolerance);
    if (done == ClippedBody::Cut::EMPTY) return {};
  }
  return measured(clipped, clipped.integrals(faces), 1, pose_a.rotation, Vector3d::zero(),
                  tolerance);
}

bool take_part(const ConvexPolyhedron &a, const Pose &pose_a, const HalfSpace &plane,
               ClippedBody &clipped, BodyPart &part)
{
  assert(is_rotation(pose_a.rotation) && is_unit(plane.normal));
  const double height = plane.distance(pose_a.position), tolerance = ON_PLANE * a.radius();
  if (height > a.radius() + tolerance) return false;
  const HalfSpace in_body{transposed(pose_a.rotation) * plane.normal, -height};
  clipped.start(a.view(), a.face_count() + 1);
  if (clipped.cut(in_body, a.face_count(), tolerance) == ClippedBody::Cut::EMPTY) return false;
  clipped.move(pose_a.rotation, Vector3d::zero());
  part = {clipped.body(), a.face_count(), a.radius()};
  return true;
}

Overlap overlap(const BodyPart &part, const HalfSpace *half_spaces, int count, int first_shared,
                OverlapWorkspace &workspace, AreaSpread &shared)
{
  assert(first_shared >= 0 && first_shared <= count);
  assert(have_unit_normals(std::vector<HalfSpace>(half_spaces, half_spaces + count)));
  const double tolerance = ON_PLANE * part.radius;
  ClippedBody &clipped = workspace.clipped;
  const int face = part.own_faces + 1;    // the face of the part's own cut comes before
  clipped.start(part.view, face + count);
  for (int k = 0; k < count; k++)
    if (clipped.cut(half_spaces[k], face + k, tolerance) == ClippedBody::Cut::EMPTY) return {};
  const ClippedBody::Integrals sum = clipped.integrals(part.own_faces, face + first_shared);
  shared = sum.shared;
  return measured(clipped, sum, 1, Matrix3d::identity(), Vector3d::zero(), tolerance);
}

}    // namespace grist
