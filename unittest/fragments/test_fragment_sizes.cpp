// Sizes of a list of fragments, and sieve diameters that are kept. Oracle: numbers by hand.

#include "fragments/fragment_sizes.h"

#include <gtest/gtest.h>

namespace test_fragment_sizes {

using namespace grist;

Fragment fragment(double mass, double equivalent, double sieve, bool is_fine, double origin)
{
  Fragment made = {};
  made.mass = mass;
  made.equivalent = equivalent;
  made.sieve = sieve;
  made.is_fine = is_fine;
  made.origin_equivalent = origin;
  made.origin_sieve = 10.0 * origin;
  return made;
}

TEST(FragmentSizes, SharesOfTheMass)
{
  FragmentList list;
  list.fragments = {fragment(1.0, 0.5, 5.0, true, 6.0), fragment(2.0, 1.0, 2.0, false, 10.0),
                    fragment(5.0, 3.0, 9.0, false, 0.0)};
  list.mass = 8.0;
  const FragmentSizes sizes = fragment_sizes(list, size_distribution(list.fragments, false), false);
  EXPECT_EQ(sizes.d10, 0.5);
  EXPECT_EQ(sizes.d50, 3.0);
  EXPECT_EQ(sizes.fragments, 3.0);
  EXPECT_EQ(sizes.fines_fraction, 1.0 / 8.0);
  EXPECT_EQ(sizes.t10, 1.0 / 8.0);    // a size of exactly a tenth is not below it
  EXPECT_EQ(size_of(list.fragments[0], true), 5.0);
  const FragmentSizes sieved = fragment_sizes(list, size_distribution(list.fragments, true), true);
  EXPECT_EQ(sieved.d10, 2.0);
  EXPECT_EQ(sieved.t10, 3.0 / 8.0);    // 5 of 60 and 2 of 100
}

TEST(FragmentSizes, NothingWithoutMass)
{
  const FragmentSizes sizes = fragment_sizes({}, size_distribution({}, false), false);
  EXPECT_EQ(sizes.t10, 0.0);
  EXPECT_EQ(sizes.fines_fraction, 0.0);
}

// A diameter is computed again only for another set of elements.
TEST(SieveDiameters, KeptForTheSameElements)
{
  const std::vector<FragmentElement> small(2, {{0, 0, 0}, 1.0}), large(2, {{0, 0, 0}, 2.0});
  SieveDiameters sieves;
  Fragment one = {};
  one.id = 7;
  one.elements = 2;
  EXPECT_NEAR(sieves.of(one, small), 2.0, 1e-12);
  sieves.forget_unused();
  EXPECT_NEAR(sieves.of(one, large), 2.0, 1e-12);
  one.birth = 3.0;
  EXPECT_NEAR(sieves.of(one, large), 4.0, 1e-12);
  sieves.forget_unused();
  ASSERT_EQ(sieves.to_keep(false).size(), 1u);
  EXPECT_NEAR(sieves.to_keep(false)[0].diameter, 4.0, 1e-12);
  sieves.forget_unused();    // not asked for since
  EXPECT_TRUE(sieves.to_keep(false).empty());

  one.elements = 1;    // a sphere is computed anew, a block is not
  sieves.of(one, small);
  sieves.forget_unused();
  EXPECT_TRUE(sieves.to_keep(false).empty());
  EXPECT_EQ(sieves.to_keep(true).size(), 1u);
}

}    // namespace test_fragment_sizes
