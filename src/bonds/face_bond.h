// The bond of two blocks at their common face: a beam whose section is the face itself.
//
// Both blocks have the face in their own frames: its centroid, its principal axes 1 and 2, and its
// normal 3 from a to b. Without load the two lie on each other. In the frame half way between them
// (the rotation that leads from one to the other, done by half)
//
//      u    how far the face of b has moved from that of a, centroid to centroid
//      s    2 sin(p/2) times the axis of their rotation by the angle p against each other
//
// and the stored energy is that of springs spread evenly over the section
//
//      U = 1/2 [k_s A (u_1^2 + u_2^2) + k_n A u_3^2 + k_n (I_1 s_1^2 + I_2 s_2^2) + k_s J s_3^2],
//      k_n = E/h, k_s = k_n / ratio, J = I_1 + I_2,
//
// h the distance of the nuclei of both blocks along the normal: then a uniform strain of Laguerre
// cells is in equilibrium if k_s = k_n (Kawai 1978; Bolander and Saito 1998). Forces and moments are the
// exact derivatives of U, so that no path changes the energy, and a rigid motion makes no force,
// however large it is. Both forces act half way between the two centroids. Nothing is stored from
// step to step.
//
// Strength is given by stress, or by energy:
//   stress   the largest tensile stress reaches `tensile`, or the largest shear stress `cohesion` and
//            what pressure adds, as in the parallel bond (bond_loads.h). At the edge of the section:
//            moments count with the largest distances from the axes, which is exact for a
//            rectangle and on the safe side for other sections
//   energy   U_I/(g_I A) + U_II/(g_II A) = 1, U_I of tension and bending, U_II of shear and twist;
//            pressure counts as nothing (linear criterion, Wu and Reuter 1965). g is the energy per area of
//            face, not of both surfaces, so that a face in tension parts at the traction sqrt(2 g k_n)
//
// Dashpots are 2 zeta sqrt(m/(k_n A)) times the springs, m the effective mass of both blocks: zeta is
// the fraction of critical damping along the normal.
//
// Any consistent units.

#ifndef GRIST_BONDS_FACE_BOND_H
#define GRIST_BONDS_FACE_BOND_H

#include "bonds/bond_loads.h"
#include "common/space.h"

#include <limits>

namespace grist {

struct FaceMaterial {
  static constexpr double NONE = std::numeric_limits<double>::infinity();
  double young = 0.0, ratio = 2.5;    // E; k_n/k_s
  double damping = 0.0;               // zeta
  double tensile = NONE, cohesion = NONE;
  double angle = 0.0, friction = 0.0;        // degrees, by which pressure adds to cohesion; its tan
  double beta = 1.0;                         // share of the moments in the stresses
  double opening = NONE, shearing = NONE;    // g_I, g_II

  bool parts_by_energy() const { return opening < NONE; }
};

// Plain numbers: travels and is stored as it lies in memory.
struct FaceBond {
  Pose in_a, in_b;    // frame of the face in those of the bodies; columns are axes 1, 2, normal
  double area;
  double inertia[2];    // about axes 1 and 2
  double extent[2];     // largest distance of the outline from the centroid along axes 1 and 2
  double distance;      // h
};

// Between bodies at these places. face: its frame in space.
FaceBond make_face_bond(const Pose &a, const Pose &b, const Pose &face, double area,
                        const double (&inertia)[2], const double (&extent)[2], double distance);

// With all lengths times a factor.
FaceBond scaled(const FaceBond &bond, double factor);

struct FaceMotion {
  Pose a, b;
  Vector3d velocity_a, velocity_b, omega_a, omega_b;
  double mass;    // effective: ma mb / (ma + mb)
};

// In the frame of the face half way, on a.
struct FaceLoads {
  Vector3d force;     // shear along 1 and 2, tension along 3
  Vector3d moment;    // bending about 1 and 2, twist about 3
};

struct FacePull {
  Vector3d force_a, torque_a, torque_b;    // b takes the opposite force
};

struct FaceForces {
  FacePull on;        // of springs and dashpots
  FacePull drag;      // of dashpots alone
  FaceLoads loads;    // of the springs
  double energy;      // stored
  double share;       // of strength; from 1 on it parts
  BondFailure failure;
};

FaceForces face_forces(const FaceMaterial &material, const FaceBond &bond,
                       const FaceMotion &motion);

}    // namespace grist

#endif
