#include "styles/common/partner_history.h"

#include "atom.h"

using namespace LAMMPS_NS;

void PartnerHistory::pre_exchange()
{
  if (!is_newer) return;
  FixNeighHistory::pre_exchange();
  is_newer = false;
}

void PartnerHistory::post_neighbor()
{
  FixNeighHistory::post_neighbor();
  is_newer = false;
}

// A partner that is gone keeps its place, under an id that no atom has.
void PartnerHistory::visit_ids(const IdVisit &visit)
{
  for (int i = 0; i < atom->nlocal; i++)
    for (int m = 0; m < npartner[i]; m++) visit(partner[i][m]);
}
