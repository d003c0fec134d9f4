#include "styles/bonds/cluster_sorting.h"

#include "fix.h"
#include "lammps.h"
#include "modify.h"
#include "styles/access/internal_fixes.h"

#include <cassert>
#include <cstring>

using namespace LAMMPS_NS;

static constexpr const char *ID = "GRIST_CLUSTER_ORDER", *STYLE = "CLUSTER/ORDER";

void LAMMPS_NS::sort_clusters_last(LAMMPS *lmp, const std::string &user)
{
  assert(!user.empty());
  refuse_other_fix(lmp, user, ID, STYLE);
  const Modify *modify = lmp->modify;
  if (modify->nfix > 0 && modify->fix[modify->nfix - 1] == modify->get_fix_by_id(ID)) return;
  stop_sorting_clusters(lmp);
  make_internal_fix(lmp, user, ID, std::string("all ") + STYLE);
}

void LAMMPS_NS::stop_sorting_clusters(LAMMPS *lmp)
{
  const Fix *fix = lmp->modify->get_fix_by_id(ID);
  if (fix && strcmp(fix->style, STYLE) == 0) lmp->modify->delete_fix(ID);
}
