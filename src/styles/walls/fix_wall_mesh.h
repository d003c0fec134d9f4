/* Walls for spheres from triangle meshes that may move, with any contact model of fix wall/gran or that of
   pair_style hertz/mindlin.
*/

#ifdef FIX_CLASS
// clang-format off
FixStyle(wall/mesh,FixWallMesh);
// clang-format on
#else

#ifndef LMP_FIX_WALL_MESH_H
#define LMP_FIX_WALL_MESH_H

#include "styles/walls/mesh_wall_keywords.h"
#include "styles/walls/wall_contact_fix.h"

#include "walls/mesh_stress.h"
#include "walls/mesh_wall.h"
#include "walls/rigid_motion.h"

namespace LAMMPS_NS {

class FixWallMesh : public WallContactFix {
 public:
  FixWallMesh(class LAMMPS *, int, char **);
  int setmask() override;
  void init() override;
  void end_of_step() override;
  void write_restart(FILE *) override;
  void restart(char *) override;
  int image(int *&kinds, double **&shapes) override;

  const grist::MeshWall &surface() const { return *mesh_wall; }    // for tests

 private:
  // A motion that variables drive: indices of its variables, -1 for 0.
  struct Drive {
    int number;
    std::array<std::string, 4> names;
    std::array<int, 4> variables;
  };

  std::string file;
  grist::MeshWall *mesh_wall;    // owned by the base class
  std::vector<Drive> drives;
  grist::StepClock clock;    // since the fix was made
  bool continued[3];         // the mesh is as long as the periodic box
  double period_made[3];     // the box then

  std::unique_ptr<grist::MeshStress> stress;    // or null
  std::string stress_file;
  double stress_duration;            // time since the last file
  std::vector<double> total_work;    // by triangle, since the fix was made, on rank 0
  std::string stress_series;         // entries of the file series, on rank 0

  // For dump image: a color type and three corners of each triangle.
  static constexpr int SHAPE = 10;
  std::vector<double> picture;
  std::vector<double *> picture_rows;
  std::vector<int> picture_kinds;

  grist::TriangleMesh read_mesh(const MeshWallKeywords &given);
  grist::Vector3d find_continuation(const grist::Mesh &mesh, const grist::RigidMotion &motion);
  void report(const MeshWallKeywords &given);
  void update_periods();
  void move_wall() override;
  void drive(double dt);
  void tally(const grist::MovingSphere &sphere, const grist::SurfaceContact &at,
             const WallLaw::Force &contact) override;
  std::vector<double> gather_stress();
  void collect_work();
  void write_stress(std::vector<double> sums);
};

}    // namespace LAMMPS_NS

#endif
#endif
