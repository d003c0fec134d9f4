// Local units: which spheres belong together, found anew or kept.
//
// Oracles: small cases by hand; a table of the clusters; units that have no call before.

#include "search/local_units.h"
#include "search/sphere_scenes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

namespace grist {
namespace test_local_units {

LocalUnits::Periods box_of(double period)
{
  LocalUnits::Periods periods;
  for (int d = 0; d < 3; d++) periods.inverse[d][d] = 1.0 / period;
  return periods;
}

TEST(LocalUnits, NumbersInOrderOfFirstSpheresAndNoneForOne)
{
  const std::vector<std::int64_t> clusters = {9, 9, 0, 4, 7, 4, 4, 0};
  std::vector<double> centers(24, 0.0);
  LocalUnits units;
  units.make(8, clusters.data(), centers.data(), {});
  EXPECT_EQ(units.numbers(), (std::vector<int>{0, 0, -1, 1, -1, 1, 1, -1}));
  EXPECT_EQ(units.elements(), (std::vector<int>{0, 1, 3, 5, 6}));
  ASSERT_EQ(units.units().size(), 2u);
  EXPECT_EQ(units.units()[1].cluster, 4);
  EXPECT_EQ(units.units()[1].first, 2);
  EXPECT_EQ(units.units()[1].count, 3);
  units.make(0, nullptr, nullptr, {});
  EXPECT_TRUE(units.numbers().empty());
  EXPECT_TRUE(units.units().empty());
}

TEST(LocalUnits, ImagesAcrossPeriodicBordersAreUnitsOfTheirOwn)
{
  // A cluster across the border of a box of 10: owned at both ends, ghosts that continue each end.
  const std::vector<double> x = {9.0, 0.5, 9.5, 10.5, -1.0, -0.5};
  std::vector<double> centers;
  for (const double value : x) centers.insert(centers.end(), {value, 0.0, 0.0});
  const std::vector<std::int64_t> clusters(6, 3);
  LocalUnits units;
  units.make(6, clusters.data(), centers.data(), box_of(10.0));
  EXPECT_EQ(units.numbers(), (std::vector<int>{0, 1, 0, 0, 1, 1}));
  units.make(6, clusters.data(), centers.data(), {});
  EXPECT_EQ(units.numbers(), std::vector<int>(6, 0));
}

TEST(LocalUnits, ManyClustersInAnyOrder)
{
  Random random(11);
  std::vector<std::int64_t> clusters;
  std::vector<double> centers;
  for (int k = 0; k < 20000; k++) {
    clusters.push_back(static_cast<std::int64_t>(random() % 3000) << 30);    // wider than 32 bits
    for (int d = 0; d < 3; d++) centers.push_back(uniform(random, 0.0, 1.0));
  }
  LocalUnits units;
  units.make(20000, clusters.data(), centers.data(), box_of(10.0));
  std::map<std::int64_t, std::vector<int>> members;
  for (int k = 0; k < 20000; k++) members[clusters[k]].push_back(k);
  std::size_t in_units = 0;
  for (const LocalUnits::Unit &unit : units.units()) {
    const std::vector<int> elements(units.elements().begin() + unit.first,
                                    units.elements().begin() + unit.first + unit.count);
    EXPECT_EQ(elements, members[unit.cluster]);
    in_units += elements.size();
  }
  EXPECT_EQ(in_units, units.elements().size());
  for (int k = 0; k < 20000; k++)
    if (clusters[k] == 0 || members[clusters[k]].size() == 1) { EXPECT_EQ(units.numbers()[k], -1); }
}

// Spheres of clusters, which change between two calls.
class KeptUnits : public ::testing::Test {
 protected:
  std::vector<std::int64_t> clusters;
  std::vector<double> centers;
  LocalUnits::Periods periods;
  LocalUnits units;

  void fill(Random &random, int count)
  {
    clusters.resize(count);
    centers.resize(3 * static_cast<std::size_t>(count));
    for (std::int64_t &cluster : clusters) cluster = static_cast<std::int64_t>(random() % 40);
    for (double &value : centers) value = uniform(random, 0.0, 10.0);
  }

  // Whether units were found anew; they are those of a fresh object in any case.
  bool finds()
  {
    const long before = units.version();
    LocalUnits fresh;
    for (LocalUnits *one : {&units, &fresh})
      one->make(static_cast<int>(clusters.size()), clusters.data(), centers.data(), periods);
    EXPECT_EQ(units.numbers(), fresh.numbers());
    EXPECT_EQ(units.elements(), fresh.elements());
    EXPECT_EQ(units.pieces(), fresh.pieces());
    EXPECT_EQ(units.units().size(), fresh.units().size());
    for (std::size_t n = 0; n < std::min(units.units().size(), fresh.units().size()); n++) {
      EXPECT_EQ(units.units()[n].cluster, fresh.units()[n].cluster);
      EXPECT_EQ(units.units()[n].first, fresh.units()[n].first);
      EXPECT_EQ(units.units()[n].count, fresh.units()[n].count);
    }
    return units.version() != before;
  }
};

TEST_F(KeptUnits, StayAsLongAsNoSphereIsOfAnotherCluster)
{
  Random random(3);
  fill(random, 300);
  EXPECT_TRUE(finds());
  EXPECT_FALSE(finds());
  for (double &value : centers) value += 3.0;
  EXPECT_FALSE(finds()) << "places do not matter";
  clusters[299] = 77;
  EXPECT_TRUE(finds()) << "alone now";
  clusters[299] = 78;
  EXPECT_TRUE(finds()) << "alone in another cluster";
  clusters[0] = 78;
  EXPECT_TRUE(finds()) << "together";
  std::swap(clusters[7], clusters[8]);
  if (clusters[7] != clusters[8]) { EXPECT_TRUE(finds()) << "sorted"; }
  clusters.pop_back();
  centers.resize(centers.size() - 3);
  EXPECT_TRUE(finds()) << "deleted";
  clusters.push_back(0);
  centers.insert(centers.end(), 3, 1.0);
  EXPECT_TRUE(finds()) << "inserted";
  EXPECT_FALSE(finds());
}

TEST_F(KeptUnits, AreFoundAnewWherePlacesDecideOnImages)
{
  Random random(4);
  fill(random, 300);
  finds();
  periods = box_of(10.0);
  EXPECT_TRUE(finds());
  for (double &value : centers) value += uniform(random, -4.0, 4.0);
  EXPECT_TRUE(finds()) << "other images";
  periods = {};
  EXPECT_TRUE(finds()) << "what was periodic is not kept";
  EXPECT_FALSE(finds());
}

TEST_F(KeptUnits, OfNothing)
{
  EXPECT_TRUE(finds());
  EXPECT_FALSE(finds());
  Random random(5);
  fill(random, 10);
  EXPECT_TRUE(finds());
  fill(random, 0);
  EXPECT_TRUE(finds());
}

}    // namespace test_local_units
}    // namespace grist
