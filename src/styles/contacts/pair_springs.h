/* The pair styles of spheres: one for each law of springs (contacts/contact_parts.h). */

#ifdef PAIR_CLASS
// clang-format off
PairStyle(hertz/mindlin,PairSprings<grist::HertzMindlin>);
PairStyle(hooke/history,PairSprings<grist::Hooke>);
PairStyle(thornton/ning,PairSprings<grist::ThorntonNing>);
// clang-format on
#else

#ifndef LMP_PAIR_SPRINGS_H
#define LMP_PAIR_SPRINGS_H

#include "contacts/contact_parts.h"
#include "styles/contacts/pair_sphere_contact.h"

namespace LAMMPS_NS {

template <class LAW> class PairSprings : public PairSphereContact {
 public:
  PairSprings(class LAMMPS *lmp) : PairSphereContact(lmp, grist::KIND_OF<LAW>) {}
};

}    // namespace LAMMPS_NS

#endif
#endif
