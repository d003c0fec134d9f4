#include "bonds/softening_path.h"

#include "bonds/bond_growth.h"
#include "bonds/bond_law.h"
#include "common/preconditions.h"

#include <algorithm>
#include <cmath>
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
  first_share = share_at(0.0);
  last_share = share_at(1.0);
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

// By regula falsi with the weights of Illinois, of a convex function.
double SofteningPath::way_to(double share) const
{
  constexpr double ROUNDING = 1e-13;
  constexpr int MOST = 100;
  double low = 0.0, high = 1.0, below = first_share - share, above = last_share - share;
  if (below >= -ROUNDING * share) return low;
  if (above <= ROUNDING * share) return high;
  for (int n = 0, side = 0; n < MOST; n++) {
    const double way = low - below * (high - low) / (above - below);
    const double off = share_at(way) - share;
    if (std::fabs(off) <= ROUNDING * share) return way;
    double &other = off < 0.0 ? above : below;
    if (side == (off < 0.0 ? -1 : 1)) other *= 0.5;
    side = off < 0.0 ? -1 : 1;
    (off < 0.0 ? low : high) = way;
    (off < 0.0 ? below : above) = off;
  }
  return 0.5 * (low + high);
}

// The integral of psi/u^2 over u, exact where that is constant: by the trapezoid rule over four parts
// and over two, and Richardson's extrapolation.
double SofteningPath::taken(double before, double now) const
{
  assert(before >= 1.0 && before <= now);
  constexpr int PARTS = 4;
  const double start = way_to(before), end = way_to(now);
  // Where the loads before the step exceed `before`, as after spheres were moved, the way up to them
  // is not known.
  const double known = std::min(std::max(before, first_share), now);
  double share[PARTS + 1], ratio[PARTS + 1];
  for (int k = 0; k <= PARTS; k++) {
    const double way = start + (end - start) * k / PARTS;
    share[k] = k == 0 ? known : k == PARTS ? now : share_at(way);
    ratio[k] = energy_over_square_at(way);
  }
  const auto trapezoid = [&](int by) {
    double sum = 0.0;
    for (int k = 0; k < PARTS; k += by)
      sum += 0.5 * (share[k + by] - share[k]) * (ratio[k] + ratio[k + by]);
    return sum;
  };
  const double on_way = end > start ? (4.0 * trapezoid(1) - trapezoid(2)) / 3.0 : 0.0;
  return section.reach / (section.reach - 1.0) * ((known - before) * ratio[0] + on_way);
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
  bond.dissipated = path.taken(before, now);
  memory.reached = now;
  memory.taken += bond.dissipated;
  if (path.share() < reach) return;
  memory.taken += path.pressed_at(now);
  bond.failure = failure;
  bond.dissipated += elastic_energy(bond.section, bond.state, bond.length);    // that of pressure
}

}    // namespace grist
