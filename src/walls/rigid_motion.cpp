#include "walls/rigid_motion.h"

#include "common/constants.h"
#include "common/preconditions.h"
#include "common/space.h"

#include <algorithm>
#include <cmath>

namespace grist {

static constexpr double TWO_PI = 2.0 * PI;
static constexpr double MOST_WHOLE = 1e15;    // numbers below are exact

void StepClock::step(double now)
{
  if (now != length) {
    before = time();
    steps = 0;
    length = now;
    // A time of whole steps, as of a restart file, is counted on: it rounds as without a stop.
    const double whole = std::round(before / length);
    if (whole * length == before && whole < MOST_WHOLE) {
      steps = static_cast<long>(whole);
      before = 0.0;
    }
  }
  steps++;
}

void StepClock::set_time(double time)
{
  before = time;
  steps = 0;
}

void RigidMotion::add_rotation(const Vector3d &point, const Vector3d &axis, double period)
{
  assert(axis != Vector3d::zero() && period != 0.0);
  parts.push_back({ROTATION, Vector3d::zero(), point, normalized(axis), period, 0});
}

void RigidMotion::add_wiggle(const Vector3d &amplitude, double period)
{
  assert(period != 0.0);
  parts.push_back({WIGGLE, amplitude, Vector3d::zero(), Vector3d::zero(), period, 0});
}

int RigidMotion::add_driven(const Vector3d &point, const Vector3d &axis)
{
  const int number = static_cast<int>(drives.size());
  drives.emplace_back();
  parts.push_back({DRIVEN, Vector3d::zero(), point, normalized(axis), 0.0, number});
  axes.push_back({point, parts.back().axis});
  return number;
}

int RigidMotion::add_driven_about(const Vector3d &point)
{
  const int number = add_driven(point, Vector3d::zero());
  parts.back().kind = DRIVEN_ABOUT;
  return number;
}

bool RigidMotion::keeps_period(int axis) const
{
  assert(axis >= 0 && axis < 3);
  return std::all_of(parts.begin(), parts.end(), [axis](const Part &part) {
    if (part.kind == DRIVEN_ABOUT) return false;
    return part.axis == Vector3d::zero() || std::fabs(part.axis[axis]) > 1.0 - 1e-12;
  });
}

void RigidMotion::drive(int n, const Vector3d &velocity, double rate, double dt)
{
  assert(n >= 0 && n < static_cast<int>(drives.size()) && dt >= 0.0);
  Driven &state = drives[n];
  state.displacement += 0.5 * dt * (state.velocity + velocity);
  state.angle += 0.5 * dt * (state.rate + rate);
  state.velocity = velocity;
  state.rate = rate;
}

void RigidMotion::rotate(const Part &part, double angle, double rate)
{
  rotate(part.point, rotation_matrix(angle, part.axis), rate * part.axis);
}

Pose RigidMotion::driven_place(int n) const
{
  assert(n >= 0 && n < static_cast<int>(drives.size()));
  RigidMotion alone;
  for (const Part &part : parts)
    if ((part.kind == DRIVEN || part.kind == DRIVEN_ABOUT) && part.number == n)
      alone.parts.push_back(part);
  alone.drives = drives;
  alone.set_time(0.0);
  return alone.place;
}

// A rotation also rotates the velocities of the motions before it.
void RigidMotion::rotate(const Vector3d &about, const Matrix3d &turn, const Vector3d &omega)
{
  const Pose motion = {about - turn * about, turn};
  const Vector3d origin_before = rates.at(inverse(motion) * Vector3d::zero());
  rates.omega = turn * rates.omega + omega;
  rates.velocity = turn * origin_before - cross(omega, about);
  place = motion * place;
  for (Axis &one : axes) one = {motion * one.point, turn * one.direction};
}

void RigidMotion::displace(const Vector3d &displacement, const Vector3d &velocity,
                           const Vector3d &of_center)
{
  rates.velocity += velocity;
  displacing += of_center;
  rates.point += displacement;
  place.position += displacement;
  for (Axis &one : axes) one.point += displacement;
}

void RigidMotion::begin_anew(double time)
{
  set_time(time);
  begin = {place, time};
  parts.clear();
  drives.clear();
  axes.clear();
}

std::vector<double> RigidMotion::description() const
{
  std::vector<double> numbers;
  for (const Part &part : parts) {
    numbers.push_back(part.kind);
    for (const Vector3d &vector : {part.vector, part.point, part.axis})
      numbers.insert(numbers.end(), vector.data(), vector.data() + 3);
    numbers.push_back(part.period);
  }
  return numbers;
}

void RigidMotion::set_time(double now)
{
  const double time = now - begin.time;
  place = begin.place;
  rates = RigidVelocity();
  displacing = Vector3d::zero();
  axes.clear();
  for (const Part &part : parts) {
    if (part.kind == DRIVEN || part.kind == DRIVEN_ABOUT) axes.push_back({part.point, part.axis});
    if (part.kind == ROTATION)
      rotate(part, TWO_PI * std::fmod(time / part.period, 1.0), TWO_PI / part.period);
    else if (part.kind == DRIVEN)
      rotate(part, drives[part.number].angle, drives[part.number].rate);
    else if (part.kind == DRIVEN_ABOUT)
      rotate(part.point, drives[part.number].turn, drives[part.number].omega);
  }
  for (const Part &part : parts)
    if (part.kind == LINEAR)
      displace(time * part.vector, part.vector);
    else if (part.kind == WIGGLE) {
      const double rate = TWO_PI / part.period, phase = TWO_PI * std::fmod(time / part.period, 1.0);
      displace(std::sin(phase) * part.vector, rate * std::cos(phase) * part.vector);
    } else if (part.kind == DRIVEN)
      displace(drives[part.number].displacement, drives[part.number].velocity);
    else if (part.kind == DRIVEN_ABOUT)
      displace(drives[part.number].displacement, drives[part.number].velocity,
               drives[part.number].center_velocity);
}

bool RigidMotion::is_finite() const
{
  return grist::is_finite(place) && grist::is_finite(rates.velocity) &&
      grist::is_finite(rates.omega);
}

const RigidMotion::Part *RigidMotion::first_rotation() const
{
  for (const Part &part : parts)
    if (part.axis != Vector3d::zero() || part.kind == DRIVEN_ABOUT) return &part;
  return nullptr;
}

// The point of the first rotation is moved by all other motions.
Vector3d RigidMotion::center() const
{
  const Part *first = first_rotation();
  return first ? place * inverse(begin.place) * first->point : Vector3d::zero();
}

}    // namespace grist
