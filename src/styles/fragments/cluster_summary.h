// Intact bonds and clusters of a group, over all ranks. A cluster is a connected set of two
// elements or more.

#ifndef LMP_CLUSTER_SUMMARY_H
#define LMP_CLUSTER_SUMMARY_H

#include "lmptype.h"

namespace LAMMPS_NS {

struct ClusterSummary {
  bigint bonds = 0;    // intact, both atoms in the group
  bigint clusters = 0;
  double largest_mass = 0.0;    // of a cluster
};

// Collective. cluster: current cluster ids of owned atoms.
ClusterSummary summarize_clusters(class LAMMPS *lmp, int groupbit, const tagint *cluster);

}    // namespace LAMMPS_NS

#endif
