#include "styles/bonds/motion_normals.h"

#include "domain.h"
#include "fix.h"
#include "lammps.h"
#include "modify.h"
#include "update.h"

#include <cstring>

using namespace LAMMPS_NS;

static bool moves_by_velocity(const Fix *fix)
{
  for (const char *style :
       {"nve", "nve/sphere", "nve/limit", "nve/noforce", "leapfrog/sphere", "rigid/cluster"})
    if (strcmp(fix->style, style) == 0) return true;
  return false;
}

grist::OldNormals LAMMPS_NS::old_normals_of_run(LAMMPS *lmp)
{
  // One of these fixes must move all atoms: an atom that no fix moves may have a velocity.
  const Modify *modify = lmp->modify;
  bool all_move = false, otherwise = lmp->update->whichflag != 1 || lmp->domain->box_change != 0;
  for (int n = 0; n < modify->nfix; n++) {
    if (!(modify->fmask[n] & (FixConst::INITIAL_INTEGRATE | FixConst::POST_INTEGRATE))) continue;
    if (!moves_by_velocity(modify->fix[n])) otherwise = true;
    if (modify->fix[n]->igroup == 0) all_move = true;
  }
  return all_move && !otherwise ? grist::OldNormals::FROM_MOTION : grist::OldNormals::STORED;
}
