// A time step that is certainly stable for bonded spheres: Gershgorin's bound on the greatest
// eigenfrequency of the bonded assembly, lowered by the damping fraction. The true limit is 1 to 2
// times this value.

#ifndef GRIST_BONDS_STABLE_TIME_STEP_H
#define GRIST_BONDS_STABLE_TIME_STEP_H

#include "bonds/bond_store.h"

#include <functional>
#include <vector>

namespace grist {

// Stiffness of what acts in parallel with a bond: along it, across it, and moment per angle.
struct StiffnessBeside {
  double normal = 0.0, shear = 0.0, roll = 0.0;
};

// Contribution of one bond to the sums of its two spheres.
struct BondStiffness {
  double translation;    // greatest force per displacement
  double rotation_a;     // greatest torque per rotation of a
  double rotation_b;
};
BondStiffness greatest_stiffness(const BondMaterial &material, double radius_a, double radius_b,
                                 double length_initial, const StiffnessBeside &beside = {});

// The stable time step of a sphere with these sums over its bonds. damping: greatest fraction of
// critical damping.
double stable_time_step(double mass, double radius, double sum_translation, double sum_rotation,
                        double damping);

// The least over the owned spheres, which are the first mass.size(); infinity if none of them has a
// live or resting bond. materials: by bond type, 0 unused. radius: of owned and ghost spheres.
// beside: of the contact of a and b whose overlap counts from this distance (infinite: from touch);
// asked where the material has a contact.
using AskBeside = std::function<StiffnessBeside(int a, int b, double counts_from)>;
double stable_time_step(const BondBlocks &bonds, const std::vector<BondMaterial> &materials,
                        const double *radius, const std::vector<double> &mass,
                        const AskBeside &beside = {});

}    // namespace grist

#endif
