#include "styles/search/neighbor_style.h"

#include "error.h"
#include "modify.h"
#include "styles/access/internal_fixes.h"
#include "styles/access/lammps_compat.h"
#include "styles/bonds/cluster_sorting.h"
#include "styles/search/fix_contact_search.h"

#include <cstring>
#include <string>

using namespace LAMMPS_NS;

// Comma-separated, with "or default" at the end.
static std::string expected_styles()
{
  std::string text;
  for (const std::string &name : grist::neighbor_style_names())
    text += text.empty() ? name : ", " + name;
  return text + " or default";
}

// ---- neighbor_style NAME, one of the neighbor styles of the table of searches, or default

void NeighborStyle::command(int narg, char **arg)
{
  if (narg < 1) utils::missing_cmd_args(FLERR, "neighbor_style", error);
  if (narg > 1)
    error->all(FLERR, "Command neighbor_style: unexpected argument {} (it takes one)", arg[1]);
  if (domain->box_exist == 0)
    error->all(FLERR, "Command neighbor_style must be used after the simulation box is defined");
  const bool stock = strcmp(arg[0], "default") == 0;
  const grist::SearchEntry *entry = grist::find_search(arg[0]);
  if (!stock && !(entry && entry->use == grist::SearchUse::RUNS))
    error->all(FLERR, "Command neighbor_style: unknown style {} (expected {})", arg[0],
               expected_styles());

  refuse_other_fix(lmp, "Command neighbor_style", FixContactSearch::ID, "CONTACT/SEARCH");
  if (modify->get_fix_by_id(FixContactSearch::ID)) modify->delete_fix(FixContactSearch::ID);
  stop_sorting_clusters(lmp);    // the next init knows who needs it
  if (!stock)
    make_internal_fix(lmp, "Command neighbor_style", FixContactSearch::ID,
                      std::string("all CONTACT/SEARCH ") + arg[0]);
}
