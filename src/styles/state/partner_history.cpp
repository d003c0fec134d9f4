#include "styles/state/partner_history.h"

#include "atom.h"
#include "fix_neigh_history.h"
#include "fmt/format.h"
#include "lammps.h"
#include "neighbor.h"
#include "styles/access/run_checks.h"

#include <algorithm>
#include <cassert>
#include <vector>

using namespace LAMMPS_NS;

void HistoryPages::renew(LAMMPS *lmp, FixNeighHistory &history, const std::string &user,
                         const std::function<void()> &make_pages)
{
  assert(make_pages);
  const Atom *atom = lmp->atom;
  const Neighbor *neighbor = lmp->neighbor;
  if (most == neighbor->oneatom && size == neighbor->pgsize) return make_pages();

  std::vector<std::vector<double>> kept(atom->nlocal);
  std::string problem;
  for (int i = 0; i < atom->nlocal; i++) {
    kept[i].resize(history.size_restart(i));
    history.pack_exchange(i, kept[i].data());
    if (const int partners = static_cast<int>(kept[i][0]); partners > neighbor->oneatom)
      problem = fmt::format("{}: atom {} has {} contacts (neigh_modify one {}: give a larger one)",
                            user, atom->tag[i], partners, neighbor->oneatom);
  }
  end_if_any(lmp, problem);
  make_pages();
  for (int i = 0; i < atom->nlocal; i++) history.unpack_exchange(i, kept[i].data());
  most = neighbor->oneatom;
  size = neighbor->pgsize;
}

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
