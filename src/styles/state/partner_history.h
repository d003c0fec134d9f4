/* What touching pairs remember, kept by LAMMPS' fix NEIGH_HISTORY: between two rebuilds with the
   pairwise list, while atoms migrate, between runs and in restart files with each of the two atoms
   and the id of its partner.

   LAMMPS copies from the list to the atoms whenever a restart file is written. Between runs the
   atoms may be others by then, or in another order: so this is done only if forces have been
   computed since the last time. In rerun nothing is taken from the atoms: frames hold no springs,
   and those of another step do not belong there.
*/

#ifndef LMP_PARTNER_HISTORY_H
#define LMP_PARTNER_HISTORY_H

#include "fix_neigh_history.h"
#include "styles/state/fix_known_ids.h"

#include <functional>
#include <string>

namespace LAMMPS_NS {

// What pairs remember stands in pages of memory, whose sizes are those of neigh_modify one and page.
// LAMMPS makes new pages in the init() of fix NEIGH_HISTORY where these have changed between two
// runs; atoms would keep pointers into the old ones. Who has such a fix keeps one of these beside it,
// and calls renew() at the start of each run.
class HistoryPages {
 public:
  // make_pages: calls init() of LAMMPS' class. What owned atoms have in the pages before is in the
  // new ones after it. `user` begins the error where an atom has more contacts than they allow.
  void renew(class LAMMPS *lmp, class FixNeighHistory &history, const std::string &user,
             const std::function<void()> &make_pages);

 private:
  int most = 0, size = 0;    // of the pages: partners of an atom, and of all atoms on one page
};

class PartnerHistory : public FixNeighHistory, public AtomNamer {
 public:
  using FixNeighHistory::FixNeighHistory;
  void pre_exchange() override;
  void post_neighbor() override;
  void visit_ids(const IdVisit &visit) override;

  // Before forces of pairs are computed.
  void mark_newer() { is_newer = true; }

 protected:
  bool is_newer = false;    // than what stands with the atoms

  // Before the list takes what stands with the atoms.
  void forget_in_rerun();
};

}    // namespace LAMMPS_NS

#endif
