/* Spheres whose radii change during a run (fix adapt, atom_style sphere 1).

   Pairwise lists hold spheres that are nearer than their radii and the skin at a rebuild, and are
   built again when a sphere has moved by half the skin. A sphere that grows uses up skin as one that
   moves does, so lists are built again when motion and growth together come near half the skin. The
   cutoffs of ghosts and cells are those of the largest radii at the start of a run: growth beyond
   these is limited to a quarter of the skin, and more is an error.
*/

#ifndef LMP_RADIUS_WATCH_H
#define LMP_RADIUS_WATCH_H

#include "pointers.h"

#include <array>
#include <string>
#include <vector>

namespace LAMMPS_NS {

// Whether radii, and masses, may change in the run that begins.
bool may_change_radii(class LAMMPS *lmp);

class RadiusWatch : protected Pointers {
 public:
  explicit RadiusWatch(class LAMMPS *lmp) : Pointers(lmp) {}

  // At the start of a run. `largest`: radii by type that the cutoffs are for; `user` begins error
  // texts.
  void init(const std::vector<double> &largest, const std::string &user);

  // Whether radii may change in this run.
  bool is_on() const { return varies; }

  // In each step with forces, while radii may change; whether lists must be built again in the next
  // step. Collective.
  bool lists_run_out();

 private:
  bool varies = false;
  std::string user;
  std::vector<double> largest;
  std::vector<std::array<double, 4>> listed;    // place and radius of owned spheres at a rebuild
};

}    // namespace LAMMPS_NS

#endif
