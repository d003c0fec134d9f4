// The forces of many liquid bridges between spheres (liquid_bridge.h), several at once, compiled for
// each set of instructions (lanes/instructions.h). The caller is bridge_pairs.cpp.

#ifndef GRIST_LIQUID_BRIDGE_LANES_H
#define GRIST_LIQUID_BRIDGE_LANES_H

#include "contacts/contact_scene.h"
#include "lanes/instructions.h"
#include "liquid/liquid_bridge.h"

namespace grist {

// A cache line each.
struct alignas(64) Bridge {
  int a, b;
  double volume;    // positive
  BridgePull pull;
};
struct alignas(64) BridgeForce {
  double force[3];    // on a
  double gap;
  double apart[3];    // from a to b
  double drag;        // the viscous part of the force, over `apart`
};
static_assert(sizeof(Bridge) == 8 * sizeof(double) && sizeof(BridgeForce) == 8 * sizeof(double),
              "kernels read and write eight numbers");

struct alignas(32) WetMotion {
  double velocity[3];
  double load;    // number of bridges over mass
};

// By sphere.
struct WetSpheres {
  const SpherePlace *place;
  const WetMotion *motion;
  double step;    // time step, in units of mass over resistance; 0: resistances have no limit
};

struct BridgeLanes {
  static constexpr int MOST = 32;

  // 1 to MOST of them; forces up to the next multiple of the lanes are written. Without viscosity, if
  // they are new.
  void (*evaluate)(const Bridge *bridges, int count, const WetSpheres &spheres, bool are_viscous,
                   BridgeForce *forces);

  static const BridgeLanes basic, avx2, avx512;    // of each set of instructions
};

}    // namespace grist

#endif
