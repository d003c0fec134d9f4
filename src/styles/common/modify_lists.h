/* The fixes and computes that there are now.

   LAMMPS makes the lists of get_fix_list() and get_compute_list() anew at each call: a style that walks through
   one and calls another style that asks for it, too, reads memory that is gone. These are copies.
*/

#ifndef LMP_MODIFY_LISTS_H
#define LMP_MODIFY_LISTS_H

#include "modify.h"

#include <vector>

namespace LAMMPS_NS {

inline std::vector<Fix *> fixes_of(const Modify &modify)
{
  return {modify.fix, modify.fix + modify.nfix};
}
inline std::vector<Compute *> computes_of(const Modify &modify)
{
  return {modify.compute, modify.compute + modify.ncompute};
}

}    // namespace LAMMPS_NS

#endif
