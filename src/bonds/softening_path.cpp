#include "bonds/softening_path.h"

#include "bonds/bond_growth.h"
#include "bonds/bond_law.h"

#include <algorithm>
#include <utility>

namespace grist {

// Loads before the step, turned with the bond to its normal now: those after it without what the step
// has added, as the law is linear in them.
static BondState state_before(const BondMaterial &material, const BondState &now,
                              const BondMotion &motion)
{
  const BondEnds<double> ends = {motion.velocity, motion.omega_a, motion.omega_b,
                                 now.length_initial};
  const BondConstants<double> constants(BeamSprings::numbers(material, 0.0), motion.radius_a,
                                        motion.radius_b);
  const BondTilt<double> tilt(motion.distance,
                              normalized(motion.distance - motion.dt * motion.velocity));
  const BondLaw<double> law(ends, tilt, constants, motion.dt);
  BondState before = now;
  before.shear_force -= law.new_shear_force(Vector3d::zero());
  before.moment -= law.new_moment(Vector3d::zero());
  return before;
}

SofteningPath::SofteningPath(const BondMaterial &material, const BondSection &section,
                             const BondState &state, double length, const BondMotion &motion) :
    material(material),
    section(section), first(state_before(material, state, motion)), last(state),
    first_length(norm(motion.distance - motion.dt * motion.velocity)), last_length(length)
{
  begin();
}

BondState SofteningPath::state_at(double way) const
{
  BondState state = last;
  state.shear_force = first.shear_force + way * (last.shear_force - first.shear_force);
  state.moment = first.moment + way * (last.moment - first.moment);
  return state;
}

double SofteningPath::share_at(double way) const
{
  return share_of_strength(
      material,
      bond_stresses(material, section, trial_loads(section, state_at(way), length_at(way))));
}

double SofteningPath::energy_over_square_at(double way) const
{
  const double share = share_at(way);
  const BondState state = state_at(way);
  const double pulled = std::max(0.0, state.stretch(length_at(way)));
  return (energy_of_stretch(section, pulled) + energy_of_others(section, state)) / (share * share);
}

double SofteningPath::pressed_at(double now) const
{
  const double stretch = std::min(0.0, last.stretch(length_at(way_to(now))));
  return 0.5 * section.tension * stretch * stretch;
}

// At the break pressure is taken where the strength is reached; what is dissipated has it at the end
// of the step, as the motion has.
void Softening::grow(BondGrowth &bond)
{
  const double reach = bond.section.reach;
  if (reach == 0.0 || bond.failure == BondFailure::NONE) return;
  Memory<double> &memory = bond.state.memory;
  const SofteningPath path(bond.material, bond.section, bond.state, bond.length, bond.motion);
  const double before = memory.reached, now = std::min(path.share(), reach);
  const BondFailure failure = std::exchange(bond.failure, BondFailure::NONE);
  if (now <= before) return;
  bond.dissipated = path.taken(before, now, reach);
  memory.reached = now;
  memory.taken += bond.dissipated;
  if (path.share() < reach) return;
  memory.taken += path.pressed_at(now);
  bond.failure = failure;
  bond.dissipated += elastic_energy(bond.section, bond.state, bond.length);    // that of pressure
}

}    // namespace grist
