// A triangle mesh as plates: few convex polygons in place of many triangles, and which space
// belongs to each.
//
// Vocabulary:
//   region    coplanar triangles that are connected by edges of two triangles, run along in
//             opposite directions (flat_regions.h). It has one plane
//   plate     a convex polygon. A region that is convex is one plate, whatever the number of its
//             triangles; another one is cut (convex_parts.h). The cuts depend on the outline of the
//             region, not on its triangles
//   crease    an edge of two triangles that belong to different regions
//   side      a half space through an edge of a plate: at a crease the bisector plane of both
//             regions, which contains the edge and passes between them; at cuts, borders and edges
//             of three triangles the plane across the plate
//   cell      what is behind a plate and inside all its sides. It does not depend on any body
//   sheet     regions that are connected by creases. Which of its sides is its front is the same
//             for all of them
//   facing    1: solid is behind the plate, its normal points out of it; -1: the other way round.
//             Sides are the same
//   coupling  how far two plates act on a body as one: 1 if they touch and bound one convex solid,
//             or are coplanar; 0 if they are apart: of one plane without touching each other, as
//             the tops of rails, of steps with one normal, or of different sheets with different
//             normals; otherwise the cosine of the angle between their normals, if it is positive
//
// Two plates that do not share an edge have a common side as well where they meet at a corner whose
// creases are all convex or all hollow: so cells divide the solid exactly at such corners, whatever
// the number of plates. So have opposite faces of a thin solid (dividing_side).
//
// All in the frame of the mesh. A plate whose triangles are images (triangle_mesh.h) has the number
// of the plate that it is an image of.

#ifndef GRIST_MESHES_MESH_PLATES_H
#define GRIST_MESHES_MESH_PLATES_H

#include "geometry/half_space.h"
#include "meshes/convex_parts.h"
#include "meshes/flat_regions.h"
#include "meshes/triangle_mesh.h"
#include "meshes/triangle_tree.h"

#include <memory>
#include <optional>
#include <vector>

namespace grist {

class MeshPlates {
 public:
  struct Plate {
    HalfSpace plane;    // by the order of the corners of its triangles
    int number;         // that of its original, for images
    int region, sheet;
    int front;    // 1 if its normal points to the front of its sheet, -1 if to the back
    int first_corner,
        corner_count;    // a convex polygon, counter-clockwise seen from the end of the normal
    int first_side, side_count;
  };
  struct Side {
    HalfSpace half_space;
    int beyond;    // region on the other side of a crease, -1 if none
  };

  explicit MeshPlates(const TriangleMesh &mesh);
  MeshPlates(const MeshPlates &) = delete;

  // Length below which places are one.
  double tolerance() const { return within; }

  int count() const { return static_cast<int>(all.size()); }
  const Plate &operator[](int plate) const { return all[plate]; }
  const Vector3d *corners(int plate) const { return points.data() + all[plate].first_corner; }
  const Side *sides(int plate) const { return walls.data() + all[plate].first_side; }

  // The own triangles of a plate's number. A triangle is of the plate that its centre is in.
  const std::vector<int> &own_triangles(int number) const { return own[number]; }

  // Between 0 and 1, symmetric; 1 if i and j are the same.
  double coupling(int i, int j, int facing_i = 1, int facing_j = 1) const;

  // The side of i against a plate j on the other side of a thin solid.
  std::optional<HalfSpace> dividing_side(int i, int j) const;

  // Plates that are nearer to x than the reach, with their distance, the nearest first.
  struct Near {
    double distance;
    int plate;
    Vector3d point;    // of the plate, nearest to x
  };
  void find_near(const Vector3d &x, double reach, std::vector<Near> &found) const;

  // The angle that a plate takes around one of its points: 2 pi inside, pi on an edge, less at a
  // corner. Sums of normals with these weights are pseudo-normals (Baerentzen and Aanaes 2005).
  double angle_at(int plate, const Vector3d &point, double tolerance) const;

 private:
  std::vector<Plate> all;
  std::vector<Vector3d> points;
  std::vector<Side> walls;
  std::vector<int> of_triangle;
  std::vector<std::vector<int>> own;    // by number
  std::vector<std::vector<int>>
      kept;    // by plate: corners of the mesh that are its own, ascending
  double within;
  std::vector<TriangleMesh::Triangle> fans;    // the plates cut into triangles
  std::vector<int> plate_of_fan;
  std::unique_ptr<TriangleTree> tree;
  mutable std::vector<TriangleTree::Near> near_fans;

  struct Build;
  std::vector<PolygonLoop> loops_of(Build &build, int region) const;
  void add_region(const Build &build, int region);
  void add_plate(const Build &build, int region, const PolygonLoop &part);
  void add_fan(int plate);
  void add_corner_sides(const TriangleMesh &mesh, const FlatRegions &flat);
  void assign_triangles(const TriangleMesh &mesh, const FlatRegions &flat);
  void number_images(const TriangleMesh &mesh);
  int nearest_plate(const Vector3d &x) const;
  bool touch(int i, int j) const;
  bool borders_on(int i, int region) const;
  bool is_within(int i, int j, double side) const;
  bool are_apart(int i, int j, int facing_i, int facing_j) const;
  std::optional<HalfSpace> bisector(int i, int j, double side) const;
};

}    // namespace grist

#endif
