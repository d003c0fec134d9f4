// Cells over a mesh, each of which remembers the triangles near it. For many questions at much the
// same places, as when the list of spheres near a wall is made again and again: a point is held
// against the few triangles of its cell, and the tree is asked once for each cell.

#ifndef GRIST_MESHES_TRIANGLE_CELLS_H
#define GRIST_MESHES_TRIANGLE_CELLS_H

#include "meshes/triangle_tree.h"

#include <vector>

namespace grist {

class TriangleCells {
 public:
  // The tree is that of the triangles. Both must stay.
  TriangleCells(const std::vector<TriangleMesh::Triangle> &triangles, const TriangleTree &tree) :
      triangles(triangles), tree(tree)
  {
  }

  // As TriangleTree::find_near().
  void find_near(const Vector3d &x, double reach, std::vector<TriangleTree::Near> &found);

  // After triangles have moved.
  void forget() { farthest = -1.0; }

 private:
  // Of the numbers. Where very many triangles are near a cell, the tree is quicker.
  struct Cell {
    static constexpr int UNKNOWN = -1, MANY = -2;
    int first = 0, count = UNKNOWN;
  };
  const std::vector<TriangleMesh::Triangle> &triangles;
  const TriangleTree &tree;
  double farthest = -1.0;    // reach that cells are made for
  double edge = 0.0;
  AlignedBox box;    // beyond it no triangle is within this reach
  int counts[3] = {0, 0, 0};
  std::vector<Cell> cells;
  std::vector<int> numbers;    // of triangles
  std::vector<TriangleTree::Near> near;

  void begin(double reach);
  const Cell &cell_at(const Vector3d &x);
};

}    // namespace grist

#endif
