/* Internal fix that keeps a mix of the command particle_mix, under the ID that id_of() gives: the
   command clear removes it.

   Insert/pack and insert/stream take particles from a mix: components of clusters (molecule
   templates), spheres and polyhedra. The mix of the core (particles/feed_mix.h) draws them; this fix
   knows what they are in LAMMPS.

   Its style begins with "deposit", because pair styles ask the fixes of such names for the largest
   radius that will come.
*/

#ifdef FIX_CLASS
// clang-format off
FixStyle(deposit/mix,FixParticleMix);
// clang-format on
#else

#ifndef LMP_FIX_PARTICLE_MIX_H
#define LMP_FIX_PARTICLE_MIX_H

#include "fix.h"
#include "styles/access/inserting_fixes.h"
#include "styles/particles/mix_keywords.h"

#include "particles/feed_mix.h"

#include <cassert>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace LAMMPS_NS {

inline constexpr char COMMAND_PARTICLE_MIX[] = "Command particle_mix";    // begins errors

class FixParticleMix : public Fix, public TemplateSource {
 public:
  // fix ID all deposit/mix NAME keywords, as behind the command particle_mix
  FixParticleMix(class LAMMPS *, int, char **);
  int setmask() override { return 0; }

  static std::string id_of(const std::string &name) { return "GRIST_MIX_" + name; }

  // An error of `user` if there is none of this name.
  static FixParticleMix *find(class LAMMPS *lmp, const std::string &user, const std::string &name);

  // Expires with the fix, which an input can remove.
  std::weak_ptr<const void> lifetime() const { return life; }

  const grist::FeedMix &mix() const
  {
    assert(drawn);
    return *drawn;
  }
  const MixSource &source(int component) const
  {
    assert(component >= 0 && component < static_cast<int>(sources.size()));
    return sources[component];
  }

  // Atoms, and bonds in LAMMPS' lists, that a particle is.
  int atoms_of(const grist::FeedParticle &particle) const
  {
    return atoms_of_shape(particle.component, drawn->shape(particle));
  }
  int bonds_of(int component) const;
  int most_atoms_of(int component) const;

  // Bits of the groups to which the atoms of a component are added. An error of `user` if one is no
  // more.
  int groups_of(int component, const std::string &user) const;

  // "radius": of the largest sphere of an atom type that can come. "groups": bits of the groups of
  // all components.
  void *extract(const char *, int &) override;

  double largest_scale(const class Molecule *) const override;

 private:
  const std::shared_ptr<const void> life = std::make_shared<char>();
  std::optional<grist::FeedMix> drawn;
  std::vector<MixSource> sources;
  double largest_of_type = 0.0;
  int all_groups = 0;

  double largest_radius(int type) const;
  int atoms_of_shape(int component, const grist::FeedShape &shape) const;
};

}    // namespace LAMMPS_NS

#endif
#endif
