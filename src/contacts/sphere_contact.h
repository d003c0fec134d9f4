// One contact of two spheres, or of a sphere on a wall; contact_force.h has its force.
//
// Vocabulary:
//   normal n   unit vector from b to a; forces and torques are those on a, b takes the opposite
//              force
//   overlap d  how far the two surfaces pass each other, > 0
//   R*, m*     effective radius and mass, Ra Rb / (Ra + Rb) and ma mb / (ma + mb)
//   slip       relative velocity of the two surfaces along the contact
//   shear      the slip summed over time, turned with the contact plane: the tangential spring
//   roll       the same of the rolling velocity R* (omega_a - omega_b) x n
//   twist      the same of the relative turning about n
//
// Any consistent units: nothing here depends on the size of a number.

#ifndef GRIST_CONTACTS_SPHERE_CONTACT_H
#define GRIST_CONTACTS_SPHERE_CONTACT_H

#include "common/space.h"
#include "contacts/contact_law.h"

#include <algorithm>
#include <array>

namespace grist {

struct MovingSphere {
  Vector3d position, velocity, omega;
  double radius, mass;
};

// One contact at one instant.
struct SphereContact {
  Vector3d normal;
  double overlap;       // no contact unless > 0, or cohesion acts beyond touch (acts())
  Vector3d velocity;    // of the centre of a, minus that of b or of the surface of a wall
  Vector3d omega_a, omega_b;
  double radius_a, radius_b;    // 0 for a wall, which has a velocity of its surface
  double arm_a, arm_b;          // from the centres to the tangential force; also for the slip
  double radius;                // R*
  double mass;                  // m*
  double inertia;               // 1 / (1/Ia + 1/Ib), for rolling that needs it
  double normal_turn;    // 1/distance of the centres, for the turn of the normal; 0 on a wall
  double dt;             // length of a time step
  bool advance;          // this is a new step: shear and roll advance by dt
  double half_step;      // by which velocities are behind positions: dt / 2 in a step, else 0
};

// As in LAMMPS, the tangential force acts half the overlap inside either surface.
SphereContact sphere_contact(const MovingSphere &a, const MovingSphere &b, double dt, bool advance);

// Counts the overlap of two spheres from a reference overlap on, as beside a bond; where the force
// acts does not change.
inline void count_overlap_from(double reference, SphereContact &contact)
{
  if (reference > 0.0) contact.overlap = std::max(0.0, contact.overlap - reference);
}

// A sphere on a wall of infinite mass. `normal` from the wall to the sphere; `curvature` 1 over the
// wall's own radius: 0 flat, positive where it bulges towards the sphere, negative where it
// surrounds it. The lever of the tangential force is the radius, as that of a rigid sphere, so
// `velocity` is that of the wall at a radius below the centre; ContactForm::STOCK has it at the
// surface. `omega` is that of the wall. With velocities of spheres that are those of the middle of
// a step, it is that of the wall then.
SphereContact wall_contact(const MovingSphere &a, const Vector3d &normal, double overlap,
                           double curvature, const Vector3d &velocity, const Vector3d &omega,
                           double dt, bool advance);

// History of a contact. Zero for a new one. Seen from b, shear changes its sign, the others do not.
struct SphereContactHistory {
  // sqrt(K_t) times the stretch [sqrt(energy)]; with ContactForm::STOCK the stretch [length].
  Vector3d shear = Vector3d::zero();
  // What rolling remembers, if it remembers a vector [length].
  Vector3d roll = Vector3d::zero();
  // What twisting remembers: sqrt(K) times the angle about the normal [sqrt(energy)].
  double twist = 0.0;
  // Numbers that springs, then cohesion, remember.
  std::array<double, MOST_REMEMBERED> memory = {};

  static constexpr int SIZE = HistoryLayout::all().width;
  void write(double *to, const HistoryLayout &as = HistoryLayout::all()) const
  {
    for (int d = 0; d < 3; d++) to[d] = shear[d];    // a call would take longer
    for (int d = 0; as.roll > 0 && d < 3; d++) to[as.roll + d] = roll[d];
    for (int d = 0; as.memory > 0 && d < as.remembered; d++) to[as.memory + d] = memory[d];
    if (as.twist > 0) to[as.twist] = twist;
  }
  static SphereContactHistory read(const double *from,
                                   const HistoryLayout &as = HistoryLayout::all())
  {
    SphereContactHistory what;
    what.shear = vector_at(from);
    if (as.roll > 0) what.roll = vector_at(from + as.roll);
    if (as.memory > 0) std::copy_n(from + as.memory, as.remembered, what.memory.data());
    if (as.twist > 0) what.twist = from[as.twist];
    return what;
  }
};

struct SphereContactForce {
  Vector3d force = Vector3d::zero();       // on a, normal and tangential
  Vector3d torque_a = Vector3d::zero();    // about the centres
  Vector3d torque_b = Vector3d::zero();
  double normal = 0.0;                       // F_n, elastic and damping; positive pushes
  double pressing = 0.0;                     // the limit of friction is `friction` times this
  Vector3d tangential = Vector3d::zero();    // on a
  Vector3d rolling =
      Vector3d::zero();    // torque on a by rolling friction and twisting; b takes the opposite
};

}    // namespace grist

#endif
