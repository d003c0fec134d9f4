#include "relief/released_state.h"

#include "common/constants.h"
#include "common/space.h"

#include <algorithm>

namespace grist {

namespace {

constexpr double BALANCED = 1e-11;    // over the greatest load
constexpr int MOST_ITERATIONS = 30;

// Loads on a displaced cluster besides its bonds.
class DisplacedCluster {
 public:
  DisplacedCluster(const ClusterModel &model, const ClusterVector &displacement) :
      model(model), displacement(displacement)
  {
    for (size_t n = 0; n < model.elements.size(); n++)
      places.push_back(model.elements[n].place + displacement[n].linear);
  }

  BondLoad load_of(const ModelBond &bond) const
  {
    const Vector3d distance = places[bond.b] - places[bond.a];
    const double length = norm(distance), before = bond.arm_a + bond.arm_b;
    const Vector3d normal = distance / length;
    const Vector3d &turn_a = displacement[bond.a].angular, &turn_b = displacement[bond.b].angular;
    Vector3d slip =
        length * (normal - bond.normal) - cross(bond.arm_a * turn_a + bond.arm_b * turn_b, normal);
    slip -= dot(slip, normal) * normal;
    const Vector3d turn = turn_b - turn_a, twist = dot(turn, normal) * normal;
    const BondSection &s = bond.section;
    return {s.tension * (length - before) * normal + s.shearing * slip,
            s.twisting * twist + s.bending * (turn - twist)};
  }

  void add(const ModelBond &bond, const BondLoad &load, ClusterVector &to) const
  {
    const Vector3d distance = places[bond.b] - places[bond.a];
    const Vector3d lever = cross(distance, load.force) / (bond.arm_a + bond.arm_b);
    to[bond.a].linear += load.force;
    to[bond.b].linear -= load.force;
    to[bond.a].angular += load.moment + bond.arm_a * lever;
    to[bond.b].angular += bond.arm_b * lever - load.moment;
  }

  Matrix3d moments() const
  {
    Matrix3d sum = Matrix3d::zero();
    for (size_t n = 0; n < places.size(); n++) {
      const ModelElement &e = model.elements[n];
      const Vector3d &r = places[n];
      sum += e.mass * (squared_norm(r) * Matrix3d::identity() - outer_product(r, r)) +
          sphere_inertia(e.mass, e.radius) * Matrix3d::identity();
    }
    return sum;
  }

  // Subtracts from these loads the inertia of the rigid motion that they cause.
  void remove_inertia(const Vector3d &omega, ClusterVector &loads) const
  {
    Vector3d force = Vector3d::zero(), torque = Vector3d::zero();
    for (size_t n = 0; n < places.size(); n++) {
      force += loads[n].linear;
      torque += cross(places[n], loads[n].linear) + loads[n].angular;
    }
    const Matrix3d inertia = moments();
    const Vector3d acceleration = force / model.mass;
    const Vector3d turning = inverse(inertia) * (torque - cross(omega, inertia * omega));
    for (size_t n = 0; n < places.size(); n++) {
      const ModelElement &e = model.elements[n];
      const Vector3d &r = places[n];
      loads[n].linear -=
          e.mass * (acceleration + cross(turning, r) + cross(omega, cross(omega, r)));
      loads[n].angular -= sphere_inertia(e.mass, e.radius) * turning;
    }
  }

 private:
  const ClusterModel &model;
  const ClusterVector &displacement;
  std::vector<Vector3d> places;
};

// Torques count as forces at the arm of the element's radius.
double greatest_force(const ClusterModel &model, const ClusterVector &loads)
{
  double most = 0.0;
  for (size_t n = 0; n < model.elements.size(); n++)
    most =
        std::max({most, norm(loads[n].linear), norm(loads[n].angular) / model.elements[n].radius});
  return most;
}

}    // namespace

ReleasedState released_state(const InertiaRelief &relief, const std::vector<ElementLoad> &loads,
                             const Vector3d &omega)
{
  const ClusterModel &model = relief.model();
  ClusterVector outer(model.elements.size());
  for (const ElementLoad &load : loads) {
    outer[load.element].linear += load.force;
    outer[load.element].angular += load.torque;
  }
  ReleasedState state;
  state.displacement = relief.displacement(loads, omega);
  for (int n = 0; n < MOST_ITERATIONS; n++) {
    const DisplacedCluster cluster(model, state.displacement);
    ClusterVector rest = outer;
    for (const ElementLoad &load : loads)
      rest[load.element].angular -= cross(state.displacement[load.element].linear, load.force);
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
    add(state.displacement, relief.answer(rest));
  }
  return state;
}

}    // namespace grist
