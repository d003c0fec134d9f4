#include "styles/walls/mesh_stress_files.h"

#include "styles/access/lammps_compat.h"
#include "styles/access/rank_vectors.h"
#include "styles/files/output_file.h"

#include "common/file_text.h"

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
using grist::MeshWall;

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

/* ---------------------------------------------------------------------- */

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
