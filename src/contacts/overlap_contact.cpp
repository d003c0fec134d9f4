#include "contacts/overlap_contact.h"

#include "common/constants.h"
#include "contacts/contact_law.h"
#include "contacts/latching_spring.h"

#include <algorithm>
#include <cmath>
#include <utility>

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

double steepest_stiffness(const OverlapContactLaw &law, const Overlap &overlap)
{
  const double stiffness = overlap_stiffness(law, overlap);
  return law.hysteretic ? stiffness / (law.restitution * law.restitution) : stiffness;
}

static double damping_now(const OverlapContactLaw &law, double stiffness, double mass)
{
  if (law.damping >= 0.0) return law.damping;
  return 2.0 * law.damping_ratio * std::sqrt(mass * stiffness);
}

// What friction depends on.
struct Pressed {
  Vector3d normal;
  double force;         // normal force, not negative
  double stiffness;     // of the normal law now
  double damping;       // of that
  double arm, polar;    // of a disc of the contact area: mean radius; mean square of the radius
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

// A force of friction, at most `limit`: that of the spring `kept`, which is cut by itself, and of the dashpot `drag`. False at the
// limit, where the contact slides. For vectors, and for moments about one axis. Most contacts stick, and need no root.
static bool cut(double limit, Vector3d &force)
{
  const double square = force.squaredNorm();
  if (square <= limit * limit) return false;
  force *= limit / std::sqrt(square);
  return true;
}

static bool cut(double limit, double &moment)
{
  const double size = std::fabs(moment);
  if (size <= limit) return false;
  moment *= limit / size;
  return true;
}

template <class Force>
static bool sticks(double limit, const Force &drag, Force &kept, Force &force)
{
  cut(limit, kept);
  force = kept + drag;
  return !cut(limit, force);
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

// The kept force grows against the slip with stiffness r S, the kept twist against the omega with `polar` times that, and
// damping likewise; the limit of the twist is that of the force times the arm. The history turns with the contact.
static void add_coulomb(const OverlapContactLaw &law, const Pressed &contact, const Vector3d &slip,
                        const ContactMotion &motion, ContactHistory &history, ContactParts &parts)
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
  twist -= spring * contact.polar * dt * omega;

  const Vector3d drag = -damping * slip;
  const double twist_drag = -damping * contact.polar * omega;
  double moment;
  if (sticks(limit, drag, history.force, parts.friction)) parts.drag = drag;
  if (sticks(limit * contact.arm, twist_drag, twist, moment))
    parts.twist_drag = twist_drag * normal;
  parts.twist = moment * normal;
  history.twist = twist * normal;
}

bool can_be_mixed(const OverlapContactLaw &a, const OverlapContactLaw &b)
{
  return a.normal == b.normal && a.hysteretic == b.hysteretic && a.friction == b.friction &&
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

struct NormalSpring {
  double elastic;    // along the normal
  double ceiling;    // the same on the line of loading
};

static NormalSpring normal_spring(const OverlapContactLaw &law, const Overlap &overlap,
                                  ContactHistory &history)
{
  const double volume = overlap.volume;
  const double per_volume = law.normal == NormalLaw::ENERGY ? overlap.area : 1.0;
  const LatchingSpring spring = {law.stiffness, law.hysteretic ? law.restitution : 1.0};
  if (law.hysteretic) history.peak = std::max(history.peak, volume);
  const double peak = law.hysteretic ? history.peak : volume;
  return {spring.force(volume, peak) * per_volume, spring.virgin_force(volume) * per_volume};
}

double stored_in_volume(const OverlapContactLaw &law, const Overlap &overlap,
                        const ContactHistory &history)
{
  if (law.hysteretic)
    return LatchingSpring{law.stiffness, law.restitution}.stored(overlap.volume, history.peak);
  return 0.5 * law.stiffness * overlap.volume * overlap.volume;
}

// What the hysteretic law loses. The law of energy has a potential; the work against the force of the other is summed, with the
// mean of two forces, and what it gives back is taken to be that of a face.
static void add_loss(const OverlapContactLaw &law, const Overlap &overlap, double elastic,
                     double way, double peak_before, ContactHistory &history, ContactForce &result)
{
  const double pressed = std::exchange(history.pressed, elastic);
  const double stored = stored_in_volume(law, overlap, history);
  if (law.normal == NormalLaw::ENERGY) {
    const LatchingSpring spring = {law.stiffness, law.restitution};
    result.lost = spring.lost(history.peak);
    result.lost_now = result.lost - spring.lost(peak_before);
    history.work = result.lost + stored;
  } else {
    history.work += 0.5 * (pressed + elastic) * way;
    result.lost = history.work - stored / overlap.area;
  }
}

// Along the normal, on a. Of the hysteretic law only where a contact is loaded again, up to the line of loading.
static double normal_damping(const OverlapContactLaw &law, const NormalSpring &spring,
                             double dashpot, double approach_speed)
{
  if (law.hysteretic)
    return -std::min(dashpot * std::max(approach_speed, 0.0), spring.ceiling - spring.elastic);
  return std::min(-dashpot * approach_speed, spring.elastic);
}

ContactParts contact_parts(const OverlapContactLaw &law, const Overlap &overlap,
                           const ContactMotion &motion, ContactHistory &history)
{
  ContactParts parts;
  const Vector3d &normal = overlap.normal;
  const double stiffness = overlap_stiffness(law, overlap);
  const double approach_speed = motion.velocity.dot(normal);
  const NormalSpring spring = normal_spring(law, overlap, history);
  const double dashpot = damping_now(law, stiffness, motion.mass);
  parts.elastic = spring.elastic;
  parts.damping = normal_damping(law, spring, dashpot, approach_speed);

  const double square = overlap.area / PI, radius = std::sqrt(square), polar = 0.5 * square;
  const double arm = MEAN_RADIUS * radius;
  const Pressed contact = {normal, parts.elastic - parts.damping, stiffness, dashpot, arm, polar};
  const Vector3d slip = motion.velocity - approach_speed * normal;
  const Vector3d about_normal = motion.omega.dot(normal) * normal;
  parts.rocking = -0.5 * polar * dashpot * (motion.omega - about_normal);
  if (law.friction == FrictionLaw::REGULARISED) {
    parts.friction = regularised(law, contact, slip, 1.0, 1.0);
    parts.drag = -law.tangential_damping * slip;
    parts.twist = regularised(law, contact, about_normal, arm, polar);
    parts.twist_drag = -law.tangential_damping * polar * about_normal;
  } else if (law.friction == FrictionLaw::COULOMB) {
    add_coulomb(law, contact, slip, motion, history, parts);
  }
  return parts;
}

ContactForce overlap_contact(const OverlapContactLaw &law, const Overlap &overlap,
                             const Vector3d &distance, const ContactMotion &motion,
                             ContactHistory &history)
{
  ContactForce result;
  const double peak_before = history.peak;
  const ContactParts parts = contact_parts(law, overlap, motion, history);
  Vector3d at_centroid = parts.damping * overlap.normal + parts.friction;
  if (law.normal == NormalLaw::VOLUME) {
    at_centroid -= parts.elastic * overlap.normal;
  } else {
    // Force and torques are derivatives of one energy, and balance exactly.
    const double spring = parts.elastic / overlap.area;
    result.force = -spring * overlap.area_vector;
    result.torque_a = -spring * overlap.torque_a();
    result.torque_b = -spring * overlap.torque_b(distance);
    result.energy = stored_in_volume(law, overlap, history);
  }
  if (law.hysteretic)
    add_loss(law, overlap, parts.elastic, motion.dt * motion.velocity.dot(overlap.normal),
             peak_before, history, result);

  const Vector3d moment = parts.twist + parts.rocking;
  result.force += at_centroid;
  result.torque_a += moment + overlap.centroid.cross(at_centroid);
  result.torque_b -= moment + (overlap.centroid - distance).cross(at_centroid);
  return result;
}

}    // namespace grist
