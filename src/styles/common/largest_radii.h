// The largest radius of each atom type, for the reach of pair styles.

#ifndef LMP_LARGEST_RADII_H
#define LMP_LARGEST_RADII_H

#include <vector>

namespace LAMMPS_NS {

// By type; entry 0 is not used. With what fix pour, fix deposit and particle_mix will insert.
// Collective.
std::vector<double> largest_radii(class LAMMPS *lmp);

}    // namespace LAMMPS_NS

#endif
