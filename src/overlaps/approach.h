// The energy that the motion of a body can still put into its contacts: that of the normal impulses
// that stop all approach at once.
//
// With the speeds of approach u_k and the matrix A of the speeds that unit impulses give,
//
//     A_kl = n_k . n_l / m + (r_k x n_k) . I^-1 (r_l x n_l) + d_kl b_k
//     b_k    inverse mass of the other body at the contact
//
// this is u . A^-1 u / 2 over the contacts that approach. It is never more than the kinetic energy
// of the motion against them; a body that hits a wall with one face and without rotation has m
// u^2/2, one that hits it with a corner away from its center less. Where contacts are redundant, as
// four corners on one plane, the impulses of least norm count.

#ifndef GRIST_OVERLAPS_APPROACH_H
#define GRIST_OVERLAPS_APPROACH_H

#include "geometry/half_space.h"

#include <vector>

namespace grist {

// A rigid body in space axes.
struct BodyInertia {
  double mass;
  Matrix3d inverse_moments;    // of the tensor about its position

  static BodyInertia of(double mass, const Matrix3d &rotation, const Vector3d &principal_moments);
  static BodyInertia of_sphere(double mass, double radius);

  // 1/m + (r x n) . I^-1 (r x n): the speed along n that a unit impulse along n gives to the
  // material at r from the position.
  double inverse_mass_at(const Vector3d &arm, const Vector3d &normal) const;
};

struct ApproachingContact {
  Vector3d arm;       // of the contact, from the position of the body
  Vector3d normal;    // unit vector out of the body
  double speed;       // of approach along it, half a step before the force, as integrators have it
  double force;       // normal, on the body against the normal
  double other;       // inverse mass of the other body there; 0: a wall
  double share;       // of the energy that counts for this body
};

// dt: the time step; half of it passes until the velocities of the step.
double approach_energy(const BodyInertia &body, const std::vector<ApproachingContact> &contacts,
                       double dt);

}    // namespace grist

#endif
