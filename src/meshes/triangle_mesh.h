// Triangle meshes as surfaces of any shape: which triangles meet at which edges and corners, and at
// which angles.
//
// Vocabulary:
//   feature    a triangle's inside, an edge or a corner, numbered in this order: triangles first
//   degenerate of no area, or with two corners in one: dropped and counted; so are copies of a
//              triangle, in any orientation. Corners are welded before (mesh_triangles.h)
//   fold       angle between the planes of two triangles at their edge: 0 flat, whichever way they
//              are oriented
//   patch      triangles connected by edges that are folded by less than a given angle, or by less
//              than 0.06 degrees: coplanar except for the rounding of files
//   image      a copy of a triangle that continues a mesh over the border of a periodic box. Its
//              features have the numbers of those that they are images of
//
// Input that is not a mesh is rejected with std::invalid_argument.

#ifndef GRIST_MESHES_TRIANGLE_MESH_H
#define GRIST_MESHES_TRIANGLE_MESH_H

#include "common/preconditions.h"
#include "common/space.h"
#include "meshes/mesh.h"

#include <array>
#include <vector>

namespace grist {

struct TriangleList;

class TriangleMesh {
 public:
  struct Triangle {
    Vector3d corner, side_b, side_c;    // first corner, and from it to the other two
    Vector3d normal;                    // unit vector, by the order of the corners
    double area;
    std::array<int, 3> corners;
    std::array<int, 3> edges;    // edge k from corner k to the next
    std::array<int, 3>
        neighbors;    // the other triangle at that edge; -1 where there is none or several
    int origin;       // the triangle that this is an image of, or itself
    int patch;
  };
  struct Edge {
    int from, to;        // corners
    int first, count;    // of its triangles
    Vector3d outward;    // sum of the normals of its triangles, not of unit length
    int number;          // that of its feature
  };
  struct Corner {
    Vector3d place;
    int first, count;
    Vector3d outward;    // sum of the normals, weighted by angle (Baerentzen and Aanaes 2005)
    int number;
    bool on_border;    // at an edge of one triangle
  };

  // Polygons are cut into triangles. Folds below `smooth` (radians) make patches.
  TriangleMesh(const Mesh &mesh, double smooth);

  // The same, continued by its images shifted by +-period along each axis with a period above 0, as
  // far as half a period beyond its extent. Edges and corners meet across the border.
  TriangleMesh(const Mesh &mesh, double smooth, const Vector3d &period);

  const std::vector<Triangle> &triangles() const { return faces; }    // images last
  const std::vector<Edge> &edges() const { return lines; }
  const std::vector<Corner> &corners() const { return points; }
  int own_triangles() const { return own; }    // without images
  int degenerate() const { return dropped; }
  int duplicates() const { return copies; }
  const AlignedBox &extent() const { return box; }    // without images

  // Triangles at an edge or a corner.
  const int *triangles_of(const Edge &edge) const { return at_edges.data() + edge.first; }
  const int *triangles_of(const Corner &corner) const { return at_corners.data() + corner.first; }

  // Own edges that do not lie between two triangles.
  int open_edges() const { return open; }

  // Features by their numbers. Of one that has images, those at the own triangles stand for all.
  int features() const { return static_cast<int>(feature_corners.size()); }
  bool share_corner(int feature_a, int feature_b) const;
  bool share_patch(int feature_a, int feature_b) const;
  bool is_on_patch(int feature, int patch) const;

  // Corners of the surface: a corner and its images are one.
  int surface_corners() const { return features() - first_corner; }
  int surface_corner(int corner) const
  {
    assert(is_number_of(corner, points.size()));
    return points[corner].number - first_corner;
  }

  // The corners of the surface become those of the file, shifted by these. What meets where stays;
  // patches follow the new folds. The extent keeps its length along periods. Returns the triangles
  // that have changed, ascending; most of the work is at them.
  std::vector<int> shift_corners(const std::vector<Vector3d> &shifts);

  const std::vector<int> &own_triangles_of(int feature) const
  {
    assert(is_number_of(feature, features()));
    return feature_triangles[feature];
  }

 private:
  std::vector<Triangle> faces;
  std::vector<Edge> lines;
  std::vector<Corner> points;
  std::vector<int> at_edges, at_corners;
  // Parallel to at_edges: which triangles of an edge it joins to a patch, by the first of them in
  // the row of the edge, as its place there.
  std::vector<int> joined, joined_before;
  std::vector<std::array<int, 3>>
      feature_corners;    // numbers of corners, -1 where there are fewer
  std::vector<std::vector<int>> feature_triangles;    // own ones
  AlignedBox box;
  int own, dropped, copies, open, first_corner = 0;
  double least_cosine;    // of a fold within a patch
  Vector3d period;
  std::vector<Vector3d> initial;    // places of corners before any shift

  void add_triangles(const TriangleList &list);
  void add_images();
  void set_sides(Triangle &t) const;
  void find_edges();
  void find_corners();
  void sum_normals(Edge &edge) const;
  void sum_normals(int corner);
  bool join_at(const Edge &edge);
  void find_patches();
  void set_extent();
  void number_features();
};

// Whether neighbors run along their common edge in opposite directions, everywhere.
bool is_oriented(const TriangleMesh &mesh);

}    // namespace grist

#endif
