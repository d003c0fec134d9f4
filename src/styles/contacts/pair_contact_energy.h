/* Energy in the contacts of a pair style of spheres, for compute energy/balance. This rank's share in all of them: shares
   add up to each pair once.
*/

#ifndef GRIST_STYLES_PAIR_CONTACT_ENERGY_H
#define GRIST_STYLES_PAIR_CONTACT_ENERGY_H

#include "contacts/contact_energy.h"
#include "energy/sphere_selection.h"

namespace LAMMPS_NS {

// Of all pairs that touched at the last evaluation. Velocities must be those of that evaluation for power_taken(); `rates`
// are those of the full step, owned and ghost.
// Of a selection: the pairs with a selected sphere.
grist::ContactEnergy stored_energy(const class PairSphereContact &pair,
                                   const grist::SphereSelection &of = {});
grist::ContactPower power_taken(const class PairSphereContact &pair,
                                const grist::SphereRates *rates,
                                const grist::SphereSelection &of = {});

// The power of contacts between a selected sphere and one that is not, on the latter.
double power_on_others(const class PairSphereContact &pair, const grist::SphereRates *rates,
                       const grist::SphereSelection &of);

// What contacts with cohesion jkr have taken at once, where they began or tore off in this step.
double taken_by_changes(const class PairSphereContact &pair, const grist::SphereRates *rates);

// The energy that comes with the pair i, j, which has just become an ordinary neighbor in `list` and acts from the next
// step on: that of its overlap, and what its force would have taken in half a step by then.
double energy_of_new(const class PairSphereContact &pair, const class NeighList *list, int i,
                     int j);

}    // namespace LAMMPS_NS

#endif
