/* Internal fix CLUSTER/ORDER: keeps the elements of a cluster next to each other in memory
   (bonds/cluster_order.h).

   bond_style parallel and, where a contact search is chosen, atom_style bonded/cluster create it at
   every init, last among the fixes (cluster_sorting.h). While it exists it replaces LAMMPS' own spatial sort, which
   separates the elements of a cluster. It sorts as often as `atom_modify sort` says, and never if
   that is 0. Atoms are sorted at the end of pre_exchange, when their data are moved anyway.
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
  FixClusterOrder(class LAMMPS *, int, char **);
  ~FixClusterOrder() override
  {
    if (!copymode) give_back_sorting();
  }
  int setmask() override { return FixConst::PRE_EXCHANGE | FixConst::MIN_PRE_EXCHANGE; }
  void init() override { take_over_sorting(); }
  void setup_pre_exchange() override;
  void pre_exchange() override;
  void min_pre_exchange() override { pre_exchange(); }

 private:
  class AtomVecBondedCluster *avec;
  double bin;    // the user's bin size, 0: none given

  void take_over_sorting();
  void give_back_sorting();

  void exchange();
  void put_in_order();
  void permute(const std::vector<int> &order);
};

}    // namespace LAMMPS_NS

#endif
#endif
