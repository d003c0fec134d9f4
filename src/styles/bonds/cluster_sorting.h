// Who has the elements of clusters kept side by side in memory: styles make and remove the internal
// fix CLUSTER/ORDER (fix_cluster_order.h), which sorts.

#ifndef LMP_CLUSTER_SORTING_H
#define LMP_CLUSTER_SORTING_H

#include <string>

namespace LAMMPS_NS {

// Makes the fix the last one: atoms may only be moved in memory after all other fixes have packed
// their data. `user` begins errors. For init() of styles, before that of the fixes.
void sort_clusters_last(class LAMMPS *lmp, const std::string &user);

// Removes the fix, if there is one; who needs it makes it again at the next init.
void stop_sorting_clusters(class LAMMPS *lmp);

}    // namespace LAMMPS_NS

#endif
