#include "styles/output/shown_walls.h"

#include "styles/access/run_time.h"
#include "styles/access/styles_with.h"
#include "styles/walls/fix_wall_mesh.h"

#include "comm.h"
#include "modify.h"

#include <algorithm>
#include <utility>

using namespace LAMMPS_NS;
using grist::MeshStress;
using grist::TriangleStress;

// Sums of a wall go on from run to run for as long as its fix is the same.
void ShownWalls::connect()
{
  std::vector<Wall> before = std::exchange(walls, {});
  for (FixWallMesh *fix : fixes_with<FixWallMesh>(lmp)) {
    const auto known = std::find_if(before.begin(), before.end(), [&](const Wall &wall) {
      return wall.fix == fix && fix->records(wall.sums);
    });
    walls.push_back({fix, known == before.end() ? fix->record_stress() : known->sums});
  }
}

std::string ShownWalls::id(int n) const
{
  return walls[n].fix->id;
}

OutputPiece ShownWalls::wall(int n)
{
  const grist::MeshWall &wall = walls[n].fix->surface();
  grist::StressFrame frame = walls[n].sums->take(wall, run_time(update));
  const std::vector<double> since_begin = walls[n].fix->stress_totals();
  const grist::WearLaws &wear = walls[n].fix->wear_laws();
  OutputPiece piece;
  piece.kind = PieceKind::TRIANGLES;
  if (comm->me > 0) return piece;

  const int count = wall.mesh().own_triangles();
  const grist::OwnCorners own(wall.mesh());
  for (const int c : own.corners) piece.add_point(wall.frame() * wall.mesh().corners()[c].place);
  std::vector<double> pressure, shear, shear_vector, work, archard, finnie;
  for (int t = 0; t < count; t++) {
    for (const int c : wall.mesh().triangles()[t].corners) piece.cells.push_back(own.numbers[c]);
    if (!since_begin.empty())
      std::copy_n(since_begin.data() + static_cast<size_t>(t) * MeshStress::TOTALS,
                  MeshStress::TOTALS,
                  frame.sums.data() + static_cast<size_t>(t) * MeshStress::NUMBERS +
                      MeshStress::FIRST_TOTAL);
    const TriangleStress stress = stress_of(frame, t);
    pressure.push_back(stress.pressure);
    shear.push_back(norm(stress.shear));
    shear_vector.insert(shear_vector.end(), stress.shear.data(), stress.shear.data() + 3);
    work.push_back(stress.work);
    archard.push_back(stress.archard);
    finnie.push_back(stress.finnie);
  }
  piece.cell_count = count;
  piece.add_reals("pressure") = std::move(pressure);
  piece.add_reals("shear") = std::move(shear);
  piece.add_reals("shear_vector", 3) = std::move(shear_vector);
  piece.add_reals("sliding_work") = std::move(work);
  if (wear.archard.coefficient > 0.0) piece.add_reals("wear_archard") = std::move(archard);
  if (wear.finnie.flow_stress > 0.0) piece.add_reals("wear_finnie") = std::move(finnie);
  return piece;
}
