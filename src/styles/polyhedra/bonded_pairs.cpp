#include "styles/polyhedra/bonded_pairs.h"

#include "common/preconditions.h"
#include "neigh_list.h"

#include <algorithm>

using namespace LAMMPS_NS;

void BondedPairs::begin_step(const NeighList &list, const tagint *ids, bool is_new_list)
{
  asked = 0;
  if (!bonded || (!is_new_list && known == bonded->changes())) return;
  known = bonded->changes();
  kinds.clear();
  for (int ii = 0; ii < list.inum; ii++) {
    const int i = list.ilist[ii];
    for (int jj = 0; jj < list.numneigh[i]; jj++) {
      const tagint other = ids[list.firstneigh[i][jj] & NEIGHMASK];
      kinds.push_back(bonded->are_bonded(i, other)                    ? BONDED
                          : bonded->contact_of(i, other).share != 1.0 ? PARTED
                                                                      : FREE);
    }
  }
}

double BondedPairs::follow(int i, tagint other, bool touching, double *history)
{
  assert(bonded);
  const BondedBodies::PartedContact contact = bonded->contact_of(i, other);
  if (touching && squared_norm(contact.friction) > 0.0)
    std::copy_n(contact.friction.data(), 3, history);
  if (!touching) bonded->came_apart(i, other);
  return contact.share;
}
