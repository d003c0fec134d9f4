#include "styles/walls/wall_clock.h"

#include "error.h"
#include "lammps.h"

#include <cassert>
#include <cmath>
#include <vector>

using namespace LAMMPS_NS;
using grist::RigidMotion;

namespace {

// What a restart file has of a motion.
struct KeptMotion {
  double time;
  RigidMotion::Origin origin;
  std::vector<double> description;
  std::vector<RigidMotion::Driven> driven;
};

}    // namespace

double LAMMPS_NS::transfer_motion(LAMMPS *lmp, const std::string &user, grist::Archive &archive,
                                  RigidMotion &motion, double time)
{
  assert(std::isfinite(time));
  KeptMotion kept = {time, motion.origin(), motion.description(), motion.driven()};
  archive(kept);
  if (!archive.reads()) return time;
  if (kept.driven.size() != motion.driven().size())
    lmp->error->all(FLERR, "{}: {} motions that are driven (the restart file has {})", user,
                    motion.driven().size(), kept.driven.size());
  if (kept.description != motion.description())
    lmp->error->all(
        FLERR,
        "{}: move {} (the restart file has another motion: give that of the last "
        "fix_modify before it, else that of the fix; then change it by fix_modify move)",
        user, motion.moves() ? "differs" : "is missing");
  motion.set_driven(kept.driven);
  motion.set_origin(kept.origin);
  return kept.time;
}
