// Fixes that styles of Grist make for themselves. Their IDs begin with GRIST_. LAMMPS has no hidden
// fixes: an input can remove them, define them by hand, or have a fix of its own with such an ID.
// Each of these is an error in one sentence. `user` begins it.

#ifndef LMP_INTERNAL_FIXES_H
#define LMP_INTERNAL_FIXES_H

#include <string>

namespace LAMMPS_NS {

// `words`: the group, the style and its arguments.
class Fix *make_internal_fix(class LAMMPS *lmp, const std::string &user, const std::string &id,
                             const std::string &words);

// The same in the place of a fix DUMMY, in the order of fixes, that was made before.
class Fix *replace_internal_fix(class LAMMPS *lmp, const std::string &user, const std::string &old,
                                const std::string &id, const std::string &words);

// Whether one of these makes a fix now; if not, the input gives it. For constructors.
bool is_internal_fix_made();

// An error if a fix of the input, of another style, has the ID.
void refuse_other_fix(class LAMMPS *lmp, const std::string &user, const std::string &id,
                      const std::string &style);

// An error unless `fix` is the one with the ID, as the input may have removed it.
void require_internal_fix(class LAMMPS *lmp, const std::string &user, const std::string &id,
                          const class Fix *fix);

}    // namespace LAMMPS_NS

#endif
