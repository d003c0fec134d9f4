#include "relief/released_state.h"

#include "common/constants.h"
#include "common/space.h"

#include <algorithm>

namespace grist {

namespace {

constexpr double BALANCED = 1e-11;    // over the greatest load
constexpr int MOST_ITERATIONS = 30;

// The parallel bonds of displaced spheres.
class DisplacedSpheres final : public DisplacedBonds {
 public:
  explicit DisplacedSpheres(const ClusterModel &model) : model(model) {}

  double add(const ClusterVector &displacement, ClusterVector &to,
             std::vector<BondLoad> *loads) const override
  {
    if (loads) loads->clear();
    double energy = 0.0;
    for (const ModelBond &bond : model.bonds) {
      const BondLoad load = load_of(bond, displacement, energy);
      if (loads) loads->push_back(load);
      const Vector3d lever = cross(distance_of(bond, displacement), load.force);
      const double share = share_of_a(bond);
      to[bond.a].linear += load.force;
      to[bond.b].linear -= load.force;
      to[bond.a].angular += load.moment + share * lever;
      to[bond.b].angular += (1.0 - share) * lever - load.moment;
    }
    return energy;
  }

 private:
  const ClusterModel &model;

  Vector3d distance_of(const ModelBond &bond, const ClusterVector &displacement) const
  {
    return model.elements[bond.b].place + displacement[bond.b].linear -
        model.elements[bond.a].place - displacement[bond.a].linear;
  }
  static double share_of_a(const ModelBond &bond)
  {
    return dot(bond.arm_a, bond.normal()) / bond.length();
  }

  BondLoad load_of(const ModelBond &bond, const ClusterVector &displacement, double &energy) const
  {
    const Vector3d distance = distance_of(bond, displacement);
    const double before = bond.length(), arm_a = share_of_a(bond) * before, arm_b = before - arm_a;
    const double length = norm(distance);
    const Vector3d normal = distance / length;
    const Vector3d &turn_a = displacement[bond.a].angular, &turn_b = displacement[bond.b].angular;
    Vector3d slip =
        length * (normal - bond.normal()) - cross(arm_a * turn_a + arm_b * turn_b, normal);
    slip -= dot(slip, normal) * normal;
    const Vector3d turn = turn_b - turn_a, twist = dot(turn, normal) * normal;
    const Vector3d &along = bond.frame.column[2], &across = bond.frame.column[0];
    const double tension = dot(along, bond.stretch * along),
                 twisting = dot(along, bond.bend * along),
                 shearing = dot(across, bond.stretch * across),
                 bending = dot(across, bond.bend * across);
    const BondLoad load = {tension * (length - before) * normal + shearing * slip,
                           twisting * twist + bending * (turn - twist)};
    energy += 0.5 * (dot(load.force, (length - before) * normal + slip) + dot(load.moment, turn));
    return load;
  }
};

// Elements where they are displaced to.
class DisplacedElements {
 public:
  DisplacedElements(const ClusterModel &model, const ClusterVector &displacement) : model(model)
  {
    for (size_t n = 0; n < model.elements.size(); n++) {
      places.push_back(model.elements[n].place + displacement[n].linear);
      const Matrix3d turn = rotation_of(displacement[n].angular);
      inertias.push_back(turn * model.elements[n].inertia * transposed(turn));
    }
  }

  Matrix3d moments() const
  {
    Matrix3d sum = Matrix3d::zero();
    for (size_t n = 0; n < places.size(); n++) {
      const Vector3d &r = places[n];
      sum +=
          model.elements[n].mass * (squared_norm(r) * Matrix3d::identity() - outer_product(r, r)) +
          inertias[n];
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
      const Vector3d &r = places[n];
      loads[n].linear -= model.elements[n].mass *
          (acceleration + cross(turning, r) + cross(omega, cross(omega, r)));
      loads[n].angular -= inertias[n] * turning + cross(omega, inertias[n] * omega);
    }
  }

 private:
  const ClusterModel &model;
  std::vector<Vector3d> places;
  std::vector<Matrix3d> inertias;
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

ReleasedState released_state(const InertiaRelief &relief, const DisplacedBonds &bonds,
                             const std::vector<ElementLoad> &loads, const Vector3d &omega)
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
    const DisplacedElements elements(model, state.displacement);
    ClusterVector rest = outer;
    for (const ElementLoad &load : loads)
      rest[load.element].angular -= cross(state.displacement[load.element].linear, load.force);
    elements.remove_inertia(omega, rest);
    const double load = greatest_force(model, rest);
    state.on_elements = ClusterVector(model.elements.size());
    state.energy = bonds.add(state.displacement, state.on_elements, &state.bonds);
    add(rest, state.on_elements);
    state.imbalance = load > 0.0 ? greatest_force(model, rest) / load : 0.0;
    state.inertia = elements.moments();
    if (state.imbalance < BALANCED) break;
    relief.balance(rest);
    add(state.displacement, relief.answer(rest));
  }
  return state;
}

ReleasedState released_state(const InertiaRelief &relief, const std::vector<ElementLoad> &loads,
                             const Vector3d &omega)
{
  return released_state(relief, DisplacedSpheres(relief.model()), loads, omega);
}

}    // namespace grist
