/* The keyword `move` of walls (walls/rigid_motion.h); any number of motions act at once.

     move linear vx vy vz
     move rotate px py pz ax ay az period
     move wiggle ax ay az period
     move variable vx vy vz px py pz ax ay az omega
*/

#ifndef GRIST_STYLES_MOTION_KEYWORD_H
#define GRIST_STYLES_MOTION_KEYWORD_H

#include "styles/commands/input_words.h"
#include "styles/commands/motion_variables.h"

#include "walls/rigid_motion.h"

#include <memory>
#include <string>
#include <vector>

namespace LAMMPS_NS {

// Reads from `words`, and adds to `motion` and to those of its parts that variables drive. All must
// outlive it. `more`: other motions of a wall.
Keyword motion_keyword(InputWords &words, grist::RigidMotion &motion,
                       std::vector<DrivenMotion> &driven, const std::vector<Keyword> &more = {});

// For fix_modify: reads "move ... move ...", or "move none", from `words`. The motions so far end at
// `time`; the new ones begin from there. Returns the number of words read.
int modify_motion(class LAMMPS *lmp, const std::string &user, InputWords &words,
                  grist::RigidMotion &motion, double time,
                  std::unique_ptr<MotionVariables> &variables,
                  const std::vector<Keyword> &more = {});

}    // namespace LAMMPS_NS

#endif
