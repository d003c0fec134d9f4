// Whether remembering the pairs of units saves time, found out by trying.
//
// Units that keep their shape are searched once. Long chains in a melt change it between any two
// builds, so that all that is remembered of them is lost work. If most elements are in units that
// had deformed, in two builds that follow each other, units are left out of the next few builds,
// and then tried again: after a longer pause each time that they still deform.

#ifndef GRIST_SEARCH_UNIT_TRIAL_H
#define GRIST_SEARCH_UNIT_TRIAL_H

#include <algorithm>
#include <cassert>

namespace grist {

class UnitTrial {
 public:
  static constexpr int LEAST_PAUSE = 8, MOST_PAUSE = 128;    // in builds

  // To be called once a build: whether it should use units.
  bool use_units()
  {
    if (builds_left == 0) return true;
    builds_left--;
    return false;
  }

  // After a build with units: how many elements they have, and how many of them are in units that
  // had deformed.
  void judge(long elements, long deformed)
  {
    assert(deformed >= 0 && deformed <= elements);
    if (2 * deformed <= elements) {
      failures = pause = 0;
    } else if (++failures > 1) {
      builds_left = pause = std::clamp(2 * pause, LEAST_PAUSE, MOST_PAUSE);
    }
  }

 private:
  int failures = 0, pause = 0, builds_left = 0;
};

}    // namespace grist

#endif
