/* Particles of a mix become atoms, each on the rank that owns its place, with bonds, velocities and
   everything that fixes keep of them.
*/

#ifndef LMP_PARTICLE_CREATION_H
#define LMP_PARTICLE_CREATION_H

#include "pointers.h"

#include "particles/assortment.h"
#include "styles/access/inserting_fixes.h"
#include "styles/blocks/rock_creation.h"
#include "styles/particles/body_creation.h"
#include "styles/particles/fix_particle_mix.h"

#include <memory>
#include <string>
#include <vector>

namespace LAMMPS_NS {

struct NewParticle {
  grist::FeedParticle drawn;
  grist::Vector3d position, velocity, omega;
  grist::Quaterniond orientation;    // body frame, or that of the template, to space
};

class ParticleCreation : protected Pointers {
 public:
  // New atoms are in the groups of `groupbit` and of their component; `user` begins errors.
  ParticleCreation(LAMMPS *lmp, const FixParticleMix &mix, int groupbit, const std::string &user);
  ~ParticleCreation() override;

  // The same particles on every rank. Ids follow their order from `highest` on, which grows.
  // Collective, at a step at which atoms migrate: ghosts are forgotten.
  void create(const std::vector<NewParticle> &particles, HighestIds &highest);

  // The mass of atom m of a particle, to the last bit.
  double atom_mass(const grist::FeedParticle &particle, int m) const;

 private:
  const FixParticleMix &mix;
  std::vector<int> groups;    // bits, by component
  std::string user;
  std::unique_ptr<BodyCreation> bodies;               // of atom_style body
  std::unique_ptr<RockCreation> rocks;                // of a mix with rocks of blocks
  std::vector<std::vector<grist::BodyForm>> forms;    // of each shape of each component

  void set_forms();
  void add(const NewParticle &particle, const HighestIds &highest, class AtomEditor &editor);
  void add_cluster(const NewParticle &particle, const HighestIds &highest, AtomEditor &editor);
  void add_rock(const NewParticle &particle, const HighestIds &highest, AtomEditor &editor);
  void add_sphere(const NewParticle &particle, const HighestIds &highest, AtomEditor &editor);
  void add_body(const NewParticle &particle, const HighestIds &highest, AtomEditor &editor);
};

}    // namespace LAMMPS_NS

#endif
