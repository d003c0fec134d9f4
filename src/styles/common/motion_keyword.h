/* The keyword `move` of walls (walls/rigid_motion.h); any number of motions act at once.

     move linear vx vy vz
     move rotate px py pz ax ay az period
     move wiggle ax ay az period
     move variable vx vy vz px py pz ax ay az omega
*/

#ifndef GRIST_STYLES_MOTION_KEYWORD_H
#define GRIST_STYLES_MOTION_KEYWORD_H

#include "styles/common/input_words.h"
#include "styles/common/motion_variables.h"

#include "walls/rigid_motion.h"

#include <memory>
#include <string>
#include <vector>

namespace LAMMPS_NS {

// Reads from `words`, and adds to `motion` and to those of its parts that variables drive. All must
// outlive it.
Keyword motion_keyword(InputWords &words, grist::RigidMotion &motion,
                       std::vector<DrivenMotion> &driven);

// For fix_modify: reads "move ... move ..." from arg[0] on, or "move none". The motions so far end at
// `time`; the new ones begin from there. Returns the number of words read.
int modify_motion(class LAMMPS *lmp, const std::string &user, int narg, char **arg,
                  grist::RigidMotion &motion, double time,
                  std::unique_ptr<MotionVariables> &variables);

}    // namespace LAMMPS_NS

#endif
