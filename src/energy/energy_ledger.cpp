#include "energy/energy_ledger.h"

#include <algorithm>

namespace grist {

StoredEnergy StoredEnergy::from_array(const std::array<double, SIZE> &n)
{
  return {n[0], n[1], n[2], n[3], n[4], n[5], n[6]};
}

void StoredEnergy::add(const StoredEnergy &other)
{
  auto sum = to_array();
  const auto more = other.to_array();
  for (int k = 0; k < SIZE; k++) sum[k] += more[k];
  *this = from_array(sum);
}

void EnergyLedger::advance(const EnergyFlows &powers, double dt)
{
  for (int k = 0; k < ENERGY_FLOWS; k++) total[k] += 0.5 * dt * (last[k] + powers[k]);
  last = powers;
}

void EnergyLedger::add_entered(const EnergyPart &part, double dt)
{
  for (int k = 0; k < ENERGY_FLOWS; k++) total[k] -= 0.5 * dt * part.powers[k];
  entered.add(part.stored);
}

void EnergyLedger::add_left(const EnergyPart &part)
{
  for (int k = 0; k < ENERGY_FLOWS; k++) last[k] -= part.powers[k];
  left.add(part.stored);
}

static StoredEnergy stored_at(const EnergyLedger::Sums &sums, int place)
{
  std::array<double, StoredEnergy::SIZE> values;
  std::copy_n(sums.begin() + place, StoredEnergy::SIZE, values.begin());
  return StoredEnergy::from_array(values);
}

EnergyLedger::Sums EnergyLedger::sums() const
{
  Sums out;
  std::copy(total.begin(), total.end(), out.begin());
  out[ENERGY_FLOWS] = broken;
  out[ENERGY_FLOWS + 1] = new_contacts;
  out[ENERGY_FLOWS + 2] = held;
  const auto in = entered.to_array(), gone = left.to_array();
  std::copy(in.begin(), in.end(), out.begin() + ENTERED);
  std::copy(gone.begin(), gone.end(), out.begin() + LEFT);
  return out;
}

void EnergyLedger::set_sums(const Sums &sums)
{
  std::copy_n(sums.begin(), ENERGY_FLOWS, total.begin());
  broken = sums[ENERGY_FLOWS];
  new_contacts = sums[ENERGY_FLOWS + 1];
  held = sums[ENERGY_FLOWS + 2];
  entered = stored_at(sums, ENTERED);
  left = stored_at(sums, LEFT);
}

EnergyBalance energy_balance(const StoredEnergy &now, const StoredEnergy &start,
                             const EnergyLedger::Sums &sums)
{
  const StoredEnergy entered = stored_at(sums, EnergyLedger::ENTERED);
  const StoredEnergy left = stored_at(sums, EnergyLedger::LEFT);
  EnergyBalance out;
  out.kinetic = now.kinetic;
  out.gravitational = now.gravitational;
  out.bond = now.bond;
  out.contact = now.normal + now.shear + now.roll + now.pressed;
  out.bond_damping = sums[BOND_DAMPING];
  out.contact_damping = sums[CONTACT_DAMPING] + sums[PRESSING] -
      (now.pressed - start.pressed + left.pressed - entered.pressed);
  out.friction = sums[SHEARING] - (now.shear - start.shear + left.shear - entered.shear);
  out.rolling = sums[ROLLING] - (now.roll - start.roll + left.roll - entered.roll);
  out.broken = sums[ENERGY_FLOWS];
  out.new_contacts = sums[ENERGY_FLOWS + 1];
  out.wall_work = sums[WALL_WORK];
  out.entered = entered.total();
  out.left = left.total();
  out.held = sums[ENERGY_FLOWS + 2];
  out.drift = now.total() - start.total() + out.bond_damping + out.contact_damping + out.friction +
      out.rolling + out.broken + out.left - out.wall_work - out.new_contacts - out.entered -
      out.held;
  return out;
}

}    // namespace grist
