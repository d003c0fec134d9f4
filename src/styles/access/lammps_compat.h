/* Differences between the supported LAMMPS versions (4Feb2025 and newer).

   All version-dependent lines of Grist are here.
*/

#ifndef LMP_LAMMPS_COMPAT_H
#define LMP_LAMMPS_COMPAT_H

#include "domain.h"
#include "error.h"
#include "fmt/format.h"
#include "neigh_list.h"
#include "neighbor.h"
#include "pair.h"

#if __has_include("graphics.h")
#include "graphics.h"
#endif

namespace LAMMPS_NS {

// The image of the vector d that is nearest to zero. Newer versions need the place of the call.
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

// Objects that dump image draws for a style. Newer versions have a header for them.
#if __has_include("graphics.h")
static constexpr int DRAWN_SPHERE = Graphics::SPHERE, DRAWN_LINE = Graphics::LINE,
                     DRAWN_TRIANGLE = Graphics::TRI;
#else
static constexpr int DRAWN_SPHERE = 0, DRAWN_LINE = 1, DRAWN_TRIANGLE = 2;
#endif

// A pair style that gives the reach of an atom and of a radius. Class Pair of 4Feb2025 asks for
// both, newer versions have neither: the functions are declared here, so that styles can override
// them.
class PairWithReach : public Pair {
 public:
  using Pair::Pair;
  virtual double atom2cut(int) = 0;
  virtual double radii2cut(double, double) = 0;

  // By how much lists of spheres must reach beyond the sum of radii and skin, at this init.
  double beyond_lists = 0.0;
};

// An occasional list is not kept between rebuilds, so nothing in it has to be corrected.
inline bool built_at_every_rebuild(const Neighbor *neighbor, int ilist)
{
  const NeighList *list = neighbor->lists[ilist];
  return list && list->occasional == 0;
}

}    // namespace LAMMPS_NS

#endif
