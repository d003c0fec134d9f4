#include "styles/bonds/collection_reach.h"

#include "atom.h"
#include "comm.h"
#include "lammps.h"
#include "memory.h"
#include "molecule.h"
#include "neighbor.h"

#include <algorithm>
#include <vector>

using namespace LAMMPS_NS;

// Cutoff of a collection for which the user gave none, as in LAMMPS.
static constexpr double NOT_SET = -1.0;

static bool may_bring_bonds(const Atom *atom)
{
  return std::any_of(atom->molecules, atom->molecules + atom->nmolecule,
                     [](const Molecule *molecule) { return molecule->bondflag != 0; });
}

static std::vector<int> collections_with_bonds(LAMMPS *lmp)
{
  const Atom *atom = lmp->atom;
  const Neighbor *neighbor = lmp->neighbor;
  std::vector<int> mine(neighbor->ncollections, may_bring_bonds(atom) ? 1 : 0), all(mine.size());
  for (int i = 0; i < atom->nlocal; i++)
    if (atom->nspecial[i][0] > 0 || atom->num_bond[i] > 0) mine[neighbor->collection[i]] = 1;
  MPI_Allreduce(mine.data(), all.data(), static_cast<int>(all.size()), MPI_INT, MPI_MAX,
                lmp->world);
  return all;
}

void LAMMPS_NS::widen_bonded_collections(LAMMPS *lmp, double needed)
{
  Comm *comm = lmp->comm;
  if (comm->mode != Comm::MULTI || !(needed > 0.0)) return;
  lmp->neighbor->build_collection(0);
  const std::vector<int> bonded = collections_with_bonds(lmp);
  const int count = static_cast<int>(bonded.size());

  const double by_pairs = lmp->neighbor->cutneighmax;
  if (needed > by_pairs) comm->cutghostuser = std::max(comm->cutghostuser, needed);
  const double most = std::max({comm->cutghostuser, by_pairs, needed});

  double *&cutoffs = comm->cutusermulti;
  if (!cutoffs) {
    lmp->memory->create(cutoffs, count, "comm:cutusermulti");
    std::fill_n(cutoffs, count, NOT_SET);
    comm->ncollections_cutoff = count;
  }
  for (int c = 0; c < count; c++) {
    // LAMMPS copies only a part of the cutoffs where comm_style changes. No valid one is beyond the
    // most.
    if (!(cutoffs[c] <= most)) cutoffs[c] = NOT_SET;
    if (bonded[c]) cutoffs[c] = std::max(cutoffs[c], needed);
  }
}

double LAMMPS_NS::ghost_reach_of_bonded(LAMMPS *lmp)
{
  Comm *comm = lmp->comm;
  double reach = comm->get_comm_cutoff();
  if (comm->mode != Comm::MULTI || !comm->cutusermulti) return reach;
  for (int c = 0; c < comm->ncollections_cutoff; c++)
    if (comm->cutusermulti[c] > 0.0) reach = std::min(reach, comm->cutusermulti[c]);
  return reach;
}
