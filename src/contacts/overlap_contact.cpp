#include "contacts/overlap_contact.h"

#include "common/constants.h"
#include "contacts/contact_law.h"

#include <algorithm>
#include <cmath>

namespace grist {

static constexpr double MEAN_RADIUS = 2.0 / 3.0;    // of a disc, over its radius

// The part of critical damping that gives a linear spring this restitution.
void OverlapContactLaw::set_restitution(double e)
{
  restitution = e;
  damping_ratio = critical_share(e, ContactForm::CONSISTENT);
}

double overlap_stiffness(const OverlapContactLaw &law, const Overlap &overlap)
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

// By which a force of this size is cut to the limit.
static double cut(double size, double limit)
{
  return size > limit ? limit / size : 1.0;
}

// A force of friction, at most `limit`: that of the spring `kept`, which is cut by itself, and of the dashpot. For vectors,
// and for moments about one axis.
static Vector3d limited(double limit, const Vector3d &damping, Vector3d &kept)
{
  kept *= cut(kept.norm(), limit);
  const Vector3d wanted = kept + damping;
  return cut(wanted.norm(), limit) * wanted;
}

static double limited(double limit, double damping, double &kept)
{
  kept *= cut(std::fabs(kept), limit);
  const double wanted = kept + damping;
  return cut(std::fabs(wanted), limit) * wanted;
}

// Turned by a small angle, up to its third power, and into the plane across the normal. Its size is kept, unless hardly
// anything is left because the normal has jumped.
static Vector3d turned(const Vector3d &force, const Vector3d &angle, const Vector3d &normal)
{
  const Vector3d now = force + angle.cross(force + 0.5 * angle.cross(force));
  const Vector3d projected = now - now.dot(normal) * normal;
  const double square = force.squaredNorm(), length = projected.squaredNorm();
  return length > 0.25 * square ? Vector3d(std::sqrt(square / length) * projected) : projected;
}

// By a slip, and by a rotation about the normal.
struct Friction {
  Vector3d force;
  Vector3d twist;
};

// The kept force grows against the slip with stiffness r S, the kept twist against the omega with `polar` times that, and
// damping likewise; the limit of the twist is that of the force times `arm`. The history turns with the contact.
static Friction coulomb(const OverlapContactLaw &law, const Pressed &contact, const Vector3d &slip,
                        const ContactMotion &motion, double arm, double polar,
                        ContactHistory &history)
{
  const double spring = law.stiffness_ratio * contact.stiffness;
  const double damping = law.damping >= 0.0 ? law.damping
                                            : std::sqrt(law.stiffness_ratio) * contact.damping;
  const double limit = law.mu * contact.force;
  const Vector3d &normal = contact.normal;

  const double dt = motion.dt, omega = motion.omega.dot(normal);
  history.force = turned(history.force, dt * motion.turning, normal) - spring * dt * slip;

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
  const double stiffness = overlap_stiffness(law, overlap);
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
  const double dashpot = damping_now(law, stiffness, motion.mass);
  const double damping = std::min(-dashpot * approach_speed, elastic);
  Vector3d at_centroid = damping * normal;
  const Pressed contact = {normal, elastic - damping, stiffness, dashpot};
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
        coulomb(law, contact, slip, motion, MEAN_RADIUS * radius, polar, history);
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
