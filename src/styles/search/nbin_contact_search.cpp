#include "styles/search/nbin_contact_search.h"

#include "styles/access/styles_with.h"
#include "styles/search/fix_contact_search.h"

using namespace LAMMPS_NS;

void NBinContactSearch::copy_neighbor_info()
{
  NBinMulti::copy_neighbor_info();
  empty = internal_fix<FixContactSearch>(lmp) != nullptr;
}

void NBinContactSearch::bin_atoms_setup(int count)
{
  if (!is_empty()) NBinMulti::bin_atoms_setup(count);
}

void NBinContactSearch::setup_bins(int style)
{
  if (!is_empty()) NBinMulti::setup_bins(style);
}

void NBinContactSearch::bin_atoms()
{
  if (!is_empty()) NBinMulti::bin_atoms();
}
