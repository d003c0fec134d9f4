#include "styles/rigid/periods.h"

#include "common/space.h"
#include "domain.h"

#include <cmath>

using namespace LAMMPS_NS;
using grist::Vector3d;

Vector3d LAMMPS_NS::nearest_period(const Domain *domain, Vector3d difference)
{
  const double *prd = domain->prd;
  const Vector3d edges[3] = {
      {prd[0], 0.0, 0.0}, {domain->xy, prd[1], 0.0}, {domain->xz, domain->yz, prd[2]}};
  Vector3d sum = Vector3d::zero();
  for (int d = 2; d >= 0; d--) {
    if (!domain->periodicity[d]) continue;
    const double count = std::round(difference[d] / prd[d]);
    if (count == 0.0) continue;
    sum += count * edges[d];
    difference -= count * edges[d];
  }
  return sum;
}
