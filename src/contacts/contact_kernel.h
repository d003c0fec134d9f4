// The force of one contact of spheres, for any law: stated once, for single contacts (sphere_contact.h) and for blocks of them
// (contact_block.h). There it is the body of a loop that compilers turn into vector instructions: plain doubles, selects
// instead of branches, and few divisions.
//
//   normal      F_n along the normal, by the springs of the law (contact_law.h)
//   tangential  F_t = -K_t shear - C_t slip, at most friction |F_n|
//   rolling     TORQUE: friction R* |F_n| against the rolling
//               SPRING: a force F_r = -stiffness roll - damping rolling velocity, at most friction |F_n|, with the lever R*

#ifndef GRIST_CONTACTS_CONTACT_KERNEL_H
#define GRIST_CONTACTS_CONTACT_KERNEL_H

#include "contacts/contact_law.h"

#include <cmath>
#include <limits>

namespace grist::contact_kernel {

// A spring out of the contact plane by less than this share of the greatest spring force is left there.
constexpr double TURN_SHARE = 1e-10;

// A contact takes at most this share of the rolling away in one step: twelve of them on one sphere stay stable.
constexpr double ROLLING_SHARE = 0.1;

struct Vector {
  double x, y, z;
};

inline Vector operator+(const Vector &a, const Vector &b)
{
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}
inline Vector operator-(const Vector &a, const Vector &b)
{
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
inline Vector operator*(double s, const Vector &a)
{
  return {s * a.x, s * a.y, s * a.z};
}
inline double dot(const Vector &a, const Vector &b)
{
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
inline Vector cross(const Vector &a, const Vector &b)
{
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
inline Vector select(bool first, const Vector &a, const Vector &b)
{
  return {first ? a.x : b.x, first ? a.y : b.y, first ? a.z : b.z};
}

// Names as in SphereContact.
struct Contact {
  Vector normal, velocity;
  Vector surface_omega;    // radius_a omega_a + radius_b omega_b
  Vector omega;            // omega_a - omega_b; with rolling friction only
  double overlap, arm_a, arm_b, radius, mass;
  double inertia;    // RollingLaw::TORQUE only
};

// What a step does to the springs.
struct Step {
  double dt;               // 0: they keep their length
  double turn_share;       // infinity: they are not turned
  double rolling_share;    // of the rolling that stops, per time

  Step(double dt, bool advance) :
      dt(advance ? dt : 0.0),
      turn_share(advance ? TURN_SHARE : std::numeric_limits<double>::infinity()),
      rolling_share(ROLLING_SHARE / dt)
  {
  }
};

// Names as in SphereContactForce.
struct Force {
  double normal;
  Vector tangential, rolling;
  Vector force, torque_a, torque_b;
};

// A spring that turns with the contact plane, is stretched by the slip, and slides at `limit`. Returns the force.
inline Vector spring_force(Vector &spring, const Vector &normal, const Vector &velocity,
                           double stiffness, double damping, double limit, const Step &step)
{
  const double out_of_plane = dot(spring, normal);
  const bool turns = std::fabs(out_of_plane) * stiffness > step.turn_share * limit;
  const Vector flat = spring - out_of_plane * normal;
  const double flat2 = dot(flat, flat);
  const double stretch = flat2 > 0.0 ? std::sqrt(dot(spring, spring) / flat2) : 0.0;
  const Vector turned = select(turns, stretch * flat, spring);
  const Vector stretched = turned + step.dt * velocity;

  const Vector dashpot = damping * velocity;
  const Vector trial = -1.0 * (stiffness * stretched + dashpot);
  const double trial2 = dot(trial, trial);
  const bool slides = trial2 > limit * limit;
  const bool slack = dot(stretched, stretched) == 0.0;
  const double size = std::sqrt(trial2);
  const double inverse = 1.0 / (size * stiffness);
  const double share = slides ? (slack ? 0.0 : limit * stiffness * inverse) : 1.0;
  const Vector force = share * trial;
  spring = select(slides && !slack, -size * inverse * (force + dashpot), stretched);
  return force;
}

// Torque on a that opposes the rolling, by at most a share of what would stop it in this step.
inline Vector constant_torque(const Vector &omega, const Vector &normal, double torque,
                              double stopping)
{
  const Vector rolling = omega - dot(omega, normal) * normal;
  const double speed = std::sqrt(dot(rolling, rolling));
  const double limit = stopping * speed;
  const double share = speed > 0.0 ? (torque < limit ? torque : limit) / speed : 0.0;
  return -share * rolling;
}

template <RollingLaw ROLLING>
inline Vector rolling_torque(const RollingCoefficients &rolling, const Contact &contact,
                             double normal_force_size, const Step &step, Vector &roll)
{
  const double limit = rolling.friction * normal_force_size;
  if constexpr (ROLLING == RollingLaw::TORQUE)
    return constant_torque(contact.omega, contact.normal, limit * contact.radius,
                           step.rolling_share * contact.inertia);
  const Vector force =
      spring_force(roll, contact.normal, contact.radius * cross(contact.omega, contact.normal),
                   rolling.stiffness, rolling.damping, limit, step);
  return contact.radius * cross(contact.normal, force);
}

// Forces on a. Springs advance by the step and are limited.
template <class LAW, RollingLaw ROLLING>
inline Force contact_force(const ContactLaw &law, const Contact &contact, const Step &step,
                           Vector &shear, Vector &roll)
{
  const Vector &normal = contact.normal;
  Force on;

  // 1. Along the normal.
  const ContactSprings springs = LAW::springs(law, contact.overlap, contact.radius, contact.mass);
  const double normal_speed = dot(contact.velocity, normal);    // negative when approaching
  on.normal = springs.normal * contact.overlap - springs.damping * normal_speed;
  const double size = std::fabs(on.normal);

  // 2. In the contact plane.
  const Vector slip =
      contact.velocity - normal_speed * normal - cross(contact.surface_omega, normal);
  on.tangential = spring_force(shear, normal, slip, springs.shear,
                               law.damping_ratio * springs.damping, law.friction * size, step);
  on.force = on.normal * normal + on.tangential;

  // 3. Torques: a's arm is -arm_a n, b's is arm_b n, and b takes the opposite force.
  const Vector levered = cross(on.tangential, normal);
  on.torque_a = contact.arm_a * levered;
  on.torque_b = contact.arm_b * levered;
  on.rolling = {0.0, 0.0, 0.0};
  if constexpr (ROLLING != RollingLaw::NONE) {
    on.rolling = rolling_torque<ROLLING>(law.rolling, contact, size, step, roll);
    on.torque_a = on.torque_a + on.rolling;
    on.torque_b = on.torque_b - on.rolling;
  }
  return on;
}

}    // namespace grist::contact_kernel

#endif
