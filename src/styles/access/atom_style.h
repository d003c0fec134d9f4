// What atoms are: the atom style of a class, by itself or in a hybrid one.

#ifndef GRIST_STYLES_ATOM_STYLE_H
#define GRIST_STYLES_ATOM_STYLE_H

#include "atom.h"
#include "atom_vec_hybrid.h"

namespace LAMMPS_NS {

// Null: atoms are of other styles.
template <class Style> Style *atom_style(const Atom *atom)
{
  auto *found = dynamic_cast<Style *>(atom->avec);
  const auto *hybrid = dynamic_cast<const AtomVecHybrid *>(atom->avec);
  for (int n = 0; hybrid && !found && n < hybrid->nstyles; n++)
    found = dynamic_cast<Style *>(hybrid->styles[n]);
  return found;
}

}    // namespace LAMMPS_NS

#endif
