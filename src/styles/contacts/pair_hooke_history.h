/* pair_style hooke/history: contacts of spheres by the law of contacts/hooke.h. */

#ifdef PAIR_CLASS
// clang-format off
PairStyle(hooke/history,PairHookeHistory);
// clang-format on
#else

#ifndef LMP_PAIR_HOOKE_HISTORY_H
#define LMP_PAIR_HOOKE_HISTORY_H

#include "styles/contacts/pair_sphere_contact.h"

namespace LAMMPS_NS {

class PairHookeHistory : public PairSphereContact {
 public:
  PairHookeHistory(class LAMMPS *lmp) : PairSphereContact(lmp, grist::KIND_OF<grist::Hooke>) {}
};

}    // namespace LAMMPS_NS

#endif
#endif
