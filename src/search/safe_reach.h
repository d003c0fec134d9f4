// How far to look for spheres that touch, so that rounding loses none.
//
// A pair is decided by rounded squares (is_pair() in pair_search.h). So a pair may be further apart
// than its reach by a few units in the last place; at any distance where both squares are too large
// for a double; and at any tiny distance where they are too small for one.

#ifndef GRIST_SEARCH_SAFE_REACH_H
#define GRIST_SEARCH_SAFE_REACH_H

#include <cassert>
#include <limits>

namespace grist {

static constexpr double REACH_ROUNDING = 1e-12;    // over the reach
static constexpr double UNDERFLOW_LENGTH =
    1e-150;    // has a square as good as zero, with much to spare
static constexpr double OVERFLOW_LENGTH = 1e150;    // one hardly longer has no finite square

inline double safe_reach(double reach)
{
  assert(reach >= 0.0);
  if (!(reach < OVERFLOW_LENGTH)) return std::numeric_limits<double>::infinity();
  return reach * (1.0 + REACH_ROUNDING) + UNDERFLOW_LENGTH;
}

}    // namespace grist

#endif
