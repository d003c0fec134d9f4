/* What pairs remember stands in pages of memory, whose sizes are those of neigh_modify one and page.
   LAMMPS makes new pages in the init() of fix NEIGH_HISTORY where these have changed between two
   runs; atoms would keep pointers into the old ones.

   Who has such a fix keeps one of these beside it, and calls renew() at the start of each run.
*/

#ifndef LMP_HISTORY_PAGES_H
#define LMP_HISTORY_PAGES_H

#include <functional>
#include <string>

namespace LAMMPS_NS {

class HistoryPages {
 public:
  // make_pages: calls init() of LAMMPS' class. What owned atoms have in the pages before is in the
  // new ones after it. `user` begins the error where an atom has more contacts than they allow.
  void renew(class LAMMPS *lmp, class FixNeighHistory &history, const std::string &user,
             const std::function<void()> &make_pages);

 private:
  int most = 0, size = 0;    // of the pages: partners of an atom, and of all atoms on one page
};

}    // namespace LAMMPS_NS

#endif
