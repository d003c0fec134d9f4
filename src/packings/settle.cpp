#include "packings/settle.h"

#include "common/preconditions.h"
#include "fragments/fragments.h"
#include "packings/near_pairs.h"

#include <algorithm>
#include <limits>
#include <optional>

namespace grist {

namespace {

// The two places that touch three spheres, at the distance d from their centres; the same place
// twice where both coincide, none for spheres too far apart or in a row.
std::vector<Vector3d> places_touching(const Vector3d &p, const Vector3d &q, const Vector3d &s,
                                      double d)
{
  const Vector3d pq = q - p, ps = s - p;
  const double along = norm(pq);
  const Vector3d ex = (1.0 / along) * pq;
  const double i = dot(ex, ps);
  const Vector3d across = ps - i * ex;
  const double j = norm(across);
  if (j < 1.0e-6 * d) return {};
  const Vector3d ey = (1.0 / j) * across;
  const double x = 0.5 * along, y = (i * i + j * j - i * along) / (2.0 * j);
  const double square = d * d - x * x - y * y;
  if (square < 0.0) return {};

  const Vector3d ez = {ex.y * ey.z - ex.z * ey.y, ex.z * ey.x - ex.x * ey.z,
                       ex.x * ey.y - ex.y * ey.x};
  const Vector3d foot = p + x * ex + y * ey;
  const double z = std::sqrt(square);
  return {foot + z * ez, foot - z * ez};
}

class Settler {
 public:
  Settler(const Shape &given_shape, Packing given, double given_reach) :
      packing(std::move(given)), shape(given_shape), reach(given_reach),
      touching(2.0 * packing.radius * (1.0 + 1.0e-12)), anchored(largest_group(packing, reach))
  {
    for (const Vector3d &center : packing.centers)
      least_depth = std::min(least_depth, shape.depth(center));
  }

  void settle_all();
  Packing packing;

 private:
  bool room_at(const Vector3d &place, int element) const;
  std::vector<Vector3d> anchors_near(int element) const;
  std::optional<Vector3d> nearest_place(int element) const;
  Vector3d slid_to_anchor(int element) const;

  struct Closest {
    int anchor = -1;
    double distance = std::numeric_limits<double>::max();
  };
  Closest closest_anchor(int element) const;
  int next_loose() const;

  const Shape &shape;
  const double reach;
  const double touching;    // centre distance of two that touch, with a margin for rounding
  std::vector<bool> anchored;
  double least_depth = std::numeric_limits<double>::max();
};

bool Settler::room_at(const Vector3d &place, int element) const
{
  if (shape.depth(place) < least_depth) return false;
  const double diameter = 2.0 * packing.radius;
  for (int other = 0; other < static_cast<int>(packing.centers.size()); other++)
    if (other != element && norm(packing.centers[other] - place) < diameter) return false;
  return true;
}

// Anchors that an element can touch without leaving the neighbourhood of its cage.
std::vector<Vector3d> Settler::anchors_near(int element) const
{
  const Vector3d &here = packing.centers[element];
  std::vector<Vector3d> near;
  for (std::size_t n = 0; n < anchored.size(); n++)
    if (anchored[n] && norm(packing.centers[n] - here) < 6.0 * packing.radius)
      near.push_back(packing.centers[n]);
  return near;
}

std::optional<Vector3d> Settler::nearest_place(int element) const
{
  const Vector3d &here = packing.centers[element];
  const std::vector<Vector3d> near = anchors_near(element);

  std::optional<Vector3d> best;
  for (std::size_t a = 0; a < near.size(); a++)
    for (std::size_t b = a + 1; b < near.size(); b++) {
      if (norm(near[b] - near[a]) > 2.0 * touching) continue;
      for (std::size_t c = b + 1; c < near.size(); c++)
        for (const Vector3d &place : places_touching(near[a], near[b], near[c], touching)) {
          const bool nearer = !best || norm(place - here) < norm(*best - here);
          if (nearer && room_at(place, element)) best = place;
        }
    }
  return best;
}

Settler::Closest Settler::closest_anchor(int element) const
{
  Closest closest;
  for (int n = 0; n < static_cast<int>(anchored.size()); n++) {
    if (!anchored[n]) continue;
    const double distance = norm(packing.centers[n] - packing.centers[element]);
    if (distance < closest.distance) closest = {n, distance};
  }
  return closest;
}

// The loose element that is nearest to an anchor; -1 if none is loose.
int Settler::next_loose() const
{
  int next = -1;
  double nearest = std::numeric_limits<double>::max();
  for (int n = 0; n < static_cast<int>(anchored.size()); n++) {
    if (anchored[n]) continue;
    const double distance = closest_anchor(n).distance;
    if (distance >= nearest) continue;
    nearest = distance;
    next = n;
  }
  return next;
}

// The place where the path to the nearest anchor meets the first element. Walls never block it: a
// shape is convex.
Vector3d Settler::slid_to_anchor(int element) const
{
  const Vector3d &here = packing.centers[element];
  const Closest closest = closest_anchor(element);
  const Vector3d way = (1.0 / closest.distance) * (packing.centers[closest.anchor] - here);

  double travel = closest.distance - touching;
  for (int n = 0; n < static_cast<int>(packing.centers.size()); n++) {
    const Vector3d apart = packing.centers[n] - here;
    const double along = dot(apart, way), across2 = dot(apart, apart) - along * along;
    if (n == element || along <= 0.0 || across2 >= touching * touching) continue;
    travel = std::min(travel, along - std::sqrt(touching * touching - across2));
  }
  return here + std::max(travel, 0.0) * way;
}

// The nearest loose element first. Its path may end at another loose element, so the groups are
// found again.
void Settler::settle_all()
{
  for (std::size_t round = 0; round < 2 * packing.centers.size(); round++) {
    const int element = next_loose();
    if (element < 0) return;
    const std::optional<Vector3d> place = nearest_place(element);
    packing.centers[element] = place ? *place : slid_to_anchor(element);
    anchored = largest_group(packing, reach);
  }
}

}    // namespace

std::vector<bool> largest_group(const Packing &packing, double reach)
{
  assert(packing.radius > 0.0 && reach >= 1.0);
  const int count = packing.centers.size();
  const auto links = near_pairs(packing.centers, 2.0 * reach * packing.radius * (1.0 + TOUCHING));
  const std::vector<int> group = connected_components(count, links);
  std::vector<int> size(count, 0);
  for (int name : group) size[name]++;
  const int largest = std::max_element(size.begin(), size.end()) - size.begin();
  std::vector<bool> inside(count);
  for (int n = 0; n < count; n++) inside[n] = group[n] == largest;
  return inside;
}

Packing settle_loose(const Shape &shape, Packing packing, double reach)
{
  assert(packing.radius > 0.0 && reach >= 1.0);
  Settler settler(shape, std::move(packing), reach);
  settler.settle_all();
  return settler.packing;
}

}    // namespace grist
