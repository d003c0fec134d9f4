/* LAMMPS' command replicate makes a new Atom, which knows only the atom styles that are compiled
   into LAMMPS, not those of the plugin. Here the file of the command, as in the source of LAMMPS,
   is compiled again, with an Atom that knows the styles of the plugin.
*/

#include "styles/plugin/style_registry.h"

#include "accelerator_kokkos.h"
#include "atom.h"
#include "atom_vec.h"
#include "comm.h"
#include "command.h"
#include "domain.h"
#include "error.h"
#include "label_map.h"
#include "memory.h"
#include "special.h"

#include <cstring>
#include <unordered_map>

namespace LAMMPS_NS {

namespace {
class PluginAtom : public Atom {
 public:
  explicit PluginAtom(LAMMPS *lmp) : Atom(lmp) { add_atom_styles(this); }
};
}    // namespace

}    // namespace LAMMPS_NS

#define Replicate PluginReplicate
#include "replicate.h"
#define Atom PluginAtom
#include "replicate.cpp"
#undef Atom
#undef Replicate

Command *LAMMPS_NS::create_replicate(LAMMPS *lmp)
{
  return new PluginReplicate(lmp);
}
