// An order in memory for bonded clusters: the elements of a cluster are adjacent, in the order of
// their ids, and clusters that are near each other in space are near each other in memory (along a
// Morton curve through cubic cells). So both spheres of a bond are in the cache.

#ifndef GRIST_BONDS_CLUSTER_ORDER_H
#define GRIST_BONDS_CLUSTER_ORDER_H

#include <cstdint>
#include <vector>

namespace grist {

struct ClusterMember {
  std::int64_t cluster;    // id of the cluster that the element is in, >= 0
  std::int64_t id;         // of the element, >= 0
  double x[3];
};

// The order of members: a permutation of 0 ... size-1. The place of a cluster is that of its
// element of the smallest id. cell: edge of the cells, > 0.
std::vector<int> cluster_order(const std::vector<ClusterMember> &members, double cell);

}    // namespace grist

#endif
