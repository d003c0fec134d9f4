#include "styles/walls/mesh_stress_files.h"

#include "comm.h"
#include "common/file_text.h"
#include "common/preconditions.h"
#include "common/space.h"
#include "error.h"
#include "fmt/format.h"
#include "styles/access/lammps_compat.h"
#include "styles/access/rank_vectors.h"
#include "styles/files/output_file.h"
#include "update.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sstream>
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

// Moves work and wear on this rank since the last call into the totals on rank 0.
const std::vector<double> &MeshStressSums::totals()
{
  const size_t triangles = stress.sums().size() / MeshStress::NUMBERS;
  std::vector<double> here(triangles * MeshStress::TOTALS), all(here.size());
  for (size_t n = 0; n < triangles; n++)
    for (int k = 0; k < MeshStress::TOTALS; k++)
      std::swap(here[n * MeshStress::TOTALS + k],
                stress.sums()[n * MeshStress::NUMBERS + MeshStress::FIRST_TOTAL + k]);
  MPI_Reduce(here.data(), all.data(), static_cast<int>(here.size()), MPI_DOUBLE, MPI_SUM, 0, world);
  for (size_t n = 0; n < total.size(); n++) total[n] += all[n];
  return total;
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
  totals();
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

MeshStressState MeshStressSums::state()
{
  MeshStressState found = {duration, collect_sums()};
  if (comm->me == 0) set_state(found);
  return found;
}

void MeshStressSums::set_state(const MeshStressState &given)
{
  assert(given.sums.size() == stress.sums().size());
  duration = given.duration;
  if (comm->me > 0) return;
  stress.sums() = given.sums;
  std::fill(total.begin(), total.end(), 0.0);
}

std::shared_ptr<MeshStressSums> MeshStressReaders::connect(LAMMPS *lmp,
                                                           const grist::TriangleMesh &mesh)
{
  readers.erase(std::remove_if(readers.begin(), readers.end(),
                               [](const auto &reader) { return reader.expired(); }),
                readers.end());
  auto sums = std::make_shared<MeshStressSums>(lmp, mesh);
  readers.push_back(sums);
  if (restored.empty()) return sums;
  sums->set_state(restored.front());
  restored.erase(restored.begin());
  return sums;
}

bool MeshStressReaders::has(const std::shared_ptr<MeshStressSums> &sums) const
{
  return std::any_of(readers.begin(), readers.end(),
                     [&](const auto &reader) { return reader.lock() == sums; });
}

void MeshStressReaders::begin_step(double dt)
{
  present.clear();
  for (const auto &reader : readers)
    if (auto sums = reader.lock()) present.push_back(std::move(sums));
  for (const auto &sums : present) sums->begin_step(dt);
}

std::vector<MeshStressState> MeshStressReaders::states() const
{
  std::vector<MeshStressState> found;
  for (const auto &reader : readers)
    if (auto sums = reader.lock()) found.push_back(sums->state());
  found.insert(found.end(), restored.begin(), restored.end());
  return found;
}

static constexpr double ROUNDING_OF_TIMES = 1e-8;    // in a file series, of the time

// Parts of an entry of a file series.
static const std::string BEFORE_NAME = "\"name\": \"", BEFORE_TIME = "\", \"time\": ";

MeshStressFiles::MeshStressFiles(LAMMPS *lmp, std::string user, const std::string &owner,
                                 const grist::TriangleMesh &mesh, std::string pattern) :
    MeshStressSums(lmp, mesh),
    user(std::move(user)), pattern(std::move(pattern))
{
  const std::string problem = broadcast(comm->me == 0 ? begin(owner) : "", world);
  if (!problem.empty())
    error->all(FLERR, "{}: stress file {} ({})", this->user, this->pattern, problem);
}

// Claims the files, and finds out whether they can be written. Returns why not, or nothing.
std::string MeshStressFiles::begin(const std::string &owner)
{
  const std::string other = claim.claim(lmp, pattern, owner);
  if (!other.empty()) return other;
  remove_leftovers(pattern);
  remove_leftovers(series_name());
  OutputFile trial;
  return trial.open_for(series_name()) ? "" : trial.failure();
}

void MeshStressFiles::show_wear(const grist::WearLaws &wear)
{
  shows_archard = wear.archard.coefficient > 0.0;
  shows_finnie = wear.finnie.flow_stress > 0.0;
}

void MeshStressFiles::check_steps() const
{
  if (update->ntimestep < last)
    error->all(FLERR,
               "{}: {} is written, and steps go on from {} (after reset_timestep: unfix the wall, "
               "and give its files another name)",
               user, file_name(std::to_string(last)), update->ntimestep);
}

void MeshStressFiles::write(const MeshWall &wall, double time)
{
  last = update->ntimestep;
  grist::StressFrame frame = take(wall, time);
  frame.has_archard = shows_archard;
  frame.has_finnie = shows_finnie;
  if (comm->me == 0) {
    const std::string path = file_name(std::to_string(update->ntimestep));
    std::ostringstream polygons;
    grist::write_vtk(polygons, frame);
    write_whole(path, polygons.str());
    add_to_series(platform::path_basename(path), time);
    write_whole(series_name(),
                "{\n  \"file-series-version\": \"1.0\",\n  \"files\": [" + series + "\n  ]\n}\n");
  }
}

void MeshStressFiles::add_to_series(const std::string &name, double time)
{
  series += fmt::format("{}\n    {{{}{}{}{:.9g}}}", series.empty() ? "" : ",", BEFORE_NAME,
                        grist::json_text(name), BEFORE_TIME, time);
}

// In the file each entry stands on a line of its own. Entries of files that are gone are left out.
void MeshStressFiles::continue_series(double until)
{
  if (comm->me != 0) return;
  std::ifstream in(series_name());
  for (std::string line; std::getline(in, line);) {
    const size_t begin = line.find(BEFORE_NAME), end = line.rfind(BEFORE_TIME);
    if (begin == std::string::npos || end == std::string::npos) continue;
    const size_t from = begin + BEFORE_NAME.size();
    const std::string name = grist::text_of_json(line.substr(from, end - from));
    const double time = std::strtod(line.c_str() + end + BEFORE_TIME.size(), nullptr);
    if (time <= until * (1.0 + ROUNDING_OF_TIMES) &&
        platform::file_is_readable(platform::path_join(platform::path_dirname(pattern), name)))
      add_to_series(name, time);
  }
}

void MeshStressFiles::write_whole(const std::string &path, const std::string &text)
{
  OutputFile file;
  if (!file.open_for(path) || !file.write(text) || !file.rename_to(path))
    error->one(FLERR, "{}: cannot write {} ({})", user, path, file.failure());
}
