#include "styles/walls/mesh_stress_files.h"

#include "styles/common/lammps_compat.h"
#include "styles/common/output_file.h"
#include "styles/common/rank_vectors.h"

#include "comm.h"
#include "error.h"
#include "fmt/format.h"
#include "update.h"

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <utility>

using namespace LAMMPS_NS;
using grist::MeshStress;
using grist::MeshWall;
using grist::SurfaceContact;
using grist::Vector3d;

static constexpr double ROUNDING_OF_TIMES = 1e-8;    // in a file series, of the time

MeshStressFiles::MeshStressFiles(LAMMPS *lmp, std::string user, const std::string &owner,
                                 const grist::TriangleMesh &mesh, std::string pattern) :
    Pointers(lmp),
    user(std::move(user)), pattern(std::move(pattern)), stress(mesh), dt(0.0), duration(0.0)
{
  std::string other;
  if (comm->me == 0) {
    work.assign(mesh.own_triangles(), 0.0);
    other = claim.claim(lmp, this->pattern, owner);
    if (other.empty()) remove_leftovers(this->pattern);
  }
  other = broadcast(other, world);
  if (!other.empty())
    error->all(FLERR, "{}: stress file {} ({} writes it already; give another name)", this->user,
               this->pattern, other);
}

void MeshStressFiles::begin_step(double length)
{
  dt = length;
  duration += dt;
}

void MeshStressFiles::add(const MeshWall &wall, const SurfaceContact &at, const Vector3d &force,
                          const Vector3d &slip)
{
  const Eigen::Matrix3d to_own = wall.frame().linear().transpose();
  stress.add(at.surface, to_own * at.normal, to_own * force, to_own * slip, dt);
}

/* ---------------------------------------------------------------------- */

// Moves the work on this rank since the last call into the total on rank 0.
void MeshStressFiles::collect_work()
{
  std::vector<double> here(stress.sums().size() / MeshStress::NUMBERS), all(here.size());
  for (std::size_t n = 0; n < here.size(); n++)
    std::swap(here[n], stress.sums()[n * MeshStress::NUMBERS + MeshStress::WORK]);
  MPI_Reduce(here.data(), all.data(), static_cast<int>(here.size()), MPI_DOUBLE, MPI_SUM, 0, world);
  for (std::size_t n = 0; n < work.size(); n++) work[n] += all[n];
}

const std::vector<double> &MeshStressFiles::total_work()
{
  collect_work();
  return work;
}

void MeshStressFiles::set_total_work(const std::vector<double> &given)
{
  if (!work.empty()) work = given;
}

// The sums of all ranks since the last file, and the total work, on rank 0.
std::vector<double> MeshStressFiles::collect_sums()
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

/* ---------------------------------------------------------------------- */

void MeshStressFiles::write(const MeshWall &wall, double time)
{
  std::vector<double> sums = collect_sums();
  if (comm->me == 0) {
    const std::string path = file_name(std::to_string(update->ntimestep));
    std::ostringstream polygons;
    grist::write_vtk(polygons, {wall.mesh(), wall.frame(), std::move(sums), duration, time});
    write_whole(path, polygons.str());
    add_to_series(platform::path_basename(path), time);
    write_whole(series_name(),
                "{\n  \"file-series-version\": \"1.0\",\n  \"files\": [" + series + "\n  ]\n}\n");
  }
  duration = 0.0;
}

void MeshStressFiles::add_to_series(const std::string &name, double time)
{
  series += fmt::format("{}\n    {{\"name\": \"{}\", \"time\": {:.9g}}}", series.empty() ? "" : ",",
                        name, time);
}

// The text behind `key`; empty where there is none.
static std::string text_after(const std::string &line, const std::string &key)
{
  const size_t at = line.find(key);
  return at == std::string::npos ? "" : line.substr(at + key.size());
}

// In the file each entry stands on a line of its own. Entries of files that are gone are left out.
void MeshStressFiles::continue_series(double until)
{
  if (comm->me != 0) return;
  std::ifstream in(series_name());
  for (std::string line; std::getline(in, line);) {
    std::string name = text_after(line, "\"name\": \"");
    name = name.substr(0, name.find('"'));
    const std::string number = text_after(line, "\"time\": ");
    if (name.empty() || number.empty()) continue;
    const double time = std::strtod(number.c_str(), nullptr);
    if (time <= until * (1.0 + ROUNDING_OF_TIMES) &&
        platform::file_is_readable(platform::path_join(platform::path_dirname(pattern), name)))
      add_to_series(name, time);
  }
}

std::string MeshStressFiles::file_name(const std::string &step) const
{
  return std::string(pattern).replace(pattern.find('*'), 1, step);
}

void MeshStressFiles::write_whole(const std::string &path, const std::string &text)
{
  OutputFile file;
  if (!file.open_for(path) || !file.write(text) || !file.rename_to(path))
    error->one(FLERR, "{}: cannot write {} ({})", user, path, file.failure());
}
