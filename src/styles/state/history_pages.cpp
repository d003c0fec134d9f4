#include "styles/state/history_pages.h"

#include "styles/access/run_checks.h"

#include "atom.h"
#include "fix_neigh_history.h"
#include "fmt/format.h"
#include "lammps.h"
#include "neighbor.h"

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
