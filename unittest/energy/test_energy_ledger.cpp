// The ledger of an energy balance. Oracles: integrals in closed form, and the definition of each
// entry.

#include "energy/energy_ledger.h"

#include <gtest/gtest.h>

namespace test_energy_ledger {

using namespace grist;

constexpr double ROUNDING = 1e-14;

EnergyFlows flows_at(double t)
{
  EnergyFlows powers;
  for (int k = 0; k < ENERGY_FLOWS; k++) powers[k] = (k + 1) * (2.0 + 3.0 * t);
  return powers;
}

// The trapezoid rule is exact where powers are linear in time, whatever the steps.
TEST(EnergyLedger, SumsLinearPowersExactly)
{
  EnergyLedger ledger;
  double t = 0.0;
  ledger.begin(flows_at(t));
  for (const double dt : {0.1, 0.3, 0.05, 1.0}) ledger.advance(flows_at(t += dt), dt);
  for (int k = 0; k < ENERGY_FLOWS; k++)
    EXPECT_NEAR(ledger.sums()[k], (k + 1) * (2.0 * t + 1.5 * t * t), ROUNDING * 100);
}

// A second run starts where the first one ended: no time passes in between.
TEST(EnergyLedger, BeginAddsNothing)
{
  EnergyLedger ledger;
  ledger.begin(flows_at(0.0));
  ledger.advance(flows_at(0.5), 0.5);
  const auto before = ledger.sums();
  ledger.begin(flows_at(7.0));
  EXPECT_EQ(ledger.sums(), before);
  ledger.advance(flows_at(7.0), 1.0);
  EXPECT_NEAR(ledger.sums()[0] - before[0], 23.0, ROUNDING * 100);
}

TEST(EnergyLedger, ComesBackFromItsSums)
{
  EnergyLedger ledger, copy;
  ledger.begin(flows_at(1.0));
  ledger.advance(flows_at(2.0), 0.25);
  ledger.add_broken_bond(3.0);
  ledger.add_new_contact(4.0);
  copy.set_sums(ledger.sums());
  EXPECT_EQ(copy.sums(), ledger.sums());
}

TEST(EnergyLedger, EntriesAndDrift)
{
  const StoredEnergy start = {1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0},
                     now = {3.0, 1.0, 7.0, 5.0, 11.0, 20.0, 50.0};
  EnergyLedger ledger;
  std::array<double, EnergyLedger::SIZE> sums{};
  sums[BOND_DAMPING] = 0.5;
  sums[CONTACT_DAMPING] = 0.25;
  sums[SHEARING] = 6.0;
  sums[PRESSING] = 3.0;
  sums[ROLLING] = 7.0;
  sums[WALL_WORK] = 10.0;
  ledger.set_sums(sums);
  ledger.add_broken_bond(0.125);
  ledger.add_new_contact(0.0625);
  const EnergyBalance entries = energy_balance(now, start, ledger.sums());
  EXPECT_DOUBLE_EQ(entries.contact, 86.0);
  EXPECT_DOUBLE_EQ(entries.contact_damping, 0.25 + 3.0 - (50.0 - 64.0));
  EXPECT_DOUBLE_EQ(entries.friction, 6.0 - (11.0 - 16.0));
  EXPECT_DOUBLE_EQ(entries.rolling, 7.0 - (20.0 - 32.0));
  EXPECT_DOUBLE_EQ(entries.broken, 0.125);
  EXPECT_DOUBLE_EQ(entries.wall_work, 10.0);
  EXPECT_DOUBLE_EQ(entries.new_contacts, 0.0625);
  EXPECT_DOUBLE_EQ(entries.drift, 97.0 - 127.0 + 0.5 + 17.25 + 11.0 + 19.0 + 0.125 - 10.0 - 0.0625);
}

// Spheres that come at t = 1 and go at t = 3 take part in flows between these times alone; their
// springs are not friction.
TEST(EnergyLedger, SpheresThatComeAndGo)
{
  EnergyPart part;
  part.stored = {1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0};
  part.powers.fill(10.0);
  EnergyFlows others, all;
  others.fill(1.0);
  all.fill(11.0);
  EnergyLedger ledger;
  ledger.begin(others);
  ledger.advance(all, 1.0);
  ledger.add_entered(part, 1.0);
  ledger.advance(all, 1.0);
  ledger.advance(all, 1.0);
  ledger.add_left(part);
  ledger.advance(others, 1.0);
  EXPECT_DOUBLE_EQ(ledger.sums()[BOND_DAMPING], 4.0 + 2.0 * 10.0);

  const EnergyBalance both = energy_balance({}, {}, ledger.sums());
  EXPECT_DOUBLE_EQ(both.entered, 127.0);
  EXPECT_DOUBLE_EQ(both.left, 127.0);
  EXPECT_DOUBLE_EQ(both.friction, 24.0);
  EXPECT_DOUBLE_EQ(both.rolling, 24.0);
  EXPECT_DOUBLE_EQ(both.contact_damping, 24.0 + 24.0);

  EnergyLedger only_left;
  only_left.add_left(part);
  const EnergyBalance gone = energy_balance({}, part.stored, only_left.sums());
  EXPECT_DOUBLE_EQ(gone.friction, 0.0);
  EXPECT_DOUBLE_EQ(gone.drift, 0.0);
  EnergyLedger copy;
  copy.set_sums(only_left.sums());
  EXPECT_EQ(copy.sums(), only_left.sums());
}

// What a body stores and its pieces do not is taken by breaking, once, and no flow.
TEST(EnergyLedger, BodiesThatBreak)
{
  EnergyPart body, pieces;
  body.stored = {1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0};
  body.powers.fill(10.0);
  pieces.stored = {1.0, 2.0, 3.0, 7.0, 14.0, 30.0, 60.0};
  pieces.powers.fill(6.0);
  EnergyFlows with_body, with_pieces;
  with_body.fill(11.0);
  with_pieces.fill(7.0);
  EnergyLedger ledger;
  ledger.begin(with_body);
  ledger.add_broken_bodies(body);
  ledger.advance(with_pieces, 1.0);
  ledger.add_pieces(pieces, 1.0);
  ledger.advance(with_pieces, 1.0);
  EXPECT_DOUBLE_EQ(ledger.sums()[BOND_DAMPING], 1.0 + 7.0);

  const EnergyBalance after = energy_balance(pieces.stored, body.stored, ledger.sums());
  EXPECT_DOUBLE_EQ(after.split, 127.0 - 117.0);
  EXPECT_DOUBLE_EQ(after.friction, 8.0);
  EXPECT_DOUBLE_EQ(after.rolling, 8.0);
  EXPECT_DOUBLE_EQ(after.contact_damping, 8.0 + 8.0);
  EXPECT_DOUBLE_EQ(after.drift, 6 * 8.0 - 8.0);
  EnergyLedger copy;
  copy.set_sums(ledger.sums());
  EXPECT_EQ(copy.sums(), ledger.sums());
}

}    // namespace test_energy_ledger
