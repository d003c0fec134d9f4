#include "styles/search/nbin_contact_search.h"

#include "styles/access/styles_with.h"
#include "styles/search/fix_contact_search.h"

using namespace LAMMPS_NS;

void NBinContactSearch::copy_neighbor_info()
{
  NBinMulti::copy_neighbor_info();
  empty = internal_fix<FixContactSearch>(lmp) != nullptr;
}
