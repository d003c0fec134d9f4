#include "mechanics/overlap_contact.h"

#include <algorithm>
#include <cmath>

namespace grist {

static constexpr double PI = 3.14159265358979323846;

// Part of critical damping that gives a linear spring the restitution e.
static double damping_ratio(double e)
{
  const double log_e = std::log(e);
  return -log_e / std::sqrt(PI * PI + log_e * log_e);
}

// Force per length, for a step along the normal.
static double stiffness_now(const OverlapContactLaw &law, const Overlap &overlap)
{
  return law.stiffness * overlap.area * (law.normal == NormalLaw::ENERGY ? overlap.area : 1.0);
}

static double damping_now(const OverlapContactLaw &law, double stiffness, double mass)
{
  if (law.damping >= 0.0) return law.damping;
  return law.restitution < 1.0 ? 2.0 * damping_ratio(law.restitution) * std::sqrt(mass * stiffness)
                               : 0.0;
}

// Eq. 44: friction that begins at speed zero without a jump, and viscous damping.
static Vector3d regularised_friction(const OverlapContactLaw &law, double normal_force,
                                     const Vector3d &slip)
{
  const double squared = slip.squaredNorm();
  Vector3d force = -law.tangential_damping * slip;
  if (squared > 0.0)
    force -= law.mu * normal_force * std::sqrt(squared) / (law.speed_squared + squared) * slip;
  return force;
}

static Vector3d coulomb_friction(const OverlapContactLaw &law, double normal_force,
                                 const Vector3d &normal, const Vector3d &slip, double stiffness,
                                 double mass, double dt, Vector3d &tangential)
{
  // The history turns with the normal: what points along it is taken off, the size is kept.
  const double size = tangential.norm();
  tangential -= tangential.dot(normal) * normal;
  const double flat = tangential.norm();
  if (flat > 0.0) tangential *= size / flat;

  const double spring = law.stiffness_ratio * stiffness;
  tangential -= spring * dt * slip;
  const Vector3d damping = -damping_now(law, spring, mass) * slip;
  const double limit = law.mu * normal_force, wanted = (tangential + damping).norm();
  if (wanted <= limit) return tangential + damping;

  // Slipping: the whole force is at the limit, and the spring gives way accordingly.
  const Vector3d force = limit / wanted * (tangential + damping);
  tangential = force - damping;
  if (tangential.norm() > limit) tangential = force;
  return force;
}

ContactForce overlap_contact(const OverlapContactLaw &law, const Overlap &overlap,
                             const Vector3d &distance, const ContactMotion &motion,
                             Vector3d &tangential)
{
  ContactForce result;
  const Vector3d &normal = overlap.normal;
  const double stiffness = stiffness_now(law, overlap);
  double elastic = law.stiffness * overlap.volume;
  if (law.normal == NormalLaw::ENERGY) {
    // Force and torques are derivatives of one energy, and balance exactly.
    result.force = -elastic * overlap.area_vector;
    result.torque_a = -elastic * overlap.torque_a();
    result.torque_b = -elastic * overlap.torque_b(distance);
    result.energy = 0.5 * elastic * overlap.volume;
    elastic *= overlap.area;
  } else {
    result.force = -elastic * normal;
  }

  const double approach = motion.velocity.dot(normal);
  const double damping = -damping_now(law, stiffness, motion.mass) * approach;
  Vector3d at_centroid = damping * normal;
  const double normal_force = std::fabs(damping - elastic);
  const Vector3d slip = motion.velocity - approach * normal;
  if (law.friction == FrictionLaw::REGULARISED)
    at_centroid += regularised_friction(law, normal_force, slip);
  else if (law.friction == FrictionLaw::COULOMB)
    at_centroid += coulomb_friction(law, normal_force, normal, slip, stiffness, motion.mass,
                                    motion.dt, tangential);
  if (law.normal == NormalLaw::VOLUME) {
    at_centroid += result.force;
    result.force = at_centroid;
  } else {
    result.force += at_centroid;
  }
  result.torque_a += overlap.centroid.cross(at_centroid);
  result.torque_b -= (overlap.centroid - distance).cross(at_centroid);
  return result;
}

}    // namespace grist
