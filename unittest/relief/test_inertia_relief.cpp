// Loads of bonds by inertia relief.
//
// Oracles: the damped bonded cluster itself, moved by the bond law (update_bond) under the same
// forces until it is at rest; a rod and two spheres in closed form; a load that nothing deforms.

#include "common/decompositions.h"
#include "relief/inertia_relief.h"

#include "bonds/best_rotation.h"
#include "relief/relief_clusters.h"

#include <gtest/gtest.h>

#include <cmath>

namespace test_inertia_relief {

using namespace grist;
using namespace grist::testing;

/* ---- the damped cluster ---- */

// Elements and bonds as update_bond() moves them, by velocity Verlet with the velocities of half
// steps.
class DampedCluster {
 public:
  std::vector<Vector3d> x, v, omega;
  Matrix3d pose = Matrix3d::identity();            // of the axes of the cluster
  Vector3d angular_velocity = Vector3d::zero();    // at the last evaluation, in these axes

  explicit DampedCluster(const ClusterModel &model) : model(model)
  {
    for (const ModelElement &e : model.elements) x.push_back(e.place);
    v.assign(x.size(), Vector3d::zero());
    omega = lost = v;
    for (const ModelBond &bond : model.bonds) states.push_back(make_bond(x[bond.b] - x[bond.a]));
  }

  void spin(const Vector3d &rate)
  {
    for (size_t n = 0; n < x.size(); n++) {
      v[n] = cross(rate, x[n]);
      omega[n] = rate;
    }
  }

  // The loads turn with the cluster. Dashpots fade to nothing: in a cluster that rotates they add
  // to the tension, by the angle of a step.
  void run(const std::vector<ElementLoad> &loads, double dt, int steps)
  {
    BondMaterial material = model.material;
    for (int step = 0; step < steps; step++) {
      material.damping *= 1.0 - 20.0 / steps;
      if (step % 100 == 0) center();
      for (size_t n = 0; n < x.size(); n++) move(n, dt * v[n]);
      pose = fit_pose();
      std::vector<Vector3d> f(x.size(), Vector3d::zero()), torque = f;
      for (const ElementLoad &load : loads) {
        f[load.element] += pose * load.force;
        torque[load.element] += pose * load.torque;
      }
      for (size_t n = 0; n < states.size(); n++) {
        const ModelBond &bond = model.bonds[n];
        const ModelElement &a = model.elements[bond.a], &b = model.elements[bond.b];
        const BondForces on =
            update_bond(material,
                        {x[bond.b] - x[bond.a], v[bond.b] - v[bond.a], omega[bond.a], omega[bond.b],
                         a.radius, b.radius, a.mass, b.mass, dt},
                        states[n]);
        f[bond.a] += on.force_a;
        f[bond.b] -= on.force_a;
        torque[bond.a] += on.torque_a;
        torque[bond.b] += on.torque_b;
      }
      const Vector3d before = step == steps - 1 ? rate() : Vector3d::zero();
      for (size_t n = 0; n < x.size(); n++) {
        const ModelElement &e = model.elements[n];
        v[n] += dt / e.mass * f[n];
        omega[n] += dt / (0.4 * e.mass * e.radius * e.radius) * torque[n];
      }
      if (step == steps - 1) angular_velocity = 0.5 * (before + rate());
    }
  }

  // In the axes of the cluster.
  std::vector<BondLoad> bond_loads() const
  {
    std::vector<BondLoad> all;
    for (size_t n = 0; n < states.size(); n++) {
      const ModelBond &bond = model.bonds[n];
      const Vector3d distance = x[bond.b] - x[bond.a];
      const double tension =
          section_of(model, bond).tension * (norm(distance) - states[n].length_initial);
      all.push_back({transposed(pose) * (states[n].shear_force + tension * normalized(distance)),
                     transposed(pose) * states[n].moment});
    }
    return all;
  }

 private:
  const ClusterModel &model;
  std::vector<BondState> states;
  std::vector<Vector3d> lost;    // by rounding, of positions

  // With what was lost before: else positions walk away from the rotations.
  void move(size_t n, const Vector3d &by)
  {
    const Vector3d old = x[n], wanted = by + lost[n];
    x[n] += wanted;
    lost[n] = wanted - (x[n] - old);
  }

  Vector3d mean(const std::vector<Vector3d> &of) const
  {
    Vector3d sum = Vector3d::zero();
    for (size_t n = 0; n < of.size(); n++) sum += model.elements[n].mass / model.mass * of[n];
    return sum;
  }

