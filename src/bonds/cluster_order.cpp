#include "bonds/cluster_order.h"

#include "common/radix_sort.h"

#include <algorithm>
#include <cmath>

namespace grist {

namespace {

// The lowest 21 bits, with two zeros between neighbors.
std::uint64_t spread_bits(std::uint64_t n)
{
  n &= 0x1fffff;
  n = (n | n << 32) & 0x1f00000000ffff;
  n = (n | n << 16) & 0x1f0000ff0000ff;
  n = (n | n << 8) & 0x100f00f00f00f00f;
  n = (n | n << 4) & 0x10c30c30c30c30c3;
  return (n | n << 2) & 0x1249249249249249;
}

class MortonCurve {
 public:
  MortonCurve(const std::vector<ClusterMember> &members, double cell) : inverse(1.0 / cell)
  {
    for (int k = 0; k < 3; k++) {
      lowest[k] = members.front().x[k];
      for (const auto &member : members) lowest[k] = std::min(lowest[k], member.x[k]);
    }
  }

  // Cells beyond the 2^21st along a direction are put at its place.
  std::uint64_t place(const double *x) const
  {
    constexpr double LAST = 0x1fffff;
    std::uint64_t place = 0;
    for (int k = 0; k < 3; k++) {
      const double cell = std::min(LAST, std::floor((x[k] - lowest[k]) * inverse));
      place |= spread_bits(static_cast<std::uint64_t>(std::max(0.0, cell))) << k;
    }
    return place;
  }

 private:
  double lowest[3], inverse;
};

}    // namespace

std::vector<int> cluster_order(const std::vector<ClusterMember> &members, double cell)
{
  const int count = static_cast<int>(members.size());
  std::vector<int> order(count), scratch, starts;
  if (count == 0) return order;
  for (int i = 0; i < count; i++) order[i] = i;

  // By cluster, within it by id; each sort is stable.
  using Number = std::uint64_t;
  radix_sort(order, scratch, starts, [&](int i) { return static_cast<Number>(members[i].id); });
  radix_sort(order, scratch, starts,
             [&](int i) { return static_cast<Number>(members[i].cluster); });

  // All elements of a cluster get the place of its first.
  const MortonCurve curve(members, cell);
  std::vector<Number> place(count);
  for (int n = 0; n < count; n++) {
    const int i = order[n];
    const bool same = n > 0 && members[order[n - 1]].cluster == members[i].cluster;
    place[i] = same ? place[order[n - 1]] : curve.place(members[i].x);
  }
  radix_sort(order, scratch, starts, [&](int i) { return place[i]; });
  return order;
}

}    // namespace grist
