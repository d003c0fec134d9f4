#include "energy/energy_ledger.h"

#include "common/preconditions.h"

#include <algorithm>

namespace grist {

void StoredEnergy::add(const StoredEnergy &other, double factor)
{
  auto sum = to_array();
  const auto more = other.to_array();
  for (int k = 0; k < SIZE; k++) sum[k] += factor * more[k];
  *this = from_array(sum);
}

void EnergyLedger::advance(const EnergyFlows &powers, double dt)
{
  assert(dt >= 0.0);
  for (int k = 0; k < ENERGY_FLOWS; k++) total[k] += 0.5 * dt * (last[k] + powers[k]);
  last = powers;
}

// A part takes no share in half of the step before it enters and in half of the step after it
// leaves.
void EnergyLedger::give_part(const EnergyPart &part, double dt)
{
  assert(dt >= 0.0);
  for (int k = 0; k < ENERGY_FLOWS; k++) total[k] -= 0.5 * dt * part.powers[k];
}

void EnergyLedger::add_entered(const EnergyPart &part, double dt)
{
  give_part(part, dt);
  entered.add(part.stored);
}

void EnergyLedger::add_left(const EnergyPart &part)
{
  take_part(part);
  left.add(part.stored);
}

void EnergyLedger::add_broken_bodies(const EnergyPart &part)
{
  take_part(part);
  split.add(part.stored);
}

void EnergyLedger::add_pieces(const EnergyPart &part, double dt)
{
  give_part(part, dt);
  split.add(part.stored, -1.0);
}

static StoredEnergy stored_at(const EnergyLedger::Sums &sums, int place)
{
  assert(place >= 0 && place + StoredEnergy::SIZE <= EnergyLedger::SIZE);
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
  const auto in = entered.to_array(), gone = left.to_array(), lost = split.to_array();
  std::copy(in.begin(), in.end(), out.begin() + ENTERED);
  std::copy(gone.begin(), gone.end(), out.begin() + LEFT);
  std::copy(lost.begin(), lost.end(), out.begin() + SPLIT);
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
  split = stored_at(sums, SPLIT);
}

EnergyBalance energy_balance(const StoredEnergy &now, const StoredEnergy &start,
                             const EnergyLedger::Sums &sums)
{
  const StoredEnergy entered = stored_at(sums, EnergyLedger::ENTERED);
  const StoredEnergy left = stored_at(sums, EnergyLedger::LEFT);
  const StoredEnergy split = stored_at(sums, EnergyLedger::SPLIT);
  StoredEnergy change = now;    // of springs, by what happened between bodies that were there
  change.add(start, -1.0);
  change.add(left);
  change.add(split);
  change.add(entered, -1.0);
  EnergyBalance out;
  out.kinetic = now.kinetic;
  out.gravitational = now.gravitational;
  out.bond = now.bond;
  out.contact = now.normal + now.shear + now.roll + now.pressed;
  out.bond_damping = sums[BOND_DAMPING];
  out.contact_damping = sums[CONTACT_DAMPING] + sums[PRESSING] - change.pressed;
  out.friction = sums[SHEARING] - change.shear;
  out.rolling = sums[ROLLING] - change.roll;
  out.broken = sums[ENERGY_FLOWS];
  out.new_contacts = sums[ENERGY_FLOWS + 1];
  out.wall_work = sums[WALL_WORK];
  out.entered = entered.total();
  out.left = left.total();
  out.held = sums[ENERGY_FLOWS + 2];
  out.split = split.total();
  out.other_work = sums[OTHER_WORK];
  out.other_contacts = sums[OTHER_CONTACTS];
  out.walls = now.walls;
  out.wall_loss = sums[WALL_LOSS];
  out.drift = now.total() - start.total() + out.bond_damping + out.contact_damping + out.friction +
      out.rolling + out.broken + out.left + out.split - out.wall_work - out.new_contacts -
      out.entered - out.held - out.other_work + out.other_contacts + out.wall_loss;
  return out;
}

}    // namespace grist
