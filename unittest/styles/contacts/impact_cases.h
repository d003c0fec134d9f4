// Impacts of one sphere on a plane or of two spheres, run in LAMMPS, and what theory says of them.
//
//   The plane is z = 0. The first sphere is above it; a second one is below it in place of the
//   wall. Spheres are just about to touch at the origin. All motion is in the plane of z and ALONG,
//   and rotation is about AXIS.
//   slip        of the first surface over the other at the contact, along ALONG
//   impulse P   of friction on the first sphere: slip changes by P / m_t, with m_t = 2/7 m* for
//               homogeneous spheres

#ifndef GRIST_UNITTEST_STYLES_CONTACTS_IMPACT_CASES_H
#define GRIST_UNITTEST_STYLES_CONTACTS_IMPACT_CASES_H

#include "common/space.h"
#include "testing/lammps_session.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <sstream>
#include <string>
#include <vector>

namespace grist::testing {

using grist::Vector3d;

const Vector3d ALONG{0.6, 0.8, 0.0}, AXIS{-0.8, 0.6, 0.0};    // AXIS = z x ALONG

struct Material {
  double young, poisson, density;
};
constexpr Material GLASS = {4.8e10, 0.2, 2800}, LIMESTONE = {2e10, 0.25, 2500};
constexpr Material ALUMINIUM = {7e10, 0.3, 2700}, MAGNESIUM = {4e10, 0.35, 1800};
constexpr Material ALUMINA = {3.8e11, 0.23, 4000}, CAST_IRON = {1e11, 0.25, 7000};
constexpr Material STEEL = {2.08e11, 0.3, 7850}, POLYETHYLENE = {1e9, 0.3, 1400};

enum class Form { GRIST, STOCK };

struct Ball {
  double radius = 0.0;
  double approach = 0.0;    // towards the plane
  double along = 0.0, spin = 0.0;
};

// The second may be missing: then it has no radius, and the first meets the plane.
using Balls = std::array<Ball, 2>;

struct Impact {
  Material material;
  double restitution, friction;
  Balls balls;

  double mass(int k) const
  {
    return material.density * 4.0 / 3.0 * M_PI * std::pow(balls[k].radius, 3);
  }
  double inertia(int k) const { return 0.4 * mass(k) * balls[k].radius * balls[k].radius; }
  bool on_plane() const { return balls[1].radius == 0.0; }
  int count() const { return on_plane() ? 1 : 2; }
  double reduced_mass() const
  {
    return on_plane() ? mass(0) : mass(0) * mass(1) / (mass(0) + mass(1));
  }
  double reduced_radius() const
  {
    const double a = balls[0].radius;
    return on_plane() ? a : a * balls[1].radius / (a + balls[1].radius);
  }
  double reduced_young() const
  {
    return material.young / (2.0 * (1.0 - material.poisson * material.poisson));
  }
  double reduced_shear() const
  {
    return material.young / (4.0 * (2.0 - material.poisson) * (1.0 + material.poisson));
  }
  double approach() const { return balls[0].approach + (on_plane() ? 0.0 : balls[1].approach); }
  double slip() const
  {
    const double below = on_plane() ? 0.0 : balls[1].along + balls[1].radius * balls[1].spin;
    return balls[0].along - balls[0].radius * balls[0].spin - below;
  }

