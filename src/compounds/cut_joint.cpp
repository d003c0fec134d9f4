#include "compounds/cut_joint.h"

#include <utility>

namespace grist {

void CutJoint::Corners::reserve(size_t most)
{
  if (x.size() >= most) return;
  x.resize(most);
  y.resize(most);
  z.resize(most);
  plane.resize(most);
}

inline void CutJoint::Corners::set(size_t k, const Vector3d &corner, int of_edge)
{
  x[k] = corner.x;
  y[k] = corner.y;
  z[k] = corner.z;
  plane[k] = of_edge;
}

void CutJoint::start(const std::vector<Vector3d> &joint, const Pose &motion)
{
  count = joint.size();
  now.reserve(count);
  for (size_t k = 0; k < count; k++) now.set(k, motion.to_space(joint[k]), OWN);
}

// Corners outside of a plane, and the heights of all.
size_t CutJoint::count_above(const HalfSpace &plane)
{
  const double *const x = now.x.data(), *const y = now.y.data(), *const z = now.z.data();
  double *const height = heights.data();
  const Vector3d &n = plane.normal;
  size_t above = 0;
  for (size_t k = 0; k < count; k++) {
    height[k] = n.x * x[k] + n.y * y[k] + n.z * z[k] - plane.offset;
    above += height[k] > 0.0 ? 1 : 0;
  }
  return above;
}

bool CutJoint::cut(const std::vector<HalfSpace> &planes)
{
  bool is_cut = false;
  for (size_t k = 0; k < planes.size(); k++) {
    if (heights.size() < count) heights.resize(count);
    const size_t above = count_above(planes[k]);
    if (above == count) return false;
    if (above == 0) continue;
    cut(static_cast<int>(k));
    is_cut = true;
    if (count < 3) return false;
  }
  return is_cut;
}

// By the plane of the heights: as cut() of flat_polygon.h without a tolerance.
void CutJoint::cut(int plane)
{
  scratch.reserve(2 * count);
  size_t left = 0;
  for (size_t k = 0; k < count; k++) {
    const double here = heights[k], there = heights[next(k)];
    const Vector3d from = now.corner(k);
    const bool is_in = here <= 0.0, goes_in = there <= 0.0;
    if (is_in) scratch.set(left++, from, now.plane[k]);
    if (is_in == goes_in) continue;
    const Vector3d crossing = from + here / (here - there) * (now.corner(next(k)) - from);
    if (is_in)
      scratch.set(left++, here < 0.0 ? crossing : from, plane);
    else if (there < 0.0)
      scratch.set(left++, crossing, now.plane[k]);
  }
  std::swap(now, scratch);
  count = left;
}

}    // namespace grist
