// How much of a stream of particles is due, and how often particles are inserted.

#ifndef GRIST_FEEDS_STREAM_SCHEDULE_H
#define GRIST_FEEDS_STREAM_SCHEDULE_H

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>

namespace grist {

struct StreamSchedule {
  double rate = 0.0;                   // mass over time
  double start = 0.0;                  // time of the simulation
  std::optional<double> stop, most;    // a time, and a mass

  double due(double now) const
  {
    const double end = stop ? std::min(now, *stop) : now;
    const double mass = rate * std::max(0.0, end - start);
    return most ? std::min(mass, *most) : mass;
  }
  bool is_complete(double now) const
  {
    return (stop && now >= *stop) || (most && due(now) >= *most);
  }
};

// Steps in which particles have left a space of this length.
inline std::int64_t steps_to_leave(double length, double speed, double dt)
{
  return std::max<std::int64_t>(1, std::llround(std::ceil(length / (speed * dt))));
}

}    // namespace grist

#endif
