// Periods of the box, for particles that a periodic border cuts.

#ifndef LMP_RIGID_PERIODS_H
#define LMP_RIGID_PERIODS_H

#include <Eigen/Core>

namespace LAMMPS_NS {

// The whole periods that are nearest to the difference of two places: 0 for two of one box.
Eigen::Vector3d nearest_period(const class Domain *domain, Eigen::Vector3d difference);

}    // namespace LAMMPS_NS

#endif
