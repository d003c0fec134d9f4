// A tree of boxes over triangles: which of them are near a point. The cost follows the number found
// and the logarithm of the number of triangles, also where long and small triangles are mixed.
//
// Vocabulary:
//   slab    the space between two parallel planes that holds the triangles of a box. Where a fine
//           surface is nearly as far away everywhere, as that of a ball is from its middle, slabs
//           divide what boxes do not

#ifndef GRIST_MESHES_TRIANGLE_TREE_H
#define GRIST_MESHES_TRIANGLE_TREE_H

#include "meshes/triangle_mesh.h"

#include <functional>
#include <vector>

namespace grist {

// The nearest point of a triangle to x, and the feature it is on: 0 to 2 the edge from that corner
// to the next, 3 to 5 the corner, INSIDE (Ericson 2005, section 5.1.5).
struct TrianglePoint {
  static constexpr int CORNER = 3, INSIDE = 6;
  Vector3d point;
  int feature;
};
TrianglePoint nearest_point(const TriangleMesh::Triangle &triangle, const Vector3d &x);

// The normal at a feature of a triangle of this mesh, not of unit length. A point is outside if its
// way from the nearest point goes along this normal (Baerentzen and Aanaes 2005).
Vector3d normal_at(const TriangleMesh &mesh, const TriangleMesh::Triangle &triangle, int feature);

class TriangleTree {
 public:
  explicit TriangleTree(const std::vector<TriangleMesh::Triangle> &triangles);

  const AlignedBox &box() const { return nodes[0].box; }

  // Whether any triangle is nearer to x than the reach.
  bool any_near(const Vector3d &x, double reach) const;

  struct Near {
    double distance;
    int triangle;
  };
  // Replaces `found` by all triangles that are nearer to x than the reach, the nearest first.
  void find_near(const Vector3d &x, double reach, std::vector<Near> &found) const;

  // The nearest triangle, whatever its distance; of several the one of the smallest number.
  Near nearest(const Vector3d &x) const;

  // For many calls of nearest(): finds the slabs. The results are the same.
  void find_slabs();

  // After these triangles have moved a little. Slabs are dropped.
  void refit(const std::vector<int> &moved);

  // The first triangle that the way from a point meets, and the share of the way to there; {1, -1}
  // if there is none. Triangles that do not count are left out, and those along the way.
  struct Crossing {
    double share;
    int triangle;
  };
  Crossing first_crossing(const Vector3d &from, const Vector3d &way,
                          const std::function<bool(int)> &counts) const;

  // Adds a triangle that is nearer to x than the reach; sort_by_distance() orders those found, in
  // the same order on all ranks.
  static void add_if_near(const TriangleMesh::Triangle &triangle, int number, const Vector3d &x,
                          double reach, std::vector<Near> &found);
  static void sort_by_distance(Near *near, int count);

  // Distances of these triangles to x, and their order by them.
  void measure(const Vector3d &x, Near *near, int count) const;

 private:
  // Children follow each other; a leaf holds `count` of the numbers.
  struct Node {
    AlignedBox box;
    int first, count;    // of numbers, or first child and 0
  };
  struct Slab {
    Vector3d normal;    // unit vector, or zero where there is none
    double low, high;
  };
  const std::vector<TriangleMesh::Triangle> &triangles;
  std::vector<Node> nodes;
  std::vector<Slab> slabs;    // of the nodes, or none
  std::vector<int> numbers;

  void split(int node, const std::vector<AlignedBox> &boxes, std::vector<Vector3d> &centers);

  Slab slab_of(int first, int end) const;
  bool is_beyond(int node, const Vector3d &x, double limit, double rounding) const;

  // Calls see(triangle, squared distance) for each triangle that is near, until one returns true.
  template <class See> bool visit(const Vector3d &x, double reach, const See &see) const;
};

}    // namespace grist

#endif
