#include "styles/search/neighbor_style.h"

#include "error.h"
#include "modify.h"
#include "styles/common/lammps_compat.h"
#include "styles/search/fix_contact_search.h"

#include <cstring>

using namespace LAMMPS_NS;

/* ----------------------------------------------------------------------
   neighbor_style multilevel|twolevel|mr|mmr|cubes|grid|default
------------------------------------------------------------------------- */

void NeighborStyle::command(int narg, char **arg)
{
  if (narg < 1) utils::missing_cmd_args(FLERR, "neighbor_style", error);
  if (narg > 1)
    error->all(FLERR, "Command neighbor_style: unexpected argument {} (it takes one)", arg[1]);
  if (domain->box_exist == 0)
    error->all(FLERR, "Command neighbor_style must be used after the simulation box is defined");
  const bool stock = strcmp(arg[0], "default") == 0;
  if (!stock && !FixContactSearch::make_search(arg[0]))
    error->all(FLERR,
               "Command neighbor_style: unknown style {} (expected multilevel, twolevel, mr, mmr, "
               "cubes, grid or default)",
               arg[0]);

  if (modify->get_fix_by_id(FixContactSearch::ID)) modify->delete_fix(FixContactSearch::ID);
  if (!stock)
    modify->add_fix(fmt::format("{} all CONTACT/SEARCH {}", FixContactSearch::ID, arg[0]));
}
