#include "styles/walls/mesh_drawing.h"

#include "common/space.h"
#include "styles/access/lammps_compat.h"

using namespace LAMMPS_NS;

int MeshDrawing::draw(const std::vector<const grist::MeshWall *> &walls, int *&kinds,
                      double **&shapes)
{
  int count = 0;
  for (const grist::MeshWall *wall : walls) count += wall->mesh().own_triangles();
  numbers.resize(static_cast<std::size_t>(count) * NUMBERS);
  rows.clear();
  drawn_kinds.assign(count, DRAWN_TRIANGLE);
  for (const grist::MeshWall *wall : walls) add(*wall);
  kinds = drawn_kinds.data();
  shapes = rows.data();
  return count;
}

void MeshDrawing::add(const grist::MeshWall &wall)
{
  for (int t = 0; t < wall.mesh().own_triangles(); t++) {
    const auto &triangle = wall.mesh().triangles()[t];
    double *row = numbers.data() + rows.size() * NUMBERS;
    rows.push_back(row);
    row[0] = 1.0;
    grist::copy_to(row + 1, wall.frame() * triangle.corner);
    grist::copy_to(row + 4, wall.frame() * (triangle.corner + triangle.side_b));
    grist::copy_to(row + 7, wall.frame() * (triangle.corner + triangle.side_c));
  }
}
