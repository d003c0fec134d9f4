// Atom style body that knows our body style, too. LAMMPS' own reads the names of body styles from a
// list that is compiled in.

#ifndef LMP_PLUGIN_ATOM_VEC_BODY_H
#define LMP_PLUGIN_ATOM_VEC_BODY_H

#include "atom_vec_body.h"

namespace LAMMPS_NS {

class PluginAtomVecBody : public AtomVecBody {
 public:
  using AtomVecBody::AtomVecBody;
  void process_args(int narg, char **arg) override;
};

}    // namespace LAMMPS_NS

#endif
