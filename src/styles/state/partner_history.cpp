#include "styles/state/partner_history.h"

#include "atom.h"
#include "styles/access/run_checks.h"

#include <algorithm>

using namespace LAMMPS_NS;

void PartnerHistory::pre_exchange()
{
  if (!is_newer) return;
  FixNeighHistory::pre_exchange();
  is_newer = false;
}

void PartnerHistory::post_neighbor()
{
  forget_in_rerun();
  FixNeighHistory::post_neighbor();
  is_newer = false;
}

void PartnerHistory::forget_in_rerun()
{
  if (is_rerun(lmp)) std::fill_n(npartner, atom->nlocal, 0);
}

// A partner that is gone keeps its place, under an id that no atom has.
void PartnerHistory::visit_ids(const IdVisit &visit)
{
  for (int i = 0; i < atom->nlocal; i++)
    for (int m = 0; m < npartner[i]; m++) visit(partner[i][m]);
}
