#include "styles/access/inserting_fixes.h"

#include "styles/access/styles_with.h"

#include "atom.h"
#include "fix.h"
#include "lammps.h"
#include "modify.h"

#include <algorithm>
#include <cstring>

using namespace LAMMPS_NS;

HighestIds LAMMPS_NS::highest_given(const LAMMPS *lmp)
{
  HighestIds all;
  for (const IdSource *source : fixes_with<const IdSource>(lmp)) {
    const HighestIds one = source->highest_given();
    all.atom = std::max(all.atom, one.atom);
    all.molecule = std::max(all.molecule, one.molecule);
  }
  return all;
}

// Styles of LAMMPS that take molecules, with any suffix.
static bool inserts_at_own_size(const Fix *fix)
{
  const char *const styles[] = {"pour", "deposit", "gcmc", "widom", "bond/react"};
  return std::any_of(std::begin(styles), std::end(styles), [&](const char *style) {
    return strncmp(fix->style, style, strlen(style)) == 0;
  });
}

double LAMMPS_NS::largest_inserted_scale(LAMMPS *lmp, const Molecule *molecule)
{
  double largest = 0.0;
  for (const Fix *fix : fixes_of(*lmp->modify)) {
    const auto *source = dynamic_cast<const TemplateSource *>(fix);
    if (source)
      largest = std::max(largest, source->largest_scale(molecule));
    else if (inserts_at_own_size(fix))
      largest = std::max(largest, 1.0);
  }
  return largest;
}

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
