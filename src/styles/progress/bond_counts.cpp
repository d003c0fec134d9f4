#include "styles/progress/bond_counts.h"

#include "styles/interfaces/bonded_elements.h"

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

// Of both ends, the one of the smaller id.
static bigint owned_bonds(LAMMPS *lmp, int groupbit, const BondedElements &bonds)
{
  Atom *atom = lmp->atom;
  bigint count = 0;
  std::vector<BondEnd> of_atom;
  for (int i = 0; i < atom->nlocal; i++) {
    if (!(atom->mask[i] & groupbit)) continue;
    bonds.list_bonds(i, of_atom);
    for (const BondEnd &one : of_atom) {
      if (one.partner < atom->tag[i]) continue;
      const int j = atom->map(one.partner);
      if (j < 0 || (atom->mask[j] & groupbit)) count++;
    }
  }
  return count;
}

BondCounts LAMMPS_NS::count_bonds(LAMMPS *lmp, int groupbit, BondedElements *bonds)
{
  bigint mine[3] = {0, 0, 0}, all[3];
  if (bonds) {
    bonds->update_clusters();
    const Atom *atom = lmp->atom;
    const tagint *cluster = bonds->cluster_ids();
    std::vector<BondEnd> of_atom;
    mine[0] = owned_bonds(lmp, groupbit, *bonds);
    for (int i = 0; i < atom->nlocal; i++) {
      if (!(atom->mask[i] & groupbit) || cluster[i] != atom->tag[i]) continue;
      mine[1]++;
      bonds->list_bonds(i, of_atom);
      if (!of_atom.empty()) mine[2]++;
    }
  } else {
    mine[0] = owned_bonds(lmp, groupbit);
  }
  MPI_Allreduce(mine, all, 3, MPI_LMP_BIGINT, MPI_SUM, lmp->world);
  return {all[0], all[1], all[2]};
}
