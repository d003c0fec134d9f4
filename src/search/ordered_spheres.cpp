#include "search/ordered_spheres.h"

#include "common/preconditions.h"
#include "lanes/prefetch.h"

#include <algorithm>

namespace grist {

// Elements of a piece, on average, from which on pieces are read as fast as whole units.
static constexpr long LONG_PIECE = 8;

bool OrderedSpheres::pays(const LocalUnits &units)
{
  const long pieces = units.pieces(), whole = static_cast<long>(units.units().size());
  return pieces > 2 * whole && pieces * LONG_PIECE > static_cast<long>(units.elements().size());
}

void OrderedSpheres::make(const SphereView &spheres, const LocalUnits &units)
{
  assert(static_cast<int>(units.numbers().size()) == spheres.count);
  const int count = spheres.count;
  if (ordered_units != &units || version != units.version()) put_in_order(units);
  centers.resize(3 * static_cast<std::size_t>(count));
  radii.resize(count);
  constexpr int AHEAD = 32;
  for (int n = 0; n < count; n++) {
    const int next = order[std::min(n + AHEAD, count - 1)];
    prefetch(spheres.center(next));
    prefetch(spheres.radii + next);
    const double *center = spheres.center(order[n]);
    double *to = centers.data() + 3 * static_cast<std::ptrdiff_t>(n);
    for (int d = 0; d < 3; d++) to[d] = center[d];
    radii[n] = spheres.radii[order[n]];
  }
  copy = spheres;
  copy.centers = centers.data();
  copy.radii = radii.data();
  copy.units = numbers.data();
  copy.owned = -1;
}

void OrderedSpheres::put_in_order(const LocalUnits &units)
{
  const int count = static_cast<int>(units.numbers().size());
  ordered_units = &units;
  version = units.version();
  order.resize(count);
  numbers.resize(count);
  int n = 0;
  for (std::size_t u = 0; u < units.units().size(); u++)
    for (int k = 0; k < units.units()[u].count; k++) numbers[n++] = static_cast<int>(u);
  std::copy(units.elements().begin(), units.elements().end(), order.begin());
  for (int i = 0; i < count; i++)
    if (units.numbers()[i] < 0) {
      numbers[n] = -1;
      order[n++] = i;
    }
}

void OrderedSpheres::restore(std::vector<IndexPair> &pairs) const
{
  for ([[maybe_unused]] const IndexPair &pair : pairs)
    assert(is_number_of(pair.a, order.size()) && is_number_of(pair.b, order.size()));
  for (IndexPair &pair : pairs) pair = ordered_pair(order[pair.a], order[pair.b]);
}

std::size_t OrderedSpheres::memory() const
{
  return (centers.capacity() + radii.capacity()) * sizeof(double) +
      (numbers.capacity() + order.capacity()) * sizeof(int);
}

}    // namespace grist
