// What broke and what is left, over all ranks: broken bonds of the whole run, by which strength they
// broke and the energy they had stored; intact bonds and clusters of a group.

#ifndef LMP_BREAKAGE_TOTALS_H
#define LMP_BREAKAGE_TOTALS_H

#include "styles/interfaces/bonded_elements.h"

#include <mpi.h>

#include <vector>

namespace LAMMPS_NS {

struct BreakageTotals {
  bigint broken = 0, by_tension = 0, by_shear = 0;    // the rest of broken: both at once
  double energy = 0.0;                                // elastic, stored when the bonds broke

  void add(const BreakEvent &event);
};

// The events of all ranks, on every rank, in the order of step and ids: sums over them do not
// depend on which rank reported an event. Collective.
std::vector<BreakEvent> share_events(const std::vector<BreakEvent> &mine, MPI_Comm world);

// A cluster is a connected set of two elements or more.
struct ClusterSummary {
  bigint bonds = 0;    // intact, both atoms in the group
  bigint clusters = 0;
  double largest_mass = 0.0;    // of a cluster
};

// Collective. Cluster ids must be up to date.
ClusterSummary summarize_clusters(class LAMMPS *lmp, int groupbit, const BondedElements &bonds);

}    // namespace LAMMPS_NS

#endif
