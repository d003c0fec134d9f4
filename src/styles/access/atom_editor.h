/* Atoms are added and removed while one of these exists, between two rebuilds or between runs. In
   the order of LAMMPS' Comm::exchange(): ghosts and the map of ids are forgotten first, owned atoms
   are removed and added, then totals and map are made again.

     AtomEditor editor(lmp);
     for (i in descending order) editor.remove(i);
     ... atom->avec->create_atom(), editor.complete(i, mask) ...
     editor.finish();
*/

#ifndef LMP_ATOM_EDITOR_H
#define LMP_ATOM_EDITOR_H

#include "pointers.h"
#include "styles/access/inserting_fixes.h"

#include <string>

namespace LAMMPS_NS {

class AtomEditor : protected Pointers {
 public:
  // Forgets ghosts, and the shapes of ghosts.
  explicit AtomEditor(class LAMMPS *lmp);

  // The last owned atom takes the place of atom i: so in descending order.
  void remove(int i);

  // To be called last for a new atom: sets its groups, and the data that fixes, computes and
  // variables keep of it.
  void complete(int i, int mask);

  // Collective. Totals of atoms and bodies.
  void finish();

  // An error that begins with `user` unless all ranks together have as many atoms now. After
  // finish().
  void check_count(bigint expected, const std::string &user) const;
};

// The highest ids of all atoms, at least the given ones. Collective.
HighestIds highest_of_all(class LAMMPS *lmp, HighestIds given = {});

// An error that begins with `user` if there is no id for so many more atoms, or molecules: `what`.
void check_ids_left(class LAMMPS *lmp, tagint highest, bigint more, const std::string &user,
                    const char *what = "atom");

}    // namespace LAMMPS_NS

#endif
