// All contacts of a run with their forces, whichever style evaluates them: pairs of spheres, pairs
// of bodies, walls.

#ifndef LMP_PARTICLE_LOADS_H
#define LMP_PARTICLE_LOADS_H

#include "common/space.h"
#include "styles/access/styles_of_run.h"
#include "styles/interfaces/energy_style.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace LAMMPS_NS {

struct ContactLoad {
  int a, b;                        // atoms, b perhaps a ghost; b < 0: a wall
  int wall;                        // then its number, from 1 in the order of the fixes
  grist::Vector3d force;           // on a; b takes the opposite
  grist::Vector3d arm_a, arm_b;    // from the centres to the contact
  grist::Vector3d normal;          // from b, or the wall, to a
  double overlap;                  // of bodies the mean depth: volume over area
  bool beside_bond;
};

class ParticleLoads {
 public:
  using Visit = std::function<void(const ContactLoad &)>;
  using IsRead = std::function<bool()>;

  // Styles record their contacts from now on. `user` begins the error for styles that do not show
  // their contacts. `is_read`: whether for_each() will be called for this step.
  ParticleLoads(class LAMMPS *lmp, const std::string &user, IsRead is_read);

  // Contacts of this rank at the last evaluation. With newton off both ranks of a pair have it. An
  // error if a style of that evaluation has gone. Collective.
  void for_each(const Visit &visit) const;

 private:
  class LAMMPS *lmp;
  const std::string user;
  std::vector<NamedContacts> styles;
  StylesOfRun known;    // of these
  std::vector<grist::Subscription> records;

  // The loads of the pair style, taken when it evaluates the forces of a step that is asked for.
  class PairLoads;
  std::shared_ptr<PairLoads> of_pair;
};

}    // namespace LAMMPS_NS

#endif
