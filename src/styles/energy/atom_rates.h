// Velocity, angular velocity and kinetic energy of an atom: of a sphere from omega and radius, of a
// body from its angular momentum, orientation and principal moments.

#ifndef LMP_ATOM_RATES_H
#define LMP_ATOM_RATES_H

#include "energy/sphere_rates.h"

namespace LAMMPS_NS {

class Atom;

grist::SphereRates rates_of(Atom &atom, int i);

// The same after half a step of force and torque, as the integrators of spheres and bodies make it.
// `half_step`: in units of velocity times mass over force.
grist::SphereRates rates_after(Atom &atom, int i, double half_step);

double twice_kinetic_energy(Atom &atom, const grist::SphereRates &rates, int i);

}    // namespace LAMMPS_NS

#endif
