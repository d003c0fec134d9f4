// A cluster that is released while it rotates keeps the loads of inertia relief.
//
// Oracle: statics in the frame that turns with the cluster, against the bond law integrated by
// velocity Verlet, at half the stable step, with any damping.

#include "relief/released_state.h"

#include "bonds/stable_time_step.h"
#include "common/constants.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

namespace test_spinning_relief {

using namespace grist;

constexpr double RADIUS = 0.002, MASS = 2500.0 * 4.0 / 3.0 * PI * RADIUS * RADIUS * RADIUS;

ClusterModel rod_of_five(double damping)
{
  BondMaterial material;
  material.young = 1e9;
  material.tensile = material.shear = std::numeric_limits<double>::infinity();
  material.damping = damping;
  std::vector<ModelElement> elements;
  std::vector<std::pair<int, int>> bonds;
  for (int n = 0; n < 5; n++) elements.push_back({{2 * RADIUS * n, 0.0, 0.0}, MASS, RADIUS});
  for (int n = 0; n < 4; n++) bonds.emplace_back(n, n + 1);
  return {elements, bonds, material};
}

// Half of what is certainly stable.
double step_of(const ClusterModel &model)
{
  const BondStiffness k = greatest_stiffness(model.material, RADIUS, RADIUS, 2 * RADIUS);
  return 0.5 *
      stable_time_step(MASS, RADIUS, 2 * k.translation, 2 * k.rotation_a, model.material.damping);
}

TEST(SpinningRelief, ReleasedClustersKeepTheLoadsOfRelief)
{
  for (const double damping : {0.0, 0.1, 0.5}) {
    const ClusterModel model = rod_of_five(damping);
    const InertiaRelief relief(model);
    const Vector3d omega{0.0, 0.0, 300.0};
    const ReleasedState state = released_state(relief, {}, omega);
    const double dt = step_of(model), inertia = sphere_inertia(MASS, RADIUS);
    const std::size_t count = model.elements.size();

    std::vector<Vector3d> x, v, spins(count, omega), force, torque;
    std::vector<BondState> bonds;
    for (std::size_t n = 0; n < count; n++) {
      x.emplace_back(model.elements[n].place + state.displacement[n].linear);
      v.push_back(cross(omega, x[n]));
    }
    for (std::size_t n = 0; n < model.bonds.size(); n++) {
      const ModelBond &bond = model.bonds[n];
      const Vector3d normal = normalized(x[bond.b] - x[bond.a]), &load = state.bonds[n].force;
      bonds.push_back(
          {bond.length(), normal, load - dot(load, normal) * normal, state.bonds[n].moment});
    }
    const auto evaluate = [&](double since) {
      force.assign(count, Vector3d::zero());
      torque = force;
      for (std::size_t n = 0; n < model.bonds.size(); n++) {
        const int a = model.bonds[n].a, b = model.bonds[n].b;
        const BondForces on = update_bond(
            model.material,
            {x[b] - x[a], v[b] - v[a], spins[a], spins[b], RADIUS, RADIUS, MASS, MASS, since},
            bonds[n]);
        force[a] += on.force_a;
        force[b] -= on.force_a;
        torque[a] += on.torque_a;
        torque[b] += on.torque_b;
      }
    };
    const auto kick = [&] {
      for (std::size_t n = 0; n < count; n++) {
        v[n] += 0.5 * dt / MASS * force[n];
        spins[n] += 0.5 * dt / inertia * torque[n];
      }
    };
    evaluate(0.0);
    for (int step = 0; step < 5000; step++) {
      kick();
      for (std::size_t n = 0; n < count; n++) x[n] += dt * v[n];
      evaluate(dt);
      kick();
      for (std::size_t n = 0; n < model.bonds.size(); n++) {
        const ModelBond &bond = model.bonds[n];
        const double tension = grist::testing::section_of(model, bond).tension *
            (norm(x[bond.b] - x[bond.a]) - bond.length());
        ASSERT_NEAR(tension / norm(state.bonds[n].force), 1.0, 1e-3) << damping << ' ' << step;
      }
    }
  }
}

}    // namespace test_spinning_relief
