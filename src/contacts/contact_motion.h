// How two bodies in contact move, and springs along the contact plane that turn with it: what the parts
// of a contact law are made with. Stated once on plain doubles (contact_kernel.h).

#ifndef GRIST_CONTACTS_CONTACT_MOTION_H
#define GRIST_CONTACTS_CONTACT_MOTION_H

#include "contacts/sphere_contact.h"
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

struct Contact : SphereContact {
  Vector normal_rate;                // change of the normal, per time
  double prepared;                   // of cohesion that prepares a number only
  double memory[MOST_REMEMBERED];    // of springs, then of cohesion, that remember numbers only
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

using Force = SphereContactForce;

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

// A number cut to -limit and limit: two instructions, the smaller and the larger of two numbers.
inline double within(double limit, double number)
{
  const double above = number > -limit ? number : -limit;
  return above < limit ? above : limit;
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

// Energy of a spring whose force is at most the limit.
inline double spring_energy(double stiffness, double stretch, double limit)
{
  const double force = stiffness * stretch < limit ? stiffness * stretch : limit;
  return stiffness > 0.0 ? 0.5 * force * force / stiffness : 0.0;
}

// Speed at which a turns on b about the mean normal.
inline double twisting_halfway(const Vector &omega, const PlaneTurn &turn)
{
  const double inverse_length = 1.0 - 0.5 * dot(turn.tilt, turn.tilt);
  return inverse_length * (dot(omega, turn.normal) - dot(omega, turn.tilt));
}

// Relative velocity of the surfaces along the contact, by these levers. `sideways`: of the centres.
inline Vector slip_by(double lever_a, double lever_b, const Vector &sideways, const Vector &omega_a,
                      const Vector &omega_b, const Vector &normal)
{
  return sideways - cross(lever_a * omega_a + lever_b * omega_b, normal);
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

}    // namespace contact_kernel
}    // namespace GRIST_INSTRUCTION_SET
}    // namespace grist

#endif
