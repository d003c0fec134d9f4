#include "liquid/bridge_pairs.h"

#include "common/preconditions.h"
#include "common/space.h"
#include "contacts/pair_lanes.h"

#include <algorithm>
#include <cstdint>
#include <limits>

namespace grist {

static constexpr int CHUNK = 64;    // pairs that are tested for touch together
static constexpr double UNLIMITED = std::numeric_limits<double>::infinity();

static Vector3d from_a_to_b(const SpherePlace &a, const SpherePlace &b)
{
  return {b.x[0] - a.x[0], b.x[1] - a.x[1], b.x[2] - a.x[2]};
}

void BridgePairs::clear()
{
  all.clear();
  losses.begin_step();
  touching.clear();
  dry = 0;
  end_step();
}

void BridgePairs::end_step()
{
  broken.clear();
  closed.clear();
}

void BridgePairs::add_dry(int a, int b)
{
  assert(a >= 0 && b >= 0 && a != b);
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
  losses.begin_step();
  virial.fill(0.0);
  end_step();
  act(0, law, true, scene);
}

// Adds the forces of the bridges from this one on. Those that break become dry pairs.
void BridgePairs::act(size_t from, const BridgeLaw &acting, bool breaks, const BridgeScene &scene)
{
  const BridgeLanes &kernels = kernels_in_use<BridgeLanes>();
  size_t kept = from;
  for (size_t first = from; first < all.size(); first += BridgeBlock::LANES) {
    const Bridge *bridges = all.data() + first;
    const int count = static_cast<int>(std::min<size_t>(BridgeBlock::LANES, all.size() - first));
    gather(bridges, count, scene);
    kernels.evaluate(acting, count, block);
    for (int n = 0; n < count; n++) {
      const Bridge bridge = bridges[n];
      if (breaks && block.gap[n] > bridge.pull.rupture) {
        broken.push_back(bridge);
        add_dry(bridge.a, bridge.b);
        continue;
      }
      add_force(bridge, n, scene);
      if (scene.finds_closed && block.gap[n] <= 0.0) closed.push_back(static_cast<int>(kept));
      all[kept++] = bridge;
    }
  }
  all.resize(kept);
}

// Lanes behind the last bridge are those of it again.
void BridgePairs::gather(const Bridge *bridges, int count, const BridgeScene &scene)
{
  assert(count > 0);
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
    block.at_touch[n] = bridge.pull.at_touch;
    block.linear[n] = bridge.pull.linear;
    block.square[n] = bridge.pull.square;
    const double load = scene.step * (scene.load[bridge.a] + scene.load[bridge.b]);
    block.most[n] = load > 0.0 ? 1.0 / load : UNLIMITED;
  }
}

void BridgePairs::add_force(const Bridge &bridge, int lane, const BridgeScene &scene)
{
  double *on_a = scene.force + 3 * static_cast<size_t>(bridge.a);
  double *on_b = scene.force + 3 * static_cast<size_t>(bridge.b);
  double apart[3], force[3];
  for (int d = 0; d < 3; d++) {
    apart[d] = block.apart[d][lane];
    force[d] = block.pull[lane] * apart[d];
    on_a[d] += force[d];
    on_b[d] -= force[d];
  }
  if (scene.keeps_losses && law.viscosity > 0.0)
    losses.add_force(bridge.a, bridge.b, block.drag[lane] * vector_at(apart));
  if (!scene.tallies_virial) return;
  constexpr int ROWS[6] = {0, 1, 2, 0, 0, 1}, COLUMNS[6] = {0, 1, 2, 1, 2, 2};
  for (int k = 0; k < 6; k++) virial[k] -= apart[ROWS[k]] * force[COLUMNS[k]];
}

const std::vector<int> &BridgePairs::find_touching(const BridgeScene &scene, const char *is_wet)
{
  const PairLanes &kernels = kernels_in_use<PairLanes>();
  touching.clear();
  for (int n = 0; n < dry; n += CHUNK) {
    std::uint64_t bits = kernels.touching(scene.place, first.data() + n, second.data() + n,
                                          std::min(CHUNK, dry - n));
    for (int k = 0; bits; bits >>= 1, k++)
      if ((bits & 1) && (!is_wet || is_wet[first[n + k]] || is_wet[second[n + k]]))
        touching.push_back(n + k);
  }
  return touching;
}

// The last dry pair takes the place of one that is wet now; so the last of those go first.
int BridgePairs::make(const std::vector<double> &volumes, const BridgeScene &scene)
{
  assert(volumes.size() == touching.size());
  const size_t before = all.size();
  for (size_t n = 0; n < touching.size(); n++) {
    if (!(volumes[n] > 0.0)) continue;
    const auto [a, b] = dry_pair(touching[n]);
    add(a, b, bridge_radius(scene.place[a].radius, scene.place[b].radius), volumes[n]);
  }
  const int made = static_cast<int>(all.size() - before);
  for (size_t n = touching.size(); n-- > 0;) {
    if (!(volumes[n] > 0.0)) continue;
    dry--;
    first[touching[n]] = first[dry];
    second[touching[n]] = second[dry];
  }
  BridgeLaw thin = law;
  thin.viscosity = 0.0;
  BridgeScene of_new = scene;
  of_new.finds_closed = false;
  act(before, thin, false, of_new);
  return made;
}

double BridgePairs::pour(int number, double volume, const SpherePlace *place)
{
  assert(is_number_of(number, all.size()));
  Bridge &bridge = all[number];
  const double before = energy(bridge, place);
  bridge.volume += volume;
  bridge.pull =
      law.pull(bridge_radius(place[bridge.a].radius, place[bridge.b].radius), bridge.volume);
  return before - energy(bridge, place);
}

double BridgePairs::energy(const Bridge &bridge, const SpherePlace *place) const
{
  const SpherePlace &a = place[bridge.a], &b = place[bridge.b];
  return law.energy(bridge_radius(a.radius, b.radius), bridge.volume,
                    norm(from_a_to_b(a, b)) - a.radius - b.radius);
}

double BridgePairs::energy_before(int a, int b, double volume, double time,
                                  const BridgeScene &scene) const
{
  const SpherePlace &one = scene.place[a], &other = scene.place[b];
  const Vector3d apart = from_a_to_b(one, other);
  const Vector3d motion = vector_at(scene.velocity, b) - vector_at(scene.velocity, a);
  return law.energy(bridge_radius(one.radius, other.radius), volume,
                    norm(apart - time * motion) - one.radius - other.radius);
}

double BridgePairs::shortest_time(const BridgeScene &scene, const char *is_wet) const
{
  double most = 0.0;    // resistance at the smallest gap over mass
  const auto add = [&](int a, int b) {
    const double radius = bridge_radius(scene.place[a].radius, scene.place[b].radius);
    most = std::max(most, law.resistance(radius, 0.0) * (scene.load[a] + scene.load[b]));
  };
  for (const Bridge &bridge : all) add(bridge.a, bridge.b);
  for (int n = 0; n < dry; n++)
    if (is_wet[first[n]] || is_wet[second[n]]) add(first[n], second[n]);
  return most > 0.0 ? 1.0 / most : UNLIMITED;
}

}    // namespace grist
