// Command replicate for a LAMMPS that has loaded Grist.

#ifndef LMP_PLUGIN_REPLICATE_H
#define LMP_PLUGIN_REPLICATE_H

namespace LAMMPS_NS {

class Command *create_replicate(class LAMMPS *lmp);

}    // namespace LAMMPS_NS

#endif
