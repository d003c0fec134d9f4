#include "styles/plugin/style_registry.h"

#include "styles/access/lammps_access.h"

#include "atom.h"
#include "atom_vec_body.h"
#include "body.h"

#include "grist_style_atom.h"
#include "grist_style_body.h"

#include <cstring>

using namespace LAMMPS_NS;

namespace {

// Null where the name is none of ours.
Body *create_body(LAMMPS *lmp, int narg, char **arg)
{
#define BODY_CLASS
#define BodyStyle(key, Class) \
  if (strcmp(arg[0], #key) == 0) return new Class(lmp, narg, arg);
#include "grist_style_body.h"
#undef BodyStyle
#undef BODY_CLASS
  return nullptr;
}

// Atom style body that knows our body style, too. LAMMPS' own reads the names of body styles from a
// list that is compiled in.
class PluginAtomVecBody : public AtomVecBody {
 public:
  using AtomVecBody::AtomVecBody;
  void process_args(int narg, char **arg) override
  {
    Body *ours = narg > 0 ? create_body(lmp, narg, arg) : nullptr;
    if (!ours) {
      AtomVecBody::process_args(narg, arg);
      return;
    }
    set_body_style(this, ours);
    size_forward_bonus += ours->size_forward;
    size_border_bonus += ours->size_border;
    maxexchange = ours->maxexchange;
    setup_fields();
  }
};

template <class Style> AtomVec *create(LAMMPS *lmp)
{
  return new Style(lmp);
}

}    // namespace

void LAMMPS_NS::add_atom_styles(Atom *atom)
{
#define ATOM_CLASS
#define AtomStyle(key, Class) (*atom->avec_map)[#key] = &create<Class>;
#include "grist_style_atom.h"
#undef AtomStyle
#undef ATOM_CLASS
  (*atom->avec_map)["body"] = &create<PluginAtomVecBody>;
}
