/* The pairs of spheres that may touch until the next rebuild of their list: those with a bridge, and
   the dry ones. In a step the bridges act first; those that have broken become dry pairs. Then dry
   pairs are found that touch and of which one is wet, and bridges are made of them. A new bridge
   has no viscous part in the step in which it is made, because the others of its two spheres do not
   know of it yet (WetMotion::load).
*/

#ifndef GRIST_LIQUID_BRIDGE_PAIRS_H
#define GRIST_LIQUID_BRIDGE_PAIRS_H

#include "common/space.h"
#include "energy/losses.h"
#include "liquid/bridge_lanes.h"

#include <array>
#include <vector>

namespace grist {

struct BridgeScene {
  WetSpheres spheres;
  double *force;    // where forces are added, three numbers a sphere
  bool tallies_virial, keeps_losses;
  bool finds_closed;    // bridges whose spheres touch
};

class BridgePairs {
 public:
  BridgeLaw law;
  std::vector<Bridge> broken;        // of this step
  Losses<BridgeEntries> losses;      // of this step, by viscous forces, if they are kept
  std::vector<int> closed;           // numbers of bridges, if they are found
  std::array<double, 6> virial{};    // of this step: xx, yy, zz, xy, xz, yz

  void clear();
  void add_dry(int a, int b);
  void add(int a, int b, double radius, double volume)
  {
    all.push_back({a, b, volume, law.pull(radius, volume)});
  }
  const std::vector<Bridge> &bridges() const { return all; }

  // The forces of the bridges of before.
  void begin_step(const BridgeScene &scene);

  // The numbers of dry pairs that touch, and their spheres. `is_wet`: of each sphere; null: all may
  // be.
  const std::vector<int> &find_touching(const BridgeScene &scene, const char *is_wet);
  std::array<int, 2> dry_pair(int n) const { return {first[n], second[n]}; }

  // Makes bridges of the pairs that were found, with these volumes, and adds their forces. Pairs
  // whose volume is 0 remain dry. Returns how many bridges were made.
  int make(const std::vector<double> &volumes, const BridgeScene &scene);

  // Forgets what has broken and which are closed.
  void end_step();

  // Adds liquid to a bridge, which acts from the next step on. Returns the energy that it releases.
  double pour(int number, double volume, const SpherePlace *place);

  double energy(const Bridge &bridge, const SpherePlace *place) const;

  // That of a bridge of two spheres a time ago, at their present velocities.
  double energy_before(int a, int b, double volume, double time, const BridgeScene &scene) const;

  // The least time step at which the resistance of a bridge is limited; of dry pairs, too, of which
  // one sphere is wet. Infinite without viscosity.
  double shortest_time(const WetSpheres &spheres, const char *is_wet) const;

 private:
  std::vector<Bridge> all;
  std::vector<int> first, second;    // of dry pairs, and more, so that kernels may read on
  int dry = 0;
  std::vector<int> touching;
  BridgeForce forces[BridgeLanes::MOST];

  void act(size_t from, bool are_new, const BridgeScene &scene);
  int keep_unbroken(Bridge *bridges, int count);
  void add_forces(const Bridge *bridges, int count, const BridgeScene &scene);
  void tally(const BridgeForce &on);
};

}    // namespace grist

#endif
