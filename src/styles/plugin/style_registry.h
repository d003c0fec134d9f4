/* The lists of styles of one LAMMPS instance, with Grist's styles in them.

   LAMMPS keeps a list of each kind in each instance. `clear` makes new lists of all kinds but
   commands; so Grist's commands outlive it, and say that the plugin must be loaded again.
*/

#ifndef LMP_STYLE_REGISTRY_H
#define LMP_STYLE_REGISTRY_H

namespace LAMMPS_NS {

class LAMMPS;

bool has_grist_styles(LAMMPS *lmp);
void add_grist_styles(LAMMPS *lmp);

// The atom styles of the plugin; also for an Atom that replaces that of an instance.
void add_atom_styles(class Atom *atom);

// Command replicate for a LAMMPS that has loaded Grist.
class Command *create_replicate(LAMMPS *lmp);

}    // namespace LAMMPS_NS

// The functions that the loader calls. `library` and `add` are the handle and the function that
// LAMMPS hands to a plugin.
extern "C" {
int grist_is_registered(void *lmp);
void grist_register(void *lmp, void *library, void *add);
}

#endif
