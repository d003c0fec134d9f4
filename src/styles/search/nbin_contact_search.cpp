#include "styles/search/nbin_contact_search.h"

#include "styles/search/fix_contact_search.h"

using namespace LAMMPS_NS;

void NBinContactSearch::bin_atoms_setup(int count)
{
  if (!FixContactSearch::in_use(modify)) NBinMulti::bin_atoms_setup(count);
}

void NBinContactSearch::setup_bins(int style)
{
  if (!FixContactSearch::in_use(modify)) NBinMulti::setup_bins(style);
}

void NBinContactSearch::bin_atoms()
{
  if (!FixContactSearch::in_use(modify)) NBinMulti::bin_atoms();
}
