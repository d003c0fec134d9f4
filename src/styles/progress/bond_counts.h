/* Bonds, fragments and clusters of a group, over all ranks. A fragment is a set of atoms that bonds
   connect, a single atom too; a cluster is a fragment of two atoms or more.
*/

#ifndef LMP_BOND_COUNTS_H
#define LMP_BOND_COUNTS_H

#include "lmptype.h"

namespace LAMMPS_NS {

struct BondCounts {
  bigint intact = 0;    // both atoms in the group, not turned off
  bigint fragments = 0,
         clusters =
             0;    // known for bond_style parallel and face; counted by their atom of smallest id
};

// The atoms list bonds of their own.
bool has_bonds(class LAMMPS *lmp);

// Collective. bonds: null for those of other styles.
BondCounts count_bonds(class LAMMPS *lmp, int groupbit, class BondedElements *bonds);

}    // namespace LAMMPS_NS

#endif
