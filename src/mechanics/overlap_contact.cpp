#include "mechanics/overlap_contact.h"

#include <algorithm>
#include <cmath>

namespace grist {

static constexpr double PI = 3.14159265358979323846;
static constexpr double MEAN_RADIUS = 2.0 / 3.0;    // of a disc, over its radius

// The part of critical damping that gives a linear spring this restitution.
void OverlapContactLaw::set_restitution(double e)
{
  const double log_e = std::log(e);
  restitution = e;
  damping_ratio = -log_e / std::sqrt(PI * PI + log_e * log_e);
}

// Force per length, for a step along the normal.
static double stiffness_now(const OverlapContactLaw &law, const Overlap &overlap)
{
  return law.stiffness * overlap.area * (law.normal == NormalLaw::ENERGY ? overlap.area : 1.0);
}

static double damping_now(const OverlapContactLaw &law, double stiffness, double mass)
{
  if (law.damping >= 0.0) return law.damping;
  return 2.0 * law.damping_ratio * std::sqrt(mass * stiffness);
}

// A contact as friction sees it.
struct Pressed {
  Vector3d normal;
  double force;        // normal force, not negative
  double stiffness;    // of the normal law now
  double mass;
};

// Eq. 44: friction that begins at speed zero without a jump, and viscous damping. A slip at 1, a spin at `arm`.
static Vector3d regularised(const OverlapContactLaw &law, const Pressed &contact,
                            const Vector3d &slip, double arm, double polar)
{
  const double squared = arm * arm * slip.squaredNorm();
  Vector3d force = -law.tangential_damping * polar * slip;
  if (squared > 0.0)
    force -= law.mu * contact.force * arm * arm * std::sqrt(squared) /
        (law.speed_squared + squared) * slip;
  return force;
}

// `kept` grows against the slip, with stiffness and damping times `polar`, and the limit times `arm`.
static Vector3d coulomb(const OverlapContactLaw &law, const Pressed &contact, const Vector3d &slip,
                        double arm, double polar, double dt, Vector3d &kept)
{
  const double spring = law.stiffness_ratio * contact.stiffness * polar;
  kept -= spring * dt * slip;
  const Vector3d damping =
      -damping_now(law, spring, contact.mass * polar) * (law.damping >= 0.0 ? polar : 1.0) * slip;
  const double limit = law.mu * contact.force * arm, wanted = (kept + damping).norm();
  if (wanted <= limit) return kept + damping;

  // Slipping: the whole force is at the limit, and the spring gives way accordingly.
  const Vector3d force = limit / wanted * (kept + damping);
  kept = force - damping;
  if (kept.norm() > limit) kept = force;
  return force;
}

// The history turns with the normal: what has the wrong direction is taken off, the size is kept, unless hardly anything
// is left because the normal has jumped.
static void turn_along(Vector3d &kept, const Vector3d &right)
{
  const double size = kept.norm(), length = right.norm();
  kept = length > 0.5 * size ? Vector3d(size / length * right) : right;
}

ContactForce overlap_contact(const OverlapContactLaw &law, const Overlap &overlap,
                             const Vector3d &distance, const ContactMotion &motion,
                             ContactHistory &history)
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
  const double dashpot = damping_now(law, stiffness, motion.mass), damping = -dashpot * approach;
  Vector3d at_centroid = damping * normal;
  const Pressed contact = {normal, std::fabs(damping - elastic), stiffness, motion.mass};
  const Vector3d slip = motion.velocity - approach * normal;
  const Vector3d spin = motion.spin.dot(normal) * normal;
  const double radius = std::sqrt(overlap.area / PI), polar = 0.5 * radius * radius;
  const Vector3d rocking = -0.5 * polar * dashpot * (motion.spin - spin);
  Vector3d twist = Vector3d::Zero();
  if (law.friction == FrictionLaw::REGULARISED) {
    at_centroid += regularised(law, contact, slip, 1.0, 1.0);
    twist = regularised(law, contact, spin, MEAN_RADIUS * radius, polar);
  } else if (law.friction == FrictionLaw::COULOMB) {
    turn_along(history.force, history.force - history.force.dot(normal) * normal);
    turn_along(history.twist, history.twist.dot(normal) * normal);
    at_centroid += coulomb(law, contact, slip, 1.0, 1.0, motion.dt, history.force);
    twist = coulomb(law, contact, spin, MEAN_RADIUS * radius, polar, motion.dt, history.twist);
  }
  result.torque_a += twist + rocking;
  result.torque_b -= twist + rocking;
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
