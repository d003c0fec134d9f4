#include "styles/access/styles_of_run.h"

#include "styles/access/lammps_access.h"

#include "bond.h"
#include "error.h"
#include "fix.h"
#include "fmt/format.h"
#include "force.h"
#include "lammps.h"
#include "modify.h"
#include "pair.h"

using namespace LAMMPS_NS;

void StylesOfRun::add(const Pair *style)
{
  pair = instance_number(style);
}

void StylesOfRun::add(const Bond *style)
{
  bond = instance_number(style);
}

void StylesOfRun::add(const Fix *fix)
{
  fixes.push_back({instance_number(fix), fix->id});
}

// The present style may be null.
template <class Style> static bool is_another(int instance, const Style *present)
{
  return instance >= 0 && !(present && instance_number(present) == instance);
}

void StylesOfRun::check(LAMMPS *lmp, const std::string &user) const
{
  std::string changed;
  if (is_another(pair, lmp->force->pair)) changed = "the pair style";
  if (is_another(bond, lmp->force->bond)) changed = "the bond style";
  for (const KnownFix &known : fixes)
    if (is_another(known.instance, lmp->modify->get_fix_by_id(known.id)))
      changed = "fix " + known.id;
  if (!changed.empty())
    lmp->error->all(FLERR, "{}: {} has been removed or replaced since the last run (run 0 first)",
                    user, changed);
}
