/* pair_style hertz/mindlin: contacts of spheres by the law of contacts/hertz_mindlin.h. */

#ifdef PAIR_CLASS
// clang-format off
PairStyle(hertz/mindlin,PairHertzMindlin);
// clang-format on
#else

#ifndef LMP_PAIR_HERTZ_MINDLIN_H
#define LMP_PAIR_HERTZ_MINDLIN_H

#include "styles/contacts/pair_sphere_contact.h"

namespace LAMMPS_NS {

class PairHertzMindlin : public PairSphereContact {
 public:
  PairHertzMindlin(class LAMMPS *lmp) : PairSphereContact(lmp, grist::KIND_OF<grist::HertzMindlin>)
  {
  }
};

}    // namespace LAMMPS_NS

#endif
#endif
