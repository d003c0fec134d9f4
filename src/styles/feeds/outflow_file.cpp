#include "styles/feeds/outflow_file.h"

#include "styles/common/rank_vectors.h"
#include "styles/feeds/outflow_settings.h"

#include "comm.h"
#include "error.h"
#include "fmt/format.h"
#include "update.h"

using namespace LAMMPS_NS;

static constexpr const char *USER = "Fix outflow";

static std::string class_names(const std::string &what, const std::vector<double> &limits)
{
  std::string names = fmt::format(",{}_to_{:.6g}", what, limits.front());
  for (size_t k = 1; k < limits.size(); k++) names += fmt::format(",{}_to_{:.6g}", what, limits[k]);
  return names + fmt::format(",{}_above_{:.6g}", what, limits.back());
}

static std::string header(const std::vector<double> &limits)
{
  std::string names =
      "step,time,component,number,clusters,fragments,spheres,bodies,elements,mass,rate,inside";
  if (!limits.empty()) names += class_names("number", limits) + class_names("mass", limits);
  return names + "\n";
}

OutflowFile::OutflowFile(LAMMPS *lmp, const OutflowSettings &settings, const std::string &owner) :
    Pointers(lmp), name(settings.file)
{
  if (name.empty()) return;
  const std::string problem = broadcast(comm->me == 0 ? open(settings, owner) : "", world);
  if (!problem.empty()) error->all(FLERR, "{}: {}", USER, problem);
}

// These return why it failed, or nothing.
std::string OutflowFile::open(const OutflowSettings &settings, const std::string &owner)
{
  const std::string other = claim.claim(lmp, name, owner);
  if (!other.empty())
    return fmt::format("file {} ({} writes it already; give another name)", name, other);
  if (!table.open(name)) return fmt::format("cannot open file {}: {}", name, table.failure());
  std::string problem;
  if (settings.append)
    problem = remove_rows(end_of_whole_rows(name), "without an end");
  else if (!table.empty())
    problem = table.failure();
  if (problem.empty() && !table.has_rows() && !table.write(header(settings.sizes)))
    problem = table.failure();
  return problem.empty() ? "" : fmt::format("cannot write file {}: {}", name, problem);
}

// `what`: after the number of rows, for a warning.
std::string OutflowFile::remove_rows(const TableEnd &end, const std::string &what)
{
  if (end.rows == 0) return "";
  if (!table.cut_off(end.bytes)) return table.failure();
  error->warning(FLERR, "{}: removed {} {} {} from the end of file {}", USER, end.rows,
                 end.rows == 1 ? "row" : "rows", what, name);
  return "";
}

void OutflowFile::continue_from(bigint step)
{
  if (!table.is_open()) return;
  const std::string problem =
      remove_rows(end_of_rows_until(name, step), fmt::format("of steps after {}", step));
  if (!problem.empty()) error->one(FLERR, "{}: cannot shorten file {}: {}", USER, name, problem);
}

void OutflowFile::write(const grist::OutflowTotals &totals, double time,
                        const std::vector<double> &rates, const std::vector<double> &inside)
{
  if (!table.is_open()) return;
  std::string rows;
  for (int c = 0; c <= totals.components(); c++) {
    if (c == 1 && totals.components() == 1) break;    // the same as all
    const grist::OutflowTally &tally = totals.tally(c);
    rows += fmt::format("{},{:.9g},{},{}", update->ntimestep, time,
                        c == 0 ? "all" : std::to_string(c), tally.all_units());
    for (const auto number : tally.units) rows += fmt::format(",{}", number);
    rows += fmt::format(",{},{:.17g},{:.9g},{:.17g}", tally.elements, tally.mass.value(), rates[c],
                        inside[c]);
    if (totals.classes() > 1) {
      for (const auto number : tally.class_units) rows += fmt::format(",{}", number);
      for (const auto &mass : tally.class_mass) rows += fmt::format(",{:.17g}", mass.value());
    }
    rows += "\n";
  }
  if (!table.write(rows))
    error->one(FLERR, "{}: cannot write file {}: {}", USER, name, table.failure());
}
