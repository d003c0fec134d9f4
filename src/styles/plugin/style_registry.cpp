#include "styles/plugin/style_registry.h"

#include "styles/access/lammps_access.h"

#include "error.h"
#include "force.h"
#include "input.h"
#include "lammps.h"
#include "lammpsplugin.h"
#include "library.h"
#include "modify.h"
#include "nbin.h"
#include "neighbor.h"
#include "npair.h"
#include "nstencil.h"
#include "output.h"

// Our styles, listed by cmake/GristStyles.cmake.
#include "grist_style_bond.h"
#include "grist_style_command.h"
#include "grist_style_compute.h"
#include "grist_style_dump.h"
#include "grist_style_fix.h"
#include "grist_style_nbin.h"
#include "grist_style_npair.h"
#include "grist_style_nstencil.h"
#include "grist_style_pair.h"

using namespace LAMMPS_NS;

static constexpr const char *ONE_OF_OURS = "hertz/mindlin";    // a pair style

namespace {

template <class Base, class Style> Base *create(LAMMPS *lmp)
{
  return new Style(lmp);
}

template <class Base, class Style> Base *create_with_words(LAMMPS *lmp, int narg, char **arg)
{
  return new Style(lmp, narg, arg);
}

template <class Style> Command *create_command(LAMMPS *lmp)
{
  if (!has_grist_styles(lmp))
    lmp->error->all(FLERR,
                    "Grist's styles have gone with the command 'clear': write 'plugin load' again "
                    "after it, or set LAMMPS_PLUGIN_PATH in the environment instead");
  return new Style(lmp);
}

void add_commands(Input *input)
{
#define COMMAND_CLASS
#define CommandStyle(key, Class) (*input->command_map)[#key] = &create_command<Class>;
#include "grist_style_command.h"
#undef CommandStyle
#undef COMMAND_CLASS
  (*input->command_map)["replicate"] = &create_replicate;
}

void add_force_styles(Force *force)
{
#define PAIR_CLASS
#define PairStyle(key, Class) (*force->pair_map)[#key] = &create<Pair, Class>;
#include "grist_style_pair.h"
#undef PairStyle
#undef PAIR_CLASS

#define BOND_CLASS
#define BondStyle(key, Class) (*force->bond_map)[#key] = &create<Bond, Class>;
#include "grist_style_bond.h"
#undef BondStyle
#undef BOND_CLASS
}

void add_fixes_and_computes(Modify *modify)
{
#define FIX_CLASS
#define FixStyle(key, Class) (*modify->fix_map)[#key] = &create_with_words<Fix, Class>;
#include "grist_style_fix.h"
#undef FixStyle
#undef FIX_CLASS

#define COMPUTE_CLASS
#define ComputeStyle(key, Class) (*modify->compute_map)[#key] = &create_with_words<Compute, Class>;
#include "grist_style_compute.h"
#undef ComputeStyle
#undef COMPUTE_CLASS
}

void add_dumps(Output *output)
{
#define DUMP_CLASS
#define DumpStyle(key, Class) (*output->dump_map)[#key] = &create_with_words<Dump, Class>;
#include "grist_style_dump.h"
#undef DumpStyle
#undef DUMP_CLASS
}

NeighborEntries neighbor_entries()
{
  using namespace NeighConst;    // masks of the styles
  NeighborEntries entries;
#define NBIN_CLASS
#define NBinStyle(key, Class, mask) entries.bins.push_back({#key, &create<NBin, Class>, mask});
#include "grist_style_nbin.h"
#undef NBinStyle
#undef NBIN_CLASS

#define NSTENCIL_CLASS
#define NStencilStyle(key, Class, mask) \
  entries.stencils.push_back({#key, &create<NStencil, Class>, mask});
#include "grist_style_nstencil.h"
#undef NStencilStyle
#undef NSTENCIL_CLASS

#define NPAIR_CLASS
#define NPairStyle(key, Class, mask) entries.pairs.push_back({#key, &create<NPair, Class>, mask});
#include "grist_style_npair.h"
#undef NPairStyle
#undef NPAIR_CLASS
  return entries;
}

}    // namespace

bool LAMMPS_NS::has_grist_styles(LAMMPS *lmp)
{
  return lmp->force->pair_map->count(ONE_OF_OURS) > 0;
}

void LAMMPS_NS::add_grist_styles(LAMMPS *lmp)
{
  add_atom_styles(lmp->atom);
  add_force_styles(lmp->force);
  add_fixes_and_computes(lmp->modify);
  add_dumps(lmp->output);
  add_neighbor_styles(lmp->neighbor, neighbor_entries());
  add_commands(lmp->input);
}

int grist_is_registered(void *lmp)
{
  return has_grist_styles(static_cast<LAMMPS *>(lmp)) ? 1 : 0;
}

static bool is_listed(const std::string &plugin)
{
  char style[64] = "", name[64] = "";
  for (int i = 0; i < lammps_plugin_count(); i++)
    if (lammps_plugin_name(i, style, name, sizeof(name)) && name == plugin) return true;
  return false;
}

/* ----------------------------------------------------------------------
   The command grist is registered as a plugin, so that `plugin list` shows it. LAMMPS' list of
   plugins belongs to the process: for a later instance the command is in it already.
------------------------------------------------------------------------- */

void grist_register(void *handle, void *library, void *add)
{
  auto *lmp = static_cast<LAMMPS *>(handle);
  add_grist_styles(lmp);
  if (!add || is_listed("grist")) return;

  const auto entry = lmp->input->command_map->find("grist");
  lammpsplugin_t plugin = {};
  plugin.version = lmp->version;
  plugin.style = "command";
  plugin.name = "grist";
  plugin.info = "Grist " GRIST_VERSION;
  plugin.author = "the Grist developers";
  plugin.creator.v1 = reinterpret_cast<lammpsplugin_factory1 *>(entry->second);
  plugin.handle = library;
  lmp->input->command_map->erase(entry);    // or LAMMPS would warn that it is overridden
  reinterpret_cast<lammpsplugin_regfunc>(add)(&plugin, handle);
}
