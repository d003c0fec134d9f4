/* Compares the contacts of held clusters with their first periods: loads are found by statics
   (relief/inertia_relief.h), which needs contacts that last longer. One warning in a run.
*/

#ifndef LMP_CONTACT_PERIODS_H
#define LMP_CONTACT_PERIODS_H

#include "pointers.h"

#include <cmath>
#include <string>
#include <vector>

namespace LAMMPS_NS {

class ContactPeriods : protected Pointers {
 public:
  struct Cluster {
    double mass, lightest;    // of all and of its lightest element
    double period;            // first
  };

  ContactPeriods(LAMMPS *lmp, const std::string &user) : Pointers(lmp), user(user) {}

  // Clusters that this rank has in the step in which they are released.
  void compare(const std::vector<Cluster> &released);

  // Whether this rank has found a ratio since ranks last compared theirs. Then, collectively:
  bool is_known() const { return least.is_known; }
  void warn();

 private:
  struct Least {
    bool is_known = false;
    double ratio = HUGE_VAL,
           period = 0.0;    // of the time of a contact to the first period, which follows
  };

  std::string user;
  Least least;
  bool has_warned = false;
  bigint next_look = 0;    // step
};

}    // namespace LAMMPS_NS

#endif
