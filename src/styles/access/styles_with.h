/* How a style finds others: by an interface that they have (GuardedStyle, ContactStyle, HeatStyle),
   not by their names. A new style that has it is found.

   The pointers hold for the run whose init() has asked. What is read between runs is asked for anew
   at each use, or checked before (styles_of_run.h); what others call holds a subscription
   (common/subscription.h).
*/

#ifndef GRIST_STYLES_STYLES_WITH_H
#define GRIST_STYLES_STYLES_WITH_H

#include "bond.h"
#include "fix.h"
#include "force.h"
#include "lammps.h"
#include "modify.h"
#include "pair.h"

#include <vector>

namespace LAMMPS_NS {

// LAMMPS makes the lists of get_fix_list() and get_compute_list() anew at each call: a style that
// walks through one and calls another style that asks for it, too, reads memory that is gone. These
// are copies.
inline std::vector<Fix *> fixes_of(const Modify &modify)
{
  return {modify.fix, modify.fix + modify.nfix};
}
inline std::vector<Compute *> computes_of(const Modify &modify)
{
  return {modify.compute, modify.compute + modify.ncompute};
}

// Null: the pair style has not this interface, or there is none.
template <class Interface> Interface *pair_with(const LAMMPS *lmp)
{
  return dynamic_cast<Interface *>(lmp->force->pair);
}

template <class Interface> Interface *bond_with(const LAMMPS *lmp)
{
  return dynamic_cast<Interface *>(lmp->force->bond);
}

// In the order of the fixes.
template <class Interface> std::vector<Interface *> fixes_with(const LAMMPS *lmp)
{
  std::vector<Interface *> found;
  for (int n = 0; n < lmp->modify->nfix; n++)
    if (auto *one = dynamic_cast<Interface *>(lmp->modify->fix[n])) found.push_back(one);
  return found;
}

// The pair style, the bond style, the fixes.
template <class Interface> std::vector<Interface *> styles_with(const LAMMPS *lmp)
{
  std::vector<Interface *> found = fixes_with<Interface>(lmp);
  for (Interface *style : {bond_with<Interface>(lmp), pair_with<Interface>(lmp)})
    if (style) found.insert(found.begin(), style);
  return found;
}

// The one fix of a class that has an ID of its own (internal_fixes.h); null: there is none.
template <class Internal> Internal *internal_fix(const LAMMPS *lmp)
{
  return dynamic_cast<Internal *>(lmp->modify->get_fix_by_id(Internal::ID));
}

}    // namespace LAMMPS_NS

#endif
