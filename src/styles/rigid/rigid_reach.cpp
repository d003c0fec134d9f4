#include "styles/rigid/rigid_reach.h"

#include "atom.h"
#include "comm.h"
#include "common/space.h"
#include "domain.h"
#include "force.h"
#include "molecule.h"
#include "neighbor.h"
#include "pair.h"
#include "styles/access/inserting_fixes.h"
#include "styles/access/rank_vectors.h"
#include "styles/interfaces/bonding_style.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <map>
#include <vector>

using namespace LAMMPS_NS;
using grist::Vector3d;

void RigidReach::include(double reach)
{
  assert(reach >= 0.0);
  const double most = std::max(greatest, reach);
  MPI_Allreduce(&most, &greatest, 1, MPI_DOUBLE, MPI_MAX, world);
}

void RigidReach::widen_ghost_cutoff(const BondingStyle &bond, bool holds)
{
  const double reach =
      std::max({greatest, of_templates(bond, holds), holds ? of_present_clusters() : 0.0});
  const double by_pairs = force->pair ? force->pair->cutforce + neighbor->skin : 0.0;
  ghosts = reach + neighbor->skin;
  if (ghosts > std::max(by_pairs, comm->cutghostuser)) comm->cutghostuser = ghosts;
}

double RigidReach::of_templates(const BondingStyle &bond, bool holds) const
{
  double most = 0.0;
  for (int k = 0; k < atom->nmolecule; k++) {
    const Molecule *molecule = atom->molecules[k];
    if (!molecule->bondflag || !molecule->xflag || !molecule->radiusflag ||
        molecule->num_bond[0] + molecule->natoms < 2)
      continue;
    bool is_rigid = holds;
    for (int i = 0; i < molecule->natoms; i++)
      for (int m = 0; m < molecule->num_bond[i]; m++)
        is_rigid = is_rigid || bond.is_rigid(molecule->bond_type[i][m]);
    if (!is_rigid) continue;
    const double scale = std::max(1.0, largest_inserted_scale(lmp, molecule));
    for (int i = 0; i < molecule->natoms; i++) {
      double square = 0.0;
      for (int d = 0; d < 3; d++) square += std::pow(molecule->x[i][d] - molecule->x[0][d], 2.0);
      most = std::max(most, scale * (std::sqrt(square) + molecule->radius[i]));
    }
  }
  return most;
}

// A distance that spans each bonded cluster. By molecules, which know what belongs together before
// ghosts do.
double RigidReach::of_present_clusters() const
{
  struct Box {
    tagint molecule;
    Vector3d low, high;
  };
  std::map<tagint, grist::AlignedBox> boxes;
  for (int i = 0; i < atom->nlocal; i++) {
    if (atom->num_bond[i] == 0) continue;
    Vector3d x;
    domain->unmap(atom->x[i], atom->image[i], x.data());
    const Vector3d radius = Vector3d::all(atom->radius[i]);
    grist::AlignedBox &box = boxes[atom->molecule[i]];
    box.extend(x - radius);
    box.extend(x + radius);
  }
  std::vector<Box> mine;
  for (const auto &[id, box] : boxes) mine.push_back({id, box.low, box.high});
  double most = 0.0;
  boxes.clear();
  for (const Box &part : from_all_ranks(mine, world)) {
    grist::AlignedBox &box = boxes[part.molecule];
    box.extend(part.low);
    box.extend(part.high);
    most = std::max(most, box.diagonal());
  }
  return most;
}
