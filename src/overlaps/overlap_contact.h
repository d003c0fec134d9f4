// The contact law of bodies that touch by a volume of overlap.
//
// Source: nassauer2013 Eqs. 42 to 46, and two things beyond it: a conservative normal law, and
// Coulomb friction with a tangential history. Signs as in geometry/overlap.h: the normal n points
// from a to b, forces are those on a.
//
//      volume       elastic force -K V n at the overlap's centroid (Eq. 43).
//                   K in force/volume
//      energy       energy K V^2 / 2; force -K V grad V, torques by rotations of V.
//                   K in energy/volume^2
//      damping      -c (v . n) n, v the velocity of a relative to b at the middle of the contact
//                   area, where it acts (Eq. 43 has the centroid of the overlap); c given, or from
//                   a coefficient of restitution e: c = 2 z sqrt(m S), z by critical_share()
//                   (contact_law.h), m the effective mass and S the stiffness of the moment, K A
//                   (volume) or K A^2 (energy) for a contact area A. That gives e exactly on faces,
//                   and head-on for any shape by the law of energy
//      hysteretic   in place of K V: the force of a spring that latches (latching_spring.h) in V.
//                   No dashpot while a contact is loaded for the first time or unloaded. Where it
//                   is loaded again, which the spring does without loss, the dashpot of restitution
//                   e acts, up to K V: without it a body on a floor would bounce forever
//      rocking      the dashpot is spread over the contact area, so it also resists relative
//                   rotation across the normal. Without that a body that rocks on its face would
//                   never come to rest, as it hardly moves at the centroid. The pressure of spring
//                   and dashpot, K V/A (by the law of volume with a slope that puts its center at
//                   the centroid) + c/A v_n at each place, counts where it is not negative, as if
//                   the area were a rectangle of the same shape (geometry/area_spread.h). So the
//                   force never pulls, and acts on the area. The hysteretic law keeps its force;
//                   its pressure is the one of that force
//      regularised  -mu |Fn| vt/|vt| (|vt|^2 / (w + |vt|^2)) - d vt (Eq. 44); the paper has w =
//                   0.1, in its units of speed squared
//      friction     a tangential force that grows by -r S vt dt, turns with the bodies, and is at
//                   most mu |Fn|; with a damping like the normal one with r S for S. Their sum is
//                   at most mu |Fn|, so that a sliding contact has no dashpot
//      twist        both resist rotation about the normal too, which the paper's single point of
//                   force does not: as if pressed evenly on that disc, by s^2/2 for stiffness and
//                   damping, and its mean radius 2 s/3 for the limit
//
// Any consistent units.

#ifndef GRIST_OVERLAPS_OVERLAP_CONTACT_H
#define GRIST_OVERLAPS_OVERLAP_CONTACT_H

#include "geometry/overlap.h"
#include "overlaps/overlap_law.h"

namespace grist {

class ContactSurvey;

struct ContactMotion {
  Vector3d velocity;    // of a's material at the centroid, minus that of b's: see pair_velocity()
  Vector3d omega;       // angular velocity of a minus that of b
  double mass;          // effective: ma mb / (ma + mb)
  double dt;            // 0 where no time has passed
  Vector3d turning =
      Vector3d::zero();    // angular velocity of the contact, with which friction turns: see below
};

// Angular velocity of the contact: of a pair, the mean of both. A wall turns its normal by itself,
// so that the omega of a counts about the normal only.
inline Vector3d pair_turning(const Vector3d &omega_a, const Vector3d &omega_b)
{
  return 0.5 * (omega_a + omega_b);
}
// Velocities are those of the middle of a step dt, so they are taken at the arms as these were
// then: bodies that turn as one have no velocity at the contact. velocity: of a minus that of b,
// both at their positions.
inline Vector3d pair_velocity(const Vector3d &velocity, const Vector3d &omega_a,
                              const Vector3d &arm_a, const Vector3d &omega_b, const Vector3d &arm_b,
                              double dt)
{
  const Vector3d half = 0.5 * dt * pair_turning(omega_a, omega_b);
  return velocity + cross(omega_a, arm_a - cross(half, arm_a)) -
      cross(omega_b, arm_b - cross(half, arm_b));
}
inline Vector3d wall_turning(const Vector3d &omega_a, const Vector3d &omega_wall,
                             const Vector3d &normal)
{
  return omega_wall + 0.5 * dot(omega_a - omega_wall, normal) * normal;
}

// Zero for a new contact. The Coulomb law remembers the tangential force on a and the twisting
// moment on a, along the normal; seen from b, both change their signs. The rest is of the
// hysteretic law, and the same from b: the largest volume so far, the work done against the normal
// spring, and its force at the last step.
struct ContactHistory {
  static constexpr int SIGNED = 6, SIZE = 9;    // numbers; the first change their signs
  Vector3d force = Vector3d::zero();
  Vector3d twist = Vector3d::zero();
  double peak = 0.0;
  double work = 0.0;
  double pressed = 0.0;
};

struct ContactForce {
  Vector3d force = Vector3d::zero();       // on a; b takes the opposite
  Vector3d torque_a = Vector3d::zero();    // about the position of a
  Vector3d torque_b = Vector3d::zero();    // about the position of b
  double energy = 0.0;                     // elastic, of the energy law; 0 for the other
  double lost = 0.0;                       // of the hysteretic law, in this contact so far
  double lost_now = 0.0;                   // the same of the law of energy, in this step
};

// The parts of the force on a, all at the centroid: along the normal, across it, and moments. The
// elastic torques of the law of energy are in ContactForce.
struct ContactParts {
  double elastic = 0.0, damping = 0.0;    // along the normal: elastic against it, damping along it
  Vector3d friction = Vector3d::zero();
  Vector3d dashpots =
      Vector3d::zero();    // of that, by a dashpot; of a contact that slides by friction, zero
  Vector3d twist = Vector3d::zero();
  Vector3d twist_damping = Vector3d::zero();    // of that
  Vector3d rocking = Vector3d::zero();
};

// Normal force per length of a step along the normal, at this overlap: S of the dashpots and of
// friction, and that of the steepest branch.
double overlap_stiffness(const OverlapContactLaw &law, const Overlap &overlap);
double steepest_stiffness(const OverlapContactLaw &law, const Overlap &overlap);

// One more contact of bodies in a survey; its overlap there is the mean depth of the volume, at most the
// edge of the cube of this volume, over the size of the smaller body. mass: effective.
void add_contact(ContactSurvey &survey, const OverlapContactLaw &law, const Overlap &overlap,
                 double mass, double size);

// What the normal spring would return by a change of the volume: an energy by the law of energy; an
// energy times an area by the law of volume, where forces are not energies over volumes.
double stored_in_volume(const OverlapContactLaw &law, const Overlap &overlap,
                        const ContactHistory &history);

ContactParts contact_parts(const OverlapContactLaw &law, const Overlap &overlap,
                           const ContactMotion &motion, ContactHistory &history);

// `distance`: position of b minus that of a. The history is that of the step before, and becomes
// that of this step.
ContactForce overlap_contact(const OverlapContactLaw &law, const Overlap &overlap,
                             const Vector3d &distance, const ContactMotion &motion,
                             ContactHistory &history);

}    // namespace grist

#endif
