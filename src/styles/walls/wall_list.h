/* The wall list: the spheres of this rank that may touch a wall until the list is built again.

   The list holds the spheres that are nearer to the wall than their reach and a margin. It is built
   when neighbor lists are, at the latest. Between two such builds a sphere moves by at most half
   the skin from its place at the first of them. So the margin is half the skin at a build of
   neighbor lists, and the whole skin in between. For a wall that moves it is half the skin larger,
   and the list is built again when the wall has moved by more than that half.
*/

#ifndef GRIST_STYLES_WALL_LIST_H
#define GRIST_STYLES_WALL_LIST_H

#include "pointers.h"
#include "styles/walls/wall_law.h"

#include "walls/wall_surface.h"

#include <vector>

namespace LAMMPS_NS {

class WallList : protected Pointers {
 public:
  // Lists spheres of the group with this bit.
  WallList(class LAMMPS *lmp, int groupbit);

  void invalidate() { valid = false; }
  bool is_valid(const grist::WallSurface &wall) const;
  // `farther`: what may act on spheres beyond the reach of the law.
  void build(grist::WallSurface &wall, const WallLaw &law, double farther);

  // Owned spheres, in ascending order.
  const std::vector<int> &spheres() const { return near; }
  bigint builds() const { return count; }

  // The length that was added to the reaches of spheres.
  double margin() const { return beyond_reach; }

 private:
  int groupbit;
  std::vector<int> near;
  grist::AlignedBox extent;    // where spheres can be while the list is in use
  bool valid;
  double beyond_reach = 0.0;
  bigint count;

  double find_margin(const grist::WallSurface &wall) const;
  double find_extent(const WallLaw &law);
  void grow_extent();
};

}    // namespace LAMMPS_NS

#endif
