// Times of the phases of a search.

#ifndef GRIST_SEARCH_STOPWATCH_H
#define GRIST_SEARCH_STOPWATCH_H

#include <chrono>

namespace grist {

class Stopwatch {
 public:
  // Seconds since the last call, or since the watch was made.
  double lap()
  {
    const auto now = Clock::now();
    const std::chrono::duration<double> spent = now - start;
    start = now;
    return spent.count();
  }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point start = Clock::now();
};

}    // namespace grist

#endif
