// A triangle mesh that moves, as a wall (wall_surface.h).
//
// The list of spheres near the wall holds for each of them the triangles that it can meet while the list is in use, so
// that a step looks at these only.
//
// In a periodic box a sphere meets the image of the mesh that is nearest to it, by the middle of the mesh. Where the
// mesh is as long as the box, it is continued by its images (triangle_mesh.h) and has no end.

#ifndef GRIST_WALLS_MESH_WALL_H
#define GRIST_WALLS_MESH_WALL_H

#include "meshes/triangle_mesh.h"
#include "meshes/triangle_tree.h"
#include "walls/mesh_contacts.h"
#include "walls/rigid_motion.h"
#include "walls/wall_surface.h"

#include <vector>

namespace grist {

class MeshWall : public WallSurface {
 public:
  struct Settings {
    bool one_sided = false;
    double smooth = 0.0;    // folds and normals below this angle make one surface (radians)
  };

  MeshWall(TriangleMesh mesh, const Settings &settings, RigidMotion motion);
  MeshWall(const MeshWall &) = delete;

  const TriangleMesh &mesh() const { return triangles; }
  const Eigen::Isometry3d &frame() const { return motion.frame(); }

  // After any change, place() takes it over.
  RigidMotion motion;
  void place(double time);

  // What the torque is about, fixed in space. Without: center() of the motion.
  void set_reference(const Vector3d &point);

  // Edges of the periodic box, 0 for none.
  void set_periods(const Vector3d &edges) { periods = edges; }

  bool moves() const override { return motion.moves(); }
  void mark() override;
  double shift_since_mark(const AlignedBox3d &box) const override;
  bool is_near(const Vector3d &x, double reach) override;
  bool enlist(const Vector3d &x, double reach) override;
  void find_contacts(const Vector3d &x, double radius, std::vector<SurfaceContact> &found) override;
  void find_listed(int n, const Vector3d &x, double radius,
                   std::vector<SurfaceContact> &found) override;
  int kinship(int before, int now) const override;
  Vector3d reference_point() const override;

 private:
  // Triangles that a listed sphere may meet, of the image at `shift` from the sphere, and where it was then in the
  // frame of the mesh.
  struct Listed {
    int first, count;
    Vector3d shift, own;
  };
  TriangleMesh triangles;
  TriangleTree tree;
  MeshContacts contacts;
  Vector3d reference;
  bool has_reference;
  Vector3d periods;
  Eigen::Isometry3d to_own, marked_frame;
  std::vector<Listed> listed;
  std::vector<TriangleTree::Near> candidates, scratch;

  Vector3d shift_to_image(const Vector3d &x) const;
  void ask_ahead(int n, double radius) const;
  void report(const std::vector<MeshContact> &touched, const Vector3d &image,
              std::vector<SurfaceContact> &found) const;
};

}    // namespace grist

#endif
