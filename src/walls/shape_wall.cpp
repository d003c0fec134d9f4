#include "walls/shape_wall.h"

#include "common/preconditions.h"

#include <algorithm>
#include <array>
#include <utility>

namespace grist {

ShapeWall::ShapeWall() : batch(std::make_unique<InnerContacts>()) {}

void ShapeWall::set_parts(std::vector<Part> given, bool given_is_union)
{
  assert(given.size() <= MOST_PARTS);
  parts = std::move(given);
  is_union = given_is_union;
  if (parts.size() == 1) form = parts.front().solid.form();
}

void ShapeWall::set_motion(const Motion &given)
{
  assert(is_rotation(given.frame.rotation));
  motion = given;
  back = inverse(motion.frame);
}

// Also of faces that are hidden: parts may uncover each other.
std::uint64_t ShapeWall::near(const CenterBatch &centers, int count)
{
  return bits_where(centers, count, [this](const Vector3d &x, double reach) {
    const Vector3d own = back * x;
    return std::any_of(parts.begin(), parts.end(),
                       [&](const Part &part) { return part.solid.clearance(own) < reach; });
  });
}

// ---- contacts one by one

bool ShapeWall::is_hidden(const Vector3d &point, const Part &of) const
{
  return std::any_of(parts.begin(), parts.end(), [&](const Part &other) {
    return &other != &of && !other.open && holds(other, point) == is_union;
  });
}

template <class See>
void ShapeWall::for_each(const Vector3d &own, double reach, const See &see) const
{
  using Place = SolidFaces::Place;
  std::array<Place, MOST_PARTS> places;
  size_t holding = 0;
  for (size_t k = 0; k < parts.size(); k++) {
    places[k] = parts[k].solid.place(own, reach);
    holding += parts[k].open || (places[k] == Place::INSIDE) != parts[k].outside;
  }
  if (holding < (is_union ? 1 : parts.size())) return;
  for (size_t k = 0; k < parts.size(); k++) {
    const Part &part = parts[k];
    const auto show = [&](Contact at) {
      if (parts.size() > 1 && is_hidden(own - at.distance * at.normal, part)) return;
      at.face += part.first_face;
      see(at);
    };
    Contact outer;
    if (places[k] == Place::INSIDE && (part.open || !part.outside))
      part.solid.for_each_inner(own, reach, show);
    else if (places[k] == Place::BESIDE && (part.open || part.outside) &&
             part.solid.touch_outer(own, reach, outer))
      show(outer);
  }
}

WallContact ShapeWall::in_box(const Contact &at, const Vector3d &x) const
{
  assert(is_unit(at.normal));
  WallContact now;
  now.surface = at.face;
  now.normal = at.normal;
  now.distance = at.distance;
  now.curvature = at.curvature;
  if (!moves() && !surface_motion.moves()) return now;
  if (moves()) now.normal = motion.frame.rotation * at.normal;
  const Vector3d place = x - at.distance * now.normal;
  if (moves()) {
    now.velocity = motion.velocity + cross(motion.omega, place - motion.center);
    now.omega = motion.omega;
  }
  add_surface_motion(now, place, motion.frame);
  return now;
}

void ShapeWall::find(int, const CenterBatch &centers, int count, WallContacts &found, int *counts)
{
  assert(!parts.empty() && count >= 0 && count <= CenterBatch::MOST);
  if (parts.size() == 1 && !surface_motion.moves()) {
    find_in_lanes(centers, count, found, counts);
    return;
  }
  for (int k = 0; k < count; k++) {
    const Vector3d x = centers.center(k), own = moves() ? back * x : x;
    const int before = found.size();
    for_each(own, centers.reach[k], [&](const Contact &at) { found.add(in_box(at, x)); });
    counts[k] = found.size() - before;
  }
}

// ---- of one part: inner faces in lanes, the outer contact one by one

// k: number of the center in the batch.
inline void ShapeWall::add_face(const FaceContacts &face, int number, double curvature, int k,
                                WallContacts &found) const
{
  found.add(number, face.normal[0][k], face.normal[1][k], face.normal[2][k], face.distance[k],
            curvature);
  if (!found.is_still())
    found.set_motion({face.velocity[0][k], face.velocity[1][k], face.velocity[2][k]}, motion.omega);
}

void ShapeWall::find_in_lanes(const CenterBatch &centers, int count, WallContacts &found,
                              int *counts)
{
  assert(parts.size() == 1);
  const Part &part = parts.front();
  find_batch(centers, count);
  const std::uint64_t outside = part.open || part.outside ? batch->beside : 0;
  std::uint64_t inside = 0;
  if (part.open || !part.outside) {
    inside = batch->curved.with;
    for (int p = 0; p < form.planes; p++) inside |= batch->plane[p].with;
  }
  std::fill_n(counts, count, 0);
  for (std::uint64_t left = inside | outside; left != 0; left &= left - 1) {
    const int k = __builtin_ctzll(left), before = found.size();
    const std::uint64_t bit = std::uint64_t{1} << k;
    if (outside & bit) {
      const Vector3d x = centers.center(k);
      Contact at;
      if (part.solid.touch_outer(moves() ? back * x : x, centers.reach[k], at))
        found.add(in_box(at, x));
    } else {
      if (batch->curved.with & bit)
        add_face(batch->curved, part.solid.curved_face(), batch->curvature[k], k, found);
      for (int p = 0; p < form.planes; p++)
        if (batch->plane[p].with & bit) add_face(batch->plane[p], p, 0.0, k, found);
    }
    counts[k] = found.size() - before;
  }
}

void ShapeWall::find_batch(const CenterBatch &centers, int count)
{
  const InnerFaceLanes &lanes = inner_face_lanes();
  if (!moves()) {
    lanes.find(form, centers, count, *batch);
    return;
  }
  WallPose pose;
  for (int d = 0; d < 3; d++) {
    for (int e = 0; e < 3; e++) pose.rotation[d][e] = motion.frame.rotation(d, e);
    pose.shift[d] = motion.frame.position[d];
    pose.center[d] = motion.center[d];
    pose.velocity[d] = motion.velocity[d];
    pose.omega[d] = motion.omega[d];
  }
  CenterBatch own;
  lanes.to_own(pose, centers, count, own);
  lanes.find(form, own, count, *batch);
  if (batch->curved.with) lanes.move(pose, centers, count, batch->curved);
  for (int p = 0; p < form.planes; p++)
    if (batch->plane[p].with) lanes.move(pose, centers, count, batch->plane[p]);
}

}    // namespace grist
