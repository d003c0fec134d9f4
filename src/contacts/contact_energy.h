// Where the work of a contact of spheres goes: stored in springs, dissipated by dashpots, by
// sliding, by rolling.
//
// Stored, in closed form: in the normal spring a share of F_el d that depends on the law (2/5 by
// Hertz, 1/2 by Hooke); in a tangential spring 1/2 K_t |s|^2; the same in a rolling
// spring, and in that of twisting, which counts with it. With
// ContactForm::STOCK no more than the limit allows, with F_el for |F_n|, as the springs of a
// sliding contact are stretched by what its dashpot leaves.
//
// Cohesion: the energy of JKR is counted from touch, so that it is negative at rest and lost where
// the contact tears off; SJKR stores the energy of its pull; the work against the pull of CAPPED is
// dissipated.
//
// Taken: the power of the forces of the law, which it computes from the velocities that it is
// given, on the velocities at the instant of the positions (SphereRates). The lever of the
// tangential force is that of the law, so that the sum of all that is taken is minus the power of
// the contact on the two spheres. A contact at its limit slides: its dashpot takes nothing.

#ifndef GRIST_CONTACTS_CONTACT_ENERGY_H
#define GRIST_CONTACTS_CONTACT_ENERGY_H

#include "contacts/sphere_contact.h"
#include "energy/energy_ledger.h"
#include "energy/sphere_rates.h"

namespace grist {

struct ContactEnergy {
  double normal, shear, roll;
};

struct ContactPower {
  double damping = 0.0;     // by dashpots, normal and tangential, and by the pull of CAPPED
  double shearing = 0.0;    // by the tangential spring and by sliding
  double rolling = 0.0;     // by rolling and twisting, spring and dashpot
};

// Add a share to the entries of an energy balance.
void add(StoredEnergy &to, const ContactEnergy &stored, double share);
void add(EnergyFlows &to, const ContactPower &power, double share);

// Only overlap, normal, radius and mass of the contact are read.
ContactEnergy stored_energy(const ContactLaw &law, const SphereContact &contact,
                            const SphereContactHistory &history);

// `contact` as it was evaluated, with `on` as the result; `a` and `b` as they move at that instant.
// For a wall, b: its velocity at the contact, and its omega. history: after it, of laws that remember numbers.
ContactPower dissipated_power(const ContactLaw &law, const SphereContact &contact,
                              const SphereContactForce &on, const SphereRates &a,
                              const SphereRates &b, const SphereContactHistory &history = {});

// The part of the normal force whose work is stored, while the spheres move apart at `apart_speed`
// (< 0: together), of which the sign counts. history: at this overlap (at_overlap()).
double storing_force(const ContactLaw &law, const SphereContact &contact,
                     const SphereContactHistory &history, double apart_speed);

// Energy that a contact that remembers touch (JKR) takes at once, in the step at whose end it
// `began` or ended: at tear-off the energy that it stored; in both cases also the work of the jump
// of the force in this step. `contact`, `a` and `b`: at that end.
double dissipated_by_change(const ContactLaw &law, const SphereContact &contact, bool began,
                            const SphereRates &a, const SphereRates &b);

}    // namespace grist

#endif
