/* The present ids of atoms, by the ids that they had: a directory over all ranks. Rank r has the
   entries of old ids with r = id mod ranks, so that none holds those of all atoms.
*/

#ifndef LMP_ID_DIRECTORY_H
#define LMP_ID_DIRECTORY_H

#include "lmptype.h"

#include <mpi.h>

#include <vector>

namespace LAMMPS_NS {

struct RenamedAtom {
  tagint before, now;
};

// mine: the atoms of this rank. asked: ids that this rank wants to know of, as they were. Returns
// those of them whose atoms are still there, ordered by `before`. Collective.
std::vector<RenamedAtom> renamed_atoms(const std::vector<RenamedAtom> &mine,
                                       const std::vector<tagint> &asked, MPI_Comm world);

}    // namespace LAMMPS_NS

#endif
