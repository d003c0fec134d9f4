#include "styles/plugin/plugin_atom_styles.h"

#include "styles/plugin/plugin_atom_vec_body.h"

#include "atom.h"

#include "grist_style_atom.h"

using namespace LAMMPS_NS;

template <class Style> static AtomVec *create(LAMMPS *lmp)
{
  return new Style(lmp);
}

void LAMMPS_NS::add_atom_styles(Atom *atom)
{
#define ATOM_CLASS
#define AtomStyle(key, Class) (*atom->avec_map)[#key] = &create<Class>;
#include "grist_style_atom.h"
#undef AtomStyle
#undef ATOM_CLASS
  (*atom->avec_map)["body"] = &create<PluginAtomVecBody>;
}
