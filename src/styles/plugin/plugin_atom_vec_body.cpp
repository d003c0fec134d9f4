#include "styles/plugin/plugin_atom_vec_body.h"

#include "styles/access/lammps_access.h"

#include "body.h"

#include "grist_style_body.h"

#include <cstring>

using namespace LAMMPS_NS;

// Null where the name is none of ours.
static Body *create_body(LAMMPS *lmp, int narg, char **arg)
{
#define BODY_CLASS
#define BodyStyle(key, Class) \
  if (strcmp(arg[0], #key) == 0) return new Class(lmp, narg, arg);
#include "grist_style_body.h"
#undef BodyStyle
#undef BODY_CLASS
  return nullptr;
}

void PluginAtomVecBody::process_args(int narg, char **arg)
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
