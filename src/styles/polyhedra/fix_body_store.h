/* Internal fix BODY/STORE: is called when LAMMPS forgets the bodies of ghost atoms.

   LAMMPS stores the vertices of bodies in chunks of a pool, and has those of ghosts behind those of
   owned atoms. If atoms are deleted while there are ghosts (delete_atoms, fix evaporate), it gives
   back chunks of owned bodies in place of those of ghosts; new bodies would then overwrite the
   shapes of others. BodyPolyhedron::mend_store() puts the pool right before a new body comes.
*/

#ifdef FIX_CLASS
// clang-format off
FixStyle(BODY/STORE,FixBodyStore);
// clang-format on
#else

#ifndef LMP_FIX_BODY_STORE_H
#define LMP_FIX_BODY_STORE_H

#include "fix.h"

namespace LAMMPS_NS {

class FixBodyStore : public Fix {
 public:
  static constexpr const char *ID = "GRIST_BODY_STORE";

  FixBodyStore(class LAMMPS *, int, char **);
  ~FixBodyStore() override;
  int setmask() override { return 0; }
  void clear_bonus() override;

  static void make(class LAMMPS *lmp, const std::string &user);    // unless it is there
};

}    // namespace LAMMPS_NS

#endif
#endif
