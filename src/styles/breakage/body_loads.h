// What the contacts of a step put into each body of this rank: the energy of loading, what their approach will add, and where the
// strongest contact is. Of a contact between two bodies that can break, each takes a half; walls and other bodies are taken as hard,
// and all goes into the body that can.

#ifndef LMP_BODY_LOADS_H
#define LMP_BODY_LOADS_H

#include "pointers.h"

#include "contacts/overlap_record.h"

#include <vector>

namespace LAMMPS_NS {

class BodyLoads : protected Pointers {
 public:
  struct Load {
    int contacts = 0;
    double energy = 0.0, approach = 0.0;
    const grist::OverlapRecord::Load *strongest = nullptr;    // contact; null if none has an energy
  };

  using Pointers::Pointers;

  // Pair styles and walls of the run keep loads from now on, or do not.
  void keep(bool now);

  // Of owned bodies that are touched and have the bit in their mask. An error if a contact is not of the hysteretic law.
  void gather(int groupbit, const std::string &user);

  const std::vector<int> &touched() const { return touched_bodies; }
  const Load &operator[](int i) const { return loads[i]; }

  // The centroid of the strongest contact of a body, relative to its position.
  grist::Vector3d strongest_contact(int i) const;

 private:
  std::vector<Load> loads;    // by owned atom
  std::vector<int> touched_bodies;

  void add(int i, const grist::OverlapRecord::Load &load, double share);
};

}    // namespace LAMMPS_NS

#endif
