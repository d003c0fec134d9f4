/* A motion of a wall in restart blocks: the time since the wall was made, where and when its motions
   began, what they are, and where driven motions are.
*/

#ifndef GRIST_STYLES_MOTION_STATE_H
#define GRIST_STYLES_MOTION_STATE_H

#include "styles/common/restart_block.h"

#include "walls/rigid_motion.h"

#include <string>

namespace LAMMPS_NS {

void add_motion(RestartWriter &out, const grist::RigidMotion &motion, double time);

// Returns the time, for which the motion is then to be set. An error where the motions differ;
// `user` begins it.
double get_motion(class LAMMPS *lmp, const std::string &user, RestartReader &in,
                  grist::RigidMotion &motion);

}    // namespace LAMMPS_NS

#endif
