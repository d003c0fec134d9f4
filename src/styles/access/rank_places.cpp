#include "styles/access/rank_places.h"

#include "domain.h"

using namespace LAMMPS_NS;

bool LAMMPS_NS::is_on_this_rank(Domain *domain, const double *place)
{
  double at[3] = {place[0], place[1], place[2]};
  const double *low = domain->sublo, *high = domain->subhi;
  if (domain->triclinic) {
    domain->x2lamda(at, at);
    for (int k = 0; k < 3; k++)
      if (domain->periodicity[k] && (at[k] < 0.0 || at[k] >= 1.0)) at[k] = 0.0;
    low = domain->sublo_lamda;
    high = domain->subhi_lamda;
  }
  for (int k = 0; k < 3; k++)
    if (at[k] < low[k] || at[k] >= high[k]) return false;
  return true;
}
