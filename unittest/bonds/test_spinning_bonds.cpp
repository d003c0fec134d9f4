// Bonded spheres that fly freely, rotate and vibrate, integrated as LAMMPS does (velocity Verlet:
// the law has the velocities of the middle of the step).
//
// Oracles: conservation of energy, with an error of second order in the time step; the centrifugal
// load m w^2 R of a pair that turns as one body, whatever its damping is.

#include "bonds/parallel_bond.h"
#include "bonds/stable_time_step.h"
#include "common/constants.h"
#include "common/space.h"
#include "common/space_text.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace test_spinning_bonds {

using namespace grist;

constexpr double RADIUS = 0.01, MASS = 2500.0 * 4.0 / 3.0 * PI * RADIUS * RADIUS * RADIUS;
constexpr double TIME = 0.2;

BondMaterial material_of(double young, double damping)
{
  BondMaterial material;
  material.young = young;
  material.tensile = material.shear = std::numeric_limits<double>::infinity();
  material.damping = damping;
  return material;
}

struct Cluster {
  BondMaterial material = material_of(1e8, 0.0);
  std::vector<Vector3d> x, v, omega, force, torque;
  std::vector<std::pair<int, int>> bonds;
  std::vector<BondState> states;
  double dt = 0.0, stored = 0.0, inertia = sphere_inertia(MASS, RADIUS);

  void add(const Vector3d &place) { x.push_back(place); }
  void bond(int a, int b)
  {
    bonds.emplace_back(a, b);
    states.push_back(make_bond(x[b] - x[a]));
  }

  // Turns as one body about the centre of mass, and vibrates by `shaking` of it.
  void spin(const Vector3d &by, double shaking)
  {
    std::mt19937_64 random(3);
    std::uniform_real_distribution<double> any(-1.0, 1.0);
    const auto vector = [&] { return Vector3d{any(random), any(random), any(random)}; };
    Vector3d centre = Vector3d::zero();
    for (const Vector3d &place : x) centre += place / static_cast<double>(x.size());
    for (const Vector3d &place : x) {
      v.push_back(cross(by, place - centre) + shaking * norm(by) * RADIUS * vector());
      omega.push_back(by + shaking * norm(by) * vector());
    }
  }

  // Half of what is certainly stable.
  void choose_step()
  {
    dt = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < x.size(); i++) {
      double translation = 0.0, rotation = 0.0;
      for (const auto &[a, b] : bonds)
        if (a == static_cast<int>(i) || b == static_cast<int>(i)) {
          const BondStiffness k = greatest_stiffness(material, RADIUS, RADIUS, norm(x[b] - x[a]));
          translation += k.translation;
          rotation += k.rotation_a;
        }
      dt = std::min(dt,
                    0.5 * stable_time_step(MASS, RADIUS, translation, rotation, material.damping));
    }
  }

  void evaluate(double since)
  {
    force.assign(x.size(), Vector3d::zero());
    torque = force;
    stored = 0.0;
    for (std::size_t n = 0; n < bonds.size(); n++) {
      const auto [a, b] = bonds[n];
      const BondMotion motion{x[b] - x[a], v[b] - v[a], omega[a], omega[b], RADIUS,
                              RADIUS,      MASS,        MASS,     since};
      const BondForces on = update_bond(material, motion, states[n]);
      force[a] += on.force_a;
      force[b] -= on.force_a;
      torque[a] += on.torque_a;
      torque[b] += on.torque_b;
      stored += on.energy;
    }
  }
  void kick()
  {
    for (std::size_t i = 0; i < x.size(); i++) {
      v[i] += 0.5 * dt / MASS * force[i];
      omega[i] += 0.5 * dt / inertia * torque[i];
    }
  }
  void step()
  {
    kick();
    for (std::size_t i = 0; i < x.size(); i++) x[i] += dt * v[i];
    evaluate(dt);
    kick();
  }
  double energy() const
  {
    double sum = stored;
    for (std::size_t i = 0; i < x.size(); i++)
      sum += 0.5 * (MASS * squared_norm(v[i]) + inertia * squared_norm(omega[i]));
    return sum;
  }

  // Greatest change of the energy over the time, relative.
  double drift(double time)
  {
    evaluate(0.0);
    const double start = energy();
    double most = 0.0;
    for (double t = 0.0; t < time; t += dt) {
      step();
      most = std::max(most, std::fabs(energy() / start - 1.0));
    }
    return most;
  }
};

Cluster pair()
{
  Cluster pair;
  pair.add({-RADIUS, 0, 0});
  pair.add({RADIUS, 0, 0});
  pair.bond(0, 1);
  return pair;
}

Cluster rod_of_five()
{
  Cluster rod;
  for (int n = 0; n < 5; n++) rod.add({2 * RADIUS * n, 0, 0});
  for (int n = 0; n < 4; n++) rod.bond(n, n + 1);
  return rod;
}

Cluster tetrahedron()
{
  Cluster body;
  const double a = RADIUS / std::sqrt(2.0);
  for (const Vector3d &corner :
       {Vector3d{a, a, a}, Vector3d{a, -a, -a}, Vector3d{-a, a, -a}, Vector3d{-a, -a, a}}) {
    body.add(corner);
    for (std::size_t n = 0; n + 1 < body.x.size(); n++) body.bond(n, body.x.size() - 1);
  }
  return body;
}

