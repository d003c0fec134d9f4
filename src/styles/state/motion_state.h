/* A motion of a wall in restart blocks: the time since the wall was made, where and when its motions
   began, what they are, and where driven motions are.
*/

#ifndef GRIST_STYLES_MOTION_STATE_H
#define GRIST_STYLES_MOTION_STATE_H

#include "common/archive.h"
#include "walls/rigid_motion.h"

#include <string>

namespace LAMMPS_NS {

// `time` since the wall was made, to be written; returns the one for which the motion is then to be
// set. An error where the motions differ; `user` begins it.
double transfer_motion(class LAMMPS *lmp, const std::string &user, grist::Archive &archive,
                       grist::RigidMotion &motion, double time);

}    // namespace LAMMPS_NS

#endif
