#include "progress/progress_line.h"

#include "common/preconditions.h"

#include <cmath>
#include <cstdio>
#include <map>

namespace grist {

static constexpr const char *GAP = "   ";

static std::string printed(const char *format, double value)
{
  char text[400];
  std::snprintf(text, sizeof(text), format, value);
  return text;
}

// "<first><of first><second><of second>"
static std::string two(std::int64_t first, const char *of_first, std::int64_t second,
                       const char *of_second)
{
  return std::to_string(first) + of_first + std::to_string(second) + of_second;
}

std::string duration_text(double seconds)
{
  assert(seconds >= 0.0);
  if (seconds < 9.95) return printed("%.1f", seconds) + " s";
  const auto whole = static_cast<std::int64_t>(std::llround(seconds));
  const std::int64_t minutes = whole / 60, hours = minutes / 60, days = hours / 24;
  if (minutes == 0) return std::to_string(whole) + " s";
  if (hours == 0) return two(minutes, " min ", whole % 60, " s");
  if (days == 0) return two(hours, " h ", minutes % 60, " min");
  return two(days, " d ", hours % 24, " h");
}

std::string time_unit_of(const std::string &unit_style)
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
  return printed(report.rate < 10.0 ? "%.2f" : "%.0f", report.rate) + " " + unit;
}

static std::string left_text(const ProgressReport &report)
{
  const std::string time = duration_text(report.seconds);
  if (report.end == ProgressReport::COMPLETE) return "done in " + time;
  if (report.end == ProgressReport::EARLY) return "ended early after " + time;
  if (!(report.rate > 0.0)) return "time left unknown";
  return (report.minimizes ? "at most " : "") + time + " left";
}

std::string progress_line(const ProgressReport &report)
{
  std::string line = "progress: " + printed("%5.1f", report.percent) + " %";
  line += report.minimizes ? std::string(" of the iterations")
                           : GAP + ("time " + printed("%.6g", report.time)) + report.time_unit;
  line += GAP + rate_text(report) + GAP + left_text(report);
  line += GAP + std::to_string(report.particles) + " particles";
  if (report.has_bonds) line += GAP + two(report.intact, " bonds, ", report.broken, " broken");
  if (report.has_fragments)
    line += GAP + two(report.fragments, " fragments (", report.clusters, " clusters)");
  if (report.has_contacts) {
    line += GAP + std::to_string(report.contacts) + " contacts";
    if (report.contacts > 0)
      line += printed(", overlap up to %.2g %%", 100.0 * report.largest_overlap);
  }
  if (report.has_balance) line += GAP + printed("energy drift %.2g %%", 100.0 * report.drift);
  return report.text.empty() ? line : line + GAP + report.text;
}

}    // namespace grist
