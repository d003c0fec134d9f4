/* Groups that styles keep.

   LAMMPS does not delete the group of a fix, compute or dump, but it knows nothing of groups that
   other arguments name: one that is deleted leaves its bit to the next that is defined. And it fills
   a group once, when it is defined: atoms that are inserted later are in no group but `all` and
   those of their feed.
*/

#ifndef LMP_NAMED_GROUP_H
#define LMP_NAMED_GROUP_H

#include <string>
#include <utility>

namespace LAMMPS_NS {

// A group that an argument names, found by its name at each use.
class NamedGroup {
 public:
  // `before`: what stands before the name in errors, "Fix heat/gran: source".
  NamedGroup(std::string before, std::string name) :
      before(std::move(before)), name(std::move(name))
  {
  }

  // An error if it does not exist, or no longer. For init(), and for values between runs.
  int bit(const class LAMMPS *lmp) const;

  // At every init: the bit, and a warning if the group has no atoms. Collective.
  int bit_of_run(class LAMMPS *lmp) const;

 private:
  std::string before, name;
  int number(const class LAMMPS *lmp) const;
};

// At every init: a warning if the group of the style has no atoms, and no feed adds atoms to it.
// Collective.
void warn_of_empty_group(class LAMMPS *lmp, const class Fix *fix);
void warn_of_empty_group(class LAMMPS *lmp, const class Compute *compute);
void warn_of_empty_group(class LAMMPS *lmp, const class Dump *dump);

}    // namespace LAMMPS_NS

#endif
