/* One line of progress, as text. */

#ifndef GRIST_PROGRESS_PROGRESS_LINE_H
#define GRIST_PROGRESS_PROGRESS_LINE_H

#include <cstdint>
#include <string>

namespace grist {

struct ProgressReport {
  enum End { RUNNING, COMPLETE, EARLY };
  End end = RUNNING;
  double percent = 0.0;
  bool minimizes = false;    // percent is of iterations; no time passes
  double time = 0.0;         // simulated
  std::string time_unit;
  double rate = 0.0;       // steps per second since the last line; 0: unknown
  double seconds = 0.0;    // left while running, otherwise since the start
  std::int64_t particles = 0;
  bool has_bonds = false, has_fragments = false;
  std::int64_t intact = 0, broken = 0, fragments = 0, clusters = 0;
  bool has_contacts = false;
  std::int64_t contacts = 0;
  double largest_overlap = 0.0;    // over a radius
  bool has_balance = false;
  double drift = 0.0;    // of the energy balance, over the energy that it is of
  std::string text;      // of the user
};

std::string progress_line(const ProgressReport &report);

// "0.4 s", "42 s", "3 min 20 s", "2 h 5 min", "3 d 4 h".
std::string duration_text(double seconds);

// The unit of time of a unit style; empty in lj units.
std::string time_unit_of(const std::string &unit_style);

}    // namespace grist

#endif
