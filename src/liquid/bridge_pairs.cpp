#include "liquid/bridge_pairs.h"

#include "contacts/pair_lanes.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace grist {

using Eigen::Vector3d;

static constexpr int CHUNK = 64;    // pairs that are tested for touch together

static Vector3d from_a_to_b(const SpherePlace &a, const SpherePlace &b)
{
  return {b.x[0] - a.x[0], b.x[1] - a.x[1], b.x[2] - a.x[2]};
}

void BridgePairs::clear()
{
  all.clear();
  dry = 0;
}

void BridgePairs::add_dry(int a, int b)
{
  const size_t needed = static_cast<size_t>(dry) + 1 + PAIR_LANES;
  if (first.size() < needed) {
    first.resize(2 * needed, 0);
    second.resize(2 * needed, 0);
  }
  first[dry] = a;
  second[dry++] = b;
}

void BridgePairs::begin_step(const BridgeScene &scene)
{
  broken.clear();
  drags.clear();
  virial.fill(0.0);
  size_t kept = 0;
  for (size_t n = 0; n < all.size(); n++) {
    if (act(all[n], scene))
      all[kept++] = all[n];
    else
      broken.push_back(all[n]);
  }
  all.resize(kept);
  for (const Bridge &bridge : broken) add_dry(bridge.a, bridge.b);
}

// Whether the bridge is whole; if so, its forces are added.
bool BridgePairs::act(const Bridge &bridge, const BridgeScene &scene)
{
  const auto [a, b, volume, rupture] = bridge;
  const SpherePlace &at_a = scene.place[a], &at_b = scene.place[b];
  const Vector3d apart = from_a_to_b(at_a, at_b);
  const double distance = apart.norm(), gap = distance - at_a.radius - at_b.radius;
  if (gap > rupture) return false;
  if (!(volume > 0.0)) return true;
  const double radius = bridge_radius(at_a.radius, at_b.radius);
  const Vector3d normal = apart / distance;
  using Map = Eigen::Map<const Vector3d>;
  const double parting = normal.dot(Map(scene.velocity + 3 * static_cast<size_t>(b)) -
                                    Map(scene.velocity + 3 * static_cast<size_t>(a)));
  const double drag = law.resistance(radius, gap) * parting;
  const Vector3d on_a = (law.force_of_whole(radius, volume, gap) + drag) * normal;
  Eigen::Map<Vector3d>(scene.force + 3 * static_cast<size_t>(a)) += on_a;
  Eigen::Map<Vector3d>(scene.force + 3 * static_cast<size_t>(b)) -= on_a;
  if (scene.keeps_drags && law.viscosity > 0.0) drags.push_back({a, b, drag * normal});
  if (!scene.tallies_virial) return true;
  constexpr int ROWS[6] = {0, 1, 2, 0, 0, 1}, COLUMNS[6] = {0, 1, 2, 1, 2, 2};
  for (int k = 0; k < 6; k++) virial[k] -= apart[ROWS[k]] * on_a[COLUMNS[k]];
  return true;
}

const std::vector<int> &BridgePairs::find_touching(const BridgeScene &scene)
{
  const PairLanes &kernels = kernels_in_use<PairLanes>();
  touching.clear();
  for (int n = 0; n < dry; n += CHUNK) {
    std::uint64_t bits = kernels.touching(scene.place, first.data() + n, second.data() + n,
                                          std::min(CHUNK, dry - n));
    for (int k = 0; bits; bits >>= 1, k++)
      if (bits & 1) touching.push_back(n + k);
  }
  return touching;
}

// The last dry pair takes the place of one that is wet now; so the last of those go first.
void BridgePairs::make(const std::vector<double> &volumes, const BridgeScene &scene)
{
  for (size_t n = 0; n < touching.size(); n++) {
    add(first[touching[n]], second[touching[n]], volumes[n]);
    act(all.back(), scene);
  }
  for (size_t n = touching.size(); n-- > 0;) {
    dry--;
    first[touching[n]] = first[dry];
    second[touching[n]] = second[dry];
  }
}

double BridgePairs::energy(const Bridge &bridge, const SpherePlace *place) const
{
  const SpherePlace &a = place[bridge.a], &b = place[bridge.b];
  return law.energy(bridge_radius(a.radius, b.radius), bridge.volume,
                    from_a_to_b(a, b).norm() - a.radius - b.radius);
}

}    // namespace grist
