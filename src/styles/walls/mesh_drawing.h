/* The triangles of mesh walls for `dump image`, where they are now. */

#ifndef GRIST_STYLES_MESH_DRAWING_H
#define GRIST_STYLES_MESH_DRAWING_H

#include "walls/mesh_wall.h"

#include <vector>

namespace LAMMPS_NS {

class MeshDrawing {
 public:
  // For Fix::image(). Returns the number of triangles. The arrays are valid until the next call.
  int draw(const std::vector<const grist::MeshWall *> &walls, int *&kinds, double **&shapes);

 private:
  void add(const grist::MeshWall &wall);

  static constexpr int NUMBERS = 10;    // of a triangle: a color type and three corners
  std::vector<double> numbers;
  std::vector<double *> rows;
  std::vector<int> drawn_kinds;
};

}    // namespace LAMMPS_NS

#endif
