// The force of one contact of bodies (overlap_contact.h has laws, signs and vocabulary), for any
// law: stated once, for single contacts and for blocks of them (overlap_block.h). There it is the
// body of a loop that compilers turn into vector instructions: plain doubles, and selects instead
// of branches.

#ifndef GRIST_OVERLAPS_OVERLAP_KERNEL_H
#define GRIST_OVERLAPS_OVERLAP_KERNEL_H

#include "common/constants.h"
#include "contacts/contact_kernel.h"
#include "geometry/area_spread.h"
#include "lanes/instructions.h"
#include "overlaps/latching_spring.h"
#include "overlaps/overlap_law.h"

#include <cmath>

namespace grist {
inline namespace GRIST_INSTRUCTION_SET {
namespace overlap_kernel {

using contact_kernel::Vector;

// For functions in the body of a vectorised loop: arguments by reference stay in registers.
#define GRIST_IN_LOOP [[gnu::always_inline]] inline

constexpr double MEAN_RADIUS = 2.0 / 3.0;    // of a disc, over its radius

// The properties that all contacts of a block share.
template <NormalLaw NORMAL_LAW, bool IS_HYSTERETIC, FrictionLaw FRICTION_LAW> struct Kind {
  static constexpr NormalLaw NORMAL = NORMAL_LAW;
  static constexpr bool HYSTERETIC = IS_HYSTERETIC;
  static constexpr FrictionLaw FRICTION = FRICTION_LAW;
};

// Calls visit(Kind) with the kind of a law.
template <NormalLaw NORMAL, bool HYSTERETIC, class Visit>
inline void with_friction(const OverlapContactLaw &law, Visit &&visit)
{
  switch (law.friction) {
    case FrictionLaw::NONE: return visit(Kind<NORMAL, HYSTERETIC, FrictionLaw::NONE>());
    case FrictionLaw::REGULARISED:
      return visit(Kind<NORMAL, HYSTERETIC, FrictionLaw::REGULARISED>());
    case FrictionLaw::COULOMB: return visit(Kind<NORMAL, HYSTERETIC, FrictionLaw::COULOMB>());
  }
}
template <NormalLaw NORMAL, class Visit>
inline void with_spring(const OverlapContactLaw &law, Visit &&visit)
{
  return law.hysteretic ? with_friction<NORMAL, true>(law, visit)
                        : with_friction<NORMAL, false>(law, visit);
}
template <class Visit> inline void with_kind(const OverlapContactLaw &law, Visit &&visit)
{
  return law.normal == NormalLaw::ENERGY ? with_spring<NormalLaw::ENERGY>(law, visit)
                                         : with_spring<NormalLaw::VOLUME>(law, visit);
}

// As in Overlap; the position of b minus that of a.
struct Contact {
  double volume, area;
  Vector centroid, normal, area_vector, moment;
  AreaSpread spread;
  Vector distance;
};

// As in ContactMotion, ContactHistory, ContactParts and ContactForce.
struct Motion {
  Vector velocity, omega, turning;
  double mass, dt;
};
struct History {
  Vector force, twist;
  double peak, work, pressed;
};
struct Parts {
  double elastic, damping;
  Vector friction, dashpots, twist, twist_damping, rocking;
};
struct Force {
  Vector force, torque_a, torque_b;
  double energy, lost, lost_now;
};

GRIST_IN_LOOP double greatest(double a, double b)
{
  return a < b ? b : a;
}

template <class KIND> GRIST_IN_LOOP double stiffness_now(const OverlapContactLaw &law, double area)
{
  return law.stiffness * area * (KIND::NORMAL == NormalLaw::ENERGY ? area : 1.0);
}

GRIST_IN_LOOP double damping_now(const OverlapContactLaw &law, double stiffness, double mass)
{
  const double of_restitution = 2.0 * law.damping_ratio * std::sqrt(mass * stiffness);
  return law.damping >= 0.0 ? law.damping : of_restitution;
}

struct NormalSpring {
  double elastic;    // along the normal
  double ceiling;    // the same on the line of loading
};

template <class KIND>
GRIST_IN_LOOP NormalSpring normal_spring(const OverlapContactLaw &law, const Contact &contact,
                                         History &history)
{
  const double volume = contact.volume;
  const double per_volume = KIND::NORMAL == NormalLaw::ENERGY ? contact.area : 1.0;
  const LatchingSpring spring = {law.stiffness, law.restitution};
  const double ceiling = spring.virgin_force(volume) * per_volume;
  if constexpr (!KIND::HYSTERETIC) return {ceiling, ceiling};
  history.peak = greatest(history.peak, volume);
  return {spring.force(volume, history.peak) * per_volume, ceiling};
}

template <class KIND>
GRIST_IN_LOOP double stored_in_volume(const OverlapContactLaw &law, double volume,
                                      const History &history)
{
  if constexpr (KIND::HYSTERETIC)
    return LatchingSpring{law.stiffness, law.restitution}.stored(volume, history.peak);
  return 0.5 * law.stiffness * volume * volume;
}

/* The pressure of spring and dashpot: p + g . y over the contact area A, y from its middle */

// The rectangle that the area counts as (area_spread.h), and where the centroid of the overlap is
// on it: a pressure of the spring that is nowhere negative has its center within a third of the
// half width from the middle. A centroid that is farther out is taken to be there.
struct PressedArea {
  Vector offset;        // of the centroid from the middle of the area, across the normal
  double square;        // of it, over that of the third of the half width; at most 1
  double of_squares;    // mean of y y^T over the rectangle, over the square of the spread
};

// Determinants below this part of the square of the trace are rounding.
constexpr double NO_WIDTH = 1e-14;

GRIST_IN_LOOP Vector across_normal(const Contact &contact, const Vector &v)
{
  return v - dot(v, contact.normal) * contact.normal;
}

GRIST_IN_LOOP PressedArea pressed_area(const Contact &contact)
{
  const double area = contact.area, sum = trace(contact.spread);
  const double determinant =
      greatest(determinant_across(contact.normal, contact.spread), NO_WIDTH * sum * sum);
  const double product = area * determinant, inverse = product > 0.0 ? 1.0 / product : 0.0;
  const double per_area = determinant * inverse;
  const Vector arm = per_area * across_normal(contact, contact.moment);    // the offset, turned
  const Vector reach = across_normal(contact, contact.spread * arm);
  const double square = 36.0 * inverse * dot(reach, reach);
  const double share = square > 1.0 ? 1.0 / std::sqrt(square) : 1.0;
  return {share * cross(arm, contact.normal), least(square, 1.0),
          (1.0 / 12.0) * area * area * inverse};
}

// What is left of a pressure that is not negative anywhere.
struct Pressure {
  double force;    // its sum over the area
  double share;    // of the moment of p + g . y about the middle of the area
};

// The area counts as a rectangle across g: the pressure is `force` / A plus and minus `swing` / A
// at its ends. Where p + g . y is negative, there is none.
GRIST_IN_LOOP Pressure without_negative(double force, double swing)
{
  const double ratio = force < swing ? greatest(force / swing, -1.0) : 1.0;
  const double pressed = 1.0 + ratio;
  return {ratio < 1.0 ? 0.25 * swing * pressed * pressed : force,
          0.25 * pressed * pressed * (2.0 - ratio)};
}

// The same for a force that is given, not negative: p is what makes up for it.
GRIST_IN_LOOP Pressure of_given_force(double force, double swing)
{
  const double ratio = force < swing ? force / swing : 1.0;
  return {force, ratio * (3.0 - 2.0 * std::sqrt(ratio))};
}

// Normal force; what it lacks of that of the spring, exactly 0 without dashpots; and the moment on
// a, about the centroid, of what the dashpots add to the spring.
struct NormalForce {
  double force, damping;
  Vector rocking;
};

// The dashpots lie all over the area. Those of the hysteretic law act along the normal only where a
// contact is loaded again, up to the line of loading.
template <class KIND>
GRIST_IN_LOOP NormalForce normal_force(const Contact &contact, const NormalSpring &spring,
                                       double dashpot, double approach_speed, const Vector &omega)
{
  const PressedArea area = pressed_area(contact);
  const Vector gradient = cross(contact.normal, omega);    // of the speed of approach
  const double speed = approach_speed - dot(gradient, area.offset);
  const double of_dashpot = KIND::HYSTERETIC
      ? least(dashpot * greatest(speed, 0.0), spring.ceiling - spring.elastic)
      : dashpot * speed;

  // Moments as vectors across the normal, from the middle: force times place. The pressure of the
  // law of energy is even.
  constexpr bool EVEN = KIND::NORMAL == NormalLaw::ENERGY;
  const double elastic = EVEN ? 0.0 : spring.elastic;
  const Vector of_spring = elastic * area.offset;
  const Vector reach = across_normal(contact, contact.spread * gradient);
  const double rocking = dashpot * area.of_squares;
  const Vector of_rocking = rocking * (contact.spread * reach);
  const double swing_squared = elastic * elastic * area.square +
      dashpot * (6.0 * dot(of_spring, gradient) + 3.0 * rocking * dot(reach, reach));
  const double swing = std::sqrt(greatest(swing_squared, 0.0));
  const double wanted = spring.elastic + of_dashpot;
  const Pressure pressure = KIND::HYSTERETIC ? of_given_force(wanted, swing)
                                             : without_negative(wanted, swing);
  const Vector about_middle = pressure.share * (of_spring + of_rocking) - of_spring;
  const bool is_whole = KIND::HYSTERETIC || swing <= wanted;
  const double damping = is_whole ? -of_dashpot : spring.elastic - pressure.force;
  return {pressure.force, damping, cross(contact.normal, about_middle + damping * area.offset)};
}

// Values that friction depends on.
struct Pressed {
  Vector normal;
  double force;         // normal force, not negative
  double stiffness;     // of the normal law now
  double damping;       // of that
  double arm, polar;    // of a disc of the contact area: mean radius; mean square of the radius
};

// Eq. 44: friction that begins at speed zero without a jump, and viscous damping. `slip`: with arm
// 1, or an omega with its `arm`.
GRIST_IN_LOOP Vector regularised(const OverlapContactLaw &law, const Pressed &contact,
                                 const Vector &slip, double arm, double polar)
{
  const double squared = arm * arm * dot(slip, slip);
  const double sliding =
      law.mu * contact.force * arm * arm * std::sqrt(squared) / (law.speed_squared + squared);
  return -(law.tangential_damping * polar + (squared > 0.0 ? sliding : 0.0)) * slip;
}

// Factor that cuts a force, or a moment about an axis, of this square to the limit; 1 if it is not
// above the limit.
GRIST_IN_LOOP double share_within(double limit, double square)
{
  return square > limit * limit ? limit / std::sqrt(square) : 1.0;
}

// Turned by a small angle, up to its third power, and into the plane across the normal. Its size is
// kept, unless hardly anything is left because the normal has jumped.
GRIST_IN_LOOP Vector turned(const Vector &force, const Vector &angle, const Vector &normal)
{
  const Vector now = force + cross(angle, force + 0.5 * cross(angle, force));
  const Vector projected = now - dot(now, normal) * normal;
  const double square = dot(force, force), length = dot(projected, projected);
  const double stretch = std::sqrt(square / length);
  return (length > 0.25 * square ? stretch : 1.0) * projected;
}

// The kept force grows against the slip with stiffness r S, the kept twist against the omega with
// `polar` times that, and damping likewise; the limit of the twist is that of the force times the
// arm. The history turns with the contact; slip is that of the middle of the step, so half of the
// increment turns with it. What is kept is cut to the limit by itself, and then its
// sum with the dashpot; of a contact that slides there is no dashpot.
GRIST_IN_LOOP void add_coulomb(const OverlapContactLaw &law, const Pressed &contact,
                               const Vector &slip, const Motion &motion, History &history,
                               Parts &parts)
{
  const double spring = law.stiffness_ratio * contact.stiffness;
  const double of_spring = std::sqrt(law.stiffness_ratio) * contact.damping;
  const double damping = law.damping >= 0.0 ? law.damping : of_spring;
  const double limit = law.mu * contact.force, dt = motion.dt;
  const Vector &normal = contact.normal;

  const Vector half = -0.5 * spring * dt * slip;
  const Vector stretched = turned(history.force + half, dt * motion.turning, normal) + half;
  const Vector dashpots = -damping * slip;
  history.force = share_within(limit, dot(stretched, stretched)) * stretched;
  const Vector wanted = history.force + dashpots;
  const double share = share_within(limit, dot(wanted, wanted));
  parts.friction = share * wanted;
  parts.dashpots = (share < 1.0 ? 0.0 : 1.0) * dashpots;

  const double omega = dot(motion.omega, normal), twist_limit = limit * contact.arm;
  const double along = dot(history.twist, normal);
  const double size = std::sqrt(dot(history.twist, history.twist));
  const double kept = std::fabs(along) > 0.5 * size ? std::copysign(size, along) : along;
  const double twisted = kept - spring * contact.polar * dt * omega;
  const double twist_damping = -damping * contact.polar * omega;
  const double twist = share_within(twist_limit, twisted * twisted) * twisted;
  const double moment = twist + twist_damping;
  const double twist_share = share_within(twist_limit, moment * moment);
  parts.twist = twist_share * moment * normal;
  parts.twist_damping = (twist_share < 1.0 ? 0.0 : twist_damping) * normal;
  history.twist = twist * normal;
}

template <class KIND>
GRIST_IN_LOOP Parts contact_parts(const OverlapContactLaw &law, const Contact &contact,
                                  const Motion &motion, History &history)
{
  const Vector &normal = contact.normal;
  const double stiffness = stiffness_now<KIND>(law, contact.area);
  const double approach_speed = dot(motion.velocity, normal);
  const NormalSpring spring = normal_spring<KIND>(law, contact, history);
  const double dashpot = damping_now(law, stiffness, motion.mass);
  const NormalForce pressing =
      normal_force<KIND>(contact, spring, dashpot, approach_speed, motion.omega);

  const double square = contact.area / PI, polar = 0.5 * square;
  const double arm = MEAN_RADIUS * std::sqrt(square);
  const Pressed pressed = {normal, pressing.force, stiffness, dashpot, arm, polar};
  const Vector slip = motion.velocity - approach_speed * normal;
  Parts parts;
  parts.elastic = spring.elastic;
  parts.damping = pressing.damping;
  // Component by component: a copy of the struct would keep the loop from being vectorised.
  parts.rocking = {pressing.rocking.x, pressing.rocking.y, pressing.rocking.z};
  if constexpr (KIND::FRICTION == FrictionLaw::REGULARISED) {
    const Vector about_normal = dot(motion.omega, normal) * normal;
    parts.friction = regularised(law, pressed, slip, 1.0, 1.0);
    parts.dashpots = -law.tangential_damping * slip;
    parts.twist = regularised(law, pressed, about_normal, arm, polar);
    parts.twist_damping = -law.tangential_damping * polar * about_normal;
  } else if constexpr (KIND::FRICTION == FrictionLaw::COULOMB) {
    add_coulomb(law, pressed, slip, motion, history, parts);
  } else {
    parts.friction = {0.0, 0.0, 0.0};
    parts.dashpots = {0.0, 0.0, 0.0};
    parts.twist = {0.0, 0.0, 0.0};
    parts.twist_damping = {0.0, 0.0, 0.0};
  }
  return parts;
}

// Energy that the hysteretic law loses. The law of energy has a potential; the work against the
// force of the other is summed, with the mean of two forces, and the energy that it returns is
// assumed to be that of a face. `way`: approach in this step.
template <class KIND>
GRIST_IN_LOOP void add_loss(const OverlapContactLaw &law, const Contact &contact, double elastic,
                            double way, double peak_before, History &history, Force &result)
{
  const double pressed = history.pressed;
  const double stored = stored_in_volume<KIND>(law, contact.volume, history);
  history.pressed = elastic;
  if constexpr (KIND::NORMAL == NormalLaw::ENERGY) {
    const LatchingSpring spring = {law.stiffness, law.restitution};
    result.lost = spring.lost(history.peak);
    result.lost_now = result.lost - spring.lost(peak_before);
    history.work = result.lost + stored;
  } else {
    history.work = history.work + 0.5 * (pressed + elastic) * way;
    result.lost = history.work - stored / contact.area;
  }
}

template <class KIND>
GRIST_IN_LOOP Force contact_force(const OverlapContactLaw &law, const Contact &contact,
                                  const Motion &motion, History &history)
{
  const double peak_before = history.peak;
  const Parts parts = contact_parts<KIND>(law, contact, motion, history);
  Force result = {};
  Vector at_centroid = parts.damping * contact.normal + parts.friction;
  if constexpr (KIND::NORMAL == NormalLaw::VOLUME) {
    at_centroid = at_centroid - parts.elastic * contact.normal;
  } else {
    // Force and torques are derivatives of one energy, and balance exactly.
    const double spring = parts.elastic / contact.area;
    const Vector of_a = contact.moment + cross(contact.centroid, contact.area_vector);
    result.force = -spring * contact.area_vector;
    result.torque_a = -spring * of_a;
    result.torque_b = -spring * (cross(contact.distance, contact.area_vector) - of_a);
    result.energy = stored_in_volume<KIND>(law, contact.volume, history);
  }
  if constexpr (KIND::HYSTERETIC)
    add_loss<KIND>(law, contact, parts.elastic, motion.dt * dot(motion.velocity, contact.normal),
                   peak_before, history, result);

  const Vector moment = parts.twist + parts.rocking;
  const Vector arm_b = contact.centroid - contact.distance;
  result.force = result.force + at_centroid;
  result.torque_a = result.torque_a + moment + cross(contact.centroid, at_centroid);
  result.torque_b = result.torque_b - moment - cross(arm_b, at_centroid);
  return result;
}

#undef GRIST_IN_LOOP

}    // namespace overlap_kernel
}    // namespace GRIST_INSTRUCTION_SET
}    // namespace grist

#endif
