// A time step that is certainly stable for bonded spheres: Gershgorin's bound on the greatest
// eigenfrequency of the bonded assembly, lowered by the damping fraction. The true limit is 1 to 2
// times this value.

#ifndef GRIST_BONDS_STABLE_TIME_STEP_H
#define GRIST_BONDS_STABLE_TIME_STEP_H

#include "bonds/bond_store.h"

#include <vector>

namespace grist {

// Contribution of one bond to the sums of its two spheres.
struct BondStiffness {
  double translation;    // greatest force per displacement
  double rotation_a;     // greatest torque per rotation of a
  double rotation_b;
};
BondStiffness greatest_stiffness(const BondMaterial &material, double radius_a, double radius_b,
                                 double length_initial);

// The stable time step of a sphere with these sums over its bonds. damping: greatest fraction of
// critical damping.
double stable_time_step(double mass, double radius, double sum_translation, double sum_rotation,
                        double damping);

// The least over the owned spheres, which are the first mass.size(); infinity if none of them has a
// live or resting bond. materials: by bond type, 0 unused. radius: of owned and ghost spheres.
double stable_time_step(const BondBlocks &bonds, const std::vector<BondMaterial> &materials,
                        const double *radius, const std::vector<double> &mass);

}    // namespace grist

#endif
