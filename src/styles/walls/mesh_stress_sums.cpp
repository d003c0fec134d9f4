#include "styles/walls/mesh_stress_sums.h"

#include "comm.h"
#include "common/preconditions.h"
#include "common/space.h"

#include <algorithm>
#include <utility>

using namespace LAMMPS_NS;
using grist::MeshStress;
using grist::MeshWall;
using grist::Vector3d;
using grist::WallContact;

MeshStressSums::MeshStressSums(LAMMPS *lmp, const grist::TriangleMesh &mesh) :
    Pointers(lmp), stress(mesh), dt(0.0), duration(0.0)
{
  if (comm->me == 0)
    total.assign(static_cast<size_t>(mesh.own_triangles()) * MeshStress::TOTALS, 0.0);
}

void MeshStressSums::begin_step(double length)
{
  assert(length >= 0.0);
  dt = length;
  duration += dt;
}

void MeshStressSums::add(const MeshWall &wall, const WallContact &at, const Vector3d &force,
                         const Vector3d &slip)
{
  const grist::Matrix3d to_own = transposed(wall.frame().rotation);
  stress.add(at.surface, to_own * at.normal, to_own * force, to_own * slip, dt);
}

/* ---------------------------------------------------------------------- */

// Moves work and wear on this rank since the last call into the totals on rank 0.
void MeshStressSums::collect_totals()
{
  const size_t triangles = stress.sums().size() / MeshStress::NUMBERS;
  std::vector<double> here(triangles * MeshStress::TOTALS), all(here.size());
  for (size_t n = 0; n < triangles; n++)
    for (int k = 0; k < MeshStress::TOTALS; k++)
      std::swap(here[n * MeshStress::TOTALS + k],
                stress.sums()[n * MeshStress::NUMBERS + MeshStress::FIRST_TOTAL + k]);
  MPI_Reduce(here.data(), all.data(), static_cast<int>(here.size()), MPI_DOUBLE, MPI_SUM, 0, world);
  for (size_t n = 0; n < total.size(); n++) total[n] += all[n];
}

std::vector<double> MeshStressSums::totals(bool with_wear)
{
  collect_totals();
  if (with_wear) return total;
  std::vector<double> work;
  for (size_t n = 0; n < total.size(); n += MeshStress::TOTALS) work.push_back(total[n]);
  return work;
}

void MeshStressSums::set_totals(const std::vector<double> &given, bool with_wear)
{
  if (total.empty()) return;
  if (with_wear) {
    total = given;
    return;
  }
  for (size_t n = 0; n < given.size(); n++) total[n * MeshStress::TOTALS] = given[n];
}

double MeshStressSums::worn_volume(int kind)
{
  double here = 0.0, all = 0.0;
  for (size_t n = kind; n < stress.sums().size(); n += MeshStress::NUMBERS)
    here += stress.sums()[n];
  for (size_t n = kind - MeshStress::FIRST_TOTAL; n < total.size(); n += MeshStress::TOTALS)
    here += total[n];
  MPI_Allreduce(&here, &all, 1, MPI_DOUBLE, MPI_SUM, world);
  return all;
}

// The sums of all ranks since the last call, and the totals, on rank 0.
std::vector<double> MeshStressSums::collect_sums()
{
  collect_totals();
  std::vector<double> sums(stress.sums().size());
  MPI_Reduce(stress.sums().data(), sums.data(), static_cast<int>(sums.size()), MPI_DOUBLE, MPI_SUM,
             0, world);
  stress.clear();
  for (size_t n = 0; n < total.size() / MeshStress::TOTALS; n++)
    std::copy_n(total.data() + n * MeshStress::TOTALS, MeshStress::TOTALS,
                sums.data() + n * MeshStress::NUMBERS + MeshStress::FIRST_TOTAL);
  return sums;
}

grist::StressFrame MeshStressSums::take(const MeshWall &wall, double time)
{
  return {wall.mesh(), wall.frame(), collect_sums(), std::exchange(duration, 0.0), time};
}
