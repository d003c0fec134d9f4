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
// however large it is. Both forces act half way between the two centroids. Nothing but damage is
// stored from step to step.
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
// A face that softens does not part there. Its share u of the strength is that of the springs without
// damage, the largest so far; beyond 1 all of them but that of pressure lose the share d of softening.h,
// and it parts at u = reach:
//   stress   reach = 2 g k_n/tensile^2, g that of `soften`: as the parallel bond
//   energy   with a strength `tensile` below sqrt(2 g_I k_n): u^2 = reach [U_I/(g_I A) + U_II/(g_II A)],
//            reach = 2 g_I k_n/tensile^2. So u is one effective separation for all modes (Camacho and
//            Ortiz 1996), which in tension is u_3 k_n/tensile; in shear softening begins at the stress
//            tensile sqrt(g_II k_s/(g_I k_n)). On any path the energies W_I and W_II that damage takes
//            add up to W_I/(g_I A) + W_II/(g_II A) = 1, the integral of u^2/reach dd
// Where such a face is pressed its damaged part may bear friction (face_friction.h).
// Strengths may scatter (strength_scatter.h), and be lowered by repeated loads (fatigue.h) and by
// temperature (weakening.h). Loads may relax: each of the six springs is a Maxwell element
// (bond_creep.h), and u and s are those without what has crept.
//
// Dashpots are 2 zeta sqrt(m/(k_n A)) times the springs, m the effective mass of both blocks: zeta is
// the fraction of critical damping along the normal.
//
// Any consistent units.

#ifndef GRIST_BONDS_FACE_BOND_H
#define GRIST_BONDS_FACE_BOND_H

#include "bonds/bond_creep.h"
#include "bonds/bond_loads.h"
#include "bonds/face_friction.h"
#include "bonds/face_strength.h"
#include "bonds/fatigue.h"
#include "bonds/softening.h"
#include "bonds/strength_scatter.h"
#include "bonds/weakening.h"
#include "common/space.h"

#include <limits>

namespace grist {

struct FaceMaterial :
    Softening::Coefficients,
    Fatigue::Coefficients,
    FaceFriction::Coefficients,
    BondCreep::Coefficients,
    Weakening::Coefficients,
    ScatteredStrength::Coefficients {
  static constexpr double NONE = std::numeric_limits<double>::infinity();
  double young = 0.0, ratio = 2.5;           // E; k_n/k_s
  double damping = 0.0;                      // zeta
  double tensile = NONE, cohesion = NONE;    // tensile with g: where softening begins
  double angle = 0.0, friction = 0.0;        // degrees, by which pressure adds to cohesion; its tan
  double beta = 1.0;                         // share of the moments in the stresses
  double opening = NONE, shearing = NONE;    // g_I, g_II

  bool parts_by_energy() const { return opening < NONE; }
  // Whether its faces change without reaching their strength.
  bool changes_below_strength() const
  {
    return Fatigue::acts(*this) || BondCreep::acts(*this) || Weakening::acts(*this);
  }
  bool softens() const { return Softening::acts(*this) || (parts_by_energy() && tensile < NONE); }
};

// The share of strength at which a face that softens parts, for this distance h; 0 for one that parts at
// once. At 1 and below it cannot soften: refusal() is the sentence, else empty.
double softening_reach(const FaceMaterial &material, double distance);
std::string refusal(const FaceMaterial &material, double distance);

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

// Force per displacement along, and moment per angle about, the axes of the face.
struct FaceSprings {
  Vector3d force, moment;

  FaceSprings(const FaceMaterial &material, const FaceBond &bond);
};

// strength: the factor by which strengths scatter.
FaceStrengths<double> face_strengths(const FaceMaterial &material, const FaceBond &bond,
                                     const FaceSprings &springs, double strength);

// Over which dashpots have the impulse of the springs.
double dashpot_time(const FaceMaterial &material, const FaceSprings &springs, double mass);

struct FaceMotion {
  Pose a, b;
  Vector3d velocity_a, velocity_b, omega_a, omega_b;
  double mass;        // effective: ma mb / (ma + mb)
  double dt = 0.0;    // the velocities led here from the last evaluation; 0: not known
};

// What a face remembers. Plain numbers, the same on both blocks.
struct FaceMemory {
  Softening::Memory<double> softening = Softening::NEW;
  Fatigue::Memory<double> fatigue = Fatigue::NEW;
  FaceFriction::Memory friction = FaceFriction::NEW;
  BondCreep::Memory<double> crept[6] = {};    // of u and s
};

// 0 to 1: by softening the share of the stiffness, by fatigue that of the energy, that is lost.
double damage_of(const FaceMaterial &material, const FaceBond &bond, const FaceMemory &memory);

// In the frame of the face half way.
using FaceLoads = LoadsOfFace<double>;

struct FacePull {
  Vector3d force_a, torque_a, torque_b;    // b takes the opposite force
};

struct FaceForces {
  FacePull on;         // of springs and dashpots
  FacePull drag;       // of dashpots alone
  FaceLoads loads;     // of the springs
  Vector3d shear_a;    // that of these, on a, in space
  double energy;       // stored
  double share;        // of the strength that is left; from 1 on it parts, or softens
  BondFailure failure;
  double dissipated;      // energy that damage has taken in this step
  double rubbed;          // and friction
  double flowed;          // and creep
  bool has_remembered;    // whether its memory has changed
};

// strength: the factor of strengths of this face. The memory becomes that of this step.
FaceForces face_forces(const FaceMaterial &material, const FaceBond &bond, const FaceMotion &motion,
                       double strength, FaceMemory &memory);

// Of a face that has no damage.
inline FaceForces face_forces(const FaceMaterial &material, const FaceBond &bond,
                              const FaceMotion &motion)
{
  FaceMemory memory;
  return face_forces(material, bond, motion, 1.0, memory);
}

}    // namespace grist

#endif
