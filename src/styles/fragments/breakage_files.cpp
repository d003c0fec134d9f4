#include "styles/fragments/breakage_files.h"

#include "fragments/breakage_settings.h"
#include "styles/common/rank_vectors.h"

#include "comm.h"
#include "error.h"
#include "fmt/format.h"
#include "update.h"

using namespace LAMMPS_NS;

static constexpr const char *SIZES_HEADER = "step,time,size,passing\n";

BreakageFiles::BreakageFiles(LAMMPS *lmp, const grist::BreakageSettings &settings,
                             const std::string &owner, const FragmentSource::Headers &headers) :
    Pointers(lmp),
    events{settings.events_file, headers.events, {}, {}},
    fragments{settings.fragments_file, headers.fragments, {}, {}}, sizes{settings.sizes_file,
                                                                         SIZES_HEADER,
                                                                         {},
                                                                         {}}
{
  std::string problem;
  if (comm->me == 0) {
    for (File *file : all())
      if (problem.empty()) problem = open(*file, owner);
    for (File *file : all())
      if (problem.empty()) problem = begin(*file, settings.append);
  }
  problem = broadcast(problem, world);
  if (!problem.empty()) error->all(FLERR, "Fix breakage: {}", problem);
}

std::string BreakageFiles::open(File &file, const std::string &owner)
{
  if (file.name.empty()) return "";
  const std::string other = file.claim.claim(lmp, file.name, owner);
  if (!other.empty()) return fmt::format("file {} ({})", file.name, other);
  if (file.table.open(file.name)) return "";
  return fmt::format("cannot open file {}: {}", file.name, file.table.failure());
}

// An empty file gets its header.
std::string BreakageFiles::begin(File &file, bool append)
{
  if (!file.table.is_open()) return "";
  std::string problem;
  if (append)
    problem = remove_rows(file, end_of_whole_rows(file.name), "without an end");
  else if (!file.table.empty())
    problem = file.table.failure();
  if (problem.empty() && !file.table.has_rows() && !file.table.write(file.header))
    problem = file.table.failure();
  return problem.empty() ? "" : fmt::format("cannot write file {}: {}", file.name, problem);
}

// `what`: after the number of rows, for a warning.
std::string BreakageFiles::remove_rows(File &file, const TableEnd &end, const std::string &what)
{
  if (end.rows == 0) return "";
  if (!file.table.cut_off(end.bytes)) return file.table.failure();
  error->warning(FLERR, "Fix breakage: removed {} {} {} from the end of file {}", end.rows,
                 end.rows == 1 ? "row" : "rows", what, file.name);
  return "";
}

void BreakageFiles::continue_from(bigint step)
{
  for (File *file : all()) {
    if (!file->table.is_open()) continue;
    const std::string problem = remove_rows(*file, end_of_rows_until(file->name, step),
                                            fmt::format("of steps after {}", step));
    if (!problem.empty())
      error->one(FLERR, "Fix breakage: cannot shorten file {}: {}", file->name, problem);
  }
}

void BreakageFiles::write(File &file, const std::string &rows)
{
  if (file.table.is_open() && !file.table.write(rows))
    error->one(FLERR, "Fix breakage: cannot write file {}: {}", file.name, file.table.failure());
}

void BreakageFiles::write_sizes(const grist::SizeDistribution &distribution, double time)
{
  if (!sizes.table.is_open()) return;
  std::string rows;
  for (const auto &[size, fraction] : distribution.curve())
    rows += fmt::format("{},{:.9g},{:.9g},{:.12g}\n", update->ntimestep, time, size, fraction);
  write(sizes, rows);
}
