/* The loads on held rocks, and which of them come near their strength.

   Loads are summed over all ranks in each step, so that all bodies of a rock go through the same
   motion. With them go two bounds of the share of strength that any face takes: that of the loads,
   and that of the loads that were solved for last and of their change since. A rock is at risk if
   both are above the share for release.
*/

#ifndef LMP_ROCK_LOADS_H
#define LMP_ROCK_LOADS_H

#include "styles/rocks/held_rocks.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace LAMMPS_NS {

class FixGravity;

class RockLoads : protected Pointers {
 public:
  RockLoads(LAMMPS *lmp, HeldRocks &rocks, double release) :
      Pointers(lmp), rocks(rocks), release(release)
  {
  }

  void init();    // at the start of a run

  // Of the present forces, by body. Collective where any rock has blocks on several ranks.
  const std::vector<RockLoad> &find();
  void forget() { are_known = false; }    // bodies are other ones now

  // Those that were found last; found where there are none. Collective like find().
  const std::vector<RockLoad> &last() { return are_known ? loads : find(); }
  const std::vector<RockLoad> &of_split() const { return split_loads; }    // by slot
  bool is_split_at_risk() const    // any; the same on all ranks
  {
    return std::any_of(split_loads.begin(), split_loads.end(),
                       [this](const RockLoad &load) { return is_at_risk(load); });
  }

  bool is_at_risk(const RockLoad &load) const
  {
    return load.share > release && load.other_share > release;
  }
  // On its blocks on this rank, less their weights.
  std::vector<BlockLoad> on_blocks(const HeldRocks::Body &body) const;
  void remember_solved(HeldRocks::Body &body, double share) const;

 private:
  using Body = HeldRocks::Body;
  using Member = HeldRocks::Member;

  HeldRocks &rocks;
  double release;
  std::vector<FixGravity *> gravity;
  std::vector<std::pair<int, grist::Vector3d>> fields;    // groups and acceleration of gravity now
  std::vector<RockLoad> loads, split_loads;
  bool are_known = false;    // the same on all ranks

  void find_gravity();
  grist::Vector3d weight_of(int i) const;
  RockLoad load_of(const Body &body) const;
  double share_by_solved(const Body &body) const;
  void sum_over_ranks();
};

}    // namespace LAMMPS_NS

#endif
