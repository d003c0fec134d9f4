#include "styles/access/atom_editor.h"

#include "styles/access/atom_style.h"

#include "atom.h"
#include "atom_vec.h"
#include "error.h"
#include "lammps.h"
#include "modify.h"

#include <algorithm>
#include <cassert>

using namespace LAMMPS_NS;

AtomEditor::AtomEditor(LAMMPS *lmp) : Pointers(lmp)
{
  if (atom->map_style != Atom::MAP_NONE) atom->map_clear();
  atom->nghost = 0;
  atom->avec->clear_bonus();
}

void AtomEditor::remove(int i)
{
  assert(is_owned(atom, i) && atom->nghost == 0);
  atom->avec->copy(atom->nlocal - 1, i, 1);
  atom->nlocal--;
}

void AtomEditor::complete(int i, int mask)
{
  assert(is_owned(atom, i) && atom->nghost == 0);
  assert(mask & 1);
  atom->mask[i] = mask;
  modify->create_attribute(i);
}

void AtomEditor::finish()
{
  assert(atom->nghost == 0);
  const bigint before = atom->natoms, own = atom->nlocal;
  MPI_Allreduce(&own, &atom->natoms, 1, MPI_LMP_BIGINT, MPI_SUM, world);
  if (atom->style_match("body")) atom->nbodies += atom->natoms - before;
  if (atom->map_style == Atom::MAP_NONE) return;
  atom->map_init();
  atom->map_set();
}

void AtomEditor::check_count(bigint expected, const std::string &user) const
{
  if (atom->natoms != expected)
    error->all(FLERR, "{}: {} atoms (expected {}; {})", user, atom->natoms, expected,
               atom->natoms < expected
                   ? "some are on no rank"
                   : "parts of the box belong to several ranks: leave out 'balance ... rcb' of an "
                     "empty box");
}

HighestIds LAMMPS_NS::highest_of_all(LAMMPS *lmp, HighestIds given)
{
  const Atom *atom = lmp->atom;
  tagint own[2] = {given.atom, given.molecule}, most[2];
  for (int i = 0; i < atom->nlocal; i++) {
    own[0] = std::max(own[0], atom->tag[i]);
    if (atom->molecule_flag) own[1] = std::max(own[1], atom->molecule[i]);
  }
  MPI_Allreduce(own, most, 2, MPI_LMP_TAGINT, MPI_MAX, lmp->world);
  return {most[0], most[1]};
}

void LAMMPS_NS::check_ids_left(LAMMPS *lmp, tagint highest, bigint more, const std::string &user,
                               const char *what)
{
  assert(highest >= 0 && more >= 0);
  if (more <= MAXTAGINT - highest) return;
  lmp->error->all(FLERR,
                  "{}: {} id {} (larger than LAMMPS can count, which ends at {}; give lower ids by "
                  "reset_atoms before fixes that add particles are defined)",
                  user, what, static_cast<bigint>(highest) + more, MAXTAGINT);
}
