// The order of elements in memory. Oracles: its defining properties, on random clusters.

#include "bonds/cluster_order.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <set>

namespace test_cluster_order {

using namespace grist;

// Clusters of up to nine elements in a cube of edge 1, ids and memory shuffled.
std::vector<ClusterMember> shuffled_clusters(int clusters)
{
  std::mt19937_64 random(5);
  std::uniform_real_distribution<double> uniform(-0.5, 0.5);
  std::vector<ClusterMember> members;
  for (int c = 0; c < clusters; c++) {
    const double x[3] = {uniform(random), uniform(random), uniform(random)};
    for (int e = 0; e <= c % 9; e++)
      members.push_back({1000 + 7 * c, 0, {x[0] + 0.01 * e, x[1], x[2]}});
  }
  std::shuffle(members.begin(), members.end(), random);
  for (size_t i = 0; i < members.size(); i++) members[i].id = static_cast<std::int64_t>(3 * i + 1);
  std::shuffle(members.begin(), members.end(), random);
  return members;
}

TEST(ClusterOrder, IsAPermutation)
{
  const auto members = shuffled_clusters(500);
  std::vector<int> order = cluster_order(members, 0.05);
  std::sort(order.begin(), order.end());
  ASSERT_EQ(order.size(), members.size());
  for (size_t i = 0; i < order.size(); i++) EXPECT_EQ(order[i], static_cast<int>(i));
}

TEST(ClusterOrder, KeepsClustersTogetherInTheOrderOfIds)
{
  const auto members = shuffled_clusters(500);
  const auto order = cluster_order(members, 0.05);
  std::set<std::int64_t> done;
  for (size_t n = 0; n < order.size(); n++) {
    const ClusterMember &now = members[order[n]];
    if (n > 0 && members[order[n - 1]].cluster == now.cluster)
      EXPECT_LT(members[order[n - 1]].id, now.id);
    else
      EXPECT_TRUE(done.insert(now.cluster).second) << "cluster in two places";
  }
}

// A curve through n cells a side makes steps of one cell on average a few; an order without regard
// to place would make steps of a third of the box.
TEST(ClusterOrder, NeighborsInMemoryAreNeighborsInSpace)
{
  const auto members = shuffled_clusters(4000);
  const auto order = cluster_order(members, 1.0 / 16.0);
  double sum = 0.0;
  for (size_t n = 1; n < order.size(); n++) {
    double d2 = 0.0;
    for (int k = 0; k < 3; k++)
      d2 += std::pow(members[order[n]].x[k] - members[order[n - 1]].x[k], 2);
    sum += std::sqrt(d2);
  }
  EXPECT_LT(sum / static_cast<double>(order.size()), 2.0 / 16.0);
}

TEST(ClusterOrder, NothingAndOne)
{
  EXPECT_TRUE(cluster_order({}, 1.0).empty());
  EXPECT_EQ(cluster_order({{1, 1, {1e300, -1e300, 0.0}}}, 1e-9), std::vector<int>{0});
}

// Memory order, ids and clusters that are given in order already and lie along one line stay as
// they are.
TEST(ClusterOrder, LeavesOrderAlone)
{
  std::vector<ClusterMember> members;
  for (int i = 0; i < 50; i++) members.push_back({1 + i / 5, i + 1, {0.1 * i, 0.0, 0.0}});
  const auto order = cluster_order(members, 0.5);
  EXPECT_TRUE(std::is_sorted(order.begin(), order.end()));
}

}    // namespace test_cluster_order
