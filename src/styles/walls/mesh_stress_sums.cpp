#include "styles/walls/mesh_stress_sums.h"

#include "comm.h"

#include <utility>

using namespace LAMMPS_NS;
using grist::MeshStress;
using grist::MeshWall;
using grist::SurfaceContact;
using grist::Vector3d;

MeshStressSums::MeshStressSums(LAMMPS *lmp, const grist::TriangleMesh &mesh) :
    Pointers(lmp), stress(mesh), dt(0.0), duration(0.0)
{
  if (comm->me == 0) work.assign(mesh.own_triangles(), 0.0);
}

void MeshStressSums::begin_step(double length)
{
  dt = length;
  duration += dt;
}

void MeshStressSums::add(const MeshWall &wall, const SurfaceContact &at, const Vector3d &force,
                         const Vector3d &slip)
{
  const Eigen::Matrix3d to_own = wall.frame().linear().transpose();
  stress.add(at.surface, to_own * at.normal, to_own * force, to_own * slip, dt);
}

/* ---------------------------------------------------------------------- */

// Moves the work on this rank since the last call into the total on rank 0.
void MeshStressSums::collect_work()
{
  std::vector<double> here(stress.sums().size() / MeshStress::NUMBERS), all(here.size());
  for (std::size_t n = 0; n < here.size(); n++)
    std::swap(here[n], stress.sums()[n * MeshStress::NUMBERS + MeshStress::WORK]);
  MPI_Reduce(here.data(), all.data(), static_cast<int>(here.size()), MPI_DOUBLE, MPI_SUM, 0, world);
  for (std::size_t n = 0; n < work.size(); n++) work[n] += all[n];
}

const std::vector<double> &MeshStressSums::total_work()
{
  collect_work();
  return work;
}

void MeshStressSums::set_total_work(const std::vector<double> &given)
{
  if (!work.empty()) work = given;
}

// The sums of all ranks since the last call, and the total work, on rank 0.
std::vector<double> MeshStressSums::collect_sums()
{
  collect_work();
  std::vector<double> sums(stress.sums().size());
  MPI_Reduce(stress.sums().data(), sums.data(), static_cast<int>(sums.size()), MPI_DOUBLE, MPI_SUM,
             0, world);
  stress.clear();
  for (std::size_t n = 0; n < work.size(); n++)
    sums[n * MeshStress::NUMBERS + MeshStress::WORK] = work[n];
  return sums;
}

grist::StressFrame MeshStressSums::take(const MeshWall &wall, double time)
{
  return {wall.mesh(), wall.frame(), collect_sums(), std::exchange(duration, 0.0), time};
}
