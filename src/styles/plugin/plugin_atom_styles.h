// The atom styles of the plugin.

#ifndef LMP_PLUGIN_ATOM_STYLES_H
#define LMP_PLUGIN_ATOM_STYLES_H

namespace LAMMPS_NS {

// Also for an Atom that replaces that of an instance.
void add_atom_styles(class Atom *atom);

}    // namespace LAMMPS_NS

#endif