  // Back to the origin and to rest, so that nothing is lost by rounding.
  void center()
  {
    const Vector3d middle = mean(x), drift = mean(v);
    for (size_t n = 0; n < x.size(); n++) {
      x[n] -= middle;
      v[n] -= drift;
    }
  }

  // In the axes of the cluster.
  Vector3d rate() const
  {
    const Vector3d middle = mean(x), drift = mean(v);
    Vector3d angular = Vector3d::zero();
    for (size_t n = 0; n < x.size(); n++) {
      const ModelElement &e = model.elements[n];
      angular += e.mass * cross(x[n] - middle, v[n] - drift) +
          0.4 * e.mass * e.radius * e.radius * omega[n];
    }
    return solve_symmetric(model.inertia, transposed(pose) * angular);
  }

  Matrix3d fit_pose() const
  {
    const Vector3d middle = mean(x);
    Matrix3d sum = Matrix3d::zero();
    for (size_t n = 0; n < x.size(); n++)
      sum += outer_product(x[n] - middle, model.elements[n].place);
    return best_rotation(sum);
  }
};

double greatest(const std::vector<BondLoad> &loads)
{
  double most = 0.0;
  for (const BondLoad &load : loads) most = std::max(most, norm(load.force));
  return most;
}

// Largest difference of forces over the largest force, and of moments over that times a length.
double difference(const std::vector<BondLoad> &one, const std::vector<BondLoad> &other,
                  double length)
{
  double most = 0.0;
  for (size_t n = 0; n < one.size(); n++)
    most = std::max({most, norm(one[n].force - other[n].force),
                     norm(one[n].moment - other[n].moment) / length});
  return most / greatest(one);
}

constexpr double STRAIN =
    3e-7;    // what is quadratic in the loads does not show, nor does rounding

// By the law, when the cluster is at rest: a rod takes longest. `step`: in times of sound over a
// radius. Errors of the law's own turning grow with its cube.
void expect_same(const ClusterModel &model, const std::vector<ElementLoad> &loads,
                 const Vector3d &omega, double step, double tolerance = 1e-6)
{
  const double radius = model.elements[0].radius;
  DampedCluster cluster(model);
  cluster.spin(omega);
  const double dt = step * radius * std::sqrt(DENSITY / YOUNG);
  cluster.run(loads, dt, static_cast<int>((model.elements.size() < 10 ? 15000.0 : 3000.0) / step));
  const InertiaRelief relief(model);
  const std::vector<BondLoad> expected = relief.bond_loads(loads, cluster.angular_velocity);
  EXPECT_LT(difference(expected, cluster.bond_loads(), radius), tolerance);
}

double small_force(const ClusterModel &model)
{
  const double radius = model.elements[0].radius;
  return STRAIN * YOUNG * radius * radius;
}

/* ---- tests ---- */

class Shapes : public ::testing::TestWithParam<const char *> {
 protected:
  ClusterModel model = named_cluster(GetParam());
  int last = static_cast<int>(model.elements.size()) - 1;
};

// Pressed between two elements, along the line between their centres, and twisted.
TEST_P(Shapes, AtRest)
{
  const Vector3d line =
      normalized(model.elements[last].place - model.elements[0].place) * small_force(model);
  const Vector3d twist = 0.3 * model.elements[0].radius * line;
  expect_same(model, {{0, line, twist}, {last, -line, -twist}}, Vector3d::zero(), 0.15);
}

// Pushed from the side at one element: it accelerates and starts to turn.
TEST_P(Shapes, Accelerated)
{
  const Vector3d push = Vector3d{0.3, -0.2, 1.0} * small_force(model);
  expect_same(model, {{last, push, 0.2 * model.elements[0].radius * push}}, Vector3d::zero(), 0.07);
}

// About an axis in which it stays. The rock's tension stiffens it by a millionth.
TEST_P(Shapes, Spinning)
{
  const Vector3d rate =
      eigenvectors(model.inertia).vectors.column[2] * spin_of_strain(model, 0.3 * STRAIN);
  expect_same(model, {}, rate, 0.05, 2e-6);
}

INSTANTIATE_TEST_SUITE_P(InertiaRelief, Shapes, ::testing::Values("cube", "rod", "rock"),
                         [](const auto &info) { return std::string(info.param); });

}    // namespace test_inertia_relief
