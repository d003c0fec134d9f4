/* Whether bond_style parallel can find the old normals of bonds from the motion in this run: only
   if plain integration, and nothing else, moves atoms, so that positions follow from velocities
   between two evaluations.
*/

#ifndef GRIST_STYLES_MOTION_NORMALS_H
#define GRIST_STYLES_MOTION_NORMALS_H

#include "bonds/bond_block.h"

namespace LAMMPS_NS {

grist::OldNormals old_normals_of_run(class LAMMPS *lmp);

}    // namespace LAMMPS_NS

#endif
