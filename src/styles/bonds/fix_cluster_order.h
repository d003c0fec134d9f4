/* Internal fix CLUSTER/ORDER: keeps the elements of a cluster side by side in memory (clusters/cluster_order.h).

   bond_style parallel makes it anew at every init, last among the fixes. As long as it lives it takes the place of
   LAMMPS' own spatial sort, which tears clusters apart: as often as `atom_modify sort` says, not at all if that
   says 0. Atoms are put in order at the end of pre_exchange, when all data of theirs can travel anyway.
*/

#ifdef FIX_CLASS
// clang-format off
FixStyle(CLUSTER/ORDER,FixClusterOrder);
// clang-format on
#else

#ifndef LMP_FIX_CLUSTER_ORDER_H
#define LMP_FIX_CLUSTER_ORDER_H

#include "fix.h"

#include <vector>

namespace LAMMPS_NS {

class FixClusterOrder : public Fix {
 public:
  static constexpr const char *ID = "GRIST_CLUSTER_ORDER";

  FixClusterOrder(class LAMMPS *, int, char **);
  ~FixClusterOrder() override;
  int setmask() override;
  void setup_pre_exchange() override;
  void pre_exchange() override;
  void min_pre_exchange() override { pre_exchange(); }

 private:
  class AtomVecBondedCluster *avec;
  double bin;     // the user's bin size, 0: none given
  bigint next;    // first step at which to order again

  void take_over_sorting();
  void give_back_sorting();

  void exchange();
  void put_in_order();
  void permute(const std::vector<int> &order);
};

}    // namespace LAMMPS_NS

#endif
#endif
