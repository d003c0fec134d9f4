/* The pairs of spheres that may touch until the next rebuild of their list: those with a bridge, and
   the dry ones. In a step the bridges act first; those that have broken become dry pairs. Then dry
   pairs are found that touch, and bridges are made of them.
*/

#ifndef GRIST_LIQUID_BRIDGE_PAIRS_H
#define GRIST_LIQUID_BRIDGE_PAIRS_H

#include "common/space.h"
#include "contacts/contact_scene.h"
#include "liquid/bridge_lanes.h"

#include <array>
#include <vector>

namespace grist {

// Where spheres are, how they move, and where forces are added: three numbers a sphere.
struct BridgeScene {
  const SpherePlace *place;
  const double *velocity;
  double *force;
  bool tallies_virial, keeps_drags;
};

class BridgePairs {
 public:
  struct Bridge {
    int a, b;
    double volume;     // 0: the spheres were dry
    double rupture;    // gap at which it breaks
  };
  struct Drag {
    int a, b;
    Vector3d on_a;    // the viscous force
  };

  BridgeLaw law;
  std::vector<Bridge> broken;        // of this step
  std::vector<Drag> drags;           // of this step, if they are kept
  std::array<double, 6> virial{};    // of this step: xx, yy, zz, xy, xz, yz

  void clear();
  void add_dry(int a, int b);
  void add(int a, int b, double volume) { all.push_back({a, b, volume, law.rupture_gap(volume)}); }
  const std::vector<Bridge> &bridges() const { return all; }

  // The forces of the bridges of before.
  void begin_step(const BridgeScene &scene);

  // The numbers of dry pairs that touch, and their spheres.
  const std::vector<int> &find_touching(const BridgeScene &scene);
  std::array<int, 2> dry_pair(int n) const { return {first[n], second[n]}; }

  // Makes bridges of the pairs that were found, with these volumes, and adds their forces.
  void make(const std::vector<double> &volumes, const BridgeScene &scene);

  double energy(const Bridge &bridge, const SpherePlace *place) const;

 private:
  std::vector<Bridge> all;
  std::vector<int> first, second;    // of dry pairs, and more, so that kernels may read on
  int dry = 0;
  std::vector<int> touching;
  BridgeBlock block;

  void act(size_t from, const BridgeScene &scene);
  void gather(const Bridge *bridges, int count, const BridgeScene &scene);
  bool add_force(const Bridge &bridge, int lane, const BridgeScene &scene);
};

}    // namespace grist

#endif
