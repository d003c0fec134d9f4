#include "styles/particles/fix_particle_mix.h"

#include "error.h"
#include "modify.h"
#include "molecule.h"
#include "styles/commands/named_group.h"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <stdexcept>

using namespace LAMMPS_NS;

FixParticleMix::FixParticleMix(LAMMPS *lmp, int narg, char **arg) : Fix(lmp, narg, arg)
{
  if (narg < 4)
    error->all(FLERR, "{}: no components (expected template, sphere, polyhedron or rock)",
               COMMAND_PARTICLE_MIX);
  InputWords words(lmp, COMMAND_PARTICLE_MIX, narg, arg, 4);
  MixKeywords keywords(lmp, words);
  keywords.read();
  sources = keywords.sources;
  try {
    drawn.emplace(keywords.components, keywords.seed);
  } catch (const std::invalid_argument &refused) {
    error->all(FLERR, "{}: {}", COMMAND_PARTICLE_MIX, refused.what());
  }
}

FixParticleMix *FixParticleMix::find(LAMMPS *lmp, const std::string &user, const std::string &name)
{
  auto *found = dynamic_cast<FixParticleMix *>(lmp->modify->get_fix_by_id(id_of(name)));
  if (!found)
    lmp->error->all(FLERR, "{}: mix {} (no mix of this ID; see command particle_mix)", user, name);
  return found;
}

int FixParticleMix::atoms_of_shape(int component, const grist::FeedShape &shape) const
{
  const Molecule *molecule = source(component).molecule;
  if (molecule) return molecule->natoms;
  return shape.rock ? shape.rock->count() : 1;
}

int FixParticleMix::most_atoms_of(int component) const
{
  int most = 0;
  for (const grist::FeedShape &shape : drawn->components()[component].shapes)
    most = std::max(most, atoms_of_shape(component, shape));
  return most;
}

int FixParticleMix::bonds_of(int component) const
{
  const Molecule *molecule = source(component).molecule;
  return molecule ? molecule->nbonds : 0;
}

int FixParticleMix::groups_of(int component, const std::string &user) const
{
  int bits = 0;
  for (const std::string &name : source(component).groups) {
    const std::string &of = drawn->components()[component].name;
    bits |= NamedGroup(fmt::format("{}: component {}, group", user, of), name).bit(lmp);
  }
  return bits;
}

double FixParticleMix::largest_radius(int type) const
{
  assert(type >= 1);
  double largest = 0.0;
  for (int n = 0; n < drawn->count(); n++) {
    const Molecule *molecule = sources[n].molecule;
    const bool has_type = molecule ? std::find(molecule->type, molecule->type + molecule->natoms,
                                               type) != molecule->type + molecule->natoms
                                   : sources[n].type == type;
    if (has_type) largest = std::max(largest, drawn->largest_sphere(n));
  }
  return largest;
}

void *FixParticleMix::extract(const char *name, int &type)
{
  if (strcmp(name, "groups") == 0) {
    all_groups = 0;
    for (int n = 0; n < drawn->count(); n++) all_groups |= groups_of(n, COMMAND_PARTICLE_MIX);
    return &all_groups;
  }
  if (strcmp(name, "radius") != 0) return nullptr;
  largest_of_type = largest_radius(type);    // 0 of types that are not in it, as fix deposit has it
  return &largest_of_type;
}

double FixParticleMix::largest_scale(const Molecule *molecule) const
{
  double largest = 0.0;
  for (int n = 0; n < drawn->count(); n++)
    if (sources[n].molecule == molecule)
      largest =
          std::max(largest, drawn->largest_size(n) / drawn->components()[n].shapes[0].own_size);
  return largest;
}
