#include "packings/settle.h"

#include "fragments/fragments.h"
#include "packings/near_pairs.h"
#include "packings/packing.h"

#include <gtest/gtest.h>

#include <algorithm>

using namespace grist;

namespace test_settle {

int pieces(const Packing &packing, double reach)
{
  const auto links = near_pairs(packing.centers, 2.0 * reach * packing.radius * (1.0 + TOUCHING));
  return count_components(packing.centers.size(), links);
}

int touching(const Packing &packing, int element)
{
  return std::count_if(packing.centers.begin(), packing.centers.end(), [&](const Vector3d &other) {
    const double distance = norm(other - packing.centers[element]);
    return distance > 0.0 && distance <= 2.0 * packing.radius * (1.0 + TOUCHING);
  });
}

void expect_no_overlap(const Packing &packing)
{
  for (const auto &[a, b] : near_pairs(packing.centers, 3.0 * packing.radius))
    EXPECT_GE(norm(packing.centers[b] - packing.centers[a]), 2.0 * packing.radius);
}

// Oracle: the definition. A floor of touching spheres, and one that hovers above it.
TEST(Settle, AHoveringElementSitsDownOnThree)
{
  Packing packing = {0.5, {}};
  for (int i = -2; i <= 2; i++)
    for (int j = -2; j <= 2; j++) packing.centers.push_back({double(i), double(j), 0.0});
  packing.centers.push_back({0.1, 0.2, 1.6});
  ASSERT_EQ(pieces(packing, 1.1), 2);

  const Packing settled = settle_loose(Shape::cube(10.0), packing, 1.1);
  EXPECT_EQ(pieces(settled, 1.0), 1);
  EXPECT_GE(touching(settled, 25), 3);
  EXPECT_NEAR(settled.centers[25].z, std::sqrt(0.5), 1.0e-9);    // in the hollow between four
  for (int n = 0; n < 25; n++) EXPECT_EQ(norm(settled.centers[n] - packing.centers[n]), 0.0);
  expect_no_overlap(settled);
}

// Oracle: the definition. Where no three can be touched, the straight way to the nearest is taken.
TEST(Settle, TwoElementsMeet)
{
  const Packing settled =
      settle_loose(Shape::cylinder(0.5, 9.0), {0.5, {{0.0, 0.0, -4.0}, {0.0, 0.0, 4.0}}}, 1.1);
  EXPECT_NEAR(norm(settled.centers[1] - settled.centers[0]), 1.0, 1.0e-9);
  expect_no_overlap(settled);
}

// A packing of 75 in a sphere is a rigid shell around a loose core; one of 20 has a single loose
// element inside.
TEST(Settle, RandomPackingsHangTogether)
{
  for (int count : {20, 75})
    for (double reach : {1.0, 1.05, 1.1}) {
      const Packing packing = pack_count(Shape::sphere(1.0), count, {1, reach});
      EXPECT_EQ(pieces(packing, reach), 1) << count << " elements, reach " << reach;
      EXPECT_EQ(protrusion(Shape::sphere(1.0), packing), 0.0);
      expect_no_overlap(packing);
    }
}

TEST(Settle, WhatHangsTogetherStays)
{
  const Packing packing = {0.5, {{0.0, 0.0, 0.0}, {1.05, 0.0, 0.0}, {0.0, 1.08, 0.0}}};
  const Packing settled = settle_loose(Shape::cube(10.0), packing, 1.1);
  for (int n = 0; n < 3; n++) EXPECT_EQ(norm(settled.centers[n] - packing.centers[n]), 0.0);
  EXPECT_EQ(largest_group(packing, 1.06), (std::vector<bool>{true, true, false}));
}

}    // namespace test_settle
