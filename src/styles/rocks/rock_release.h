/* Releases held rocks that come near their strength: their blocks go to where the loads have moved
   them, with momentum and angular momentum kept, and get the forces of their faces in this step.

   Ranks send each other the loads of the blocks of a rock only where it is at risk.
*/

#ifndef LMP_ROCK_RELEASE_H
#define LMP_ROCK_RELEASE_H

#include "styles/rocks/rock_loads.h"

#include <vector>

namespace LAMMPS_NS {

class RockRelease : protected Pointers {
 public:
  RockRelease(LAMMPS *lmp, HeldRocks &rocks, RockLoads &loads, RockShapes &shapes,
              const HoldRocks &settings) :
      Pointers(lmp),
      rocks(rocks), loads(loads), shapes(shapes), set(settings)
  {
  }

  // When the loads of this step are known. True if any block of this rank is free now. Collective
  // where any rock has blocks on several ranks.
  bool release_loaded();

  double releases = 0.0;    // of rocks whose first block is here

 private:
  using Body = HeldRocks::Body;

  HeldRocks &rocks;
  RockLoads &loads;
  RockShapes &shapes;
  HoldRocks set;

  std::vector<BlockRecord> records_of(const Body &body) const;
  void find_shape(Body &body, const std::vector<BlockRecord> &blocks);
  bool release_split();
  bool release_if_loaded(Body &body, std::vector<BlockLoad> on);
  double largest_share(const Body &body, const std::vector<grist::ElementLoad> &on,
                       const std::vector<BlockLoad> &blocks) const;
  void release(Body &body, const std::vector<grist::ElementLoad> &on,
               const std::vector<BlockLoad> &blocks);
  void move_block(int i, const grist::Vector3d &moved, const grist::Vector3d &turned) const;
  double work_on_way(int i, const grist::Vector3d &moved, const grist::Vector3d &turned) const;
};

}    // namespace LAMMPS_NS

#endif
