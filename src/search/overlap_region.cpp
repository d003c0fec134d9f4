#include "search/overlap_region.h"

#include "common/preconditions.h"

#include <algorithm>

namespace grist {

// Pairs of gathered elements up to which comparing all is faster than a secondary grid.
static constexpr long BRUTE_LIMIT = 1L << 14;

void OverlapRegion::start(double with_skin)
{
  assert(with_skin >= 0.0);
  skin = with_skin;
  cell = 0.0;
  checks = 0;
}

static double squared(double value)
{
  return value * value;
}

// Calls visit(k) for the elements with a centre within a distance of a point, in blocks; the last
// block reaches back over the one before it if it must.
template <int SIZE, class Visit>
static void visit_blocks(const Elements &elements, const SpherePoint &at, double limit,
                         Visit &visit)
{
  for (int first = 0; first < elements.count; first += SIZE) {
    const int begin = std::min(first, elements.count - SIZE);
    unsigned near =
        centers_within<SIZE>(elements.centers + 3 * begin, at, limit) >> (first - begin);
    for (; near; near &= near - 1) visit(first + lowest_bit(near));
  }
}

template <class Visit>
static void visit_within(const Elements &elements, const SpherePoint &at, double distance,
                         Visit &&visit)
{
  const double limit = squared(distance);
  if (elements.count >= 16)
    visit_blocks<16>(elements, at, limit, visit);
  else if (elements.count >= 8)
    visit_blocks<8>(elements, at, limit, visit);
  else
    visit_blocks<1>(elements, at, limit, visit);
}

void OverlapRegion::compare(const SpherePoint &single, int index, const BoundedGroup &group,
                            std::vector<IndexPair> &pairs)
{
  assert(group.elements.count > 0);
  const double center[3] = {single.x, single.y, single.z},
               reach = single.radius + group.max_radius + skin;
  const Elements &elements = group.elements;
  if (distance_squared(group.box, center) > squared(reach)) return;
  checks += elements.count;
  visit_within(elements, single, reach, [&](int k) {
    if (is_near(elements.centers + 3 * k, elements.radius(k), single, skin))
      pairs.push_back(ordered_pair(index, elements.index(k)));
  });
}

void OverlapRegion::compare(const BoundedGroup &a, const BoundedGroup &b,
                            std::vector<IndexPair> &pairs)
{
  assert(a.elements.count > 0 && b.elements.count > 0);
  for (int d = 0; d < 3; d++) {
    const double gap = std::max(a.box.low[d] - b.box.high[d], b.box.low[d] - a.box.high[d]);
    if (gap > 0.0 && squared(gap) > squared(a.max_radius + b.max_radius + skin)) return;
  }
  gather(a, b.sphere, b.box, b.max_radius, near_a);
  if (!near_a.count) return;
  gather(b, a.sphere, near_a.box, near_a.max_radius, near_b);
  if (!near_b.count) return;
  if (static_cast<long>(near_a.count) * near_b.count <= BRUTE_LIMIT)
    compare_all(pairs);
  else
    compare_by_grid(pairs);
}

// Elements that reach into a sphere, and into a box with spheres of at most `max_radius` on it.
void OverlapRegion::gather(const BoundedGroup &group, const SpherePoint &sphere,
                           const CenterBox &box, double max_radius, Gathered &into)
{
  const Elements &elements = group.elements;
  into.clear(elements.count);
  checks += elements.count;
  visit_within(elements, sphere, group.max_radius + sphere.radius + skin, [&](int k) {
    const double *center = elements.centers + 3 * k;
    const double apart = distance_squared(box, center);
    if (apart <= squared(elements.radius(k) + max_radius + skin)) into.add(elements, k);
  });
}

void OverlapRegion::Gathered::clear(int capacity)
{
  count = 0;
  max_radius = 0.0;
  if (static_cast<int>(indices.size()) >= capacity) return;
  spheres.resize(capacity);
  indices.resize(capacity);
}

void OverlapRegion::Gathered::add(const Elements &elements, int k)
{
  const double *center = elements.centers + 3 * k;
  for (int d = 0; d < 3; d++) {
    box.low[d] = count && box.low[d] < center[d] ? box.low[d] : center[d];
    box.high[d] = count && box.high[d] > center[d] ? box.high[d] : center[d];
  }
  max_radius = std::max(max_radius, elements.radius(k));
  spheres.set(count, center, elements.radius(k));
  indices[count++] = elements.index(k);
}

void OverlapRegion::compare_all(std::vector<IndexPair> &pairs)
{
  checks += static_cast<long>(near_a.count) * near_b.count;
  for (int m = 0; m < near_b.count; m++) {
    const SpherePoint at = near_b.spheres[m];
    for (int begin = 0; begin < near_a.count; begin += SPHERE_BLOCK) {
      unsigned near =
          near_in_block(near_a.spheres, begin, at, skin) & first_bits(near_a.count - begin);
      for (int n = begin; near; n++, near >>= 1)
        if (near & 1u) pairs.push_back(ordered_pair(near_a.indices[n], near_b.indices[m]));
    }
  }
}

// A secondary grid over the elements of both, owned by their groups.
void OverlapRegion::compare_by_grid(std::vector<IndexPair> &pairs)
{
  centers.clear();
  radii.clear();
  owners.clear();
  for (const Gathered *part : {&near_a, &near_b})
    for (int n = 0; n < part->count; n++) {
      const SpherePoint at = part->spheres[n];
      centers.insert(centers.end(), {at.x, at.y, at.z});
      radii.push_back(at.radius);
      owners.push_back(part == &near_b);
    }
  grid.sort({centers.data(), radii.data(), owners.data(), static_cast<int>(radii.size()), skin});
  found.clear();
  grid_pairs.find(grid, found);
  checks += grid_pairs.distance_checks();
  cell = grid.finest_cell();
  for (const IndexPair &pair : found)    // a of the first group, b of the second
    pairs.push_back(ordered_pair(near_a.indices[pair.a], near_b.indices[pair.b - near_a.count]));
}

std::size_t OverlapRegion::memory() const
{
  return near_a.spheres.memory() + near_b.spheres.memory() + grid.memory() +
      (centers.capacity() + radii.capacity()) * sizeof(double) +
      found.capacity() * sizeof(IndexPair) +
      (near_a.indices.capacity() + near_b.indices.capacity() + owners.capacity()) * sizeof(int);
}

}    // namespace grist
