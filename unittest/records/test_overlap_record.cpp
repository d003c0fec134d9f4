// Contacts of bodies that are recorded in a step. Oracles: the energy of one contact in closed form,
// its shares, and sums over the spheres that are selected.

#include "overlaps/overlap_cases.h"
#include "records/contact_record.h"
#include "records/contact_sums.h"

#include <gtest/gtest.h>

#include <vector>

namespace test_overlap_record {

using namespace grist;
using namespace grist::testing;

double stored_in(const OverlapRecord &record, const SphereSelection &of)
{
  StoredEnergy sum;
  StoredSum visitor(sum, of);
  record.show(visitor);
  return sum.normal;
}

double lost_by(const OverlapRecord &record, const SphereSelection &of)
{
  LossSum visitor(nullptr, of);
  record.show(visitor);
  return visitor.sum;
}

TEST(OverlapRecord, CountsSharesAndSelections)
{
  const OverlapContactLaw law = full_law(NormalLaw::ENERGY, FrictionLaw::NONE, false, 0.0);
  const Overlap found = pressed_along_z(0.1);
  const std::vector<char> marks = {0, 1, 0};
  const SphereSelection second(marks);
  OverlapRecord record;
  ContactForce on;
  on.force = {0, 0, -5};
  on.torque_b = {2, 0, 0};
  on.lost_now = 8.0;
  const RecordedOverlap pair{{0, 1, 0.5}, &law, found, Vector3d::unit_z(), {}, {}, on, {}};
  const RecordedOverlap at_wall{
      {2, TouchingPair::WALL, 1.0}, &law, found, Vector3d::unit_z(), {}, {}, on, {}};
  EXPECT_FALSE(record.is_on());
  record.add(pair);
  EXPECT_EQ(lost_by(record, {}), 0.0);
  Subscription reader = record.contacts.subscribe();
  EXPECT_TRUE(record.is_on());
  record.add(pair);
  record.add(at_wall);
  const double one = 0.5 * 3e4 * 0.01;
  EXPECT_NEAR(stored_in(record, {}), 1.5 * one, 1e-12);
  EXPECT_NEAR(stored_in(record, second), 0.5 * one, 1e-12);
  EXPECT_EQ(lost_by(record, {}), 12.0);
  EXPECT_EQ(lost_by(record, second), 4.0);
  const SphereRates rates[3] = {{{0, 0, 2}, {0, 0, 0}}, {{0, 0, 1}, {3, 0, 0}}, {}};
  PowerOnOthers on_others(rates, second);
  record.show(on_others);
  EXPECT_EQ(on_others.sum, 0.5 * -10.0);
  const std::vector<char> other_marks = {1, 0, 0};
  PowerOnOthers on_second(rates, SphereSelection(other_marks));
  record.show(on_second);
  EXPECT_EQ(on_second.sum, 0.5 * (6.0 + 5.0));
  const SphereRates of_third[3] = {{}, {}, {{0, 0, 2}, {0, 0, 0}}};
  PowerOfWalls of_walls(of_third);
  record.show(of_walls);
  EXPECT_EQ(of_walls.sum, -10.0);
  reader.reset();
  EXPECT_FALSE(record.is_on());
  record.begin_step();
  record.add(pair);
  EXPECT_EQ(lost_by(record, {}), 0.0);
}

// For a pair, the whole load counts on either rank; for a wall, the share of the force that acts.
TEST(OverlapRecord, KeepsLoadsApart)
{
  OverlapContactLaw law = full_law(NormalLaw::ENERGY, FrictionLaw::NONE, true, 0.0);
  const Overlap found = pressed_along_z(0.1);
  ContactHistory pressed;
  pressed.work = 2.0;
  pressed.peak = found.volume;
  pressed.pressed = 3.0;
  OverlapRecord record;
  const auto reader = record.loads.subscribe();
  const RecordedOverlap pair{{0, 1, 0.5}, &law, found, Vector3d::unit_z(), {}, pressed, {}, {}};
  RecordedOverlap at_wall = pair;
  at_wall.b = TouchingPair::WALL;
  record.add(pair);
  record.add(at_wall);
  EXPECT_EQ(lost_by(record, {}), 0.0);
  ASSERT_EQ(record.loads_now().size(), 2);
  const LoadingWork of_pair = loading_work(law, found, pressed);
  const LoadingWork &whole = record.loads_now()[0].energy, &half = record.loads_now()[1].energy;
  EXPECT_GT(whole.stored, 0.0);
  EXPECT_EQ(whole.work, of_pair.work);
  EXPECT_EQ(whole.stored, of_pair.stored);
  EXPECT_EQ(half.work, 0.5 * whole.work);
  EXPECT_EQ(half.stored, 0.5 * whole.stored);
  EXPECT_EQ(record.loads_now()[0].pressed, 3.0);
  EXPECT_EQ(record.loads_now()[1].pressed, 1.5);
}

}    // namespace test_overlap_record
