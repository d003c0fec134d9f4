/* What differs between the LAMMPS versions that Grist builds with (4Feb2025 and newer).

   Every version-dependent line of Grist stands here, nowhere else.
*/

#ifndef GRIST_STYLES_LAMMPS_COMPAT_H
#define GRIST_STYLES_LAMMPS_COMPAT_H

#include "domain.h"
#include "error.h"
#include "fmt/format.h"
#include "neigh_list.h"
#include "neighbor.h"

namespace LAMMPS_NS {

// The image of the vector d that is nearest to zero. Newer versions want to know who asks.
template <class AnyDomain>
auto minimum_image(AnyDomain *domain, double *d, int)
    -> decltype(domain->minimum_image(FLERR, d[0], d[1], d[2]))
{
  domain->minimum_image(FLERR, d[0], d[1], d[2]);
}
template <class AnyDomain> void minimum_image(AnyDomain *domain, double *d, long)
{
  domain->minimum_image(d[0], d[1], d[2]);
}
inline void minimum_image(Domain *domain, double *d)
{
  minimum_image(domain, d, 0);
}

// A list that is built only when asked for has nothing to correct between rebuilds.
inline bool built_at_every_rebuild(const Neighbor *neighbor, int ilist)
{
  const NeighList *list = neighbor->lists[ilist];
  return list && list->occasional == 0;
}

}    // namespace LAMMPS_NS

#endif
