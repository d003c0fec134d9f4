/* Stress and work of friction on the triangles of a mesh wall (walls/mesh_stress.h), summed over steps and ranks for one reader. */

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
  void add(const grist::MeshWall &wall, const grist::SurfaceContact &at,
           const grist::Vector3d &force, const grist::Vector3d &slip);

  // The mesh with the means since the last call, complete on rank 0. Collective.
  grist::StressFrame take(const grist::MeshWall &wall, double time);

  // Work by triangle since the beginning; complete on rank 0, empty on the others. Collective.
  const std::vector<double> &total_work();
  void set_total_work(const std::vector<double> &given);

 private:
  grist::MeshStress stress;    // of this rank, since the last take()
  double dt, duration;         // of this step; of the steps since the last take()
  std::vector<double> work;    // see total_work()

  void collect_work();
  std::vector<double> collect_sums();
};

}    // namespace LAMMPS_NS

#endif
