#include "styles/common/id_source.h"

#include "styles/common/modify_lists.h"

#include "fix.h"
#include "modify.h"

#include <algorithm>

using namespace LAMMPS_NS;

HighestIds LAMMPS_NS::highest_given(Modify &modify)
{
  HighestIds all;
  for (const Fix *fix : fixes_of(modify)) {
    const auto *source = dynamic_cast<const IdSource *>(fix);
    if (!source) continue;
    const HighestIds one = source->highest_given();
    all.atom = std::max(all.atom, one.atom);
    all.molecule = std::max(all.molecule, one.molecule);
  }
  return all;
}
