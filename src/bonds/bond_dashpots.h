// The power of the dashpots of all bonds in a step.
//
// A dashpot c exerts c u(n-1/2), and its power at the instant of the positions is that times u(n): c u(n-1/2)
// (u(n-1/2) + u(n+1/2))/2. Except for the square of a change of u in a step this is, summed over time, the
// power by half steps, c u(n-1/2)^2, and a quarter of its change.

#ifndef GRIST_BONDS_BOND_DASHPOTS_H
#define GRIST_BONDS_BOND_DASHPOTS_H

#include <cassert>
#include <cstdint>

namespace grist {

// The share of the change of a power by half steps since an evaluation that is to be added: since one of
// half a step before; since one of a full step, at the start of a run.
constexpr double DASHPOTS_SINCE_HALF_STEP = 0.25, DASHPOTS_SINCE_FULL_STEP = 0.5;

inline double power_at_instant(double now, double before, double change_share)
{
  assert(change_share >= 0.0 && change_share <= 1.0);
  return now + change_share * (now - before);
}

class BondDashpots {
 public:
  // Before the bonds of a step; at_start: of a run, where velocities are those of a full step.
  void begin_step(std::int64_t number, bool at_start)
  {
    const bool follows = !at_start && step == number - 1;
    change_share = !follows ? 0.0
        : was_at_start      ? DASHPOTS_SINCE_FULL_STEP
                            : DASHPOTS_SINCE_HALF_STEP;
    before = power;
    power = 0.0;
    step = number;
    was_at_start = at_start;
  }

  // Instead of those of this step, at the start of a run that continues one.
  void continue_from(double power_by_half_steps)
  {
    power = power_by_half_steps;
    was_at_start = false;
  }

  // What dashpots dissipate by the velocities that the law acts by, as far as it counts on this rank.
  void add(double more) { power += more; }
  double by_half_steps() const { return power; }

  double at_instant() const { return power_at_instant(power, before, change_share); }

 private:
  double power = 0.0, before = 0.0, change_share = 0.0;
  std::int64_t step = -1;
  bool was_at_start = false;
};

}    // namespace grist

#endif
