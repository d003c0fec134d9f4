// The power of the dashpots of all bonds in a step, by the velocities that the law acts by: those of
// half a step before. power_at_instant() is that at the instant of the positions.

#ifndef GRIST_BONDS_BOND_DASHPOTS_H
#define GRIST_BONDS_BOND_DASHPOTS_H

namespace grist {

struct BondDashpots {
  double power = 0.0;    // that they dissipate, as far as it counts on this rank
};

// A dashpot c exerts c u(n-1/2), and its power at the instant is that times u(n): c u(n-1/2) (u(n-1/2) +
// u(n+1/2))/2. Except for the square of a change of u in a step this is the power by half steps and a
// quarter of its change, summed over time; half of it where the power before is of a full step.
// change_share: 1/4, 1/2, or 0 where nothing is known of the step before.
inline double power_at_instant(double now, double before, double change_share)
{
  return now + change_share * (now - before);
}

}    // namespace grist

#endif
