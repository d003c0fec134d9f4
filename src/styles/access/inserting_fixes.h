/* Fixes that insert particles during a run: the ids that they have given, and the sizes that are still
   to come, which the reach of pair styles and of ghosts includes from the start.
*/

#ifndef LMP_INSERTING_FIXES_H
#define LMP_INSERTING_FIXES_H

#include "lmptype.h"

#include <vector>

namespace LAMMPS_NS {

struct HighestIds {
  tagint atom = 0, molecule = 0;
};

// A fix that gives ids to new atoms and clusters. Ids of removed ones are not given again, whichever
// fix gave them.
class IdSource {
 public:
  virtual HighestIds highest_given() const = 0;    // so far, the same on all ranks

 protected:
  ~IdSource() = default;    // deleted as a fix
};

// The maximum over all such fixes.
HighestIds highest_given(const class LAMMPS *lmp);

// A fix that inserts clusters of molecule templates, scaled to other sizes than the template has.
class TemplateSource {
 public:
  // Size of the largest cluster of the template over that of the template; 0: it is not used.
  virtual double largest_scale(const class Molecule *) const = 0;

 protected:
  ~TemplateSource() = default;    // deleted as a fix
};

// The maximum over all fixes that may insert clusters of the template, 0 if none does. Fixes of
// LAMMPS insert them at their own size.
double largest_inserted_scale(class LAMMPS *lmp, const class Molecule *);

// The largest radius of each atom type; entry 0 is not used. They include particles that fix pour,
// fix deposit and particle_mix will insert. Collective.
std::vector<double> largest_radii(class LAMMPS *lmp);

}    // namespace LAMMPS_NS

#endif
