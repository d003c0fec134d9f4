#include "rigid/guided_body.h"

#include "common/preconditions.h"
#include "common/space.h"
#include "geometry/mass_properties.h"

#include <algorithm>

namespace grist {

double GuidedBody::Coordinate::start(double force, double dt)
{
  assert(dt > 0.0 && low <= high);
  if (!is_free) return 0.0;
  const double half = 0.5 * dt / inertia, before = place, energy = 0.5 * inertia * speed * speed;
  speed = speed * (1.0 - half * dashpot) + half * (force - spring * place);
  const double reached = place + dt * speed;
  place = std::clamp(reached, low, high);
  moved = (place - before) / dt;
  is_held = place != reached;
  if (!is_held) return 0.0;
  speed = 0.0;
  return energy + 0.5 * spring * (before * before - place * place) + force * (place - before);
}

void GuidedBody::Coordinate::finish(double force, double dt)
{
  assert(dt >= 0.0);
  if (!is_free) return;
  const double half = 0.5 * dt / inertia;
  speed = (speed + half * (force - spring * place)) / (1.0 + half * dashpot);
  if ((place <= low && speed < 0.0) || (place >= high && speed > 0.0)) speed = 0.0;
}

void GuidedBody::Coordinate::hold(double force)
{
  const double pressing = force - spring * place;
  is_held = speed == 0.0 && ((place <= low && pressing < 0.0) || (place >= high && pressing > 0.0));
}

bool GuidedBody::Coordinate::gives_way(double impulse) const
{
  const bool is_stopped = (place <= low && impulse < 0.0) || (place >= high && impulse > 0.0);
  return is_free && !is_held && !is_stopped;
}

void GuidedBody::begin()
{
  assert(is_unit(axis) && mass > 0.0);
  assert(is_symmetric(inertia));
  const PrincipalFrame frame = principal_frame(inertia);
  first_axes = frame.axes;
  body.mass = mass;
  body.moments = frame.moments;
  body.orientation = quaternion_of(frame.axes);
  for (int k = 0; k < ANGLE; k++) coordinates[k].inertia = mass;
  const Vector3d across = center - point - dot(axis, center - point) * axis;
  coordinates[ANGLE].is_free = turns_about_axis();
  coordinates[ANGLE].inertia = dot(axis, inertia * axis) + mass * squared_norm(across);
}

Vector3d GuidedBody::arm() const
{
  return rotation_matrix(coordinates[ANGLE].place, axis) * (center - point);
}

Vector3d GuidedBody::center_now() const
{
  return shift() + (turns_about_axis() ? point + arm() : center);
}

Matrix3d GuidedBody::turn() const
{
  return rotation_matrix(body.orientation) * transposed(first_axes);
}

// Along coordinate k, with gravity.
double GuidedBody::force_on(int k, const BodyLoad &load) const
{
  const Vector3d force = load.force + mass * gravity;
  return k == ANGLE ? dot(axis, load.torque + cross(arm(), force)) : force[k];
}

void GuidedBody::start(const BodyLoad &load, double dt)
{
  std::array<double, COORDINATES> forces;
  for (int k = 0; k < COORDINATES; k++) forces[k] = force_on(k, load);
  for (int k = 0; k < COORDINATES; k++) lost += coordinates[k].start(forces[k], dt);
  if (around != Around::ALL) return;
  body.angular_momentum += 0.5 * dt * load.torque;
  grist::turn(body, dt);
  omega_of_step = body.angular_velocity();
}

void GuidedBody::finish(const BodyLoad &load, double dt)
{
  for (int k = 0; k < COORDINATES; k++) coordinates[k].finish(force_on(k, load), dt);
  if (around == Around::ALL) body.angular_momentum += 0.5 * dt * load.torque;
}

void GuidedBody::take_full_step(const BodyLoad &load)
{
  for (int k = 0; k < COORDINATES; k++) {
    coordinates[k].moved = coordinates[k].speed;
    coordinates[k].hold(force_on(k, load));
  }
  omega_of_step = rates().omega;
}

GuidedBody::Rates GuidedBody::rates(const Vector3d &speeds, double angular,
                                    const Vector3d &omega) const
{
  if (!turns_about_axis()) return {speeds, omega};
  const Vector3d about = angular * axis;
  return {speeds + cross(about, arm()), about};
}

GuidedBody::Rates GuidedBody::rates_of_step() const
{
  return rates({coordinates[0].moved, coordinates[1].moved, coordinates[2].moved},
               coordinates[ANGLE].moved, omega_of_step);
}

GuidedBody::Rates GuidedBody::rates() const
{
  return rates({coordinates[0].speed, coordinates[1].speed, coordinates[2].speed},
               coordinates[ANGLE].speed,
               around == Around::ALL ? body.angular_velocity() : Vector3d::zero());
}

double GuidedBody::mobility(const Vector3d &place, const Vector3d &direction) const
{
  assert(is_unit(direction));
  double sum = 0.0;
  for (int k = 0; k < ANGLE; k++)
    if (coordinates[k].gives_way(direction[k])) sum += direction[k] * direction[k] / mass;
  if (turns_about_axis()) {
    const double lever = dot(cross(axis, place - shift() - point), direction);
    if (coordinates[ANGLE].gives_way(lever)) sum += lever * lever / coordinates[ANGLE].inertia;
  } else if (around == Around::ALL) {
    const Vector3d lever = conjugate(body.orientation) * cross(place - center_now(), direction);
    sum += dot(product(lever, lever), inverses(body.moments));
  }
  return sum;
}

double GuidedBody::kinetic_energy() const
{
  double sum = around == Around::ALL ? body.rotational_energy() : 0.0;
  for (const Coordinate &one : coordinates)
    if (one.is_free) sum += 0.5 * one.inertia * one.speed * one.speed;
  return sum;
}

double GuidedBody::potential_energy() const
{
  double sum = -mass * dot(gravity, center_now() - center);
  for (const Coordinate &one : coordinates) sum += 0.5 * one.spring * one.place * one.place;
  return sum;
}

double GuidedBody::dashpot_power() const
{
  double sum = 0.0;
  for (const Coordinate &one : coordinates) sum += one.dashpot * one.speed * one.speed;
  return sum;
}

double GuidedBody::applied_power(const BodyLoad &applied) const
{
  const Rates now = rates();
  return dot(applied.force, now.velocity) + dot(applied.torque, now.omega);
}

}    // namespace grist
