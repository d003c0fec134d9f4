// Units that leave, and their totals. Oracles: sets put together by hand, sums of dyadic masses,
// which are exact.

#include "common/archive.h"
#include "feeds/outflow_totals.h"
#include "feeds/outflow_units.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <stdexcept>

namespace test_outflow_units {

using namespace grist;

constexpr double ROUNDING = 1e-15;

OutflowElement element(int unit, int id, int parent, int component = 1, double mass = 0.5)
{
  return {unit, id, parent, component, false, mass, 1.0};
}

TEST(OutflowUnits, ClusterFragmentSphereAndBody)
{
  OutflowElement body = element(9, 9, 0);
  body.is_body = true;
  std::vector<std::int64_t> torn = {40};
  const auto units = assemble_outflow({body, element(4, 5, 20), element(1, 2, 10),    // shuffled
                                       element(1, 1, 10), element(4, 4, 20), element(6, 6, 0),
                                       element(7, 7, 30), element(8, 8, 40), element(12, 12, 50)},
                                      {20}, torn);
  ASSERT_EQ(units.size(), 7u);
  const OutflowKind expected[] = {OutflowKind::CLUSTER,     // all of parent 10
                                  OutflowKind::FRAGMENT,    // others of parent 20 stay
                                  OutflowKind::SPHERE,      // no parent
                                  OutflowKind::SPHERE,      // all of parent 30
                                  OutflowKind::FRAGMENT,    // parent 40 has lost one before
                                  OutflowKind::BODY,     OutflowKind::SPHERE};
  for (size_t k = 0; k < units.size(); k++) EXPECT_EQ(units[k].kind, expected[k]) << k;
  EXPECT_EQ(units[0].elements[0].id, 1);
  EXPECT_EQ(units[0].elements[1].id, 2);
  EXPECT_EQ(torn, (std::vector<std::int64_t>{20}));
}

// Two parts of one parent at once are fragments, and so is what is left of it later.
TEST(OutflowUnits, APartLaterIsAFragment)
{
  std::vector<std::int64_t> torn;
  for (const auto &unit : assemble_outflow({element(1, 1, 7), element(2, 2, 7)}, {7}, torn))
    EXPECT_EQ(unit.kind, OutflowKind::FRAGMENT);
  EXPECT_EQ(torn, (std::vector<std::int64_t>{7}));
  for (const auto &unit : assemble_outflow({element(1, 1, 8), element(2, 2, 8)}, {}, torn))
    EXPECT_EQ(unit.kind, OutflowKind::FRAGMENT);
  EXPECT_EQ(torn, (std::vector<std::int64_t>{7}));
  const auto last = assemble_outflow({element(3, 3, 7), element(3, 4, 7)}, {}, torn);
  EXPECT_EQ(last[0].kind, OutflowKind::FRAGMENT);
  EXPECT_TRUE(torn.empty());    // its id may be that of a new cluster
  EXPECT_EQ(parents_of({element(3, 3, 7), element(3, 4, 7), element(4, 5, 0)}),
            (std::vector<std::int64_t>{7}));
}

TEST(OutflowUnits, SizeIsThatOfTheSameVolume)
{
  std::vector<std::int64_t> torn;
  const auto units =
      assemble_outflow({element(1, 1, 3), element(1, 2, 3), element(5, 5, 0)}, {}, torn);
  EXPECT_NEAR(units[0].size, 2.0 * std::cbrt(2.0), 4 * ROUNDING);
  EXPECT_EQ(units[1].size, 2.0);
}

TEST(OutflowUnits, MainComponentHasMostOfTheMass)
{
  std::vector<std::int64_t> torn;
  const auto units =
      assemble_outflow({element(1, 1, 0, 1, 3.0), element(1, 2, 0, 2, 2.0),
                        element(1, 3, 0, 2, 2.0), element(4, 4, 0, 3), element(4, 5, 0, 2)},
                       {}, torn);
  EXPECT_EQ(units[0].component, 2);
  EXPECT_EQ(units[1].component, 2);    // the first of equal ones
}

/* ---------------------------------------------------------------------- */

OutflowUnit unit(double size, std::vector<OutflowElement> elements)
{
  return {OutflowKind::CLUSTER, elements.front().component, size, std::move(elements)};
}

// Elements count for their own components, units for their main one.
TEST(OutflowTotals, NumbersAndMassesByComponentAndClass)
{
  OutflowTotals totals(2, {1.0, 2.0});
  totals.add(unit(1.0, {element(1, 1, 0, 1, 0.5), element(1, 2, 0, 2, 0.25)}));    // passes 1
  totals.add(unit(1.5, {element(3, 3, 0, 2, 4.0)}));
  totals.add(unit(7.0, {element(4, 4, 0, 2, 8.0)}));
  EXPECT_EQ(totals.tally(0).all_units(), 3);
  EXPECT_EQ(totals.tally(1).all_units(), 1);
  EXPECT_EQ(totals.tally(2).all_units(), 2);
  EXPECT_EQ(totals.tally(0).elements, 4);
  EXPECT_EQ(totals.tally(2).elements, 3);
  EXPECT_EQ(totals.tally(0).mass.value(), 12.75);
  EXPECT_EQ(totals.tally(1).mass.value(), 0.5);
  EXPECT_EQ(totals.tally(2).mass.value(), 12.25);
  EXPECT_EQ(totals.tally(0).class_units, (std::vector<std::int64_t>{1, 1, 1}));
  EXPECT_EQ(totals.tally(0).class_mass[0].value(), 0.75);
  EXPECT_EQ(totals.tally(2).class_mass[0].value(), 0.25);
  EXPECT_EQ(totals.tally(2).class_mass[1].value(), 4.0);
  EXPECT_EQ(totals.tally(0).class_mass[2].value(), 8.0);
}

TEST(OutflowTotals, DoNotDependOnTheOrder)
{
  std::vector<OutflowUnit> units;
  std::mt19937 random(4);
  std::uniform_real_distribution<double> any(1e-9, 1.0);
  for (int i = 0; i < 500; i++)
    units.push_back(unit(any(random), {element(i, i, 0, 1, any(random))}));
  OutflowTotals one(1, {0.5}), two(1, {0.5});
  for (const OutflowUnit &u : units) one.add(u);
  std::shuffle(units.begin(), units.end(), random);
  for (const OutflowUnit &u : units) two.add(u);
  EXPECT_EQ(one.tally(0).mass.value(), two.tally(0).mass.value());
  EXPECT_EQ(one.tally(1).class_mass[0].value(), two.tally(1).class_mass[0].value());
}

TEST(OutflowTotals, ComeBackThroughAnArchive)
{
  OutflowTotals totals(2, {1.0}), copy(2, {1.0});
  totals.add(unit(0.5, {element(1, 1, 0, 1, 0.1), element(1, 2, 0, 2, 1e-20)}));
  totals.add(unit(3.0, {element(3, 3, 0, 2, 0.3)}));
  std::vector<double> row;
  append_row(totals, row);
  RowReader in(row.data());
  in(copy);
  EXPECT_EQ(copy.tally(0).mass.value(), totals.tally(0).mass.value());
  copy.add(unit(3.0, {element(5, 5, 0, 2, 0.7)}));
  totals.add(unit(3.0, {element(5, 5, 0, 2, 0.7)}));
  EXPECT_EQ(copy.tally(0).mass.value(), totals.tally(0).mass.value());
  EXPECT_EQ(copy.tally(2).class_units, totals.tally(2).class_units);

  EXPECT_THROW(OutflowTotals(1, {2.0, 2.0}), std::invalid_argument);
}

}    // namespace test_outflow_units
