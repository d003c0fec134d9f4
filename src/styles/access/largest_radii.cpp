#include "styles/access/largest_radii.h"

#include "atom.h"
#include "fix.h"
#include "lammps.h"
#include "modify.h"

#include <algorithm>

using namespace LAMMPS_NS;

std::vector<double> LAMMPS_NS::largest_radii(LAMMPS *lmp)
{
  const Atom *atom = lmp->atom;
  std::vector<double> mine(atom->ntypes + 1, 0.0), largest(atom->ntypes + 1, 0.0);
  for (const char *style : {"^pour", "^deposit"})
    for (auto *fix : lmp->modify->get_fix_by_style(style))
      for (int i = 1; i <= atom->ntypes; i++) {
        int type = i;
        const auto *radius = static_cast<double *>(fix->extract("radius", type));
        if (radius) mine[i] = std::max(mine[i], *radius);
      }
  for (int i = 0; i < atom->nlocal; i++)
    mine[atom->type[i]] = std::max(mine[atom->type[i]], atom->radius[i]);
  MPI_Allreduce(mine.data(), largest.data(), static_cast<int>(mine.size()), MPI_DOUBLE, MPI_MAX,
                lmp->world);
  return largest;
}
