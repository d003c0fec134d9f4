#include "contacts/overlap_contact.h"

#include "common/constants.h"

#include <algorithm>
#include <cmath>

namespace grist {

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

// What friction depends on.
struct Pressed {
  Vector3d normal;
  double force;        // normal force, not negative
  double stiffness;    // of the normal law now
  double damping;      // of that
};

// Eq. 44: friction that begins at speed zero without a jump, and viscous damping. `slip`: with arm 1, or an omega with its `arm`.
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

// A force of friction, at most `limit`: that of the spring `kept` and of `damping`; at the limit the spring is shortened
// to fit. For vectors, and for moments about one axis.
static Vector3d limited(double limit, const Vector3d &damping, Vector3d &kept)
{
  const Vector3d wanted = kept + damping;
  const double size = wanted.norm();
  if (size <= limit) return wanted;
  const Vector3d force = limit / size * wanted;
  kept = force - damping;
  if (kept.squaredNorm() > limit * limit) kept = force;
  return force;
}

static double limited(double limit, double damping, double &kept)
{
  const double wanted = kept + damping;
  if (std::fabs(wanted) <= limit) return wanted;
  const double force = std::copysign(limit, wanted);
  kept = force - damping;
  if (std::fabs(kept) > limit) kept = force;
  return force;
}

// By a slip, and by a rotation about the normal.
struct Friction {
  Vector3d force;
  Vector3d twist;
};

// The kept force grows against the slip with stiffness r S, the kept twist against the omega with `polar` times that, and
// damping likewise; the limit of the twist is that of the force times `arm`. The history turns with the normal: it is
// projected and its size is kept, unless hardly anything is left because the normal has jumped.
static Friction coulomb(const OverlapContactLaw &law, const Pressed &contact, const Vector3d &slip,
                        double omega, double arm, double polar, double dt, ContactHistory &history)
{
  const double spring = law.stiffness_ratio * contact.stiffness;
  const double damping = law.damping >= 0.0 ? law.damping
                                            : std::sqrt(law.stiffness_ratio) * contact.damping;
  const double limit = law.mu * contact.force;
  const Vector3d &normal = contact.normal;

  const Vector3d projected = history.force - history.force.dot(normal) * normal;
  const double square = history.force.squaredNorm(), length = projected.squaredNorm();
  history.force = projected;
  if (length > 0.25 * square) history.force *= std::sqrt(square / length);
  history.force -= spring * dt * slip;

  double twist = history.twist.dot(normal);
  const double size = history.twist.norm();
  if (std::fabs(twist) > 0.5 * size) twist = std::copysign(size, twist);
  twist -= spring * polar * dt * omega;

  const Vector3d force = limited(limit, -damping * slip, history.force);
  const double moment = limited(limit * arm, -damping * polar * omega, twist);
  history.twist = twist * normal;
  return {force, moment * normal};
}

bool can_be_mixed(const OverlapContactLaw &a, const OverlapContactLaw &b)
{
  return a.normal == b.normal && a.friction == b.friction &&
      (a.damping < 0.0) == (b.damping < 0.0) && a.speed_squared == b.speed_squared;
}

OverlapContactLaw mixed(const OverlapContactLaw &a, const OverlapContactLaw &b)
{
  OverlapContactLaw law = a;
  law.stiffness = 2.0 * a.stiffness * b.stiffness / (a.stiffness + b.stiffness);
  law.set_restitution(std::sqrt(a.restitution * b.restitution));
  if (law.damping >= 0.0) law.damping = std::sqrt(a.damping * b.damping);
  law.mu = std::sqrt(a.mu * b.mu);
  law.stiffness_ratio = std::sqrt(a.stiffness_ratio * b.stiffness_ratio);
  law.tangential_damping = std::sqrt(a.tangential_damping * b.tangential_damping);
  return law;
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

  const double approach_speed = motion.velocity.dot(normal);
  const double dashpot = damping_now(law, stiffness, motion.mass),
               damping = -dashpot * approach_speed;
  Vector3d at_centroid = damping * normal;
  const Pressed contact = {normal, std::fabs(damping - elastic), stiffness, dashpot};
  const Vector3d slip = motion.velocity - approach_speed * normal;
  const double turning = motion.omega.dot(normal);
  const Vector3d about_normal = turning * normal;
  const double radius = std::sqrt(overlap.area / PI), polar = 0.5 * radius * radius;
  const Vector3d rocking = -0.5 * polar * dashpot * (motion.omega - about_normal);
  Vector3d twist = Vector3d::Zero();
  if (law.friction == FrictionLaw::REGULARISED) {
    at_centroid += regularised(law, contact, slip, 1.0, 1.0);
    twist = regularised(law, contact, about_normal, MEAN_RADIUS * radius, polar);
  } else if (law.friction == FrictionLaw::COULOMB) {
    const Friction friction =
        coulomb(law, contact, slip, turning, MEAN_RADIUS * radius, polar, motion.dt, history);
    at_centroid += friction.force;
    twist = friction.twist;
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
