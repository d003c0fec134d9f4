// The force of one contact of spheres, for any law: stated once, for single contacts
// (sphere_contact.h) and for blocks of them (contact_block.h). There it is the body of a loop that
// compilers turn into vector instructions: plain doubles, selects instead of branches, and few
// divisions.
//
//   normal      F_n = elastic force - C_n v_n, by the springs of the law (contact_law.h)
//   cohesion    is a part of the elastic force and bounds of F_n and friction are its own
//               (cohesion.h)
//   tangential  F_t = -K_t s - C_t slip, at most friction |F_n| without cohesion; s is the stretch
//               of a spring
//   rolling     TORQUE: friction R* |F_n| against the rolling
//               SPRING: a force F_r = -stiffness roll - damping rolling velocity, at most
//               friction |F_n|, with the lever R*
//   twisting    a torque M along the normal, -(K_t angle + C_t rate) a^2/2, at most 2/3 a friction
//               |F_n|, with the contact radius a (Marshall, J. Comput. Phys. 228 (2009) 1541)
//
// ContactForm::CONSISTENT, the default:
//   normal      never pulls: F_n >= 0
//   slip        with the lever arms of the force, so that a pair that turns rigidly has none
//   spring      turns with the contact plane and, about the normal, by the mean rotation of the two
//               bodies; it is cut to K_t |s| <= friction |F_n|, by itself, so that it never points
//               along the slip
//   motion      is that of the middle of the step: speed along and slip across the mean of the old
//               and the new normal, and half of the slip is added to the spring before it turns,
//               half after. Else a pair that turns as one body has a speed and a slip, and springs
//               give energy to pairs that rotate
//   energy      what is remembered is sqrt(K_t) s: the spring keeps its energy where K_t changes
//               with the overlap, as no work is done along the slip then
//   dashpot     the sum of spring and dashpot is cut to the limit, so that a sliding contact has no
//               dashpot
// Spring and force are projections on a disc of the limit, so that friction always takes energy.
//
// ContactForm::STOCK, as pair_style granular of LAMMPS (mindlin, linear_history; sds): slip with
// the whole radii; at the limit the spring is set to what the limit leaves beside the dashpot; the
// stretch itself is remembered.

#ifndef GRIST_CONTACTS_CONTACT_KERNEL_H
#define GRIST_CONTACTS_CONTACT_KERNEL_H

#include "contacts/cohesion.h"
#include "contacts/contact_law.h"
#include "contacts/eepa.h"
#include "lanes/lane_vectors.h"

#include <cmath>
#include <limits>

