#include "styles/files/report_file.h"

#include "styles/access/rank_vectors.h"
#include "styles/access/run_checks.h"
#include "styles/files/output_columns.h"
#include "styles/parcels/fix_parcels.h"

#include "comm.h"
#include "error.h"
#include "fmt/format.h"
#include "update.h"

#include <cassert>

using namespace LAMMPS_NS;

ReportFile::ReportFile(LAMMPS *lmp, const std::string &user, const Request &request) :
    Pointers(lmp), user(user), name(request.name),
    header(FixParcels::head_line(lmp) + with_units(request.header, update->unit_style)),
    append(request.append)
{
  assert(request.header.empty() || request.header.back() == '\n');
  if (name.empty()) return;
  const std::string problem = broadcast(comm->me == 0 ? open(request.owner) : "", world);
  if (!problem.empty()) error->all(FLERR, "{}: {}", user, problem);
}

// These return why it failed, or nothing.
std::string ReportFile::open(const std::string &owner)
{
  assert(comm->me == 0);
  const std::string other = claim.claim(lmp, name, owner);
  if (!other.empty()) return fmt::format("file {} ({})", name, other);
  if (!table.open(name)) return fmt::format("cannot open file {}: {}", name, table.failure());
  return "";
}

void ReportFile::start()
{
  if (name.empty()) return;
  const std::string problem = broadcast(comm->me == 0 ? begin() : "", world);
  if (!problem.empty()) error->all(FLERR, "{}: {}", user, problem);
}

std::string ReportFile::begin()
{
  assert(comm->me == 0);
  const bool reruns = is_rerun(lmp);
  if (reruns && !is_of_rerun && table.has_rows())
    return fmt::format("rerun would write to file {} of a run (give another name, or no file)",
                       name);
  is_of_rerun = reruns;
  if (has_begun) return "";
  has_begun = true;
  std::string problem;
  if (append)
    problem = remove_rows(end_of_whole_rows(name), "without an end");
  else if (!table.empty())
    problem = table.failure();
  if (problem.empty() && append && last_kept >= 0)
    problem = remove_rows(end_of_rows_until(name, last_kept),
                          fmt::format("of steps after {}", last_kept));
  if (problem.empty() && !table.has_rows() && !table.write(header)) problem = table.failure();
  return problem.empty() ? "" : fmt::format("cannot write file {}: {}", name, problem);
}

// `what`: after the number of rows, for a warning.
std::string ReportFile::remove_rows(const TableEnd &end, const std::string &what)
{
  if (end.rows == 0) return "";
  if (!table.cut_off(end.bytes)) return table.failure();
  error->warning(FLERR, "{}: removed {} {} {} from the end of file {}", user, end.rows,
                 end.rows == 1 ? "row" : "rows", what, name);
  return "";
}

void ReportFile::write(const std::string &rows)
{
  assert(rows.empty() || rows.back() == '\n');
  if (!table.is_open() || rows.empty()) return;
  if (const std::string problem = has_begun ? "" : begin(); !problem.empty())
    error->one(FLERR, "{}: {}", user, problem);
  if (!table.write(rows))
    error->one(FLERR, "{}: cannot write file {}: {}", user, name, table.failure());
}
