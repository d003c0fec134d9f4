#include "styles/particles/particle_mix.h"

#include "styles/particles/fix_particle_mix.h"

#include "styles/access/internal_fixes.h"
#include "styles/parcels/fix_parcels.h"

#include "comm.h"
#include "domain.h"
#include "error.h"
#include "fmt/format.h"
#include "modify.h"

using namespace LAMMPS_NS;

void ParticleMixCommand::command(int narg, char **arg)
{
  if (domain->box_exist == 0)
    error->all(FLERR, "{} must be used after the simulation box is defined", COMMAND_PARTICLE_MIX);
  if (domain->dimension != 3)
    error->all(FLERR, "{}: dimension {} (particles need dimension 3)", COMMAND_PARTICLE_MIX,
               domain->dimension);
  if (narg < 1)
    error->all(FLERR, "{}: no ID (expected an ID and components)", COMMAND_PARTICLE_MIX);
  const std::string name = arg[0];
  if (!utils::is_id(name))
    error->all(FLERR, "{}: ID {} (only letters, digits and underscores)", COMMAND_PARTICLE_MIX,
               name);
  const std::string id = FixParticleMix::id_of(name);
  refuse_other_fix(lmp, COMMAND_PARTICLE_MIX, id, "deposit/mix");
  if (modify->get_fix_by_id(id))
    error->all(FLERR, "{}: ID {} (a mix of this ID exists)", COMMAND_PARTICLE_MIX, name);

  std::vector<std::string> words = {id, "all", "deposit/mix"};
  words.insert(words.end(), arg, arg + narg);
  std::vector<char *> pointers;
  for (std::string &word : words) pointers.push_back(word.data());
  Fix *fix = modify->add_fix(static_cast<int>(pointers.size()), pointers.data());
  report(dynamic_cast<FixParticleMix &>(*fix));
}

void ParticleMixCommand::report(const FixParticleMix &mix)
{
  if (comm->me != 0) return;
  std::string text = fmt::format("Particle mix {}:{}\n", mix.id + FixParticleMix::id_of("").size(),
                                 FixParcels::label(lmp, " "));
  for (int n = 0; n < mix.mix().count(); n++) {
    const grist::MixComponent &component = mix.mix().components()[n];
    const int atoms = mix.most_atoms_of(n);
    text += fmt::format("  {:<12} {:.6g} of the mass, sizes up to {:.6g}, {} {}\n", component.name,
                        component.fraction, mix.mix().largest_size(n), atoms,
                        component.shapes[0].rock ? "blocks at most"
                            : atoms == 1         ? "atom each"
                                                 : "elements each");
  }
  utils::logmesg(lmp, text);
}