namespace grist {
inline namespace GRIST_INSTRUCTION_SET {
namespace contact_kernel {

// A spring out of the contact plane by less than this share of the greatest spring force is left
// there.
constexpr double TURN_SHARE = 1e-10;

// A contact takes at most this share of the rolling away in one step: twelve of them on one sphere
// stay stable.
constexpr double ROLLING_SHARE = 0.1;

using Vector = Vector3<double>;

// Names as in SphereContact.
struct Contact {
  Vector normal, velocity, omega_a, omega_b;
  double overlap, radius_a, radius_b, arm_a, arm_b, radius, mass;
  double normal_turn;
  Vector normal_rate;                // change of the normal, per time
  double inertia;                    // RollingLaw::TORQUE only
  double touch_root;                 // CohesionLaw::JKR only: cohesion.h
  double plastic, deepest, bound;    // CohesionLaw::EEPA only: eepa.h
};

// Change of the springs in a step.
struct Step {
  double dt;               // 0: they keep their length
  double turned;           // 1, or 0: they are not turned
  double turn_share;       // STOCK: the same; infinity: they are not turned
  double rolling_share;    // of the rolling that stops, per time
  double half_step;        // by which velocities are behind positions; 0: they are not

  Step(double dt, bool advance) : Step(dt, advance, advance ? 0.5 * dt : 0.0) {}
  Step(double dt, bool advance, double half_step) :
      dt(advance ? dt : 0.0), turned(advance ? 1.0 : 0.0),
      turn_share(advance ? TURN_SHARE : std::numeric_limits<double>::infinity()),
      rolling_share(ROLLING_SHARE / dt), half_step(half_step)
  {
  }
};

// Names as in SphereContactForce.
struct Force {
  double normal;
  double pressing;    // the limit of friction is `friction` times this
  Vector tangential, rolling;
  Vector force, torque_a, torque_b;
};

// How the contact plane has turned in a step. The mean normal is cosine (normal - tilt).
struct PlaneTurn {
  Vector normal;    // now
  Vector tilt;    // tan(half the angle by which the normal has turned), towards where it has turned
  double spin;    // angle about the normal
  double cosine;    // of half the whole angle, up to the fourth power

  // Number by number: compilers make no vector loop of a copied struct.
  PlaneTurn(const Contact &contact, const Step &step) :
      normal{contact.normal.x, contact.normal.y, contact.normal.z},
      tilt(step.half_step * contact.normal_rate)
  {
    const double about_normal = 0.5 * dot(contact.omega_a + contact.omega_b, contact.normal);
    const double half_spin = step.half_step * about_normal;
    spin = step.dt * about_normal;
    cosine = 1.0 - 0.5 * (dot(tilt, tilt) + half_spin * half_spin);
  }
};

// Speed of the centres of a pair along the mean normal, except for terms of third order: zero if
// they turn as one body. By the velocity along the normal and across it.
inline double speed_halfway(double normal_speed, const Vector &sideways, const PlaneTurn &turn)
{
  return normal_speed - dot(turn.tilt, sideways);
}

// omega x the mean normal, along the contact plane.
inline Vector rolling_halfway(const Vector &omega, const PlaneTurn &turn)
{
  return turn.cosine * cross(omega, turn.normal) -
      dot(omega, turn.normal) * cross(turn.normal, turn.tilt);
}

// The spring out of the plane is what the plane has turned by: it is turned back into it along the
// shortest way, which takes a vector a of the plane before to a - (a n) (n - tilt) up to the fourth
// power of the angle. Then about the normal; its length is kept up to the sixth power.
inline Vector turn_spring(const Vector &spring, const PlaneTurn &turn, const Step &step)
{
  const double out_of_plane = step.turned * dot(spring, turn.normal);
  const Vector flat = spring + out_of_plane * (turn.tilt - turn.normal);
  const double square = turn.spin * turn.spin;
  return (1.0 - square * (0.5 + 0.125 * square)) * flat + turn.spin * cross(turn.normal, flat);
}

// How a wall turns in a step: as a vector along the contact plane, and its sine over its angle and
// 1 - cosine over the square.
struct WallTurn {
  Vector angle;
  double sine, versine;

  // The turn in a time dt by the angular velocity `about`.
  WallTurn(const Vector &about, const Vector &normal, double dt) :
      angle(dt * (about - dot(about, normal) * normal))
  {
    find_sines(dot(angle, angle));
  }

  // Taylor's series at a quarter of the angle, doubled twice: to rounding up to half a turn,
  // without a branch or a division.
  void find_sines(double square)
  {
    const double s = 0.0625 * square;
    sine = 1.0 - (1.0 / 272.0) * s;
    sine = 1.0 - (1.0 / 210.0) * s * sine;
    sine = 1.0 - (1.0 / 156.0) * s * sine;
    sine = 1.0 - (1.0 / 110.0) * s * sine;
    sine = 1.0 - (1.0 / 72.0) * s * sine;
    sine = 1.0 - (1.0 / 42.0) * s * sine;
    sine = 1.0 - (1.0 / 20.0) * s * sine;
    sine = 1.0 - (1.0 / 6.0) * s * sine;
    versine = 1.0 - (1.0 / 240.0) * s;
    versine = 1.0 - (1.0 / 182.0) * s * versine;
    versine = 1.0 - (1.0 / 132.0) * s * versine;
    versine = 1.0 - (1.0 / 90.0) * s * versine;
    versine = 1.0 - (1.0 / 56.0) * s * versine;
    versine = 1.0 - (1.0 / 30.0) * s * versine;
    versine = 0.5 - (1.0 / 24.0) * s * versine;
    double_angle(s);
    double_angle(4.0 * s);
  }

  // `square`: of the angle before.
  void double_angle(double square)
  {
    const double cosine = 1.0 - square * versine;
    versine = 0.5 * sine * sine;
    sine = sine * cosine;
  }
};

// A spring whose contact plane has turned, as on an edge, keeps its length.
inline Vector into_plane(const Vector &turned, const Vector &normal)
{
  const Vector flat = turned - dot(turned, normal) * normal;
  const double square = dot(flat, flat);
  const double stretch = square > 0.0 ? std::sqrt(dot(turned, turned) / square) : 1.0;
  return stretch * flat;
}

// The spring turns with the wall.
inline Vector turn_with_wall(const Vector &spring, const Vector &normal, const WallTurn &turn)
{
  const Vector across = cross(turn.angle, spring);
  return into_plane(spring + turn.sine * across + turn.versine * cross(turn.angle, across), normal);
}

// Factor that cuts a vector of this square to the limit.
inline double cut(double square, double limit)
{
  return square > limit * limit ? limit / std::sqrt(square) : 1.0;
}

// Turns a spring with the contact plane, stretches it by the slip and cuts it; returns the force of
// it and of the dashpot. Per length of slip the spring grows by `gain`; per unit of it the force is
// `stiffness`.
inline Vector friction_force(Vector &spring, const PlaneTurn &turn, const Vector &slip, double gain,
                             double stiffness, double damping, double limit, const Step &step)
{
  const Vector half = 0.5 * step.dt * gain * slip;
  const Vector stretched = turn_spring(spring + half, turn, step) + half;
  const Vector elastic = stiffness * stretched;
  const double kept = cut(dot(elastic, elastic), limit);
  spring = kept * stretched;
  const Vector wanted = kept * elastic + damping * slip;
  return -cut(dot(wanted, wanted), limit) * wanted;
}

// STOCK: a spring that turns with the contact plane, is stretched by the slip, and slides at
// `limit`. Returns the force.
inline Vector stock_force(Vector &spring, const Vector &normal, const Vector &velocity,
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

template <class MODE>
inline Vector rolling_torque(const RollingCoefficients &rolling, const Contact &contact,
                             const PlaneTurn &turn, double pressing, const Step &step, Vector &roll)
{
  const Vector &normal = contact.normal;
  const Vector omega = contact.omega_a - contact.omega_b;
  const double limit = rolling.friction * pressing;
  if constexpr (MODE::ROLLING == RollingLaw::TORQUE)
    return constant_torque(omega, normal, limit * contact.radius,
                           step.rolling_share * contact.inertia);
  if constexpr (MODE::FORM == ContactForm::STOCK) {
    const Vector velocity = contact.radius * cross(omega, normal);
    const Vector force =
        stock_force(roll, normal, velocity, rolling.stiffness, rolling.damping, limit, step);
    return contact.radius * cross(normal, force);
  }
  const Vector velocity = contact.radius * rolling_halfway(omega, turn);
  const Vector force =
      friction_force(roll, turn, velocity, 1.0, rolling.stiffness, rolling.damping, limit, step);
  return contact.radius * cross(normal, force);
}

// Springs and cohesion along the normal.
template <class MODE>
inline cohesion::NormalState normal_state(const ContactLaw &law, const Contact &contact)
{
  const double overlap = contact.overlap;
  if constexpr (MODE::COHESION == CohesionLaw::JKR)
    return cohesion::jkr_state<typename MODE::Law>(law, overlap, contact.radius, contact.mass,
                                                   contact.touch_root);
  const ContactSprings springs = MODE::Law::springs(law, overlap, contact.radius, contact.mass);
  if constexpr (MODE::COHESION == CohesionLaw::EEPA) {
    const double reloading =
        (springs.normal * overlap - contact.plastic) / (1.0 - law.plastic.ratio);
    return {springs.normal, springs.damping, springs.shear, reloading - law.plastic.pull,
            law.plastic.pull + eepa::strongest_pull(law, contact.deepest, contact.radius)};
  }
  double pull = 0.0;
  if constexpr (MODE::COHESION == CohesionLaw::SJKR) {
    const cohesion::Lens lens(contact.radius, contact.radius_a, contact.radius_b);
    pull = law.adhesion * lens.area(overlap);
  }
  if constexpr (MODE::COHESION == CohesionLaw::DMT)
    pull = cohesion::dmt_pull(law.adhesion, contact.radius);
  return {springs.normal, springs.damping, springs.shear, springs.normal * overlap - pull, pull};
}

// F_n with the dashpot, and what presses the surfaces together. normal_speed: negative when
// approaching.
template <class MODE>
inline void bound_normal_force(const cohesion::NormalState &state, double overlap,
                               double normal_speed, Force &on)
{
  const double wanted = state.elastic - state.damping * normal_speed;
  if constexpr (MODE::COHESION == CohesionLaw::NONE) {
    on.normal = MODE::FORM == ContactForm::STOCK || wanted > 0.0 ? wanted : 0.0;
    on.pressing = std::fabs(on.normal);
  } else if constexpr (MODE::COHESION == CohesionLaw::CAPPED) {
    const double apart = normal_speed > 0.0 ? state.elastic : 0.0;
    const double together = wanted > 0.0 ? wanted : 0.0;
    on.normal = overlap > 0.0 ? together : apart;
    on.pressing = overlap > 0.0 ? together : 0.0;
  } else {
    const double pull = state.strongest;
    on.normal = wanted > -pull ? wanted : -pull;
    on.pressing = MODE::COHESION == CohesionLaw::JKR ? std::fabs(state.elastic + 2.0 * pull)
                                                     : on.normal + pull;
  }
}

// Relative velocity of the surfaces along the contact, by these levers. `sideways`: of the centres.
inline Vector slip_by(double lever_a, double lever_b, const Vector &sideways, const Vector &omega_a,
                      const Vector &omega_b, const Vector &normal)
{
  return sideways - cross(lever_a * omega_a + lever_b * omega_b, normal);
}

// Speed of the centres along the normal that the law takes: negative when approaching.
template <class MODE>
inline double normal_speed_of(const Contact &contact, const Vector &sideways, const PlaneTurn &turn)
{
  const double speed = dot(contact.velocity, contact.normal);
  if constexpr (MODE::FORM == ContactForm::STOCK) return speed;
  return speed_halfway(speed, sideways, turn);
}

// Slip with the lever arms of the law.
template <class MODE>
inline Vector slip_of(const Contact &contact, const Vector &sideways, const PlaneTurn &turn)
{
  if constexpr (MODE::FORM == ContactForm::STOCK)
    return slip_by(contact.radius_a, contact.radius_b, sideways, contact.omega_a, contact.omega_b,
                   contact.normal);
  return sideways -
      rolling_halfway(contact.arm_a * contact.omega_a + contact.arm_b * contact.omega_b, turn);
}

// Velocity of the centres across the normal.
inline Vector sideways_of(const Contact &contact)
{
  return contact.velocity - dot(contact.velocity, contact.normal) * contact.normal;
}

// The normal of two spheres turns as their centres move, and that of a plane with the plane. On a
// curved wall it depends on both, and is taken as constant.
inline Vector normal_rate_of_pair(const Contact &contact)
{
  return contact.normal_turn * sideways_of(contact);
}
inline Vector normal_rate_on_plane(const Contact &contact)
{
  return cross(contact.omega_b, contact.normal);
}

// Forces on a. Springs advance by the step and are limited.
template <class MODE>
inline Force contact_force(const ContactLaw &law, const Contact &contact, const Step &step,
                           Vector &shear, Vector &roll)
{
  const Vector &normal = contact.normal;
  Force on;

  // 1. Along the normal.
  const cohesion::NormalState state = normal_state<MODE>(law, contact);
  const Vector sideways = sideways_of(contact);
  const PlaneTurn turn(contact, step);
  bound_normal_force<MODE>(state, contact.overlap, normal_speed_of<MODE>(contact, sideways, turn),
                           on);

  // 2. In the contact plane.
  const Vector slip = slip_of<MODE>(contact, sideways, turn);
  const double damping = law.damping_ratio * state.damping, limit = law.friction * on.pressing;
  if constexpr (MODE::FORM == ContactForm::STOCK) {
    on.tangential = stock_force(shear, normal, slip, state.shear, damping, limit, step);
  } else {
    const double root = std::sqrt(state.shear);
    on.tangential = friction_force(shear, turn, slip, root, root, damping, limit, step);
  }
  on.force = on.normal * normal + on.tangential;

  // 3. Torques: a's arm is -arm_a n, b's is arm_b n, and b takes the opposite force.
  const Vector levered = cross(on.tangential, normal);
  on.torque_a = contact.arm_a * levered;
  on.torque_b = contact.arm_b * levered;
  on.rolling = {0.0, 0.0, 0.0};
  if constexpr (MODE::ROLLING != RollingLaw::NONE) {
    on.rolling = rolling_torque<MODE>(law.rolling, contact, turn, on.pressing, step, roll);
    on.torque_a = on.torque_a + on.rolling;
    on.torque_b = on.torque_b - on.rolling;
  }
  return on;
}

// Speed at which a turns on b about the mean normal.
inline double twisting_halfway(const Vector &omega, const PlaneTurn &turn)
{
  const double inverse_length = 1.0 - 0.5 * dot(turn.tilt, turn.tilt);
  return inverse_length * (dot(omega, turn.normal) - dot(omega, turn.tilt));
}

// Of TwistingLaw::MARSHALL: the torque on a along the normal. The spring is cut to the limit by
// itself, as that of sliding. MODE: CONSISTENT.
template <class MODE>
inline double twisting_torque(const ContactLaw &law, const Contact &contact, const Step &step,
                              double pressing, double &twist)
{
  const cohesion::NormalState state = normal_state<MODE>(law, contact);
  double square = contact.radius * contact.overlap;
  if constexpr (MODE::COHESION == CohesionLaw::JKR) {
    const double a = state.shear / law.tangential;    // springs_of() is linear in it
    square = a * a;
  }
  square = square > 0.0 ? square : 0.0;
  const double limit = 2.0 / 3.0 * std::sqrt(square) * law.friction * pressing;
  const double root = std::sqrt(0.5 * square * state.shear);
  const double rate = twisting_halfway(contact.omega_a - contact.omega_b, {contact, step});
  const double longest = root > 0.0 ? limit / root : 0.0;
  const double grown = twist + step.dt * root * rate;
  twist = grown > longest ? longest : grown < -longest ? -longest : grown;
  const double wanted = root * twist + 0.5 * square * law.damping_ratio * state.damping * rate;
  return wanted > limit ? -limit : wanted < -limit ? limit : -wanted;
}

}    // namespace contact_kernel
}    // namespace GRIST_INSTRUCTION_SET
}    // namespace grist

#endif
