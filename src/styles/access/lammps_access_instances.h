// The number that LAMMPS gives each instance of a style when it is made; none has it again.

#ifndef LMP_LAMMPS_ACCESS_INSTANCES_H
#define LMP_LAMMPS_ACCESS_INSTANCES_H

namespace LAMMPS_NS {

int instance_number(const class Pair *style);
int instance_number(const class Bond *style);
int instance_number(const class Fix *fix);

}    // namespace LAMMPS_NS

#endif
