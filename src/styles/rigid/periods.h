// Periods of the box, for particles that a periodic border cuts.

#ifndef LMP_RIGID_PERIODS_H
#define LMP_RIGID_PERIODS_H

#include "common/space.h"
#include "domain.h"

#include <cmath>

namespace LAMMPS_NS {

// The whole periods that are nearest to the difference of two places: 0 for two of one box.
inline grist::Vector3d nearest_period(const Domain *domain, grist::Vector3d difference)
{
  const double *prd = domain->prd;
  const grist::Vector3d edges[3] = {
      {prd[0], 0.0, 0.0}, {domain->xy, prd[1], 0.0}, {domain->xz, domain->yz, prd[2]}};
  grist::Vector3d sum = grist::Vector3d::zero();
  for (int d = 2; d >= 0; d--) {
    if (!domain->periodicity[d]) continue;
    const double count = std::round(difference[d] / prd[d]);
    if (count == 0.0) continue;
    sum += count * edges[d];
    difference -= count * edges[d];
  }
  return sum;
}

}    // namespace LAMMPS_NS

#endif
