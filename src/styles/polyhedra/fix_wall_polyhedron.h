/* Plane walls for polyhedra and spheres of atom_style body polyhedron.

   A wall is the half space behind a plane, of infinite mass; all walls of a fix move together (walls/moving_planes.h). The
   contact law is that of pair_style polyhedron.
*/

#ifdef FIX_CLASS
// clang-format off
FixStyle(wall/polyhedron,FixWallPolyhedron);
// clang-format on
#else

#ifndef LMP_FIX_WALL_POLYHEDRON_H
#define LMP_FIX_WALL_POLYHEDRON_H

#include "fix.h"
#include "styles/common/energy_style.h"
#include "styles/common/motion_variables.h"
#include "styles/guard/run_limits.h"
#include "styles/polyhedra/polyhedron_bodies.h"

#include "contacts/overlap_contact.h"
#include "contacts/overlap_record.h"
#include "walls/moving_planes.h"
#include "walls/surface_motion.h"
#include "walls/wall_totals.h"

#include <array>
#include <memory>
#include <optional>
#include <vector>

namespace LAMMPS_NS {

class FixWallPolyhedron : public Fix, public GuardedStyle, public ContactStyle {
 public:
  FixWallPolyhedron(class LAMMPS *, int, char **);
  ~FixWallPolyhedron() override;
  void post_constructor() override;
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
  void add_limits(RunLimits &) override;
  grist::Recording::Subscription record_energy() override { return record.contacts.subscribe(); }
  void show_contacts(grist::ContactVisitor &visitor) const override { record.show(visitor); }
  grist::OverlapRecord *overlap_record() override { return &record; }

 private:
  grist::OverlapContactLaw law;
  grist::OverlapRecord record;
  grist::MovingPlanes walls;
  grist::StepClock clock;    // since the fix was made
  std::unique_ptr<MotionVariables> variables;
  std::optional<grist::Vector3d> about;    // reference point of the torque, if given
  PolyhedronBodies bodies;
  double **history;    // per atom, ContactHistory::SIZE numbers a wall
  int columns;
  std::vector<char> touching;         // of each owned atom: whether its history is other than zero
  std::vector<char> touched_walls;    // the same of each wall, atom by atom
  grist::SurfaceMotion surface_motion;
  grist::WallTotals totals;    // of this rank
  double energy;               // elastic, of this rank
  std::array<double, grist::WallTotals::NUMBERS> all_totals;
  double all_energy;
  bool summed;

  void read(int narg, char **arg);
  void read_surface(class InputWords &words);
  void update_after_rebuild();
  void move_walls(double dt);
  grist::Vector3d reference_point() const;
  bool touch(int i, int wall, double *kept, double dt);
  void sum_up();
};

}    // namespace LAMMPS_NS

#endif
#endif
