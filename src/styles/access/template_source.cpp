#include "styles/access/template_source.h"

#include "styles/access/styles_with.h"

#include "fix.h"
#include "lammps.h"
#include "modify.h"

#include <algorithm>
#include <cstring>

using namespace LAMMPS_NS;

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
