#include "styles/bonds/bond_contacts.h"

#include "atom.h"
#include "common/space.h"
#include "styles/access/atom_style.h"
#include "styles/bonds/bond_states.h"

#include <algorithm>
#include <cassert>

using namespace LAMMPS_NS;
using grist::BondContact;

void BondContacts::set_types(const std::vector<BondContact> &types)
{
  of_type = types;
  any = std::any_of(types.begin(), types.end(),
                    [](BondContact contact) { return contact != BondContact::NO; });
}

// A bond that is turned off has a type below 0. One that has no state yet will begin at the present
// distance.
bool BondContacts::acts_beside_bond(int i, int j, double &counts_from) const
{
  assert(is_owned(atom, i) && is_owned_or_ghost(atom, j) && i != j);
  const tagint *first = atom->bond_atom[i], *end = first + atom->num_bond[i];
  const auto m = static_cast<int>(std::find(first, end, atom->tag[j]) - first);
  if (m == atom->num_bond[i]) return false;
  const int type = atom->bond_type[i][m];
  if (type <= 0 || of_type[type] == BondContact::NO) return false;
  double length = states.length_of_slot(i, m);
  if (length == 0.0) length = norm(grist::vector_at(atom->x[j]) - grist::vector_at(atom->x[i]));
  counts_from = grist::counts_from(of_type[type], length);
  return true;
}
