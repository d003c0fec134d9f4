// The largest radius of each atom type, for the reach of pair styles.

#ifndef LMP_LARGEST_RADII_H
#define LMP_LARGEST_RADII_H

#include <vector>

namespace LAMMPS_NS {

// Radii by type; entry 0 is not used. They include particles that fix pour, fix deposit and
// particle_mix will insert. Collective.
std::vector<double> largest_radii(class LAMMPS *lmp);

}    // namespace LAMMPS_NS

#endif
