/* pair_style thornton/ning: contacts of spheres by the law of contacts/thornton_ning.h. */

#ifdef PAIR_CLASS
// clang-format off
PairStyle(thornton/ning,PairThorntonNing);
// clang-format on
#else

#ifndef LMP_PAIR_THORNTON_NING_H
#define LMP_PAIR_THORNTON_NING_H

#include "styles/contacts/pair_sphere_contact.h"

namespace LAMMPS_NS {

class PairThorntonNing : public PairSphereContact {
 public:
  PairThorntonNing(class LAMMPS *lmp) : PairSphereContact(lmp, grist::KIND_OF<grist::ThorntonNing>)
  {
  }
};

}    // namespace LAMMPS_NS

#endif
#endif
