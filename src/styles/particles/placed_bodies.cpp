#include "styles/particles/placed_bodies.h"

#include "styles/access/rank_vectors.h"

#include <cassert>

using namespace LAMMPS_NS;

void PlacedBodies::set_shapes(const std::vector<grist::SolidForm> &solids)
{
  shapes.clear();
  for (const grist::SolidForm &solid : solids) shapes.push_back(body_form(solid));
}

void PlacedBodies::add(const grist::Assortment::Body &drawn, const grist::Vector3d &position,
                       const std::function<void(double *)> &remap)
{
  assert(drawn.shape < static_cast<int>(shapes.size()));
  grist::Quaterniond q = drawn.orientation;
  grist::Vector3d x = position;
  if (drawn.shape >= 0) shapes[drawn.shape].move_to_own(drawn.size, x, q);
  remap(x.data());
  bodies.push_back({{x[0], x[1], x[2]}, {q.w, q.x, q.y, q.z}, drawn.size, drawn.shape});
}

void PlacedBodies::share(MPI_Comm world)
{
  int count = static_cast<int>(shapes.size());
  MPI_Bcast(&count, 1, MPI_INT, 0, world);
  shapes.resize(count);
  for (grist::BodyForm &shape : shapes) {
    MPI_Bcast(&shape.parts, 1, MPI_INT, 0, world);
    MPI_Bcast(shape.own.position.data(), 3, MPI_DOUBLE, 0, world);
    MPI_Bcast(shape.own.rotation.data(), 9, MPI_DOUBLE, 0, world);
    broadcast(shape.numbers, world);
  }
  broadcast(bodies, world);
}
