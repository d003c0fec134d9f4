// What the energy sources of a run report at one instant, summed over what this rank owns.

#ifndef LMP_ENERGY_READINGS_H
#define LMP_ENERGY_READINGS_H

#include "styles/energy/energy_sources.h"

#include "energy/energy_ledger.h"
#include "energy/sphere_rates.h"
#include "energy/sphere_selection.h"

#include <vector>

namespace LAMMPS_NS {

// Right where velocities are those of a full step.
grist::StoredEnergy stored_energy(class LAMMPS *lmp, const EnergySources &sources);

// In post_force or setup. rates: of the full step of the forces, owned and ghost.
grist::EnergyFlows energy_powers(const EnergySources &sources,
                                 const std::vector<grist::SphereRates> &rates);

// What contacts with cohesion have taken at once in this step, where they began or tore off; all of it is CONTACT_DAMPING.
double taken_by_changes(const EnergySources &sources, const std::vector<grist::SphereRates> &rates);

// What bodies with the hysteretic law of energy have lost in this step; CONTACT_DAMPING as well.
double lost_by_overlaps(const EnergySources &sources, const grist::SphereSelection &of = {});

// The part of marked spheres (owned and ghost) in both, contacts with others included.
grist::EnergyPart energy_part(class LAMMPS *lmp, const EnergySources &sources,
                              const std::vector<grist::SphereRates> &rates,
                              const std::vector<char> &marks);

// The power of the contacts of marked spheres with others, on the latter.
double power_on_unmarked(const EnergySources &sources, const std::vector<grist::SphereRates> &rates,
                         const std::vector<char> &marks);

}    // namespace LAMMPS_NS

#endif
