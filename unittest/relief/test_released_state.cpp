// The state in which a held cluster is released.
//
// Oracles: the bond law itself (update_bond), which at the moment of release must leave every
// element the acceleration of the rigid motion; conservation of momentum; inertia relief for loads
// that hardly deform.

#include "common/space.h"
#include "relief/released_state.h"

#include "common/constants.h"
#include "relief/relief_clusters.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace test_released_state {

using namespace grist;
using namespace grist::testing;

std::vector<ElementLoad> press_and_twist(const ClusterModel &model, double size)
{
  const int last = static_cast<int>(model.elements.size()) - 1;
  const double arm = model.elements[0].radius;
  return {{0, size * Vector3d{1.0, 0.3, -0.2}, size * arm * Vector3d{0.1, 0.5, 0.2}},
          {last, size * Vector3d{-0.8, 0.1, 0.4}, size * arm * Vector3d{0.0, -0.3, 0.4}},
          {last / 2, size * Vector3d{0.2, 0.6, 0.1}, Vector3d::zero()}};
}

// A load at which the greatest stress of a bond is this strain times Young's modulus.
double load_of_strain(const InertiaRelief &relief, double strain)
{
  double most = 0.0;
  const std::vector<BondLoad> loads =
      relief.bond_loads(press_and_twist(relief.model(), 1.0), Vector3d::zero());
  for (size_t n = 0; n < loads.size(); n++)
    most = std::max(most, relief.model().stress(relief.model().bonds[n], loads[n], 1.0).tension);
  return strain * YOUNG / most;
}

class ReleasedShapes : public ::testing::TestWithParam<const char *> {};

TEST_P(ReleasedShapes, ForcesOfTheBondLawLeaveTheRigidAcceleration)
{
  const ClusterModel model = named_cluster(GetParam());
  const InertiaRelief relief(model);
  const std::vector<ElementLoad> loads = press_and_twist(model, load_of_strain(relief, 5e-3));
  const Vector3d omega = spin_of_strain(model, 1e-3) * Vector3d{0.6, -0.64, 0.48};
  const ReleasedState state = released_state(relief, loads, omega);
  EXPECT_LT(state.imbalance, 1e-10);

  const size_t count = model.elements.size();
  std::vector<Vector3d> x, f(count, Vector3d::zero()), torque = f;
  for (size_t n = 0; n < count; n++)
    x.emplace_back(model.elements[n].place + state.displacement[n].linear);
  for (const ElementLoad &load : loads) {
    const Vector3d moved = state.displacement[load.element].linear;
    f[load.element] += load.force;
    torque[load.element] += load.torque - cross(moved, load.force);
  }
  double greatest = 0.0;
  for (size_t n = 0; n < model.bonds.size(); n++) {
    const ModelBond &bond = model.bonds[n];
    const Vector3d distance = x[bond.b] - x[bond.a], normal = normalized(distance);
    const BondLoad &load = state.bonds[n];
    BondState of_bond = {bond.length(), normal, load.force - dot(load.force, normal) * normal,
                         load.moment};
    const BondForces on =
        update_bond(model.material,
                    {distance, cross(omega, distance), omega, omega, model.elements[bond.a].radius,
                     model.elements[bond.b].radius, model.elements[bond.a].mass,
                     model.elements[bond.b].mass, 0.0},
                    of_bond);
    EXPECT_LT(norm(on.force_a - load.force), 1e-9 * norm(load.force) + 1e-12);
    f[bond.a] += on.force_a;
    f[bond.b] -= on.force_a;
    torque[bond.a] += on.torque_a;
    torque[bond.b] += on.torque_b;
    greatest = std::max(greatest, norm(load.force));
  }

  // Acceleration of the whole cluster, from its loads alone.
  Vector3d force = Vector3d::zero(), moment = Vector3d::zero();
  for (const ElementLoad &load : loads) {
    force += load.force;
    moment += cross(model.elements[load.element].place, load.force) + load.torque;
  }
  const Vector3d turning = inverse(state.inertia) * (moment - cross(omega, state.inertia * omega));
  for (size_t n = 0; n < count; n++) {
    const ModelElement &e = model.elements[n];
    const Vector3d rigid =
        force / model.mass + cross(turning, x[n]) + cross(omega, cross(omega, x[n]));
    EXPECT_LT(norm(f[n] - e.mass * rigid), 1e-8 * greatest) << n;
    EXPECT_LT(norm(torque[n] - sphere_inertia(e.mass, e.radius) * turning),
              1e-8 * greatest * e.radius)
        << n;
  }
}

TEST_P(ReleasedShapes, CentreOfMassStays)
{
  const ClusterModel model = named_cluster(GetParam());
  const InertiaRelief relief(model);
  const ReleasedState state = released_state(
      relief, press_and_twist(model, load_of_strain(relief, 5e-3)), Vector3d::zero());
  Vector3d moved = Vector3d::zero();
  double most = 0.0;
  for (size_t n = 0; n < model.elements.size(); n++) {
    const Vector3d by = state.displacement[n].linear;
    moved += model.elements[n].mass / model.mass * by;
    most = std::max(most, norm(by));
  }
  EXPECT_LT(norm(moved), 1e-13 * most);
}

TEST_P(ReleasedShapes, SmallLoadsAreThoseOfInertiaRelief)
{
  const ClusterModel model = named_cluster(GetParam());
  const InertiaRelief relief(model);
  const std::vector<ElementLoad> loads = press_and_twist(model, load_of_strain(relief, 1e-8));
  const std::vector<BondLoad> linear = relief.bond_loads(loads, Vector3d::zero());
  const ReleasedState state = released_state(relief, loads, Vector3d::zero());
  double greatest = 0.0, off = 0.0;
  for (size_t n = 0; n < linear.size(); n++) {
    greatest = std::max(greatest, norm(linear[n].force));
    off = std::max(off, norm(linear[n].force - state.bonds[n].force));
  }
  EXPECT_LT(off, 1e-6 * greatest);
}

INSTANTIATE_TEST_SUITE_P(ReleasedState, ReleasedShapes, ::testing::Values("cube", "rod", "rock"));

}    // namespace test_released_state
