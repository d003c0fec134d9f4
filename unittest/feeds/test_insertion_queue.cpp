// What is drawn and what waits. Oracle: numbers by hand, for particles of one size.

#include "feeds/inserted_totals.h"
#include "feeds/insertion_queue.h"

#include <gtest/gtest.h>

#include <string>

namespace test_insertion_queue {

using namespace grist;

MixComponent ball(const std::string &name, double fraction, double largest)
{
  MixComponent component;
  component.name = name;
  component.fraction = fraction;
  component.density = 1.0;
  component.size.kind = SizeLaw::Kind::UNIFORM;
  component.size.first = 1.0;
  component.size.second = largest;
  component.shapes = {FeedShape::of_spheres({Vector3d::zero()}, {1.0})};
  return component;
}

double one(const FeedParticle &)
{
  return 1.0;
}

TEST(InsertionQueue, DrawsTheNumberNearestToWhatIsDue)
{
  const FeedMix mix({ball("ore", 1.0, 1.0)}, 5);
  InsertionQueue queue(mix);
  queue.draw(2.4, one, false);
  EXPECT_EQ(queue.waiting_number(-1), 2);
  queue.draw(2.6, one, false);
  EXPECT_EQ(queue.waiting_number(-1), 3);
  EXPECT_EQ(queue.state.amount, 3.0);
  EXPECT_NEAR(queue.waiting_mass(0), 3.0 * mix.mass(queue.state.waiting[0]), 1e-14);
}

TEST(InsertionQueue, ComponentsAreCountedApart)
{
  const FeedMix mix({ball("ore", 0.75, 1.0), ball("coal", 0.25, 1.0)}, 5);
  InsertionQueue queue(mix);
  queue.draw(8.0, one, false);
  EXPECT_EQ(queue.waiting_number(0), 6);
  EXPECT_EQ(queue.waiting_number(1), 2);
  EXPECT_NEAR(queue.waiting_mass(0), 3.0 * queue.waiting_mass(1), 1e-14);
}

// Unless they are drawn at once.
TEST(InsertionQueue, NoneAreDrawnWhileManyWait)
{
  const FeedMix mix({ball("ore", 1.0, 1.0)}, 5);
  InsertionQueue at_first(mix), later(mix);
  at_first.draw(1500.0, one, true);
  EXPECT_EQ(at_first.waiting_number(-1), 1500);
  later.draw(1.0, one, false);
  later.draw(1500.0, one, false);
  EXPECT_EQ(later.waiting_number(-1), 1000);
}

// Spheres of one size exactly; of sizes between 1 and 2 by the mean volume, 15/4 of pi/6.
TEST(InsertionQueue, TheNumberThatIsDueIsKnownBeforeAnyIsDrawn)
{
  const FeedMix same({ball("ore", 1.0, 1.0)}, 5), mixed({ball("ore", 1.0, 2.0)}, 5);
  InsertionQueue queue(same), of_sizes(mixed);
  EXPECT_EQ(queue.number_due(0.4, one), 0.0);
  EXPECT_EQ(queue.number_due(7.4, one), 7.0);
  queue.draw(2.0, one, true);
  EXPECT_EQ(queue.number_due(7.4, one), 5.0);
  EXPECT_NEAR(queue.number_due(1e300, one), 1e300, 1e286);
  const auto mass = [&](const FeedParticle &of) { return mixed.mass(of); };
  const double mean = 15.0 / 4.0 * mixed.mass({0, 0, 0, 1.0});
  EXPECT_NEAR(of_sizes.number_due(1e8 * mean, mass), 1e8, 0.2e8);
  EXPECT_EQ(of_sizes.state.particles, 0u);
  EXPECT_FALSE(queue.is_due(2.4, one));
  EXPECT_TRUE(queue.is_due(2.6, one));
}

TEST(InsertionQueue, AContinuedRunDrawsTheSameParticles)
{
  const FeedMix mix({ball("ore", 1.0, 2.0)}, 5);
  InsertionQueue whole(mix), first(mix), second(mix), other(mix);
  whole.draw(6.0, one, false);
  first.draw(3.0, one, false);
  second.state = first.state;
  second.draw(6.0, one, false);
  for (int n = 0; n < 6; n++)
    EXPECT_EQ(second.state.waiting[n].size, whole.state.waiting[n].size) << n;
  EXPECT_EQ(whole.first_sizes()[0], whole.state.waiting[0].size);
  other.state.seed = 2;
  EXPECT_NE(other.first_sizes(), whole.first_sizes());
}

TEST(InsertedTotals, SumsOfAllAndOfOne)
{
  InsertedTotals totals;
  totals.of.resize(2);
  totals.of[0].mass.add(1e16);
  totals.of[1].mass.add(1.0);
  totals.of[1].mass.add(-1e16);
  totals.of[0].number = 3;
  totals.of[1].number = 4;
  EXPECT_EQ(totals.mass(-1), 1.0);    // without rounding
  EXPECT_EQ(totals.mass(0), 1e16);
  EXPECT_EQ(totals.number(-1), 7);
  EXPECT_EQ(totals.number(1), 4);
}

}    // namespace test_insertion_queue
