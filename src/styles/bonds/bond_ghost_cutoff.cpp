#include "styles/bonds/bond_ghost_cutoff.h"

#include "atom.h"
#include "comm.h"
#include "common/space.h"
#include "domain.h"
#include "error.h"
#include "force.h"
#include "lammps.h"
#include "memory.h"
#include "molecule.h"
#include "neighbor.h"
#include "pair.h"
#include "styles/access/inserting_fixes.h"
#include "styles/access/lammps_compat.h"

#include <algorithm>
#include <vector>

using namespace LAMMPS_NS;

// Bonds may stretch this much over their length at setup before the ghost cutoff must be widened by
// hand.
static constexpr double STRETCH_ALLOWANCE = 1.2;

void BondGhostCutoff::widen()
{
  const bool by_collections = comm->mode == Comm::MULTI;
  if (comm->cutghostuser > 0.0 && !set_here && !by_collections) return check_given_cutoff();
  const double mine = std::max(longest_local_bond(), longest_bond_to_come());
  double longest = 0.0;
  MPI_Allreduce(&mine, &longest, 1, MPI_DOUBLE, MPI_MAX, world);
  needed = longest > 0.0 ? STRETCH_ALLOWANCE * longest + neighbor->skin : 0.0;
  if (by_collections) return;
  comm->cutghostuser = needed > reach_of_pairs() ? needed : 0.0;
  set_here = true;
}

double BondGhostCutoff::reach_of_pairs() const
{
  return force->pair ? force->pair->cutforce + neighbor->skin : 0.0;
}

void BondGhostCutoff::check_given_cutoff() const
{
  const double longest = longest_bond_to_come();
  if (longest <= std::max(comm->cutghostuser, reach_of_pairs())) return;
  error->all(FLERR,
             "Bond style parallel: comm_modify cutoff {:.6g} (clusters that will be inserted have "
             "bonds of up to {:.6g}; give {:.6g} or more, or leave it out)",
             comm->cutghostuser, longest, STRETCH_ALLOWANCE * longest + neighbor->skin);
}

// Bonds between two owned atoms only, because ghosts do not exist yet; the others are checked at
// setup.
double BondGhostCutoff::longest_local_bond() const
{
  if (!atom->map_style) return 0.0;
  double longest = 0.0;
  for (int i = 0; i < atom->nlocal; i++)
    for (int m = 0; m < atom->num_bond[i]; m++) {
      const int j = atom->map(atom->bond_atom[i][m]);
      if (j < 0 || j >= atom->nlocal) continue;
      double d[3];
      for (int k = 0; k < 3; k++) d[k] = atom->x[j][k] - atom->x[i][k];
      minimum_image(domain, d);
      longest = std::max(longest, norm(grist::vector_at(d)));
    }
  return longest;
}

static double longest_bond(const Molecule *molecule)
{
  double longest = 0.0;
  if (!molecule->bondflag || !molecule->xflag) return longest;
  for (int i = 0; i < molecule->natoms; i++)
    for (int m = 0; m < molecule->num_bond[i]; m++) {
      const grist::Vector3d here = grist::vector_at(molecule->x[i]),
                            there = grist::vector_at(molecule->x[molecule->bond_atom[i][m] - 1]);
      longest = std::max(longest, norm(there - here));
    }
  return longest;
}

double BondGhostCutoff::longest_bond_to_come() const
{
  double longest = 0.0;
  for (int k = 0; k < atom->nmolecule; k++) {
    const Molecule *molecule = atom->molecules[k];
    longest = std::max(longest, largest_inserted_scale(lmp, molecule) * longest_bond(molecule));
  }
  return longest;
}

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
