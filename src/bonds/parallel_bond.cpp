#include "bonds/parallel_bond.h"

#include "bonds/bond_damage.h"
#include "bonds/bond_law.h"
#include "bonds/softening_path.h"
#include "common/constants.h"

#include <algorithm>
#include <cmath>

namespace grist {

namespace {

// Critical damping coefficient of a spring between two inertias, given as the sum of their
// inverses.
double critical(double stiffness, double inverse_inertia)
{
  return 2.0 * std::sqrt(stiffness / inverse_inertia);
}

}    // namespace

const char *name(BondFailure failure)
{
  switch (failure) {
    case BondFailure::TENSION: return "tension";
    case BondFailure::SHEAR: return "shear";
    case BondFailure::MIXED: return "mixed";
    default: return "none";
  }
}

BondState make_bond(const Vector3d &distance)
{
  BondState state;
  state.length_initial = norm(distance);
  state.normal = distance / state.length_initial;
  return state;
}

BondForces update_bond(const BondMaterial &material, const BondMotion &motion, BondState &state)
{
  const BondDamping damping = material.damping > 0.0
      ? bond_damping(material, motion.radius_a, motion.radius_b, motion.mass_a, motion.mass_b,
                     state.length_initial)
      : BondDamping{0.0f, 0.0f, 0.0f};
  return update_bond(material, damping, motion, state);
}

BondForces update_bond(const BondMaterial &material, const BondDamping &damping,
                       const BondMotion &motion, BondState &state)
{
  const BondEnds<double> ends = {motion.velocity, motion.omega_a, motion.omega_b,
                                 state.length_initial};
  const BondConstants<double> constants({material.young, 1.0 / material.ratio, material.radius},
                                        motion.radius_a, motion.radius_b);
  const BondTilt<double> tilt(motion.distance, state.normal);
  BondLaw<double> law(ends, tilt, constants, motion.dt);
  state.shear_force = law.new_shear_force(state.shear_force);
  state.moment = law.new_moment(state.moment);
  state.normal = tilt.normal;

  const BondSection section(material, motion.radius_a, motion.radius_b, state.length_initial);
  const Grown grown = grow_damage(material, section, motion, state, tilt.length);

  const double kept = stiffness_kept(section.reach, state.damage.strength);
  if (law.tension > 0.0) law.tension *= kept;
  Vector3d force = kept * state.shear_force, moment = kept * state.moment;
  if (material.damping > 0.0)
    law.damped(damping_coefficients(material, damping), force, moment);
  else
    force = law.elastic_force(force);
  const BondExertion<double> on = law.exertion(force, moment);
  return {on.force_a,    on.torque_a,     on.torque_b, elastic_energy(section, state, tilt.length),
          grown.failure, grown.dissipated};
}

double fracture_energy(const BondSection &section, double length, const BondState &state)
{
  return section.reach > 0.0 ? state.damage.taken : elastic_energy(section, state, length);
}

// At the break pressure is taken where the strength is reached; what is dissipated has it at the end
// of the step, as the motion has.
static Grown soften(const BondMaterial &material, const BondSection &section,
                    const BondMotion &motion, BondState &state, double length, BondFailure reached)
{
  const SofteningPath path(material, section, state, length, motion);
  const double before = state.damage.strength, now = std::min(path.share(), section.reach);
  if (now <= before) return {BondFailure::NONE, 0.0};
  const double taken = path.taken(before, now);
  state.damage.strength = now;
  state.damage.taken += taken;
  if (path.share() < section.reach) return {BondFailure::NONE, taken};
  state.damage.taken += path.pressed_at(now);
  return {reached, taken + elastic_energy(section, state, length)};    // that of pressure
}

Grown grow_damage(const BondMaterial &material, const BondSection &section,
                  const BondMotion &motion, BondState &state, double length)
{
  const BondFailure reached = strength_reached(material, section, state, length);
  if (material.fatigue == 0.0)
    state.damage.peak = 0.0;    // kernels follow it in all lanes
  else if (reached == BondFailure::NONE)
    follow_cycle(material, share_of_strength(material, section, state, length), state.damage);
  if (section.reach == 0.0 || reached == BondFailure::NONE) return {reached, 0.0};
  return soften(material, section, motion, state, length, reached);
}

BondForces elastic_forces(const BondSection &section, const BondState &state, double share_a,
                          double length)
{
  const double kept = stiffness_kept(section.reach, state.damage.strength);
  const double pull = section.tension * (length - state.length_initial);
  const Vector3d force = kept * state.shear_force + (pull > 0.0 ? kept : 1.0) * pull * state.normal;
  const Vector3d moment = kept * state.moment, levered = cross(state.normal, force);
  const BondArms<double> arm(share_a, length);
  return {force, moment + arm.a * levered, arm.b * levered - moment,
          elastic_energy(section, state, length), BondFailure::NONE};
}

BondDamping bond_damping(const BondMaterial &material, double radius_a, double radius_b,
                         double mass_a, double mass_b, double length_initial)
{
  const BondSection section(material, radius_a, radius_b, length_initial);
  const double arm_a = length_initial * radius_a / (radius_a + radius_b);
  const double arm_b = length_initial - arm_a;
  const double inertia_a = sphere_inertia(mass_a, radius_a);
  const double inertia_b = sphere_inertia(mass_b, radius_b);
  const double inverse_mass = 1.0 / mass_a + 1.0 / mass_b;
  const double inverse_inertia = 1.0 / inertia_a + 1.0 / inertia_b;
  const double inverse_shear = inverse_mass + arm_a * arm_a / inertia_a + arm_b * arm_b / inertia_b;
  const auto share = [&](double stiffness, double inverse) {
    return static_cast<float>(material.damping * critical(stiffness, inverse));
  };
  return {share(section.tension, inverse_mass), share(section.shearing, inverse_shear),
          share(section.bending, inverse_inertia)};
}

BondFailure strength_reached(const BondMaterial &material, const BondSection &section,
                             const BondState &state, double length)
{
  const BondStresses stresses =
      bond_stresses(material, section, trial_loads(section, state, length));
  const bool by_tension = stresses.normal >= material.tensile * state.damage.strength;
  const bool by_shear = stresses.slip >= material.shear * state.damage.strength;
  if (by_tension) return by_shear ? BondFailure::MIXED : BondFailure::TENSION;
  return by_shear ? BondFailure::SHEAR : BondFailure::NONE;
}

}    // namespace grist
