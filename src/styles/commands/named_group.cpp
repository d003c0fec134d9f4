#include "styles/commands/named_group.h"

#include "comm.h"
#include "compute.h"
#include "dump.h"
#include "error.h"
#include "fix.h"
#include "group.h"
#include "lammps.h"
#include "modify.h"
#include "update.h"
#include "utils.h"

using namespace LAMMPS_NS;

// Whether atoms come to the group in the run, or belong to it whenever they come.
static bool is_filled_in_run(const LAMMPS *lmp, int number)
{
  const Group *group = lmp->group;
  if (number == 0 || group->dynamic[number]) return true;
  for (const char *feeding : {"^insert/", "^pour$", "^deposit"})
    for (const Fix *feed : lmp->modify->get_fix_by_style(feeding))
      if (feed->igroup == number) return true;
  for (Fix *mix : lmp->modify->get_fix_by_style("^deposit/mix$")) {
    int unused = 0;
    const auto *groups = static_cast<int *>(mix->extract("groups", unused));
    if (*groups & group->bitmask[number]) return true;
  }
  return false;
}

static void warn_of_empty(LAMMPS *lmp, int number, const std::string &before)
{
  if (lmp->update->whichflag == 0 || is_filled_in_run(lmp, number)) return;
  if (lmp->group->count(number) > 0 || lmp->comm->me > 0) return;
  const char *name = lmp->group->names[number];
  lmp->error->warning(
      FLERR,
      "{} {} has no atoms (atoms that are inserted later are in it only if they are added to it: "
      "give the feed this group, as in fix ID {} insert/pack, or a component of its mix, as in "
      "particle_mix ID ... group {}, or define the group once more when they are there)",
      before, name, name, name);
}

int NamedGroup::number(const LAMMPS *lmp) const
{
  const int found = lmp->group->find(name);
  if (found < 0) lmp->error->all(FLERR, "{} {} (no group of this ID)", before, name);
  return found;
}

int NamedGroup::bit(const LAMMPS *lmp) const
{
  return lmp->group->bitmask[number(lmp)];
}

int NamedGroup::bit_of_run(LAMMPS *lmp) const
{
  warn_of_empty(lmp, number(lmp), before);
  return bit(lmp);
}

void LAMMPS_NS::warn_of_empty_group(LAMMPS *lmp, const Fix *fix)
{
  warn_of_empty(lmp, fix->igroup, fmt::format("Fix {}: group", fix->style));
}

void LAMMPS_NS::warn_of_empty_group(LAMMPS *lmp, const Compute *compute)
{
  warn_of_empty(lmp, compute->igroup, fmt::format("Compute {}: group", compute->style));
}

void LAMMPS_NS::warn_of_empty_group(LAMMPS *lmp, const Dump *dump)
{
  warn_of_empty(lmp, dump->igroup, fmt::format("Dump {}: group", dump->style));
}
