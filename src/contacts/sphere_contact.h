// One contact of two spheres, or of a sphere on a wall, its force by any contact law, and the power
// that the force dissipates.
//
// Vocabulary:
//   normal n   unit vector from b to a; forces and torques are those on a, b takes the opposite
//              force
//   overlap d  how far the two surfaces pass each other, > 0
//   R*, m*     effective radius and mass, Ra Rb / (Ra + Rb) and ma mb / (ma + mb)
//   slip       relative velocity of the two surfaces along the contact
//   shear      the slip summed over time, turned with the contact plane: the tangential spring
//   roll       the same of the rolling velocity R* (omega_a - omega_b) x n
//
// Any consistent units: nothing here depends on the size of a number.

#ifndef GRIST_CONTACTS_SPHERE_CONTACT_H
#define GRIST_CONTACTS_SPHERE_CONTACT_H

#include "contacts/cohesion.h"
#include "contacts/contact_laws.h"
#include "energy/sphere_rates.h"

#include <Eigen/Core>
#include <Eigen/Geometry>

namespace grist {

using Eigen::Vector3d;

struct MovingSphere {
  Vector3d position, velocity, omega;
  double radius, mass;
};

// One contact at one instant.
struct SphereContact {
  Vector3d normal;
  double overlap;    // no contact unless > 0, or cohesion acts beyond touch (acts())
  Vector3d
      velocity;    // of the centre of a, minus that of b; of a wall: of its surface at the contact
  Vector3d omega_a, omega_b;
  double radius_a, radius_b;    // 0 for a wall, which has a velocity of its surface
  double arm_a, arm_b;          // from the centres to the tangential force; also for the slip
  double radius;                // R*
  double mass;                  // m*
  double inertia;               // 1 / (1/Ia + 1/Ib), limits the torque of RollingLaw::TORQUE
  double normal_turn;    // 1/distance of the centres, for the turn of the normal; 0 on a wall
  double dt;             // length of a time step
  bool advance;          // this is a new step: shear and roll advance by dt
};

// As in LAMMPS, the tangential force acts half the overlap inside either surface.
SphereContact sphere_contact(const MovingSphere &a, const MovingSphere &b, double dt, bool advance);

// A sphere on a wall of infinite mass. `normal` from the wall to the sphere; `curvature` 1 over the
// wall's own radius: 0 flat, positive where it bulges towards the sphere, negative where it
// surrounds it. The lever of the tangential force is the radius, as that of a rigid sphere, so
// `velocity` is that of the wall at a radius below the centre; ContactForm::STOCK has it at the
// surface. `omega` is that of the wall.
SphereContact wall_contact(const MovingSphere &a, const Vector3d &normal, double overlap,
                           double curvature, const Vector3d &velocity, const Vector3d &omega,
                           double dt, bool advance);

// History of a contact. Zero for a new one. Seen from b, shear changes its sign and roll does not.
struct SphereContactHistory {
  // sqrt(K_t) times the stretch [sqrt(energy)]; with ContactForm::STOCK the stretch [length].
  Vector3d shear = Vector3d::Zero();
  Vector3d roll = Vector3d::Zero();    // [length], of RollingLaw::SPRING
};

struct SphereContactForce {
  Vector3d force = Vector3d::Zero();       // on a, normal and tangential
  Vector3d torque_a = Vector3d::Zero();    // about the centres
  Vector3d torque_b = Vector3d::Zero();
  double normal = 0.0;                       // F_n, elastic and damping; positive pushes
  double pressing = 0.0;                     // the limit of friction is `friction` times this
  Vector3d tangential = Vector3d::Zero();    // on a
  Vector3d rolling = Vector3d::Zero();    // torque on a by rolling friction; b takes the opposite
};

// Springs and cohesion along the normal, without the dashpot.
cohesion::NormalState normal_state(const ContactLaw &law, const SphereContact &contact);
ContactSprings contact_springs(const ContactLaw &law, const SphereContact &contact);

// Whether there is a contact. has_touched: it has been one since the spheres touched, at the last
// step.
bool acts(const ContactLaw &law, const SphereContact &contact, bool has_touched);

SphereContactForce contact_force(const ContactLaw &law, const SphereContact &contact,
                                 SphereContactHistory &history);

// The part of the normal force that has a potential.
double conservative_force(const ContactLaw &law, const SphereContact &contact);

// Power that a contact takes from the two spheres: that of the forces of the law, which it computes
// from the velocities that it is given, on the velocities at the instant of the positions
// (SphereRates). The lever of the tangential force is that of the law, so that the sum of all that
// is taken is minus the power of the contact on the two spheres. A contact at its limit slides: its
// dashpot takes nothing.
struct ContactPower {
  double damping = 0.0;     // by dashpots, normal and tangential, and by the pull of CAPPED
  double shearing = 0.0;    // by the tangential spring and by sliding
  double rolling = 0.0;     // by the rolling law, spring and dashpot
};

// `contact` as it was evaluated, with `on` as the result; `a` and `b` as they move at that instant.
// For a wall, b: its velocity at the contact, and its omega.
ContactPower dissipated_power(const ContactLaw &law, const SphereContact &contact,
                              const SphereContactForce &on, const SphereRates &a,
                              const SphereRates &b);

}    // namespace grist

#endif
