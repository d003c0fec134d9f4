/* Stress, work of friction and wear on the triangles of a mesh wall (walls/mesh_stress.h), summed
   over steps and ranks for one reader.
*/

#ifndef GRIST_STYLES_MESH_STRESS_SUMS_H
#define GRIST_STYLES_MESH_STRESS_SUMS_H

#include "pointers.h"

#include "walls/mesh_stress.h"
#include "walls/mesh_wall.h"

#include <vector>

namespace LAMMPS_NS {

class MeshStressSums : protected Pointers {
 public:
  MeshStressSums(class LAMMPS *lmp, const grist::TriangleMesh &mesh);

  void begin_step(double dt);

  // One contact of this step: force on the sphere and slip velocity (wall_surface.h), in space.
  void add(const grist::MeshWall &wall, const grist::WallContact &at, const grist::Vector3d &force,
           const grist::Vector3d &slip);

  // Volume worn at a contact (MeshStress::add_wear).
  void add_wear(int surface, int kind, double volume) { stress.add_wear(surface, kind, volume); }

  // The mesh with the means since the last call, complete on rank 0. Collective.
  grist::StressFrame take(const grist::MeshWall &wall, double time);

  // Totals of each triangle since the beginning: work, or work and worn volumes one after another;
  // complete on rank 0, empty on the others. Collective.
  std::vector<double> totals(bool with_wear);
  void set_totals(const std::vector<double> &given, bool with_wear);

  // Volume worn from all triangles since the beginning. Collective.
  double worn_volume(int kind);

 private:
  grist::MeshStress stress;    // of this rank, since the last take()
  double dt, duration;         // of this step; of the steps since the last take()
  std::vector<double>
      total;    // by triangle, the numbers of MeshStress that count since the beginning; on rank 0

  void collect_totals();
  std::vector<double> collect_sums();
};

}    // namespace LAMMPS_NS

#endif
