#include "styles/bonds/bond_ghost_cutoff.h"

#include "atom.h"
#include "comm.h"
#include "domain.h"
#include "force.h"
#include "neighbor.h"
#include "pair.h"
#include "styles/common/lammps_compat.h"

#include <Eigen/Core>

#include <algorithm>

using namespace LAMMPS_NS;

// Bonds may stretch this much over their length at setup before the ghost cutoff must be widened by hand.
static constexpr double STRETCH_ALLOWANCE = 1.2;

void BondGhostCutoff::widen()
{
  if (comm->cutghostuser > 0.0 && !set_here) return;
  const double mine = longest_local_bond();
  double longest = 0.0;
  MPI_Allreduce(&mine, &longest, 1, MPI_DOUBLE, MPI_MAX, world);
  const double needed = STRETCH_ALLOWANCE * longest + neighbor->skin;
  const double by_pairs = force->pair ? force->pair->cutforce + neighbor->skin : 0.0;
  comm->cutghostuser = longest > 0.0 && needed > by_pairs ? needed : 0.0;
  set_here = true;
}

// Of bonds between two owned atoms, because ghosts do not exist yet; the others are checked at setup.
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
      longest = std::max(longest, Eigen::Map<Eigen::Vector3d>(d).norm());
    }
  return longest;
}
