// Energy of many bonds: the elastic energy of the states in blocks, and the power that the dashpots
// dissipate. A second pass over the bonds, only for energy output.

#ifndef GRIST_BONDS_BOND_ENERGY_H
#define GRIST_BONDS_BOND_ENERGY_H

#include "bonds/bond_block.h"
#include "energy/sphere_rates.h"
#include "energy/sphere_selection.h"

#include <vector>

namespace grist {

// Live bonds whose sphere a is owned: with spheres on several ranks each bond once. `materials` as
// in BondKernel; of the spheres, forces and torques are not read. Of a selection: bonds whose
// sphere a is selected.
double stored_energy(const BondBlocks &bonds, const std::vector<BondMaterial> &materials,
                     const BondedSpheres &spheres, const SphereSelection &of = {});

// The dashpots' forces by the velocities of `spheres` and the step dt, which are those that the law
// was evaluated with; their power by `rates`, one entry a sphere, which are those at the instant of
// the positions.
double damping_power(const std::vector<BondBlock> &blocks,
                     const std::vector<BondMaterial> &materials, const BondedSpheres &spheres,
                     double dt, const SphereRates *rates, const SphereSelection &of = {});

// The same of each live bond, half to each of its spheres that is owned.
void add_damping_halves(const std::vector<BondBlock> &blocks,
                        const std::vector<BondMaterial> &materials, const BondedSpheres &spheres,
                        double dt, const SphereRates *rates, double *power);

// Power that the elastic part of the force computed for a lane takes from the motion, at the
// velocities of `spheres`. dt: as for damping_power().
double elastic_power(const BondBlock &block, const BondBlockForces &on, int lane,
                     const std::vector<BondMaterial> &materials, const BondedSpheres &spheres,
                     double dt);

}    // namespace grist

#endif
