// What atoms are: the atom style of a class, by itself or in a hybrid one; owned ones and ghosts.

#ifndef GRIST_STYLES_ATOM_STYLE_H
#define GRIST_STYLES_ATOM_STYLE_H

#include "atom.h"
#include "atom_vec_hybrid.h"

#include <cassert>

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

// For assert(): what an index means on this rank.
inline bool is_owned(const Atom *atom, int i)
{
  return i >= 0 && i < atom->nlocal;
}
inline bool is_owned_or_ghost(const Atom *atom, int i)
{
  return i >= 0 && i < atom->nlocal + atom->nghost;
}

// For assert(): whether there is one entry for each owned atom and each ghost.
template <class Entries> bool is_for_all_atoms(const Atom *atom, const Entries &entries)
{
  return entries.size() == static_cast<size_t>(atom->nlocal + atom->nghost);
}

}    // namespace LAMMPS_NS

#endif
