#include "styles/search/nstencil_contact_search.h"

#include "styles/search/nbin_contact_search.h"

using namespace LAMMPS_NS;

static bool has_no_bins(const NBin *bins)
{
  const auto *ours = dynamic_cast<const NBinContactSearch *>(bins);
  return ours && ours->is_empty();
}

template <int HALF, int DIM_3D, int TRI>
void NStencilContactSearch<HALF, DIM_3D, TRI>::create_setup()
{
  if (has_no_bins(this->nb))
    this->ncollections = 0;    // counted by memory_usage(); LAMMPS sets it at every init
  else
    NStencilMulti<HALF, DIM_3D, TRI>::create_setup();
}

template <int HALF, int DIM_3D, int TRI> void NStencilContactSearch<HALF, DIM_3D, TRI>::create()
{
  if (!has_no_bins(this->nb)) NStencilMulti<HALF, DIM_3D, TRI>::create();
}

namespace LAMMPS_NS {
template class NStencilContactSearch<0, 0, 0>;
template class NStencilContactSearch<0, 1, 0>;
template class NStencilContactSearch<1, 0, 0>;
template class NStencilContactSearch<1, 0, 1>;
template class NStencilContactSearch<1, 1, 0>;
template class NStencilContactSearch<1, 1, 1>;
}    // namespace LAMMPS_NS
