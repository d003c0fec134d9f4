#include "energy/energy_ledger.h"

#include <algorithm>

namespace grist {

StoredEnergy StoredEnergy::of(const std::array<double, SIZE> &n)
{
  return {n[0], n[1], n[2], n[3], n[4], n[5]};
}

void EnergyLedger::advance(const EnergyFlows &powers, double dt)
{
  for (int k = 0; k < ENERGY_FLOWS; k++) total[k] += 0.5 * dt * (last[k] + powers[k]);
  last = powers;
}

std::array<double, EnergyLedger::SIZE> EnergyLedger::sums() const
{
  std::array<double, SIZE> out;
  std::copy(total.begin(), total.end(), out.begin());
  out[ENERGY_FLOWS] = broken;
  out[ENERGY_FLOWS + 1] = born;
  return out;
}

void EnergyLedger::set_sums(const std::array<double, SIZE> &sums)
{
  std::copy_n(sums.begin(), ENERGY_FLOWS, total.begin());
  broken = sums[ENERGY_FLOWS];
  born = sums[ENERGY_FLOWS + 1];
}

EnergyBalance energy_balance(const StoredEnergy &now, const StoredEnergy &start,
                             const std::array<double, EnergyLedger::SIZE> &sums)
{
  const auto stored = [](const StoredEnergy &e) {
    return e.kinetic + e.gravitational + e.bond + e.normal + e.shear + e.roll;
  };
  EnergyBalance out;
  out.kinetic = now.kinetic;
  out.gravitational = now.gravitational;
  out.bond = now.bond;
  out.contact = now.normal + now.shear + now.roll;
  out.bond_damping = sums[BOND_DAMPING];
  out.contact_damping = sums[CONTACT_DAMPING];
  out.friction = sums[SHEARING] - (now.shear - start.shear);
  out.rolling = sums[ROLLING] - (now.roll - start.roll);
  out.broken = sums[ENERGY_FLOWS];
  out.born = sums[ENERGY_FLOWS + 1];
  out.wall_work = sums[WALL_WORK];
  out.drift = stored(now) - stored(start) + out.bond_damping + out.contact_damping + out.friction +
      out.rolling + out.broken - out.wall_work - out.born;
  return out;
}

}    // namespace grist
