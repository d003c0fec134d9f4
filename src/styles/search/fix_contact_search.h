/* Internal fix CONTACT/SEARCH: the contact search that neighbor_style has chosen.

   LAMMPS picks a pair-list class by a mask that contains the neighbor style; neighbor style nsq
   makes no bins and no stencils. So while a search is chosen, this fix sets that style at every
   init, and the classes of npair_contact_search.h match its masks. Style multi stays, because
   comm_modify mode multi and the collections of neigh_modify need it; bins and stencils of that
   style are empty while a search is chosen (nbin_contact_search.h, nstencil_contact_search.h).
*/

#ifdef FIX_CLASS
// clang-format off
FixStyle(CONTACT/SEARCH,FixContactSearch);
// clang-format on
#else

#ifndef LMP_FIX_CONTACT_SEARCH_H
#define LMP_FIX_CONTACT_SEARCH_H

#include "fix.h"

#include "search/search_table.h"

namespace LAMMPS_NS {

class FixContactSearch : public Fix {
 public:
  static constexpr const char *ID = "GRIST_CONTACT_SEARCH";

  FixContactSearch(class LAMMPS *, int, char **);
  ~FixContactSearch() override;
  int setmask() override;
  void init() override;
  void setup_post_neighbor() override { print_report(); }
  double memory_usage() override { return static_cast<double>(last.memory); }

  // The chosen search. Some searches keep data from call to call, so every list makes its own.
  const grist::SearchEntry *entry() const { return chosen; }

  // To be called by the lists after each build, for the report at setup.
  void record(const grist::SearchReport &report) { last = report; }

 private:
  const grist::SearchEntry *chosen;
  int style_before;    // neighbor style to restore
  grist::SearchReport last;
  bool is_printed;

  void check_multi() const;
  void print_report();
};

}    // namespace LAMMPS_NS

#endif
#endif
