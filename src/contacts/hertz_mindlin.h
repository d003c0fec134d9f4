// The contact law of elastic spheres: Hertz across the contact, Mindlin along it, with damping, Coulomb's limit and
// rolling friction. Also of a sphere on a wall.
//
// Source: huang2020 Eqs. 22-27. Vocabulary:
//   normal n   unit vector from b to a; forces and torques are those on a, b takes the opposite force
//   overlap d  how far the two surfaces pass each other, > 0
//   R*, m*     effective radius and mass, Ra Rb / (Ra + Rb) and ma mb / (ma + mb)
//   E*, G*     1/E* = sum of (1 - nu^2)/E, 1/G* = sum of 2 (2 - nu) (1 + nu)/E of the two materials
//   slip       relative velocity of the two surfaces along the contact
//   shear      the slip summed over time, turned with the contact plane: what Mindlin's spring is stretched by
//   roll       the same of the rolling velocity R* (spin_a - spin_b) x n
//
//   normal      F_n = 4/3 E* sqrt(R* d) d - C_n v_n
//   damping     C_n = 2 sqrt(5/6) z sqrt(S_n m*), S_n = 2 E* sqrt(R* d), z = -ln e / sqrt(pi^2 + ln^2 e) (Eq. 25)
//   tangential  F_t = -K_t shear - C_t slip, K_t = 8 G* sqrt(R* d), held at friction |F_n|
//               C_t as C_n with K_t for S_n (Eq. 27), that is 2 sqrt(G*/E*) C_n, or a given multiple of C_n
//   rolling     TORQUE: rolling_friction R* |F_n| against the rolling
//               SPRING: a force F_r = -rolling_stiffness roll - rolling_damping rolling velocity, held at
//               rolling_friction |F_n|, with the lever R*
//
// Any consistent units: nothing here depends on the size of a number.

#ifndef GRIST_CONTACTS_HERTZ_MINDLIN_H
#define GRIST_CONTACTS_HERTZ_MINDLIN_H

#include <Eigen/Core>
#include <Eigen/Geometry>

namespace grist {

using Eigen::Vector3d;

struct ElasticMaterial {
  double young = 0.0;      // E [pressure], > 0
  double poisson = 0.0;    // nu, above -1, at most 0.5
};

enum class RollingLaw { NONE, TORQUE, SPRING };

// What a user says of two materials in contact.
struct ContactCoefficients {
  static constexpr double HUANG = -1.0;

  double restitution = 1.0;        // e, above 0, at most 1
  double friction = 0.0;           // of sliding, >= 0
  double damping_ratio = HUANG;    // C_t / C_n, >= 0; HUANG: by Eq. 27
  RollingLaw rolling = RollingLaw::NONE;
  double rolling_stiffness = 0.0;    // of SPRING [force/length], > 0
  double rolling_damping = 0.0;      // of SPRING [force/velocity], >= 0
  double rolling_friction = 0.0;     // of TORQUE and SPRING, >= 0
};

// Throw std::invalid_argument, with the value in the text, for what is no material or no coefficient.
void check(const ElasticMaterial &material);
void check(const ContactCoefficients &coefficients);

// Of types that nobody named together: geometric means. Both must have the same rolling law, and both or neither
// HUANG (mixable()).
bool mixable(const ContactCoefficients &a, const ContactCoefficients &b);
ContactCoefficients mixed(const ContactCoefficients &a, const ContactCoefficients &b);

// The law between two materials, in the form that is evaluated.
struct HertzMindlin {
  double normal = 0.0;           // 4/3 E*
  double tangential = 0.0;       // 8 G*
  double damping = 0.0;          // C_n / sqrt(m* normal sqrt(R* d))
  double damping_ratio = 0.0;    // C_t / C_n
  double friction = 0.0;
  double rolling_stiffness = 0.0;
  double rolling_damping = 0.0;
  double rolling_friction = 0.0;
  RollingLaw rolling = RollingLaw::NONE;

  HertzMindlin() = default;
  HertzMindlin(const ElasticMaterial &a, const ElasticMaterial &b,
               const ContactCoefficients &coefficients);
  bool operator==(const HertzMindlin &other) const;
};

struct MovingSphere {
  Vector3d position, velocity, spin;
  double radius, mass;
};

// One contact at one instant.
struct SphereContact {
  Vector3d normal;
  double overlap;    // no contact unless > 0
  Vector3d
      velocity;    // of the centre of a, minus that of b; of a wall: of its surface at the contact
  Vector3d spin_a, spin_b;
  double radius_a,
      radius_b;    // spin times radius is added to the velocities; 0 for a wall, which has its own
  double arm_a, arm_b;    // from the centres to where the tangential force acts
  double radius;          // R*
  double mass;            // m*
  double inertia;         // 1 / (1/Ia + 1/Ib), limits the torque of RollingLaw::TORQUE
  double dt;              // length of a time step
  bool advance;           // this is a new step: shear and roll go on by dt
};

// Force and levers as in LAMMPS: the tangential force acts half the overlap inside either surface.
SphereContact sphere_contact(const MovingSphere &a, const MovingSphere &b, double dt, bool advance);

// A sphere on a wall that is too heavy to be moved. `normal` from the wall to the sphere; `curvature` 1 over the
// wall's own radius: 0 flat, positive where it bulges towards the sphere, negative where it surrounds it. `velocity`
// and `spin` are those of the wall, at the contact; only rolling friction asks for the spin.
SphereContact wall_contact(const MovingSphere &a, const Vector3d &normal, double overlap,
                           double curvature, const Vector3d &velocity, const Vector3d &spin,
                           double dt, bool advance);

// What a contact remembers. Zero for a new one. Seen from b, shear changes its sign and roll does not.
struct SphereContactHistory {
  Vector3d shear = Vector3d::Zero();    // [length]
  Vector3d roll = Vector3d::Zero();     // [length], of SPRING
};

struct SphereContactForce {
  Vector3d force = Vector3d::Zero();       // on a, normal and tangential
  Vector3d torque_a = Vector3d::Zero();    // about the centres
  Vector3d torque_b = Vector3d::Zero();
  double normal = 0.0;                       // F_n, elastic and damping; positive pushes
  Vector3d tangential = Vector3d::Zero();    // on a
  Vector3d rolling = Vector3d::Zero();    // torque on a by rolling friction; b takes the opposite
};

// Springs and dashpot of a contact at its overlap.
struct ContactStiffness {
  double normal;     // F_n = normal d - damping v_n
  double damping;    // C_n; C_t is damping_ratio times as much
  double shear;      // K_t
};
ContactStiffness contact_stiffness(const HertzMindlin &law, const SphereContact &contact);

SphereContactForce hertz_mindlin(const HertzMindlin &law, const SphereContact &contact,
                                 SphereContactHistory &history);

}    // namespace grist

#endif
