/* The contacts of spheres with a wall, in blocks: evaluated together, and added in the order in
   which they were found.
*/

#ifndef GRIST_STYLES_SPHERE_WALL_BLOCKS_H
#define GRIST_STYLES_SPHERE_WALL_BLOCKS_H

#include "pointers.h"

#include "styles/walls/body_masses.h"
#include "styles/walls/wall_law.h"

#include "walls/contact_memory.h"
#include "walls/wall_surface.h"
#include "walls/wall_totals.h"

#include <vector>

namespace LAMMPS_NS {

// Is shown each contact of a step.
class WallTally {
 public:
  // Of atom i. `began`: in this step.
  virtual void tally(int i, const grist::MovingSphere &sphere, const grist::SurfaceContact &at,
                     const WallLaw::Force &contact, bool began) = 0;

 protected:
  ~WallTally() = default;
};

class SphereWallBlocks : protected Pointers {
 public:
  struct Wall {
    grist::WallSurface &surface;
    grist::ContactMemory &histories;
    const BodyMasses &masses;
    grist::WallTotals &totals;
    WallTally *tally;    // or null
  };

  explicit SphereWallBlocks(class LAMMPS *lmp) : Pointers(lmp) {}

  // Computes the contacts of the spheres of a wall list, and adds the forces to the atoms.
  void compute(const std::vector<int> &listed, SphereWallLaw &kernel, const Wall &of_wall);

 private:
  // A contact that waits: where its history is, and whether it began in this step.
  struct Waiting {
    int i, place;
    bool began;
  };
  const Wall *wall = nullptr;    // in compute()
  SphereWallLaw *law = nullptr;
  const std::vector<int> *list = nullptr;
  std::vector<grist::SurfaceContact> found;    // of all that wait for their forces
  std::vector<Waiting> waiting;
  int counted_last = -1;    // of the spheres that touch

  void prefetch_spheres(int first, int spheres) const;
  void gather_centers(int first, int count, grist::CenterBatch &centers) const;
  void collect_contacts(int first, int count);
  void await_forces(int i, const grist::SurfaceContact *contacts, int count);
  SphereWallLaw::BlockContact block_contact(size_t k);
  void drop_idle(size_t first);
  void evaluate_first(int most);
  void add_forces(size_t first, int count, const grist::WallBlock &block);
  void tally_lane(size_t n, int lane, const grist::WallBlock &block);
};

}    // namespace LAMMPS_NS

#endif
