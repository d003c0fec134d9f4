/* Spheres that fixes pour and deposit of LAMMPS insert, for compute energy/balance: those whose
   atom ids are new at steps at which one of these fixes acts.
*/

#ifndef LMP_STOCK_INSERTIONS_H
#define LMP_STOCK_INSERTIONS_H

#include "pointers.h"
#include "styles/interfaces/energy_traffic.h"

#include <vector>

namespace LAMMPS_NS {

class StockInsertions : protected Pointers, public EnergyTraffic {
 public:
  explicit StockInsertions(LAMMPS *lmp) : Pointers(lmp) {}
  virtual ~StockInsertions() = default;

  // At the start of a run; the fixes must outlive it.
  void init(const std::vector<class Fix *> &fixes) { inserters = fixes; }

  // At the end of a step, and at the start of a run: looks ahead to the next step. Collective where
  // a fix will insert.
  void look_ahead();

  bool mark_entered(std::vector<char> &marks) const override;

 private:
  std::vector<class Fix *> inserters;
  bigint inserting_at = -1;    // step
  tagint known_ids = 0;        // the greatest id before
};

}    // namespace LAMMPS_NS

#endif
