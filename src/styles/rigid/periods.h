// Periods of the box, for particles that a periodic border cuts.

#ifndef LMP_RIGID_PERIODS_H
#define LMP_RIGID_PERIODS_H

#include "common/space.h"

namespace LAMMPS_NS {

// The whole periods that are nearest to the difference of two places: 0 for two of one box.
grist::Vector3d nearest_period(const class Domain *domain, grist::Vector3d difference);

}    // namespace LAMMPS_NS

#endif
