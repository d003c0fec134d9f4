#include "styles/particles/placed_bodies.h"

#include "styles/access/rank_vectors.h"

#include <cassert>

using namespace LAMMPS_NS;

void PlacedBodies::set_shapes(const std::vector<grist::ConvexPolyhedron> &polyhedra)
{
  shapes.clear();
  for (const grist::ConvexPolyhedron &polyhedron : polyhedra) {
    std::vector<double> coordinates;
    for (const grist::Vector3d &vertex : polyhedron.vertices())
      coordinates.insert(coordinates.end(), vertex.data(), vertex.data() + 3);
    shapes.push_back(std::move(coordinates));
  }
}

void PlacedBodies::add(const grist::Assortment::Body &drawn, const double *position)
{
  assert(drawn.shape < static_cast<int>(shapes.size()));
  const grist::Quaterniond &q = drawn.orientation;
  bodies.push_back(
      {{position[0], position[1], position[2]}, {q.w, q.x, q.y, q.z}, drawn.size, drawn.shape});
}

void PlacedBodies::share(MPI_Comm world)
{
  int count = static_cast<int>(shapes.size());
  MPI_Bcast(&count, 1, MPI_INT, 0, world);
  shapes.resize(count);
  for (std::vector<double> &coordinates : shapes) broadcast(coordinates, world);
  broadcast(bodies, world);
}
