// Rows of bonded spheres under a load at their end, solved with the law of the parallel bond.
//
// Oracles: the discrete beam, springs in a row.

#include "bonds/bond_cases.h"
#include "bonds/parallel_bond.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace test_bonded_rows {

using namespace grist;
using grist::testing::elastic_material;

TEST(ParallelBond, CantileverIsTheDiscreteBeam)
{
  // A row of spheres, clamped at one end, loaded across at the other, solved by relaxing every
  // sphere with the bond law itself. Discrete beam: bond k at s_k carries the moment P (L - s_k)
  // and the shear P, so the tip moves by sum of (L - s_k)^2 P / (k_n I) + P / (k_s A).
  constexpr int N = 6;
  constexpr double R = 1e-3, LOAD = 1e-4;
  BondMaterial material = elastic_material();
  material.radius = 1.0;
  material.damping = 0.0;
  const BondSection section(material, R, R, 2 * R);
  const double mass = 1e-5, inertia = 0.4 * mass * R * R;

  std::vector<Vector3d> x(N + 1), v(N + 1, Vector3d::zero()), w(N + 1, Vector3d::zero());
  for (int i = 0; i <= N; i++) x[i] = Vector3d{2 * R * i, 0, 0};
  std::vector<BondState> states;
  for (int i = 0; i < N; i++) states.push_back(make_bond(x[i + 1] - x[i]));

  const double dt = 0.2 * std::sqrt(mass / section.tension);
  for (int step = 0; step < 400000; step++) {
    std::vector<Vector3d> force(N + 1, Vector3d::zero()), torque(N + 1, Vector3d::zero());
    force[N].y = LOAD;
    for (int i = 0; i < N; i++) {
      const BondMotion motion{
          x[i + 1] - x[i], v[i + 1] - v[i], w[i], w[i + 1], R, R, mass, mass, dt};
      const BondForces on = update_bond(material, motion, states[i]);
      force[i] += on.force_a;
      force[i + 1] -= on.force_a;
      torque[i] += on.torque_a;
      torque[i + 1] += on.torque_b;
    }
    for (int i = 1; i <= N; i++) {    // light global damping brings it to rest
      v[i] = 0.9995 * v[i] + dt / mass * force[i];
      w[i] = 0.9995 * w[i] + dt / inertia * torque[i];
      x[i] += dt * v[i];
    }
  }

  double tip = 0.0;
  for (int k = 0; k < N; k++) {
    const double arm = 2 * R * N - (2 * k + 1) * R;
    tip += LOAD * (arm * arm / section.bending + 1.0 / section.shearing);
  }
  ASSERT_LT(tip, 1e-3 * 2 * R * N);    // small deflection, where the closed form holds
  EXPECT_NEAR(x[N].y / tip, 1.0, 1e-5);
}

TEST(ParallelBond, TwistedRodIsSpringsInARow)
{
  // N bonds under a torque T at the end: the end turns by N T / (k_s J).
  constexpr int N = 5;
  constexpr double R = 1e-3, TORQUE = 1e-6;
  BondMaterial material = elastic_material();
  material.radius = 1.0;
  const BondSection section(material, R, R, 2 * R);
  const double mass = 1e-5, inertia = 0.4 * mass * R * R;
  const Vector3d along{2 * R, 0, 0}, still = Vector3d::zero();
  std::vector<BondState> states(N, make_bond(along));
  std::vector<double> spin(N + 1, 0.0), angle(N + 1, 0.0);

  const double dt = 0.2 * std::sqrt(inertia / section.twisting);
  for (int step = 0; step < 100000; step++) {
    std::vector<double> torque(N + 1, 0.0);
    torque[N] = TORQUE;
    for (int i = 0; i < N; i++) {
      const BondMotion motion{
          along, still, Vector3d{spin[i], 0, 0}, Vector3d{spin[i + 1], 0, 0}, R, R, mass, mass, dt};
      const BondForces on = update_bond(material, motion, states[i]);
      torque[i] += on.torque_a.x;
      torque[i + 1] += on.torque_b.x;
    }
    for (int i = 1; i <= N; i++) {
      spin[i] = 0.999 * spin[i] + dt / inertia * torque[i];
      angle[i] += dt * spin[i];
    }
  }
  EXPECT_NEAR(angle[N] / (N * TORQUE / section.twisting), 1.0, 1e-6);
}

}    // namespace test_bonded_rows
