/* Internal fix CONTACT/SEARCH: the contact search that neighbor_style has chosen.

   LAMMPS picks a pair-list class by a mask that contains the neighbor style; neighbor style nsq makes no bins and
   no stencils. So while a search is chosen, this fix sets that style at every init, and the classes of
   npair_contact_search.h answer its masks.
*/

#ifdef FIX_CLASS
// clang-format off
FixStyle(CONTACT/SEARCH,FixContactSearch);
// clang-format on
#else

#ifndef LMP_FIX_CONTACT_SEARCH_H
#define LMP_FIX_CONTACT_SEARCH_H

#include "fix.h"

#include "search/pair_search.h"

#include <memory>
#include <string>

namespace LAMMPS_NS {

class FixContactSearch : public Fix {
 public:
  static constexpr const char *ID = "GRIST_CONTACT_SEARCH";

  FixContactSearch(class LAMMPS *, int, char **);
  ~FixContactSearch() override;
  int setmask() override;
  void init() override;
  void setup_post_neighbor() override { tell(); }
  double memory_usage() override;

  // A new instance of the chosen algorithm; some keep what they know from call to call, so that every list
  // has one of its own.
  std::unique_ptr<grist::PairSearch> make_search() const;
  const std::string &algorithm() const { return name; }

  // What the lists tell after each build, for the report at setup.
  void note(const grist::SearchReport &report) { last = report; }

  // The algorithms that a name stands for; null for a name that stands for none.
  static std::unique_ptr<grist::PairSearch> make_search(const std::string &name);

 private:
  std::string name;
  int style_before;    // neighbor style to give back
  grist::SearchReport last;
  bool told;

  void tell();
};

}    // namespace LAMMPS_NS

#endif
#endif