  // Hertz, without damping: overlap, force and time.
  double hertz_force(double overlap) const
  {
    return 4.0 / 3.0 * reduced_young() * std::sqrt(reduced_radius() * overlap) * overlap;
  }
  double peak_overlap() const
  {
    const double v = approach();
    return std::pow(15.0 * reduced_mass() * v * v /
                        (16.0 * reduced_young() * std::sqrt(reduced_radius())),
                    0.4);
  }
  double duration() const
  {
    const double beta = std::sqrt(M_PI) * std::tgamma(0.4) / std::tgamma(0.9);
    return 0.8 * beta * peak_overlap() / approach();
  }
};

// -------------------------------------------------------------------------------------------------

inline std::string digits(double value)
{
  std::ostringstream text;
  text.precision(17);
  text << value;
  return text.str();
}

inline std::string digits(const Vector3d &value)
{
  return digits(value.x) + " " + digits(value.y) + " " + digits(value.z);
}

// Gap below the first sphere at the start: contact begins after half a step.
inline double gap(const Impact &impact, int steps)
{
  return 0.5 * impact.approach() * impact.duration() / steps;
}

// The sphere k of an impact, as input lines.
inline std::string ball_lines(const Impact &impact, int k, int steps)
{
  const Ball &ball = impact.balls[k];
  const double side = k == 0 ? 1.0 : -1.0;
  const double height = ball.radius + (k == 0 ? gap(impact, steps) : 0.0);
  const Vector3d position = side * height * Vector3d::unit_z();
  const Vector3d v = ball.along * ALONG - side * ball.approach * Vector3d::unit_z();
  const std::string set = "\nset atom " + std::to_string(k + 1);
  return "create_atoms 1 single " + digits(position) + set + " diameter " +
      digits(2.0 * ball.radius) + set + " density " + digits(impact.material.density) + set +
      " vx " + digits(v.x) + " vy " + digits(v.y) + " vz " + digits(v.z) + set + " omega " +
      digits(ball.spin * AXIS) + "\n";
}

// An undamped contact would take this many steps.
inline std::string impact_lines(const Impact &impact, Form form, int steps,
                                const std::string &start = "newton on off\n")
{
  const double one = impact.balls[0].radius, other = impact.balls[impact.count() - 1].radius;
  const double largest = std::max(one, other), smallest = std::min(one, other);
  const std::string range = digits(-3.0 * largest) + " " + digits(3.0 * largest) + " ";
  std::string lines = start + "units si\natom_style sphere\natom_modify map array\n" +
      "comm_modify vel yes\nboundary f f f\nregion box block " + range + range + range +
      "\ncreate_box 1 box\n";
  for (int k = 0; k < impact.count(); k++) lines += ball_lines(impact, k, steps);
  lines += "neighbor " + digits(0.5 * smallest) + " bin\npair_style hertz/mindlin stock " +
      (form == Form::STOCK ? "yes" : "no") + "\npair_coeff * * young " +
      digits(impact.material.young) + " poisson " + digits(impact.material.poisson) +
      " restitution " + digits(impact.restitution) + " friction " + digits(impact.friction) +
      "\nfix move all nve/sphere\nthermo 1000000\ntimestep " + digits(impact.duration() / steps) +
      "\n";
  return lines + (impact.on_plane() ? "fix floor all wall/hertz/mindlin zplane 0 NULL\n" : "");
}

struct Rebound {
  double away, along, spin;    // `away` from the plane
  double sideways;             // what should be zero, as a velocity
  Vector3d position, force;
};

inline std::vector<Rebound> rebounds(LammpsSession &lammps)
{
  std::vector<Rebound> found;
  for (const AtomSnapshot &atom : lammps.atoms()) {
    const Vector3d v = vector_at(atom.v.data()), omega = vector_at(atom.omega.data());
    const double side = found.empty() ? 1.0 : -1.0;
    const double out_of_axis = norm(omega - dot(omega, AXIS) * AXIS) * atom.radius;
    found.push_back({side * v.z, dot(v, ALONG), dot(omega, AXIS),
                     std::max(std::fabs(dot(v, AXIS)), out_of_axis), vector_at(atom.x.data()),
                     vector_at(atom.f.data())});
  }
  return found;
}

// After `times` the duration of an undamped contact of so many steps.
inline std::vector<Rebound> rebounds_after(const Impact &impact, Form form, int steps,
                                           double times = 1.5)
{
  LammpsSession lammps;
  lammps.run(impact_lines(impact, form, steps) + "run " +
             std::to_string(static_cast<int>(times * steps)));
  return rebounds(lammps);
}

// -------------------------------------------------------------------------------------------------

// Share z of critical damping and the phase at which a linear oscillator with it is released, in
// units of 1 / frequency.
struct Damping {
  double share, phase;
};

// GRIST: released when the force is zero. z = sin p and e = exp(-(pi - 2 p) tan p), for e above
// exp(-2). STOCK: when the length is zero.
inline Damping damping_of(double restitution, Form form)
{
  if (form == Form::STOCK) {
    const double log = -std::log(restitution);
    const double share = log / std::hypot(M_PI, log);
    return {share, M_PI / std::sqrt(1.0 - share * share)};
  }
  double low = 0.0, high = 0.5 * M_PI;
  for (int step = 0; step < 100; step++) {
    const double p = 0.5 * (low + high);
    (std::exp(-(M_PI - 2.0 * p) * std::tan(p)) > restitution ? low : high) = p;
  }
  return {std::sin(low), (M_PI - 2.0 * low) / std::cos(low)};
}

inline double gross_sliding(const Impact &impact)
{
  return 3.5 * impact.friction * (1.0 + impact.restitution) * impact.approach();
}

// By the law of gross sliding.
inline double slip_after_sliding(const Impact &impact)
{
  return impact.slip() - std::copysign(gross_sliding(impact), impact.slip());
}

// Without sliding, in Grist's form. With d tau = d^(1/4) dt and u = d^(5/4) the normal motion is a
// linear oscillator of frequency squared 5/3 E* sqrt(R*) / m*, and slip and spring sqrt(K_t) s are
// one of frequency squared 8 G* sqrt(R*) / m_t, 84/5 G*/E* times as much, with 7/2 sqrt(5/21) of
// the share of critical damping.
inline double slip_after_sticking(const Impact &impact)
{
  const Damping normal = damping_of(impact.restitution, Form::GRIST);
  const double share = 3.5 * std::sqrt(5.0 / 21.0) * normal.share;
  const double phase =
      normal.phase * std::sqrt(84.0 / 5.0 * impact.reduced_shear() / impact.reduced_young());
  const double damped = std::sqrt(1.0 - share * share);
  return impact.slip() * std::exp(-share * phase) *
      (std::cos(damped * phase) - share / damped * std::sin(damped * phase));
}

// With sliding for a part of the time, integrated in tau. STOCK: without damping only.
inline double slip_after_integration(const Impact &impact, Form form, int steps = 200000)
{
  const Damping damping = damping_of(impact.restitution, form);
  const double mass = impact.reduced_mass(), mass_t = 2.0 / 7.0 * mass;
  const double stiffness = impact.reduced_young() * std::sqrt(impact.reduced_radius());
  const double stiffness_t = 8.0 * impact.reduced_shear() * std::sqrt(impact.reduced_radius());
  const double root = std::sqrt(stiffness_t);
  const double dashpots = 2.0 * std::sqrt(5.0 / 6.0) * damping.share;
  const double drag_n = dashpots * std::sqrt(2.0 * stiffness * mass);
  const double drag_t = dashpots * std::sqrt(stiffness_t * mass);
  const double frequency = std::sqrt(5.0 / 3.0 * stiffness / mass);

  const double h = damping.phase / frequency / steps;
  double u = 0.0, v = impact.approach(), slip = impact.slip(), spring = 0.0;
  for (int step = 0; step < steps; step++) {
    u += 1.25 * h * v;
    const double pressing = std::max(0.0, 4.0 / 3.0 * stiffness * u + drag_n * v);
    v -= h * pressing / mass;
    const double quarter = std::pow(std::max(u, 0.0), 0.2);    // d^(1/4)
    const double limit = impact.friction * pressing;
    const double gain = form == Form::STOCK ? 1.0 / std::max(quarter, 1e-30) : root;
    const double pull = form == Form::STOCK ? stiffness_t * quarter : root;
    spring += h * gain * slip;
    if (pull * std::fabs(spring) > limit) spring = std::copysign(limit / pull, spring);
    slip -= h / mass_t * std::clamp(pull * spring + drag_t * slip, -limit, limit);
  }
  return slip;
}

}    // namespace grist::testing

#endif
