#include "liquid/bridge_pairs.h"

#include "common/space.h"
#include "contacts/pair_lanes.h"

#include <algorithm>
#include <cstdint>

namespace grist {

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
  act(0, scene);
}

// Adds the forces of the bridges from this one on. Those that break become dry pairs.
void BridgePairs::act(size_t from, const BridgeScene &scene)
{
  const BridgeLanes &kernels = kernels_in_use<BridgeLanes>();
  const double at_touch = law.force_at_touch();
  size_t kept = from;
  for (size_t first = from; first < all.size(); first += BridgeBlock::LANES) {
    const Bridge *bridges = all.data() + first;
    const int count = static_cast<int>(std::min<size_t>(BridgeBlock::LANES, all.size() - first));
    gather(bridges, count, scene);
    kernels.evaluate(law, at_touch, count, block);
    for (int n = 0; n < count; n++) {
      const Bridge bridge = bridges[n];
      if (add_force(bridge, n, scene))
        all[kept++] = bridge;
      else {
        broken.push_back(bridge);
        add_dry(bridge.a, bridge.b);
      }
    }
  }
  all.resize(kept);
}

// Lanes behind the last bridge are those of it again.
void BridgePairs::gather(const Bridge *bridges, int count, const BridgeScene &scene)
{
  for (int n = 0; n < (count + PAIR_LANES - 1) / PAIR_LANES * PAIR_LANES; n++) {
    const Bridge &bridge = bridges[std::min(n, count - 1)];
    const SpherePlace &a = scene.place[bridge.a], &b = scene.place[bridge.b];
    const double *of_a = scene.velocity + 3 * static_cast<size_t>(bridge.a);
    const double *of_b = scene.velocity + 3 * static_cast<size_t>(bridge.b);
    for (int d = 0; d < 3; d++) {
      block.apart[d][n] = b.x[d] - a.x[d];
      block.velocity[d][n] = of_b[d] - of_a[d];
    }
    block.radius_a[n] = a.radius;
    block.radius_b[n] = b.radius;
    block.volume[n] = bridge.volume;
  }
}

// Whether the bridge is whole; if so, its force is added.
bool BridgePairs::add_force(const Bridge &bridge, int lane, const BridgeScene &scene)
{
  if (block.gap[lane] > bridge.rupture) return false;
  if (!(bridge.volume > 0.0)) return true;
  double *on_a = scene.force + 3 * static_cast<size_t>(bridge.a);
  double *on_b = scene.force + 3 * static_cast<size_t>(bridge.b);
  double apart[3], force[3];
  for (int d = 0; d < 3; d++) {
    apart[d] = block.apart[d][lane];
    force[d] = block.pull[lane] * apart[d];
    on_a[d] += force[d];
    on_b[d] -= force[d];
  }
  if (scene.keeps_drags && law.viscosity > 0.0)
    drags.push_back({bridge.a, bridge.b, block.drag[lane] * vector_at(apart)});
  if (!scene.tallies_virial) return true;
  constexpr int ROWS[6] = {0, 1, 2, 0, 0, 1}, COLUMNS[6] = {0, 1, 2, 1, 2, 2};
  for (int k = 0; k < 6; k++) virial[k] -= apart[ROWS[k]] * force[COLUMNS[k]];
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
  const size_t before = all.size();
  for (size_t n = 0; n < touching.size(); n++)
    add(first[touching[n]], second[touching[n]], volumes[n]);
  for (size_t n = touching.size(); n-- > 0;) {
    dry--;
    first[touching[n]] = first[dry];
    second[touching[n]] = second[dry];
  }
  act(before, scene);    // one without volume may have broken, by rounding
}

double BridgePairs::energy(const Bridge &bridge, const SpherePlace *place) const
{
  const SpherePlace &a = place[bridge.a], &b = place[bridge.b];
  return law.energy(bridge_radius(a.radius, b.radius), bridge.volume,
                    norm(from_a_to_b(a, b)) - a.radius - b.radius);
}

}    // namespace grist
