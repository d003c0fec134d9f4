#include "compounds/same_corners.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace grist {

// Over the distance from the first corner to the farthest one: what turning and writing a body adds.
static constexpr double ROUNDING = 64.0 * std::numeric_limits<double>::epsilon();

namespace {

// Three corners that are far from each other.
struct Corners {
  size_t first = 0, second = 0, third = 0;

  explicit Corners(const std::vector<Vector3d> &all)
  {
    const auto farthest = [&all](const auto &distance2) {
      size_t best = 0;
      for (size_t k = 1; k < all.size(); k++)
        if (distance2(all[k]) > distance2(all[best])) best = k;
      return best;
    };
    second = farthest([&](const Vector3d &x) { return squared_norm(x - all[0]); });
    const Vector3d along = all[second] - all[0];
    third = farthest([&](const Vector3d &x) { return squared_norm(cross(along, x - all[0])); });
  }

  // Unit vectors: from the first to the second, then in their plane. Columns.
  Matrix3d axes(const std::vector<Vector3d> &all) const
  {
    const Vector3d x = normalized(all[second] - all[first]);
    const Vector3d z = normalized(cross(x, all[third] - all[first]));
    return Matrix3d::of_columns(x, cross(z, x), z);
  }
};

}    // namespace

std::optional<Pose> motion_between(const std::vector<Vector3d> &from,
                                   const std::vector<Vector3d> &to)
{
  if (from.size() != to.size() || from.size() < 4) return {};
  if (std::equal(from.begin(), from.end(), to.begin(),
                 [](const Vector3d &a, const Vector3d &b) { return is_zero(a - b); }))
    return Pose{};
  const Corners three(from);
  const Vector3d across = to[three.third] - to[0];
  const double size = norm(from[three.second] - from[0]), same = ROUNDING * size;
  if (!(std::abs(norm(to[three.second] - to[0]) - size) <= same)) return {};
  if (is_zero(cross(to[three.second] - to[0], across))) return {};
  Pose motion;
  motion.rotation = three.axes(to) * transposed(three.axes(from));
  motion.position = to[0] - motion.rotation * from[0];
  for (size_t k = 0; k < from.size(); k++)
    if (!(norm(motion.to_space(from[k]) - to[k]) <= same)) return {};
  return motion;
}

std::optional<ReadBody> ReadBodies::like(const std::vector<int> &counts,
                                         const std::vector<Vector3d> &corners)
{
  for (size_t k = all.size(); k-- > 0;) {
    if (all[k].counts != counts) continue;
    const std::optional<Pose> motion = motion_between(all[k].corners, corners);
    if (!motion) continue;
    std::rotate(all.begin() + static_cast<long>(k), all.begin() + static_cast<long>(k) + 1,
                all.end());
    ReadBody same = all.back().body;
    same.place = *motion * same.place;
    return same;
  }
  return {};
}

void ReadBodies::add(std::vector<int> counts, std::vector<Vector3d> corners, const ReadBody &body)
{
  if (all.size() == MOST) all.erase(all.begin());
  all.push_back({std::move(counts), std::move(corners), body});
}

}    // namespace grist
