// Stress and wear of the triangles of a mesh, summed over contacts and steps, and the file that shows them.
//
// Vocabulary:
//   pressure   force along the normal of a contact over the area of the triangle, positive where spheres press
//   shear      force of the spheres along the surface over the area, as a vector that turns with the mesh
//   work       of friction: shear force of the wall on a sphere times the slip against it, over the area, since the
//              start. What a tangential spring stores for a while is in it
//
// A contact at an edge or a corner is shared evenly by the triangles there. Pressure and shear are means over the steps
// since the last clear().

#ifndef GRIST_WALLS_MESH_STRESS_H
#define GRIST_WALLS_MESH_STRESS_H

#include "meshes/triangle_mesh.h"

#include <iosfwd>
#include <vector>

namespace grist {

class MeshStress {
 public:
  // Numbers of a triangle in sums(): impulse along the normal, along the surface (x, y, z), work of friction.
  enum { NORMAL = 0, SHEAR = 1, WORK = 4, NUMBERS = 5 };

  explicit MeshStress(const TriangleMesh &mesh);

  // One contact during a step of length dt. `force` that on the sphere, `slip` the velocity of the sphere's surface
  // against the wall; vectors in the frame of the mesh.
  void add(int feature, const Vector3d &normal, const Vector3d &force, const Vector3d &slip,
           double dt);

  // By triangle; integrals over time of forces, and work. To be added up over ranks.
  std::vector<double> &sums() { return collected; }
  const std::vector<double> &sums() const { return collected; }
  void clear();

 private:
  const TriangleMesh &mesh;
  std::vector<double> collected;
};

// What is shown of a mesh at one time.
struct StressFrame {
  const TriangleMesh &mesh;
  Eigen::Isometry3d frame;     // from the frame of the mesh to space
  std::vector<double> sums;    // as MeshStress::sums(), WORK since the start
  double duration;             // of the other sums
  double time;
};

// Legacy VTK: polygons with pressure, shear (magnitude), shear_vector and sliding_work, by triangle.
void write_vtk(std::ostream &out, const StressFrame &frame);

}    // namespace grist

#endif
