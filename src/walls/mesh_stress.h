// Stress and work of friction on the triangles of a mesh, summed over contacts and steps.
//
// Vocabulary:
//   pressure   force along the normal of a contact, divided by the area of the triangle; positive
//              where spheres press
//   shear      force of the spheres along the surface, divided by the area; a vector in the frame
//              of the mesh
//   work       of friction since the start, divided by the area: shear force on a sphere times its
//              slip velocity, integrated over time. Energy that is stored in tangential springs is
//              included
//   wear       depth since the start: worn volume (wear.h) divided by the area
//
// A contact at an edge or a corner is shared evenly by the triangles there. Pressure and shear are
// means over the steps since the last clear().

#ifndef GRIST_WALLS_MESH_STRESS_H
#define GRIST_WALLS_MESH_STRESS_H

#include "common/space.h"
#include "meshes/triangle_mesh.h"

#include <iosfwd>
#include <vector>

namespace grist {

class MeshStress {
 public:
  // Numbers of a triangle in sums(): impulse along the normal, impulse along the surface (x, y, z),
  // work of friction, worn volumes.
  enum { NORMAL = 0, SHEAR = 1, WORK = 4, ARCHARD = 5, FINNIE = 6, NUMBERS = 7 };
  static constexpr int FIRST_TOTAL = WORK,
                       TOTALS = NUMBERS - FIRST_TOTAL;    // those that count since the start

  explicit MeshStress(const TriangleMesh &mesh);

  // One contact during a step of length dt: the force on the sphere and its slip velocity
  // (wall_surface.h). All vectors are in the frame of the mesh.
  void add(int feature, const Vector3d &normal, const Vector3d &force, const Vector3d &slip,
           double dt);

  // Volume worn at a contact, ARCHARD or FINNIE.
  void add_wear(int feature, int kind, double volume);

  // Integrals of forces over time, and work, by triangle. The sums of all ranks must be added.
  std::vector<double> &sums() { return collected; }
  const std::vector<double> &sums() const { return collected; }
  void clear() { std::fill(collected.begin(), collected.end(), 0.0); }

 private:
  const TriangleMesh &mesh;
  std::vector<double> collected;
};

// The stress on a mesh at one time, for a file.
struct StressFrame {
  const TriangleMesh &mesh;
  Pose frame;                  // from the frame of the mesh to space
  std::vector<double> sums;    // as MeshStress::sums(), from WORK on since the start
  double duration;             // that the other sums cover
  double time;
  bool has_archard = false, has_finnie = false;    // wear is shown
};

// Stress and wear of own triangle n.
struct TriangleStress {
  double pressure;
  Vector3d shear;    // in space
  double work, archard, finnie;
};
TriangleStress stress_of(const StressFrame &frame, int n);

// The corners of the own triangles of a mesh, in the order in which triangles name them first.
// Corners of images and of dropped triangles are left out.
struct OwnCorners {
  explicit OwnCorners(const TriangleMesh &mesh);

  std::vector<int> numbers;    // of a corner of the mesh, among these; -1 if it is none
  std::vector<int> corners;    // of the mesh
};

// Legacy VTK: polygons with pressure, shear (magnitude), shear_vector, sliding_work and depths of
// wear, by triangle.
void write_vtk(std::ostream &out, const StressFrame &frame);

}    // namespace grist

#endif
