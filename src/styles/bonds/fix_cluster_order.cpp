#include "styles/bonds/fix_cluster_order.h"

#include "atom.h"
#include "bonds/cluster_order.h"
#include "comm.h"
#include "domain.h"
#include "error.h"
#include "neighbor.h"
#include "styles/access/internal_fixes.h"
#include "styles/bonds/atom_vec_bonded_cluster.h"
#include "styles/bonds/fix_bond_state.h"
#include "update.h"

#include <algorithm>

using namespace LAMMPS_NS;
using namespace FixConst;

// More than any id of an atom, also where ids have 64 bits.
static constexpr std::int64_t ABOVE_IDS = std::int64_t{1} << 62;

FixClusterOrder::FixClusterOrder(LAMMPS *lmp, int narg, char **arg) :
    Fix(lmp, narg, arg), avec(nullptr), bin(0.0)
{
  if (!is_internal_fix_made())
    error->all(FLERR, "Fix CLUSTER/ORDER is made by bond_style parallel or neighbor_style alone");
  pre_exchange_migrate = 1;
  avec = dynamic_cast<AtomVecBondedCluster *>(atom->style_match("bonded/cluster"));
  if (!avec) error->all(FLERR, "Fix CLUSTER/ORDER needs atom_style bonded/cluster");
  take_over_sorting();
}

/* ----------------------------------------------------------------------
   LAMMPS does not sort into a single bin, but counts on: the interval of sorting stays in
   atom->sortfreq, for restart files, and the next step in atom->nextsort. An `atom_modify sort`
   between two runs sets a bin size again.
------------------------------------------------------------------------- */

static constexpr double SINGLE_BIN = 1e300;

void FixClusterOrder::take_over_sorting()
{
  if (atom->userbinsize == SINGLE_BIN) return;
  bin = atom->userbinsize;
  atom->userbinsize = SINGLE_BIN;
}

void FixClusterOrder::give_back_sorting()
{
  if (atom->userbinsize == SINGLE_BIN) atom->userbinsize = bin;
}

// Between runs write_data calls this, too: atoms then keep their places, by which contacts and
// bonds of the last step are known.
void FixClusterOrder::setup_pre_exchange()
{
  if (!update->setupflag) return;
  atom->nextsort = update->ntimestep;
  pre_exchange();
}

void FixClusterOrder::pre_exchange()
{
  if (atom->sortfreq == 0 || update->ntimestep < atom->nextsort) return;
  const bool exchanges = comm->nprocs > 1;
  if (exchanges) exchange();
  put_in_order();
  // An exchange clears the map of ids. The next one clears it of atoms that it may have no room for.
  if (exchanges && atom->map_style != Atom::MAP_NONE) atom->map_set();
  if (FixBondState *state = FixBondState::in_use(lmp)) state->states.invalidate_list();
}

// ---- atoms migrate before they are sorted; LAMMPS then finds none left to send

void FixClusterOrder::exchange()
{
  if (domain->triclinic) domain->x2lamda(atom->nlocal);
  domain->pbc();
  domain->reset_box();
  comm->setup();
  comm->exchange();
  if (domain->triclinic) domain->lamda2x(atom->nlocal);
}

void FixClusterOrder::put_in_order()
{
  const int nlocal = atom->nlocal;
  std::vector<grist::ClusterMember> members(nlocal);
  for (int i = 0; i < nlocal; i++) {
    // New atoms have no cluster yet, but most have the molecule that they were made with.
    std::int64_t cluster = avec->cluster[i];
    if (cluster == 0)
      cluster = atom->molecule[i] > 0 ? ABOVE_IDS + atom->molecule[i] : atom->tag[i];
    members[i] = {cluster, atom->tag[i], {atom->x[i][0], atom->x[i][1], atom->x[i][2]}};
  }
  const double cell = bin > 0.0 ? bin : 0.5 * neighbor->cutneighmax;
  if (!(cell > 0.0)) return;
  const std::vector<int> order = grist::cluster_order(members, cell);
  if (!std::is_sorted(order.begin(), order.end())) permute(order);
}

// ---- place n gets the atom at order[n]: cycle by cycle, with one spare place behind the last atom

void FixClusterOrder::permute(const std::vector<int> &order)
{
  const int nlocal = atom->nlocal;
  if (nlocal == atom->nmax) atom->avec->grow(0);
  std::vector<bool> done(nlocal, false);
  for (int first = 0; first < nlocal; first++) {
    if (done[first]) continue;
    done[first] = true;
    if (order[first] == first) continue;
    atom->avec->copy(first, nlocal, 0);
    int empty = first;
    for (; order[empty] != first; empty = order[empty]) {
      atom->avec->copy(order[empty], empty, 0);
      done[order[empty]] = true;
    }
    atom->avec->copy(nlocal, empty, 0);
  }
}
