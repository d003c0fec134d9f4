// The order in memory that suits bonded clusters: the elements of a cluster side by side, in the order of their ids,
// and clusters that are near each other in space near each other in memory (along a Morton curve through cubic
// cells). Bonds then find both their spheres in the cache.

#ifndef GRIST_CLUSTERS_CLUSTER_ORDER_H
#define GRIST_CLUSTERS_CLUSTER_ORDER_H

#include <cstdint>
#include <vector>

namespace grist {

struct ClusterMember {
  std::int64_t cluster;    // id of the cluster that the element is in, >= 0
  std::int64_t id;         // of the element, >= 0
  double x[3];
};

// Which member comes first, second, ...: a permutation of 0 ... size-1. A cluster lies where its element of the
// smallest id is. cell: edge of the cells, > 0.
std::vector<int> cluster_order(const std::vector<ClusterMember> &members, double cell);

}    // namespace grist

#endif
