#include "styles/walls/mesh_stress_files.h"

#include "styles/common/lammps_compat.h"
#include "styles/common/output_file.h"
#include "styles/common/rank_vectors.h"

#include "comm.h"
#include "error.h"
#include "fmt/format.h"
#include "update.h"

#include <algorithm>
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
    total.assign(static_cast<size_t>(mesh.own_triangles()) * MeshStress::TOTALS, 0.0);
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

// Moves work and wear on this rank since the last call into the totals on rank 0.
void MeshStressFiles::collect_totals()
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

std::vector<double> MeshStressFiles::totals(bool with_wear)
{
  collect_totals();
  if (with_wear) return total;
  std::vector<double> work;
  for (size_t n = 0; n < total.size(); n += MeshStress::TOTALS) work.push_back(total[n]);
  return work;
}

void MeshStressFiles::set_totals(const std::vector<double> &given, bool with_wear)
{
  if (total.empty()) return;
  if (with_wear) {
    total = given;
    return;
  }
  for (size_t n = 0; n < given.size(); n++) total[n * MeshStress::TOTALS] = given[n];
}

void MeshStressFiles::show_wear(const grist::WearLaws &wear)
{
  shows_archard = wear.archard.coefficient > 0.0;
  shows_finnie = wear.finnie.flow_stress > 0.0;
}

double MeshStressFiles::worn_volume(int kind)
{
  double here = 0.0, all = 0.0;
  for (size_t n = kind; n < stress.sums().size(); n += MeshStress::NUMBERS)
    here += stress.sums()[n];
  for (size_t n = kind - MeshStress::FIRST_TOTAL; n < total.size(); n += MeshStress::TOTALS)
    here += total[n];
  MPI_Allreduce(&here, &all, 1, MPI_DOUBLE, MPI_SUM, world);
  return all;
}

// The sums of all ranks since the last file, and the totals, on rank 0.
std::vector<double> MeshStressFiles::collect_sums()
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

/* ---------------------------------------------------------------------- */

void MeshStressFiles::write(const MeshWall &wall, double time)
{
  std::vector<double> sums = collect_sums();
  if (comm->me == 0) {
    const std::string path = file_name(std::to_string(update->ntimestep));
    std::ostringstream polygons;
    grist::write_vtk(
        polygons,
        {wall.mesh(), wall.frame(), std::move(sums), duration, time, shows_archard, shows_finnie});
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
