#include "styles/progress/progress_line.h"

#include "fmt/format.h"

#include <cmath>
#include <map>

using namespace LAMMPS_NS;

static constexpr const char *GAP = "   ";

std::string LAMMPS_NS::duration_text(double seconds)
{
  if (seconds < 9.95) return fmt::format("{:.1f} s", seconds);
  const auto whole = static_cast<bigint>(std::llround(seconds));
  const bigint minutes = whole / 60, hours = minutes / 60, days = hours / 24;
  if (minutes == 0) return fmt::format("{} s", whole);
  if (hours == 0) return fmt::format("{} min {} s", minutes, whole % 60);
  if (days == 0) return fmt::format("{} h {} min", hours, minutes % 60);
  return fmt::format("{} d {} h", days, hours % 24);
}

std::string LAMMPS_NS::time_unit_of(const std::string &unit_style)
{
  static const std::map<std::string, std::string> UNITS = {
      {"si", "s"},     {"cgs", "s"},   {"real", "fs"}, {"electron", "fs"},
      {"metal", "ps"}, {"nano", "ns"}, {"micro", "us"}};
  const auto found = UNITS.find(unit_style);
  return found == UNITS.end() ? "" : " " + found->second;
}

static std::string rate_text(const ProgressReport &report)
{
  const std::string unit = report.minimizes ? "iterations/s" : "steps/s";
  if (!(report.rate > 0.0)) return "? " + unit;
  return fmt::format("{:.{}f} {}", report.rate, report.rate < 10.0 ? 2 : 0, unit);
}

static std::string left_text(const ProgressReport &report)
{
  const std::string time = duration_text(report.seconds);
  if (report.end == ProgressReport::COMPLETE) return "done in " + time;
  if (report.end == ProgressReport::EARLY) return "ended early after " + time;
  if (!(report.rate > 0.0)) return "time left unknown";
  return (report.minimizes ? "at most " : "") + time + " left";
}

std::string LAMMPS_NS::progress_line(const ProgressReport &report)
{
  std::string line = fmt::format("progress: {:5.1f} %", report.percent);
  line += report.minimizes ? std::string(" of the iterations")
                           : fmt::format("{}time {:.6g}{}", GAP, report.time, report.time_unit);
  line += GAP + rate_text(report) + GAP + left_text(report);
  line += fmt::format("{}{} particles", GAP, report.particles);
  if (report.has_bonds)
    line += fmt::format("{}{} bonds, {} broken", GAP, report.intact, report.broken);
  if (report.has_fragments)
    line += fmt::format("{}{} fragments ({} clusters)", GAP, report.fragments, report.clusters);
  return report.text.empty() ? line : line + GAP + report.text;
}
