#include "styles/progress/bond_counts.h"

#include "styles/bonds/fix_bond_state.h"

#include "atom.h"
#include "atom_vec.h"
#include "force.h"
#include "lammps.h"

using namespace LAMMPS_NS;

bool LAMMPS_NS::has_bonds(LAMMPS *lmp)
{
  const Atom *atom = lmp->atom;
  return atom->molecular == Atom::MOLECULAR && atom->avec->bonds_allow && atom->num_bond;
}

// With newton on for bonds each is listed once; otherwise it counts at its atom of smaller id.
static bigint owned_bonds(LAMMPS *lmp, int groupbit)
{
  Atom *atom = lmp->atom;
  const bool listed_once = lmp->force->newton_bond;
  bigint count = 0;
  for (int i = 0; i < atom->nlocal; i++) {
    if (!(atom->mask[i] & groupbit)) continue;
    for (int m = 0; m < atom->num_bond[i]; m++) {
      const tagint partner = atom->bond_atom[i][m];
      if (atom->bond_type[i][m] <= 0 || (!listed_once && partner < atom->tag[i])) continue;
      const int j = atom->map(partner);
      if (j < 0 || (atom->mask[j] & groupbit)) count++;
    }
  }
  return count;
}

BondCounts LAMMPS_NS::count_bonds(LAMMPS *lmp, int groupbit, FixBondState *state)
{
  bigint mine[3] = {owned_bonds(lmp, groupbit), 0, 0}, all[3];
  if (state) {
    state->update_clusters();
    const Atom *atom = lmp->atom;
    const tagint *cluster = state->cluster_ids();
    for (int i = 0; i < atom->nlocal; i++) {
      if (!(atom->mask[i] & groupbit) || cluster[i] != atom->tag[i]) continue;
      mine[1]++;
      if (atom->num_bond[i] > 0) mine[2]++;
    }
  }
  MPI_Allreduce(mine, all, 3, MPI_LMP_BIGINT, MPI_SUM, lmp->world);
  return {all[0], all[1], all[2]};
}
