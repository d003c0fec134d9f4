#include "styles/common/report_file.h"

#include "styles/common/rank_vectors.h"

#include "comm.h"
#include "error.h"
#include "fmt/format.h"

using namespace LAMMPS_NS;

ReportFile::ReportFile(LAMMPS *lmp, const std::string &user, const Request &request) :
    Pointers(lmp), user(user), name(request.name)
{
  if (name.empty()) return;
  const std::string problem = broadcast(comm->me == 0 ? open(request) : "", world);
  if (!problem.empty()) error->all(FLERR, "{}: {}", user, problem);
}

// These return why it failed, or nothing.
std::string ReportFile::open(const Request &request)
{
  const std::string other = claim.claim(lmp, name, request.owner);
  if (!other.empty()) return fmt::format("file {} ({})", name, other);
  if (!table.open(name)) return fmt::format("cannot open file {}: {}", name, table.failure());
  std::string problem;
  if (request.append)
    problem = remove_rows(end_of_whole_rows(name), "without an end");
  else if (!table.empty())
    problem = table.failure();
  if (problem.empty() && !table.has_rows() && !table.write(request.header))
    problem = table.failure();
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

void ReportFile::continue_from(bigint step)
{
  if (!table.is_open()) return;
  const std::string problem =
      remove_rows(end_of_rows_until(name, step), fmt::format("of steps after {}", step));
  if (!problem.empty()) error->one(FLERR, "{}: cannot shorten file {}: {}", user, name, problem);
}

void ReportFile::write(const std::string &rows)
{
  if (table.is_open() && !table.write(rows))
    error->one(FLERR, "{}: cannot write file {}: {}", user, name, table.failure());
}
