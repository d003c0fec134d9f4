#include "styles/sensors/sensor_series.h"
#include "styles/sensors/sensor.h"

#include "styles/access/run_checks.h"
#include "styles/access/run_time.h"
#include "styles/files/output_file.h"

#include "comm.h"
#include "fmt/format.h"

using namespace LAMMPS_NS;

static std::string sentence(const std::string &problem)
{
  return problem.empty() ? "" : fmt::format("{}: {}", FIX_SENSOR, problem);
}

SensorSeries::SensorSeries(LAMMPS *lmp, const std::string &file, const std::string &owner) :
    Pointers(lmp), names(file), index(names)
{
  std::string problem;
  if (comm->me == 0) {
    const std::string other = claim.claim(lmp, file, owner);
    problem = other.empty() ? index.make_folder() : fmt::format("grid {} ({})", file, other);
  }
  end_if_any(lmp, sentence(problem));
}

void SensorSeries::add(const std::string &image)
{
  end_if_any(lmp, sentence(comm->me == 0 ? write(image) : ""));
}

std::string SensorSeries::write(const std::string &image)
{
  std::string problem;
  if (!has_begun) problem = last_kept >= 0 ? index.continue_from(last_kept) : index.begin();
  if (!problem.empty()) return problem;
  has_begun = true;
  const std::string piece = FrameNames::piece("sensor", update->ntimestep, 0, "vti");
  const std::string path = names.path(piece);
  OutputFile file;
  if (!file.open_for(path) || !file.write(image) || !file.rename_to(path))
    return fmt::format("cannot write {} ({})", path, file.failure());
  return index.add(update->ntimestep, run_time(update), {{"sensor", {piece}}});
}
