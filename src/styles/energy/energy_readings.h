// Energies and powers that the sources of a run report at one instant, summed over the atoms of
// this rank.

#ifndef LMP_ENERGY_READINGS_H
#define LMP_ENERGY_READINGS_H

#include "styles/energy/energy_sources.h"

#include <vector>

namespace LAMMPS_NS {

// Valid where velocities are those of a full step.
grist::StoredEnergy stored_energy(class LAMMPS *lmp, const EnergySources &sources);

// In post_force or setup. rates: of the full step of the forces, owned and ghost.
grist::EnergyFlows energy_powers(const EnergySources &sources,
                                 const std::vector<grist::SphereRates> &rates);

// Energy that contacts have lost at once in this step (grist::LossSum); all of it is
// CONTACT_DAMPING.
double lost_at_once(const EnergySources &sources, const std::vector<grist::SphereRates> &rates,
                    const grist::SphereSelection &of = {});

// The part of marked spheres (owned and ghost) in both, contacts with others included.
grist::EnergyPart energy_part(class LAMMPS *lmp, const EnergySources &sources,
                              const std::vector<grist::SphereRates> &rates,
                              const std::vector<char> &marks);

// The power of the contacts of marked spheres with others, on the latter.
double power_on_unmarked(const EnergySources &sources, const std::vector<grist::SphereRates> &rates,
                         const std::vector<char> &marks);

}    // namespace LAMMPS_NS

#endif
