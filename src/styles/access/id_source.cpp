#include "styles/access/id_source.h"

#include "styles/access/styles_with.h"

#include "fix.h"
#include "modify.h"

#include <algorithm>

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
