// The bins of a collision spectrum and the sums of open contacts. Oracles: closed forms of the
// borders and of the trapezoid rule; a contact that changes ranks against the same one that does
// not.

#include "energy/collision_spectrum.h"
#include "energy/open_contacts.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <stdexcept>

namespace test_collision_spectrum {

using namespace grist;

TEST(EnergyBins, BordersAreEvenlySpacedByTheirLogarithms)
{
  const EnergyBins bins(1e-6, 1e-2, 8);
  ASSERT_EQ(bins.count(), 10);
  EXPECT_EQ(bins.from(0), 0.0);
  EXPECT_EQ(bins.to(9), std::numeric_limits<double>::infinity());
  for (int n = 0; n <= 8; n++) {
    EXPECT_NEAR(bins.to(n) / std::pow(10.0, -6 + 0.5 * n), 1.0, 1e-14);
    EXPECT_EQ(bins.to(n), bins.from(n + 1));
  }
}

TEST(EnergyBins, EachEnergyIsBetweenTheBordersOfItsBin)
{
  const EnergyBins bins(2e-6, 3e-2, 7);
  for (double energy = 1e-9; energy < 1.0; energy *= 1.37) {
    const int bin = bins.bin_of(energy);
    EXPECT_GE(energy, bins.from(bin));
    EXPECT_LT(energy, bins.to(bin));
  }
  EXPECT_EQ(bins.bin_of(-1.0), 0);
  EXPECT_EQ(bins.bin_of(0.0), 0);
  EXPECT_EQ(bins.bin_of(2e-6), 1);
  EXPECT_EQ(bins.bin_of(3e-2), 8);
}

TEST(EnergyBins, WrongBordersAreRefused)
{
  EXPECT_THROW(EnergyBins(0.0, 1.0, 3), std::invalid_argument);
  EXPECT_THROW(EnergyBins(2.0, 1.0, 3), std::invalid_argument);
  EXPECT_THROW(EnergyBins(1.0, 2.0, 0), std::invalid_argument);
}

TEST(CollisionSpectrum, SumsByKindAndBin)
{
  CollisionSpectrum spectrum(EnergyBins(1.0, 100.0, 2), 2);
  spectrum.add(0, 1, {5.0, 1.0});
  spectrum.add(0, 1, {7.0, 2.0});
  spectrum.add(1, 2, {20.0, 0.0});
  spectrum.grow(3);
  EXPECT_EQ(spectrum.kinds(), 3);
  EXPECT_EQ(spectrum.entry(0, 1).contacts, 2.0);
  EXPECT_EQ(spectrum.entry(0, 1).loss.total, 12.0);
  EXPECT_EQ(spectrum.entry(0, 1).loss.friction, 3.0);
  EXPECT_EQ(spectrum.of_bin(2).loss.total, 20.0);
  EXPECT_EQ(spectrum.total().contacts, 3.0);
  EXPECT_EQ(spectrum.total().loss.total, 32.0);
  EXPECT_TRUE(spectrum.has(1));
  EXPECT_FALSE(spectrum.has(2));
}

/* ---------------------------------------------------------------------- */

const ContactKey KEY = ContactKey::of_pair(7, 3);
constexpr double DT = 0.25;

void step(OpenContacts &open, double power)
{
  open.begin_step(DT);
  open.add(KEY, 0, {power, 0.5 * power});
}

TEST(OpenContacts, PowersAreSummedByTheTrapezoidRuleFromZeroToZero)
{
  OpenContacts open;
  for (const double power : {2.0, 6.0, 4.0}) {
    step(open, power);
    EXPECT_TRUE(open.take_unseen().empty());
  }
  open.begin_step(DT);
  const auto ended = open.take_unseen();
  ASSERT_EQ(ended.size(), 1u);
  EXPECT_TRUE(ended[0].key == ContactKey::of_pair(3, 7));
  EXPECT_DOUBLE_EQ(ended[0].lost.total, DT * 12.0);
  EXPECT_DOUBLE_EQ(ended[0].lost.friction, DT * 6.0);
  EXPECT_EQ(open.count(), 0u);
}

// At the start of a run no time has passed, and the power is evaluated anew.
TEST(OpenContacts, ARunInTwoPartsIsTheSame)
{
  OpenContacts open;
  step(open, 2.0);
  step(open, 6.0);
  open.begin_step(0.0);
  open.add(KEY, 0, {6.0, 3.0});
  step(open, 4.0);
  open.begin_step(DT);
  EXPECT_DOUBLE_EQ(open.take_unseen().at(0).lost.total, DT * 12.0);
}

TEST(OpenContacts, AContactThatIsEvaluatedElsewhereKeepsItsSum)
{
  OpenContacts here, there;
  step(here, 2.0);
  step(here, 6.0);
  here.begin_step(DT);
  step(there, 4.0);
  const auto parts = here.take_unseen();
  ASSERT_EQ(parts.size(), 1u);
  EXPECT_TRUE(there.adopt(parts[0]));
  there.begin_step(DT);
  EXPECT_FALSE(there.adopt(parts[0]));    // no longer new
  EXPECT_DOUBLE_EQ(there.take_unseen().at(0).lost.total, DT * 12.0);
  EXPECT_FALSE(there.adopt(parts[0]));
}

TEST(OpenContacts, SeveralPlacesOfOneContactAndLossesAtOnceAreOneSum)
{
  OpenContacts open;
  open.begin_step(DT);
  open.add(KEY, 0, {2.0, 0.0});
  open.add(KEY, 0, {3.0, 0.0});
  open.add_at_once(KEY, 0, 10.0);
  open.add(ContactKey::of_wall(7, 0), 1, {1.0, 0.0});
  open.add(ContactKey::of_wall(7, 1), 1, {1.0, 0.0});
  EXPECT_EQ(open.count(), 3u);
  open.begin_step(DT);
  const auto ended = open.take_unseen();
  ASSERT_EQ(ended.size(), 3u);
  EXPECT_DOUBLE_EQ(ended[0].lost.total, DT * 5.0 + 10.0);    // by ids: 3 before 7
}

// As energy_ledger.h counts parts that enter and leave: no half step before the first force or
// after the last, and what springs hold is not lost.
TEST(OpenContacts, AParticleBringsItsContactAndTakesItAlong)
{
  OpenContacts open;
  open.begin_step(DT);
  open.add_brought(KEY, 0, {2.0, 1.0});
  open.bring(KEY, {10.0, 5.0});
  step(open, 6.0);
  open.take_along(KEY, {4.0, 3.0});
  open.take_along(ContactKey::of_pair(1, 2), {4.0, 3.0});    // is none
  open.begin_step(DT);
  const auto ended = open.take_unseen();
  ASSERT_EQ(ended.size(), 1u);
  EXPECT_DOUBLE_EQ(ended[0].lost.total, DT * 0.5 * (2.0 + 6.0) + 10.0 - 4.0);
  EXPECT_DOUBLE_EQ(ended[0].lost.friction, DT * 0.5 * (1.0 + 3.0) + 5.0 - 3.0);
}

TEST(OpenContacts, PartsOfOneContactAreAdded)
{
  const OpenContact one = {KEY, 0, {2.0, 1.0}, {}, false, false};
  const OpenContact other = {ContactKey::of_wall(1, 0), 0, {5.0, 0.0}, {}, false, false};
  const auto sums = merged({one, other, one});
  ASSERT_EQ(sums.size(), 2u);
  EXPECT_EQ(sums[0].lost.total, 5.0);
  EXPECT_EQ(sums[1].lost.total, 4.0);
  EXPECT_EQ(sums[1].lost.friction, 2.0);
}

}    // namespace test_collision_spectrum
