#include "liquid/bridge_pairs.h"

#include "common/preconditions.h"
#include "common/space.h"
#include "contacts/pair_lanes.h"
#include "lanes/vector_sums.h"

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
  act(0, false, scene);
}

// Adds the forces of the bridges from this one on. Those that break become dry pairs; new ones do not,
// and have no viscous part.
void BridgePairs::act(size_t from, bool are_new, const BridgeScene &scene)
{
  constexpr size_t MOST = BridgeLanes::MOST;
  const BridgeLanes &kernels = kernels_in_use<BridgeLanes>();
  size_t kept = from;
  for (size_t next = from; next < all.size(); next += MOST) {
    Bridge *bridges = all.data() + next;
    int count = static_cast<int>(std::min(MOST, all.size() - next));
    kernels.evaluate(bridges, count, scene.spheres, law.viscosity > 0.0 && !are_new, forces);
    if (!are_new) count = keep_unbroken(bridges, count);
    add_forces(bridges, count, scene);
    for (int n = 0; scene.finds_closed && !are_new && n < count; n++)
      if (forces[n].gap <= 0.0) closed.push_back(static_cast<int>(kept) + n);
    if (kept < next) std::copy_n(bridges, count, all.begin() + kept);
    kept += count;
  }
  all.resize(kept);
}

// Moves them and their forces to the front. Returns how many they are.
int BridgePairs::keep_unbroken(Bridge *bridges, int count)
{
  int kept = 0;
  for (int n = 0; n < count; n++) {
    if (forces[n].gap > bridges[n].pull.rupture) {
      broken.push_back(bridges[n]);
      add_dry(bridges[n].a, bridges[n].b);
      continue;
    }
    if (kept < n) {
      bridges[kept] = bridges[n];
      forces[kept] = forces[n];
    }
    kept++;
  }
  return kept;
}

// Forces on a are summed in registers while a stays the same.
void BridgePairs::add_forces(const Bridge *bridges, int count, const BridgeScene &scene)
{
  for (int n = 0; n < count;) {
    const int a = bridges[n].a;
    VectorSum on_a(scene.force, a);
    for (; n < count && bridges[n].a == a; n++) {
      const BridgeForce &on = forces[n];
      on_a.add(on.force, on.force[2]);
      subtract_vector(scene.force + 3 * static_cast<size_t>(bridges[n].b), on.force, on.force[2]);
    }
    on_a.write();
  }
  if (scene.keeps_losses && law.viscosity > 0.0)
    for (int n = 0; n < count; n++)
      losses.add_force(bridges[n].a, bridges[n].b, forces[n].drag * vector_at(forces[n].apart));
  for (int n = 0; scene.tallies_virial && n < count; n++) tally(forces[n]);
}

void BridgePairs::tally(const BridgeForce &on)
{
  constexpr int ROWS[6] = {0, 1, 2, 0, 0, 1}, COLUMNS[6] = {0, 1, 2, 1, 2, 2};
  for (int k = 0; k < 6; k++) virial[k] -= on.apart[ROWS[k]] * on.force[COLUMNS[k]];
}

const std::vector<int> &BridgePairs::find_touching(const BridgeScene &scene, const char *is_wet)
{
  const PairLanes &kernels = kernels_in_use<PairLanes>();
  touching.clear();
  for (int n = 0; n < dry; n += CHUNK) {
    std::uint64_t bits = kernels.touching(scene.spheres.place, first.data() + n, second.data() + n,
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
    const SpherePlace *place = scene.spheres.place;
    add(a, b, bridge_radius(place[a].radius, place[b].radius), volumes[n]);
  }
  const int made = static_cast<int>(all.size() - before);
  for (size_t n = touching.size(); n-- > 0;) {
    if (!(volumes[n] > 0.0)) continue;
    dry--;
    first[touching[n]] = first[dry];
    second[touching[n]] = second[dry];
  }
  act(before, true, scene);
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
  const SpherePlace &one = scene.spheres.place[a], &other = scene.spheres.place[b];
  const WetMotion *of = scene.spheres.motion;
  const Vector3d apart = from_a_to_b(one, other);
  const Vector3d motion = vector_at(of[b].velocity) - vector_at(of[a].velocity);
  return law.energy(bridge_radius(one.radius, other.radius), volume,
                    norm(apart - time * motion) - one.radius - other.radius);
}

double BridgePairs::shortest_time(const WetSpheres &spheres, const char *is_wet) const
{
  double most = 0.0;    // resistance at the smallest gap over mass
  const auto add = [&](int a, int b) {
    const double radius = bridge_radius(spheres.place[a].radius, spheres.place[b].radius);
    const double load = spheres.motion[a].load + spheres.motion[b].load;
    most = std::max(most, law.resistance(radius, 0.0) * load);
  };
  for (const Bridge &bridge : all) add(bridge.a, bridge.b);
  for (int n = 0; n < dry; n++)
    if (is_wet[first[n]] || is_wet[second[n]]) add(first[n], second[n]);
  return most > 0.0 ? 1.0 / most : UNLIMITED;
}

}    // namespace grist
