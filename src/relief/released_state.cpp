#include "relief/released_state.h"

#include "common/constants.h"

#include <Eigen/LU>

#include <algorithm>

namespace grist {

namespace {

constexpr double BALANCED = 1e-11;    // over the greatest load
constexpr int MOST_ITERATIONS = 30;

// Loads on a displaced cluster besides its bonds.
class DisplacedCluster {
 public:
  DisplacedCluster(const ClusterModel &model, const VectorXd &displacement) :
      model(model), displacement(displacement)
  {
    for (size_t n = 0; n < model.elements.size(); n++)
      places.emplace_back(model.elements[n].place + translation_of(displacement, n));
  }

  BondLoad load_of(const ModelBond &bond) const
  {
    const Vector3d distance = places[bond.b] - places[bond.a];
    const double length = distance.norm(), before = bond.arm_a + bond.arm_b;
    const Vector3d normal = distance / length;
    const Vector3d turn_a = displacement.segment<3>(6 * bond.a + 3),
                   turn_b = displacement.segment<3>(6 * bond.b + 3);
    Vector3d slip =
        length * (normal - bond.normal) - (bond.arm_a * turn_a + bond.arm_b * turn_b).cross(normal);
    slip -= slip.dot(normal) * normal;
    const Vector3d turn = turn_b - turn_a, twist = turn.dot(normal) * normal;
    const BondSection &s = bond.section;
    return {s.tension * (length - before) * normal + s.shearing * slip,
            s.twisting * twist + s.bending * (turn - twist)};
  }

  void add(const ModelBond &bond, const BondLoad &load, VectorXd &to) const
  {
    const Vector3d distance = places[bond.b] - places[bond.a];
    const Vector3d lever = distance.cross(load.force) / (bond.arm_a + bond.arm_b);
    to.segment<3>(6 * bond.a) += load.force;
    to.segment<3>(6 * bond.b) -= load.force;
    to.segment<3>(6 * bond.a + 3) += load.moment + bond.arm_a * lever;
    to.segment<3>(6 * bond.b + 3) += bond.arm_b * lever - load.moment;
  }

  Matrix3d moments() const
  {
    Matrix3d sum = Matrix3d::Zero();
    for (size_t n = 0; n < places.size(); n++) {
      const ModelElement &e = model.elements[n];
      const Vector3d &r = places[n];
      sum += e.mass * (r.squaredNorm() * Matrix3d::Identity() - r * r.transpose()) +
          sphere_inertia(e.mass, e.radius) * Matrix3d::Identity();
    }
    return sum;
  }

  // Subtracts from these loads the inertia of the rigid motion that they cause.
  void remove_inertia(const Vector3d &omega, VectorXd &loads) const
  {
    Vector3d force = Vector3d::Zero(), torque = Vector3d::Zero();
    for (size_t n = 0; n < places.size(); n++) {
      const Vector3d on = loads.segment<3>(6 * n);
      force += on;
      torque += places[n].cross(on) + Vector3d(loads.segment<3>(6 * n + 3));
    }
    const Matrix3d inertia = moments();
    const Vector3d acceleration = force / model.mass;
    const Vector3d turning = inertia.inverse() * (torque - omega.cross(inertia * omega));
    for (size_t n = 0; n < places.size(); n++) {
      const ModelElement &e = model.elements[n];
      const Vector3d &r = places[n];
      loads.segment<3>(6 * n) -=
          e.mass * (acceleration + turning.cross(r) + omega.cross(omega.cross(r)));
      loads.segment<3>(6 * n + 3) -= sphere_inertia(e.mass, e.radius) * turning;
    }
  }

 private:
  const ClusterModel &model;
  const VectorXd &displacement;
  std::vector<Vector3d> places;
};

// Torques count as forces at the arm of the element's radius.
double greatest_force(const ClusterModel &model, const VectorXd &loads)
{
  double most = 0.0;
  for (size_t n = 0; n < model.elements.size(); n++)
    most = std::max({most, loads.segment<3>(6 * n).norm(),
                     loads.segment<3>(6 * n + 3).norm() / model.elements[n].radius});
  return most;
}

}    // namespace

ReleasedState released_state(const InertiaRelief &relief, const std::vector<ElementLoad> &loads,
                             const Vector3d &omega)
{
  const ClusterModel &model = relief.model();
  VectorXd outer = VectorXd::Zero(model.size());
  for (const ElementLoad &load : loads) {
    outer.segment<3>(6 * load.element) += load.force;
    outer.segment<3>(6 * load.element + 3) += load.torque;
  }
  ReleasedState state;
  state.displacement = relief.displacement(loads, omega);
  for (int n = 0; n < MOST_ITERATIONS; n++) {
    const DisplacedCluster cluster(model, state.displacement);
    VectorXd rest = outer;
    for (const ElementLoad &load : loads)
      rest.segment<3>(6 * load.element + 3) -=
          translation_of(state.displacement, load.element).cross(load.force);
    cluster.remove_inertia(omega, rest);
    const double load = greatest_force(model, rest);
    state.bonds.clear();
    for (const ModelBond &bond : model.bonds) {
      state.bonds.push_back(cluster.load_of(bond));
      cluster.add(bond, state.bonds.back(), rest);
    }
    state.imbalance = load > 0.0 ? greatest_force(model, rest) / load : 0.0;
    state.inertia = cluster.moments();
    if (state.imbalance < BALANCED) break;
    relief.balance(rest);
    state.displacement += relief.answer(rest);
  }
  return state;
}

}    // namespace grist
