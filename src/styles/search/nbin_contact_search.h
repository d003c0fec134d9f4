/* Bins of neighbor style multi: none while a contact search is chosen (neighbor_style), else those
   of LAMMPS.

   The class matches the mask of LAMMPS' class and comes before it in the order of header names.
*/

#ifdef NBIN_CLASS
// clang-format off
NBinStyle(multi/contact/search,
          NBinContactSearch,
          NB_MULTI);
// clang-format on
#else

#ifndef LMP_NBIN_CONTACT_SEARCH_H
#define LMP_NBIN_CONTACT_SEARCH_H

#include "nbin_multi.h"
#include "styles/access/styles_with.h"
#include "styles/search/fix_contact_search.h"

namespace LAMMPS_NS {

class NBinContactSearch : public NBinMulti {
 public:
  using NBinMulti::NBinMulti;

  // At every init. What neighbor_style changes between two runs counts from then on.
  void copy_neighbor_info() override
  {
    NBinMulti::copy_neighbor_info();
    empty = internal_fix<FixContactSearch>(lmp) != nullptr;
  }

  // Whether a search was chosen then, so that there are neither bins nor stencils.
  bool is_empty() const { return empty; }

  void bin_atoms_setup(int count) override
  {
    if (!is_empty()) NBinMulti::bin_atoms_setup(count);
  }
  void setup_bins(int style) override
  {
    if (!is_empty()) NBinMulti::setup_bins(style);
  }
  void bin_atoms() override
  {
    if (!is_empty()) NBinMulti::bin_atoms();
  }

 private:
  bool empty = false;
};

}    // namespace LAMMPS_NS

#endif
#endif
