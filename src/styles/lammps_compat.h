/* What differs between the LAMMPS versions that Grist builds with (4Feb2025 and newer).

   Every version-dependent line of Grist stands here, nowhere else.
*/

#ifndef GRIST_STYLES_LAMMPS_COMPAT_H
#define GRIST_STYLES_LAMMPS_COMPAT_H

#include "fmt/format.h"
#include "neigh_list.h"
#include "neighbor.h"

namespace LAMMPS_NS {

// A list that is built only when asked for has nothing to correct between rebuilds.
inline bool built_at_every_rebuild(const Neighbor *neighbor, int ilist)
{
  const NeighList *list = neighbor->lists[ilist];
  return list && list->occasional == 0;
}

}    // namespace LAMMPS_NS

#endif
