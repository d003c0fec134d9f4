// What the plugin must know of LAMMPS itself: its list of atom styles, and the command replicate.

#ifndef LMP_PLUGIN_STYLES_H
#define LMP_PLUGIN_STYLES_H

namespace LAMMPS_NS {

// The atom styles of the plugin; also for an Atom that replaces that of an instance.
void add_atom_styles(class Atom *atom);

// Command replicate for a LAMMPS that has loaded Grist.
class Command *create_replicate(class LAMMPS *lmp);

}    // namespace LAMMPS_NS

#endif
