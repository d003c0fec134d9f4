// How much of a stream of particles is due, and how often particles are inserted.

#ifndef GRIST_FEEDS_STREAM_SCHEDULE_H
#define GRIST_FEEDS_STREAM_SCHEDULE_H

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <optional>

namespace grist {

struct StreamSchedule {
  // The rate holds since this time, when so much mass was due.
  struct Change {
    double time, mass;
  };

  double rate = 0.0;                   // mass over time
  double start = 0.0;                  // time of the simulation
  std::optional<double> stop, most;    // a time, and a mass
  std::optional<Change> change;        // none: the rate holds since the start
  double lead = 0.0;    // as much is due now as by then without it, from the start on

  double due(double now) const
  {
    assert(rate >= 0.0 && lead >= 0.0);
    if (now >= start) now += lead;
    const Change since = change.value_or(Change{start, 0.0});
    const double end = stop ? std::min(now, *stop) : now;
    const double mass = since.mass + rate * std::max(0.0, end - since.time);
    return most ? std::min(mass, *most) : mass;
  }
  bool is_complete(double now) const
  {
    return (stop && now + lead >= *stop) || (most && due(now) >= *most);
  }

  // The rate was another one until now.
  void change_from(double rate_before, double now)
  {
    StreamSchedule before = *this;
    before.rate = rate_before;
    before.lead = 0.0;
    change = Change{std::max(now, start), before.due(now)};
  }

  // By a jump of the time.
  void move(double by)
  {
    start += by;
    if (stop) *stop += by;
    if (change) change->time += by;
  }
};

// Steps in which particles have left a space of this length; for the slowest, more than any run has.
inline std::int64_t steps_to_leave(double length, double speed, double dt)
{
  assert(length >= 0.0 && speed > 0.0 && dt > 0.0);
  constexpr double MOST = 1e15;
  return std::max<std::int64_t>(1, std::llround(std::min(MOST, std::ceil(length / (speed * dt)))));
}

}    // namespace grist

#endif
