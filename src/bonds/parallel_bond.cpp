#include "bonds/parallel_bond.h"

#include "bonds/bond_growth.h"
#include "bonds/bond_law.h"
#include "common/constants.h"

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

BondState make_bond(const Vector3d &distance)
{
  BondState state;
  state.length_initial = norm(distance);
  state.normal = distance / state.length_initial;
  return state;
}

// Loads as terms change them in a step that has brought these; returns the energy that is lost.
static double advance_terms(const BondMaterial &material, double dt, const BondLaw<double> &law,
                            SpringLoads<double> &loads, BondMemory &memory)
{
  double lost = 0.0;
  for_each_acting(material, [&](auto term) {
    using Term = decltype(term);
    if constexpr (Term::HAS_SLACK) loads.tension -= law.stiffness * term.slack(memory);
  });
  for_each_acting(material, [&](auto term) {
    using Term = decltype(term);
    if constexpr (Term::ADVANCES) {
      SpringStep<double> step = law.spring_step(loads);
      lost += Term::template advance<double, double>(Term::numbers(material, dt), step, memory);
      loads = step.loads;
    }
  });
  return lost;
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
  const BondConstants<double> constants(BeamSprings::numbers(material, 0.0), motion.radius_a,
                                        motion.radius_b);
  const BondTilt<double> tilt(motion.distance, state.normal);
  BondLaw<double> law(ends, tilt, constants, motion.dt);
  SpringLoads<double> loads = {law.tension, law.new_shear_force(state.shear_force),
                               law.new_moment(state.moment)};
  const double flow = advance_terms(material, motion.dt, law, loads, state.memory);
  law.tension = loads.tension;
  state.shear_force = loads.shear;
  state.moment = loads.moment;
  state.normal = tilt.normal;

  const BondSection section(material, motion.radius_a, motion.radius_b, state.length_initial);
  const Grown grown = grow(material, section, motion, state, tilt.length);

  const double kept = stiffness_kept(section, state.memory);
  if (law.tension > 0.0) law.tension *= kept;
  Vector3d force = kept * state.shear_force, moment = kept * state.moment;
  if (material.damping > 0.0)
    law.damped(damping_coefficients(material, damping), force, moment);
  else
    force = law.elastic_force(force);
  const BondExertion<double> on = law.exertion(force, moment);
  return {on.force_a,    on.torque_a,
          on.torque_b,   elastic_energy(section, state, tilt.length),
          grown.failure, {grown.dissipated, flow}};
}

double fracture_energy(const BondSection &section, double length, const BondState &state)
{
  double taken = 0.0;
  for_each_part(BondTerms(), [&](auto term) {
    if (term.takes_energy(section)) taken += term.taken(state.memory);
  });
  return takes_energy(section) ? taken : elastic_energy(section, state, length);
}

bool takes_energy(const BondSection &section)
{
  bool takes = false;
  for_each_part(BondTerms(), [&](auto term) { takes = takes || term.takes_energy(section); });
  return takes;
}

Grown grow(const BondMaterial &material, const BondSection &section, const BondMotion &motion,
           BondState &state, double length)
{
  BondGrowth bond = {material, section, motion,
                     length,   state,   strength_reached(material, section, state, length)};
  for_each_part(BondTerms(), [&](auto term) { term.grow(bond); });
  return {bond.failure, bond.dissipated};
}

BondForces elastic_forces(const BondSection &section, const BondState &state, double share_a,
                          double length)
{
  const double kept = stiffness_kept(section, state.memory);
  const double pull = section.tension * state.stretch(length);
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

}    // namespace grist