// Each sphere touches one that was there before; all that are within 1.1 diameters are bonded.
Cluster random_cluster(int count)
{
  std::mt19937_64 random(count);
  std::normal_distribution<double> gauss;
  Cluster body;
  body.add(Vector3d::zero());
  while (static_cast<int>(body.x.size()) < count) {
    const Vector3d at = body.x[random() % body.x.size()] +
        2.0 * RADIUS * normalized(Vector3d{gauss(random), gauss(random), gauss(random)});
    const bool fits = std::all_of(body.x.begin(), body.x.end(), [&](const Vector3d &other) {
      return norm(other - at) > 1.9999 * RADIUS;
    });
    if (!fits) continue;
    body.add(at);
    const int last = static_cast<int>(body.x.size()) - 1;
    for (int n = 0; n < last; n++)
      if (norm(body.x[n] - at) < 2.2 * RADIUS) body.bond(n, last);
  }
  return body;
}

struct Scene {
  std::string name;
  Cluster cluster;
  Vector3d spin;
};

std::vector<Scene> scenes()
{
  const Vector3d skew = normalized(Vector3d{2, -3, 5});
  return {{"pair about its line", pair(), {200, 0, 0}},
          {"pair, skew", pair(), 200.0 * skew},
          {"rod about its line", rod_of_five(), {200, 0, 0}},
          {"rod, skew", rod_of_five(), 100.0 * skew},
          {"tetrahedron", tetrahedron(), 200.0 * skew},
          {"ten", random_cluster(10), 100.0 * skew},
          {"thirty", random_cluster(30), 60.0 * skew}};
}

TEST(SpinningBonds, UndampedOnesKeepTheirEnergy)
{
  for (Scene &scene : scenes()) {
    scene.cluster.spin(scene.spin, 0.01);
    scene.cluster.choose_step();
    Cluster finer = scene.cluster;
    finer.dt *= 0.5;
    const double drift = scene.cluster.drift(TIME);
    EXPECT_LT(drift, 1e-4) << scene.name;
    EXPECT_NEAR(drift / finer.drift(TIME), 4.0, 1.0) << scene.name;
  }
}

// The bond alone, which holds a small part of the energy.
TEST(SpinningBonds, VibrationOfASpinningPairDoesNotGrow)
{
  Cluster spinning = pair();
  spinning.spin({200, 0, 0}, 0.0);
  spinning.omega = {{201, 2, 0}, {199, 0, 2}};
  spinning.choose_step();
  spinning.evaluate(0.0);
  double early = 0.0, late = 0.0;
  const int steps = static_cast<int>(TIME / spinning.dt);
  for (int n = 0; n < steps; n++) {
    spinning.step();
    (n < steps / 2 ? early : late) += spinning.stored;
  }
  EXPECT_NEAR(late / early, 1.0, 0.01);
}

TEST(SpinningBonds, DampedPairsCarryTheCentrifugalLoad)
{
  const double spin = 300.0, load = MASS * spin * spin * RADIUS;
  for (const double damping : {0.0, 0.1, 0.3, 0.5}) {
    Cluster turning = pair();
    turning.material = material_of(1e9, damping);
    turning.choose_step();
    turning.spin({0, 0, spin}, 0.0);
    const BondSection section(turning.material, RADIUS, RADIUS, 2 * RADIUS);
    // Without dashpots the pair vibrates about its load from its start on.
    turning.evaluate(0.0);
    double mean = 0.0;
    constexpr int STEPS = 8000;
    for (int n = 0; n < STEPS; n++) {
      turning.step();
      const double stretch = norm(turning.x[1] - turning.x[0]) - 2 * RADIUS;
      mean += section.tension * stretch / STEPS;
    }
    // The stretch itself lowers the angular velocity: R grows, R^2 w does not.
    const double strain = load / section.tension / (2 * RADIUS);
    EXPECT_NEAR(mean / load, 1.0 - 3.0 * strain, 5e-4) << damping;
    if (damping > 0.0) {
      const Vector3d arm = turning.x[0] - 0.5 * (turning.x[0] + turning.x[1]);
      const double now = turning.omega[0].z;
      const double stretch = 2.0 * norm(arm) - 2 * RADIUS;
      EXPECT_NEAR(section.tension * stretch / (MASS * now * now * norm(arm)), 1.0, 1e-4) << damping;
      EXPECT_LT(norm(turning.states[0].shear_force), 1e-3 * load);
    }
  }
}

// A bond of any material exerts no viscous force in a rigid rotation about any axis, except for
// terms of third order in the angle of a step; the velocity of the middle of the step is the chord.
TEST(SpinningBonds, RigidRotationMovesNoDashpot)
{
  for (const Vector3d &axis : {Vector3d{0, 0, 1}, Vector3d{0.6, 0, 0.8}, Vector3d{1, 0, 0}})
    for (const double angle : {1e-3, 1e-2}) {
      const double dt = 1e-5;
      const BondMaterial elastic = material_of(1e9, 0.0), damped = material_of(1e9, 0.5);
      const Vector3d before{2 * RADIUS, 0, 0};
      const Vector3d now = rotation_matrix(angle, axis) * before, omega = angle / dt * axis;
      const BondMotion motion{now, (now - before) / dt, omega, omega, RADIUS, RADIUS, MASS, MASS,
                              dt};
      BondState one = make_bond(before), other = one;
      const Vector3d viscous =
          update_bond(damped, motion, one).force_a - update_bond(elastic, motion, other).force_a;
      // Against the force of a dashpot that the rotation moves by the speed of the end of the bond.
      const BondDamping c = bond_damping(damped, RADIUS, RADIUS, MASS, MASS, 2 * RADIUS);
      const double scale = c.stretch * 2 * RADIUS * angle / dt;
      EXPECT_LT(norm(viscous), 0.5 * angle * angle * scale) << axis << ' ' << angle;
    }
}

}    // namespace test_spinning_bonds
