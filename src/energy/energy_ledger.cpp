#include "energy/energy_ledger.h"

#include <algorithm>

namespace grist {

StoredEnergy StoredEnergy::from_array(const std::array<double, SIZE> &n)
{
  return {n[0], n[1], n[2], n[3], n[4], n[5]};
}

void EnergyLedger::advance(const EnergyFlows &powers, double dt)
{
  for (int k = 0; k < ENERGY_FLOWS; k++) total[k] += 0.5 * dt * (last[k] + powers[k]);
  last = powers;
}

EnergyLedger::Sums EnergyLedger::sums() const
{
  Sums out;
  std::copy(total.begin(), total.end(), out.begin());
  out[ENERGY_FLOWS] = broken;
  out[ENERGY_FLOWS + 1] = new_contacts;
  return out;
}

void EnergyLedger::set_sums(const Sums &sums)
{
  std::copy_n(sums.begin(), ENERGY_FLOWS, total.begin());
  broken = sums[ENERGY_FLOWS];
  new_contacts = sums[ENERGY_FLOWS + 1];
}

EnergyBalance energy_balance(const StoredEnergy &now, const StoredEnergy &start,
                             const EnergyLedger::Sums &sums)
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
  out.new_contacts = sums[ENERGY_FLOWS + 1];
  out.wall_work = sums[WALL_WORK];
  out.drift = stored(now) - stored(start) + out.bond_damping + out.contact_damping + out.friction +
      out.rolling + out.broken - out.wall_work - out.new_contacts;
  return out;
}

}    // namespace grist
