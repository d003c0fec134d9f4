// Where the work of a contact of two bodies goes: stored in springs, dissipated by dashpots and by
// sliding.
//
// Stored: by the law of energy its potential; by the law of volume, which has none, what a face
// would give back from the present force, F^2/(2 S) with the stiffness S of the branch that
// unloads; in the springs of the Coulomb law 1/2 |q|^2/(r S), and likewise for its twist.
//
// Taken: the power of the parts of the force, as they acted, on the motion at the instant of the
// positions. Where a contact is at Coulomb's limit it slides, and its dashpot takes nothing. The
// normal spring of the law of volume takes work: what it does not store is lost in the hysteretic
// law, and of the other gained or lost because the force has no potential.

#ifndef GRIST_OVERLAPS_OVERLAP_ENERGY_H
#define GRIST_OVERLAPS_OVERLAP_ENERGY_H

#include "energy/energy_ledger.h"
#include "overlaps/overlap_contact.h"

namespace grist {

struct OverlapEnergy {
  double normal = 0.0;     // of the law of energy
  double pressed = 0.0;    // of the law of volume
  double shear = 0.0;      // tangential spring, and that of the twist
};

struct OverlapPower {
  double damping = 0.0;     // by dashpots: normal, tangential and twist while they stick, rocking
  double pressing = 0.0;    // by the normal spring of the law of volume
  double shearing = 0.0;    // by tangential spring and twist, and by sliding
};

// Add a share to the entries of an energy balance.
void add(StoredEnergy &to, const OverlapEnergy &stored, double share);
void add(EnergyFlows &to, const OverlapPower &power, double share);

// `history`: after the contact was evaluated.
OverlapEnergy stored_energy(const OverlapContactLaw &law, const Overlap &overlap,
                            const ContactHistory &history);

// `motion` as it was when the contact was evaluated; `velocity` of a relative to b at the centroid,
// and `omega`, at the instant.
OverlapPower dissipated_power(const OverlapContactLaw &law, const Overlap &overlap,
                              const ContactMotion &motion, const ContactHistory &history,
                              const Vector3d &velocity, const Vector3d &omega);

// What the hysteretic law has put into a contact since it began, less what it gave back, and how
// much of that it would give back now. The work is exact for any shape; what is stored is exact by
// the law of energy, and by that of volume on faces.
struct LoadingWork {
  double work = 0.0, stored = 0.0;
};
LoadingWork loading_work(const OverlapContactLaw &law, const Overlap &overlap,
                         const ContactHistory &history);

}    // namespace grist

#endif
