#include "styles/walls/mesh_drawing.h"

#include "styles/common/lammps_compat.h"

using namespace LAMMPS_NS;

int MeshDrawing::draw(const grist::MeshWall &wall, int *&kinds, double **&shapes)
{
  const int count = wall.mesh().own_triangles();
  numbers.resize(static_cast<std::size_t>(count) * NUMBERS);
  rows.resize(count);
  drawn_kinds.assign(count, DRAWN_TRIANGLE);
  for (int t = 0; t < count; t++) {
    const auto &triangle = wall.mesh().triangles()[t];
    double *row = rows[t] = numbers.data() + static_cast<std::size_t>(t) * NUMBERS;
    row[0] = 1.0;
    Eigen::Map<Eigen::Matrix3d> corners(row + 1);
    corners.colwise() = triangle.corner;
    corners.col(1) += triangle.side_b;
    corners.col(2) += triangle.side_c;
    corners = (wall.frame() * corners.colwise().homogeneous()).eval();
  }
  kinds = drawn_kinds.data();
  shapes = rows.data();
  return count;
}
