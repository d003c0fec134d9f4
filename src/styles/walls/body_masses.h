/* The mass that counts in a contact of a sphere: that of its rigid body, if it is part of one (`fix
   rigid`).
*/

#ifndef GRIST_STYLES_BODY_MASSES_H
#define GRIST_STYLES_BODY_MASSES_H

#include "atom.h"
#include "common/preconditions.h"
#include "pointers.h"

#include <vector>

namespace LAMMPS_NS {

class BodyMasses : protected Pointers {
 public:
  explicit BodyMasses(class LAMMPS *lmp);

  void find_fix();    // at the start of a run
  void update();      // whenever atoms may have moved in memory

  // Mass of owned sphere i or of its rigid body.
  double mass(int i) const
  {
    assert(masses.empty() || i < static_cast<int>(masses.size()));
    return !masses.empty() && masses[i] > 0.0 ? masses[i] : atom->rmass[i];
  }
  double memory_usage() const { return static_cast<double>(masses.capacity() * sizeof(double)); }

 private:
  class Fix *rigid;              // or null
  std::vector<double> masses;    // of an atom's body, 0 for none; empty without rigid bodies
};

}    // namespace LAMMPS_NS

#endif
