#include "styles/feeds/outflow_file.h"
#include "styles/feeds/outflow_zone.h"

#include "feeds/outflow_settings.h"

#include "fmt/format.h"
#include "update.h"

#include <cassert>

using namespace LAMMPS_NS;

static std::string class_names(const std::string &what, const std::vector<double> &limits,
                               const std::string &dimension)
{
  std::string names;
  for (const double limit : limits) names += fmt::format(",{}_to_{:.6g}{}", what, limit, dimension);
  return names + fmt::format(",{}_above_{:.6g}{}", what, limits.back(), dimension);
}

static std::string header(const std::vector<double> &limits)
{
  std::string names =
      "step,time [time],component,number_out,clusters_out,fragments_out,spheres_out,bodies_out,"
      "elements_out,mass_out [mass],mass_rate [mass/time],mass_inside [mass]";
  if (!limits.empty())
    names += class_names("number", limits, "") + class_names("mass", limits, " [mass]");
  return names + "\n";
}

OutflowFile::OutflowFile(LAMMPS *lmp, const grist::OutflowSettings &settings,
                         const std::string &owner) :
    Pointers(lmp),
    report(lmp, FIX_OUTFLOW, {settings.file, settings.append, header(settings.sizes), owner})
{
}

void OutflowFile::write(const grist::OutflowTotals &totals, double time,
                        const std::vector<double> &rates, const std::vector<double> &inside)
{
  assert(rates.size() == static_cast<size_t>(totals.components()) + 1);
  assert(inside.size() == rates.size());
  if (!report.is_open()) return;
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
  report.write(rows);
}
