// A triangle mesh that moves, as a wall (wall_surface.h).
//
// For each sphere of the wall list the wall stores the triangles that the sphere can touch while
// the list is in use. A step tests these triangles only.
//
// In a periodic box a sphere touches the nearest image of the mesh. Nearest is measured to the
// middle of the mesh. Where the mesh is as long as the box, it is continued by its images
// (triangle_mesh.h) and has no end.

#ifndef GRIST_WALLS_MESH_WALL_H
#define GRIST_WALLS_MESH_WALL_H

#include "common/preconditions.h"
#include "common/space.h"
#include "meshes/mesh.h"
#include "meshes/triangle_cells.h"
#include "meshes/triangle_mesh.h"
#include "meshes/triangle_tree.h"
#include "walls/rigid_motion.h"
#include "walls/sphere_on_mesh.h"
#include "walls/wall_surface.h"

#include <array>
#include <vector>

namespace grist {

class MeshWall : public WallSurface {
 public:
  MeshWall(TriangleMesh mesh, bool one_sided, RigidMotion motion);
  MeshWall(const MeshWall &) = delete;

  const TriangleMesh &mesh() const { return triangles; }
  const Pose &frame() const { return motion.frame(); }

  // After a change of the motion, call place().
  RigidMotion motion;
  void place(double time);

  // The torque is about this point, which is fixed in space. Default: center() of the motion,
  // or else of the surface motion.
  void set_reference(const Vector3d &point);

  // The image of a point of the box that is nearest to the middle of the mesh.
  Vector3d image_of(const Vector3d &x) const { return x + shift_to_image(x); }

  // Vector from sphere n of the list to its image near the mesh.
  const Vector3d &image_shift(int n) const
  {
    assert(n >= 0 && n < static_cast<int>(listed.size()));
    return listed[n].shift;
  }

  // A contact of distance 0 at a place in space, with the velocity of the surface there; its
  // surface is 0. `place` of a sphere's or a body's image.
  WallContact contact_at(const Vector3d &place, const Vector3d &normal) const;

  // The own triangle that is nearest to a place in space.
  int nearest_triangle(const Vector3d &place) const
  {
    return triangles.triangles()[tree.nearest(to_own * place).triangle].origin;
  }

  // Shifts the corners of the surface (TriangleMesh::shift_corners). The list must be made again.
  std::vector<int> shift_corners(const std::vector<Vector3d> &shifts);
  const TriangleTree &triangle_tree() const { return tree; }

  // Edges of the periodic box, 0 for none.
  void set_periods(const Vector3d &edges)
  {
    assert(least_of(edges) >= 0.0);
    periods = edges;
  }

  bool moves() const override { return motion.moves(); }
  bool has_images() const override { return periods != Vector3d::zero(); }
  Vector3d center_velocity() const override { return motion.center_velocity(); }
  void begin_list() override;
  double shift_since_list(const AlignedBox &box) const override;
  std::uint64_t near(const CenterBatch &centers, int count) override;
  std::uint64_t list(const CenterBatch &centers, int count) override;
  void find(int first, const CenterBatch &centers, int count, WallContacts &found,
            int *counts) override;
  int continuation_rank(int before, int now) const override;
  Vector3d reference_point() const override;

 private:
  // The triangles that a listed sphere may touch (a range of `candidates`), the shift from the
  // sphere to its image near the mesh, and the place of that image in the frame of the mesh when
  // distances were last measured.
  struct Listed {
    int first, count;
    Vector3d shift, own;
  };
  TriangleMesh triangles;
  TriangleTree tree;
  TriangleCells cells;
  SphereOnMesh contacts;
  Vector3d reference;
  bool has_reference;
  Vector3d periods;
  Pose to_own, listed_frame;    // into the frame of the mesh; frame() at begin_list()
  std::vector<Listed> listed;
  std::vector<TriangleTree::Near> candidates, scratch;

  // Pairs of a triangle and a center that are tested together, and the result. `of_triangle`: its
  // numbers in memory.
  struct Tests {
    std::vector<int> triangle, center;
    std::vector<const double *> of_triangle;
    std::vector<NearPoint> point;

    void resize(int most);
  } tests;

  Vector3d shift_to_image(const Vector3d &x) const;
  void measure_again(int n, const Vector3d &own);
  CenterBatch images_of(int first, const CenterBatch &centers, int count) const;
  CenterBatch in_own_frame(const CenterBatch &images, int count) const;
  void collect_tests(int first, const CenterBatch &own, int count, int *begin);
  void find_tested(const CenterBatch &own, int count);
  void add_motion(WallContact &at, const Vector3d &place) const;
  void to_box_frame(const std::vector<MeshContact> &touched, const Vector3d &image,
                    const Vector3d &shift, WallContacts &found) const;
};

// A mesh that is as long as the periodic box is continued by its images: it has no end in that
// direction. Of a shorter mesh, spheres touch the nearest image. A mesh that is longer than the box
// is not repeated.
struct BoxEdges {
  Vector3d lengths;
  std::array<bool, 3> periodic;
};

// Whether the mesh has likely been written in other units of length than those of the box: it is
// far longer than the longest edge of the box, or far shorter than the shortest.
enum class MeshSize { FITS, TOO_LARGE, TOO_SMALL };
MeshSize compare_sizes(const AlignedBox &mesh, const AlignedBox &box);

// Edges of the box along which the mesh is continued by its images, 0 for none. The motion must
// keep the period.
Vector3d continued_edges(const AlignedBox &mesh, const BoxEdges &box, const RigidMotion &motion);

// Edges of the box along which spheres touch the nearest image of the mesh, 0 for none.
Vector3d image_edges(const AlignedBox &mesh, const BoxEdges &box);

// Whether the box still has the length along this axis with which the mesh is continued, within
// rounding.
bool keeps_edge(const Vector3d &continued, const BoxEdges &box, int axis);

}    // namespace grist

#endif
