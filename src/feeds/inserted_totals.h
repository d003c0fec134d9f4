// Mass and number of the particles that were inserted, by component of their mix. Masses are summed
// without rounding.

#ifndef GRIST_FEEDS_INSERTED_TOTALS_H
#define GRIST_FEEDS_INSERTED_TOTALS_H

#include "common/exact_sum.h"

#include <cassert>
#include <cstdint>
#include <vector>

namespace grist {

struct InsertedTotals {
  struct Total {
    ExactSum mass;
    std::int64_t number = 0;
  };
  std::vector<Total> of;    // each component

  // `component` -1: of all.
  double mass(int component) const
  {
    assert(component >= -1 && component < static_cast<int>(of.size()));
    ExactSum sum;
    for (std::size_t n = 0; n < of.size(); n++)
      if (component < 0 || n == static_cast<std::size_t>(component)) sum.add(of[n].mass);
    return sum.value();
  }
  std::int64_t number(int component) const
  {
    assert(component >= -1 && component < static_cast<int>(of.size()));
    std::int64_t sum = 0;
    for (std::size_t n = 0; n < of.size(); n++)
      if (component < 0 || n == static_cast<std::size_t>(component)) sum += of[n].number;
    return sum;
  }
};

}    // namespace grist

#endif
