// The energy balance of a run: what is stored now, what was taken from the motion so far, and what does not add up.
//
// Vocabulary:
//   flow     a power summed over time: dissipation, or the work of moving walls
//   stored   energies that are functions of positions, velocities and histories at one instant
//   drift    stored now + dissipated - put in - stored at the start; zero for exact integration
//
// Powers are those of the forces at a step on the velocities at the same step. Velocity Verlet changes the kinetic
// energy by the mean of two forces that follow each other on the velocity half way between them; summed over a run
// this is the trapezoid rule over such powers, but for terms of the size dt^2 |F|^2 / 8m at its two ends.

#ifndef GRIST_ENERGY_ENERGY_LEDGER_H
#define GRIST_ENERGY_ENERGY_LEDGER_H

#include <array>

namespace grist {

enum EnergyFlow {
  BOND_DAMPING,
  CONTACT_DAMPING,
  SHEARING,    // what tangential springs and sliding take; friction is this less the change of the springs' energy
  ROLLING,    // what the rolling law takes; rolling friction is this less the change of its springs' energy
  WALL_WORK,
  ENERGY_FLOWS
};
using EnergyFlows = std::array<double, ENERGY_FLOWS>;

struct StoredEnergy {
  double kinetic = 0.0, gravitational = 0.0, bond = 0.0;
  double normal = 0.0, shear = 0.0, roll = 0.0;    // of contacts

  static constexpr int SIZE = 6;
  std::array<double, SIZE> numbers() const
  {
    return {kinetic, gravitational, bond, normal, shear, roll};
  }
  static StoredEnergy of(const std::array<double, SIZE> &numbers);
};

// The entries of a report.
struct EnergyBalance {
  double kinetic, gravitational, bond, contact;                       // stored
  double bond_damping, contact_damping, friction, rolling, broken;    // dissipated since the start
  double wall_work, born;                                             // put in since the start
  double drift;
};

class EnergyLedger {
 public:
  // Powers at the first instant of a run: no time has passed since the last one.
  void begin(const EnergyFlows &powers) { last = powers; }

  // Powers at the end of a step.
  void advance(const EnergyFlows &powers, double dt);

  // At once: the energy of a bond that broke, and that of a contact that did not begin at a point.
  void bond_broke(double energy) { broken += energy; }
  void contact_born(double energy) { born += energy; }

  // Sums so far: flows, broken, born.
  static constexpr int SIZE = ENERGY_FLOWS + 2;
  std::array<double, SIZE> sums() const;
  void set_sums(const std::array<double, SIZE> &sums);

 private:
  EnergyFlows total{}, last{};
  double broken = 0.0, born = 0.0;
};

// From the sums of a ledger (of all ranks).
EnergyBalance energy_balance(const StoredEnergy &now, const StoredEnergy &start,
                             const std::array<double, EnergyLedger::SIZE> &sums);

}    // namespace grist

#endif
