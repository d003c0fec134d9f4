/* Plane walls for polyhedra and spheres of atom_style body polyhedron.

   A wall is the half space behind a plane, of infinite mass; the contact law is that of pair_style polyhedron.
*/

#ifdef FIX_CLASS
// clang-format off
FixStyle(wall/polyhedron,FixWallPolyhedron);
// clang-format on
#else

#ifndef LMP_FIX_WALL_POLYHEDRON_H
#define LMP_FIX_WALL_POLYHEDRON_H

#include "fix.h"
#include "styles/polyhedra/polyhedron_bodies.h"

#include "contacts/overlap_contact.h"
#include "contacts/overlap_record.h"
#include "geometry/plane_distances.h"
#include "walls/surface_motion.h"

#include <vector>

namespace LAMMPS_NS {

class FixWallPolyhedron : public Fix, public grist::OverlapRecorder {
 public:
  FixWallPolyhedron(class LAMMPS *, int, char **);
  ~FixWallPolyhedron() override;
  int setmask() override;
  void init() override;
  void setup(int) override;
  void post_force(int) override;
  double compute_scalar() override;
  double compute_vector(int) override;

  void grow_arrays(int) override;
  void copy_arrays(int, int, int) override;
  void set_arrays(int) override;
  int pack_exchange(int, double *) override;
  int unpack_exchange(int, double *) override;
  void write_restart(FILE *) override;
  void restart(char *) override;
  int pack_restart(int, double *) override;
  void unpack_restart(int, int) override;
  int size_restart(int) override;
  int maxsize_restart() override;
  double memory_usage() override;

 private:
  grist::OverlapContactLaw law;
  std::vector<grist::HalfSpace> walls;    // normals point into the domain
  PolyhedronBodies bodies;
  double **history;    // per atom, ContactHistory::SIZE numbers a wall
  int columns;
  std::vector<char> touching;         // of each owned atom: whether its history is other than zero
  grist::PlaneDistances distances;    // of one atom to each wall
  grist::SurfaceMotion surface_motion;
  enum { FORCE = 0, POWER = 3, ENERGY = 4, SUMS = 5 };    // on the walls; of the walls; elastic
  double sums[SUMS], all_sums[SUMS];
  bool summed;

  void read(int narg, char **arg);
  void read_surface(class InputWords &words);
  void update_after_rebuild();
  bool touch(int i, const grist::HalfSpace &wall, double *kept, double dt);
  void sum_up();
};

}    // namespace LAMMPS_NS

#endif
#endif
