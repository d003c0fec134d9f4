/* Makes the bodies of rigid clusters (rigid_bodies.h) from the atoms that bonds of a rigid type
   mark, and compares them with these atoms.
*/

#ifndef LMP_RIGID_MAKING_H
#define LMP_RIGID_MAKING_H

#include "common/space.h"
#include "rigid/rigid_elements.h"
#include "styles/rigid/rigid_bodies.h"
#include "styles/rigid/rigid_reach.h"

#include <string>
#include <vector>

namespace LAMMPS_NS {

class RigidMaking : protected Pointers {
 public:
  // `user` begins error texts.
  RigidMaking(LAMMPS *lmp, RigidBodies &bodies, RigidReach &reach, const std::string &user);

  // Elements that are new become bodies. Collective; after ghosts are known.
  void form_new(int groupbit);

  // A cluster whose owner is missing, or has not the number of elements that its body was made of;
  // 0 for none. Collective.
  tagint incomplete_cluster();

  // Whether elements are where attached bodies have them, and move so. Collective.
  bool elements_are_in_place() const;

 private:
  using Body = RigidBodies::Body;
  struct Count {    // a message through the owner
    int elements = 0;
    template <class Archive, class Of> static void transfer(Archive &archive, Of &count)
    {
      archive(count.elements);
    }
  };

  RigidBodies &bodies;
  OwnerMessages &messages;
  RigidReach &reach;
  std::string user;
  class AtomVecBondedCluster *avec;
  grist::RigidShapes shapes;

  bool has_rigid_bond(int i) const;
  std::vector<int> find_new() const;
  std::string problem_of(int i, int groupbit) const;
  void count_elements(const std::vector<int> &fresh);
  void count_one(int owner)
  {
    messages.write(owner, Count{messages.read<Count>(owner).elements + 1});
  }
  void make_bodies();
  double make_body(int owner, const std::vector<int> &candidates);
  bool is_cut_off(int i, const grist::Vector3d &from) const;
  void set_places(const std::vector<int> &fresh);
};

}    // namespace LAMMPS_NS

#endif
