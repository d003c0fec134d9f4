#include "styles/energy/stock_insertions.h"

#include "atom.h"
#include "fix.h"
#include "update.h"

#include <algorithm>

using namespace LAMMPS_NS;

void StockInsertions::look_ahead()
{
  const bigint next = update->ntimestep + 1;
  if (std::none_of(inserters.begin(), inserters.end(),
                   [next](const Fix *fix) { return fix->next_reneighbor == next; }))
    return;
  inserting_at = next;
  tagint most = 0;
  for (int i = 0; i < atom->nlocal; i++) most = std::max(most, atom->tag[i]);
  MPI_Allreduce(&most, &known_ids, 1, MPI_LMP_TAGINT, MPI_MAX, world);
}

bool StockInsertions::mark_entered(std::vector<char> &marks) const
{
  if (update->ntimestep != inserting_at) return false;
  const int nall = atom->nlocal + atom->nghost;
  for (int i = 0; i < nall; i++)
    if (atom->tag[i] > known_ids) marks[i] = 1;
  return true;
}
