/* Walls for spheres from triangle meshes that may move, with any contact model of fix wall/gran or
   that of pair_style hertz/mindlin.
*/

#ifdef FIX_CLASS
// clang-format off
FixStyle(wall/mesh,FixWallMesh);
// clang-format on
#else

#ifndef LMP_FIX_WALL_MESH_H
#define LMP_FIX_WALL_MESH_H

#include "styles/commands/motion_variables.h"
#include "styles/walls/answering_wall.h"
#include "styles/walls/mesh_drawing.h"
#include "styles/walls/mesh_stress_files.h"
#include "styles/walls/mesh_wall_keywords.h"
#include "styles/walls/wall_clock.h"
#include "styles/walls/wall_deformation.h"

#include "meshes/mesh_cleaning.h"
#include "particles/mesh_containers.h"
#include "walls/mesh_wall.h"
#include "walls/rigid_motion.h"
#include "walls/wear.h"

#include <memory>
#include <string>
#include <vector>

namespace LAMMPS_NS {

class PolyhedraOnMesh;

class FixWallMesh : public AnsweringWall {
 public:
  FixWallMesh(class LAMMPS *, int, char **);
  int setmask() override;
  void init() override;
  int modify_param(int, char **) override;
  void setup(int) override;
  void end_of_step() override;
  void post_run() override { clock.keep(); }
  int image(int *&kinds, double **&shapes) override;
  void add_limits(RunLimits &) override;

  const grist::MeshWall &surface() const { return *mesh_wall; }

  // Sums for a reader of its own, from now on and for as long as the reader keeps them.
  std::shared_ptr<MeshStressSums> record_stress()
  {
    return stress_readers.connect(lmp, mesh_wall->mesh());
  }
  bool records(const std::shared_ptr<MeshStressSums> &sums) const
  {
    return stress_readers.has(sums);
  }

  // Totals of each triangle since the fix was made, through restarts (MeshStressSums::totals): with
  // the keyword stress, and on rank 0 only. Else empty. Collective.
  std::vector<double> stress_totals()
  {
    return stress_files ? stress_files->totals() : std::vector<double>();
  }
  const grist::WearLaws &wear_laws() const { return wear; }

 private:
  std::string file;
  grist::MeshReport cleaning;    // what was changed in the mesh of the file
  grist::Vector3d continued;     // edges of the box along which the mesh has no end, 0 for none
  WallClock clock;               // since the fix was made
  std::unique_ptr<MotionVariables> variables;
  std::unique_ptr<grist::ClosedMesh>
      solid;    // a closed mesh of one side, until spheres were compared with it
  std::unique_ptr<MeshStressFiles> stress_files;    // or null
  MeshStressReaders stress_readers;
  MeshDrawing drawing;
  bool draws_all = false;                          // by dump image
  std::unique_ptr<WallDeformation> deformation;    // or null
  PolyhedraOnMesh *plates = nullptr;               // of the base class, of polyhedra
  grist::WearLaws wear;                            // pressures in force per area

  void check_box() const;
  void check_rerun() const;
  grist::BoxEdges box_edges() const;
  grist::TriangleMesh read_mesh(const MeshWallKeywords &given);
  grist::Mesh read_clean(const MeshWallKeywords &given);
  void log_mesh(const MeshWallKeywords &given);
  double greatest_speed() const;
  void warn_of_place() const;
  void warn_of_side();
  void move_wall() override;
  void begin_stress(double dt);
  void take_law(std::unique_ptr<PolyhedronWallLaw> law, bool one_sided);
  int surface_at(int n, const grist::Vector3d &point, int) const override
  {
    return mesh_wall->nearest_triangle(point + mesh_wall->image_shift(n));
  }
  bool tallies() const override;
  void tally_contact(const SphereAtWall &contact, const WallLaw::Force &on, bool began) override;
  double compute_vector(int) override;
  void set_wear(const grist::WearLaws &given);
  void set_deformation(const MeshWallKeywords &given);
  std::vector<double> worn_volumes();
  void recede();
  double hit_volume(const grist::MovingSphere &sphere, const grist::WallContact &at) const;
  void transfer_state(grist::Archive &archive) override;
  void set_stress(const MeshStressState &own, std::vector<MeshStressState> of_readers);
};

}    // namespace LAMMPS_NS

#endif
#endif
