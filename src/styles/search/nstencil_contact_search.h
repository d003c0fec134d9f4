/* Stencils of neighbor style multi: none while a contact search is chosen (neighbor_style), else
   those of LAMMPS.

   The classes match the masks of LAMMPS' classes and come before them in the order of header names.
*/

#ifdef NSTENCIL_CLASS
// clang-format off
typedef NStencilContactSearch<0, 0, 0> NStencilFullSearch2d;
NStencilStyle(full/multi/contact/search/2d,
              NStencilFullSearch2d,
              NS_FULL | NS_MULTI | NS_2D | NS_ORTHO | NS_TRI);

typedef NStencilContactSearch<0, 1, 0> NStencilFullSearch3d;
NStencilStyle(full/multi/contact/search/3d,
              NStencilFullSearch3d,
              NS_FULL | NS_MULTI | NS_3D | NS_ORTHO | NS_TRI);

typedef NStencilContactSearch<1, 0, 0> NStencilHalfSearch2d;
NStencilStyle(half/multi/contact/search/2d,
              NStencilHalfSearch2d,
              NS_HALF | NS_MULTI | NS_2D | NS_ORTHO);

typedef NStencilContactSearch<1, 0, 1> NStencilHalfSearch2dTri;
NStencilStyle(half/multi/contact/search/2d/tri,
              NStencilHalfSearch2dTri,
              NS_HALF | NS_MULTI | NS_2D | NS_TRI);

typedef NStencilContactSearch<1, 1, 0> NStencilHalfSearch3d;
NStencilStyle(half/multi/contact/search/3d,
              NStencilHalfSearch3d,
              NS_HALF | NS_MULTI | NS_3D | NS_ORTHO);

typedef NStencilContactSearch<1, 1, 1> NStencilHalfSearch3dTri;
NStencilStyle(half/multi/contact/search/3d/tri,
              NStencilHalfSearch3dTri,
              NS_HALF | NS_MULTI | NS_3D | NS_TRI);
// clang-format on
#else

#ifndef LMP_NSTENCIL_CONTACT_SEARCH_H
#define LMP_NSTENCIL_CONTACT_SEARCH_H

#include "nstencil_multi.h"

namespace LAMMPS_NS {

template <int HALF, int DIM_3D, int TRI>
class NStencilContactSearch : public NStencilMulti<HALF, DIM_3D, TRI> {
 public:
  using NStencilMulti<HALF, DIM_3D, TRI>::NStencilMulti;
  void create_setup() override;
  void create() override;
};

}    // namespace LAMMPS_NS

#endif
#endif
