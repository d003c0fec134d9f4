// Number and mass of what has left a run, by component and class of size. Masses are summed without
// rounding: they do not depend on the order in which units leave.
//
// Classes of size by limits d1 < d2 < ...: up to d1, above d1 up to d2, ..., above the last; a unit
// of the size of a limit passes it, as a sieve.

#ifndef GRIST_FEEDS_OUTFLOW_TOTALS_H
#define GRIST_FEEDS_OUTFLOW_TOTALS_H

#include "common/exact_sum.h"
#include "common/preconditions.h"
#include "feeds/outflow_units.h"

#include <array>
#include <cstdint>
#include <numeric>
#include <vector>

namespace grist {

// A unit counts for its main component, and in the class of its size; its elements add their masses
// to their own components.
struct OutflowTally {
  std::array<std::int64_t, OUTFLOW_KINDS> units{};
  std::int64_t elements = 0;
  ExactSum mass;
  std::vector<std::int64_t> class_units;
  std::vector<ExactSum> class_mass;

  std::int64_t all_units() const
  {
    return std::accumulate(units.begin(), units.end(), std::int64_t{0});
  }
};

class OutflowTotals {
 public:
  // Limits ascend; throws std::invalid_argument otherwise.
  OutflowTotals(int components, std::vector<double> limits);

  void add(const OutflowUnit &unit);

  int components() const { return static_cast<int>(tallies.size()) - 1; }
  const std::vector<double> &limits() const { return class_limits; }
  int classes() const { return static_cast<int>(class_limits.size()) + 1; }

  // `component`: from 1; 0: the sum of all.
  const OutflowTally &tally(int component) const
  {
    assert(is_number_of(component, tallies.size()));
    return tallies[component];
  }

  template <class Archive> static void transfer(Archive &archive, OutflowTotals &totals)
  {
    auto &[limits, of_all] = totals;
    archive(limits, of_all);
  }

 private:
  std::vector<double> class_limits;
  std::vector<OutflowTally> tallies;    // of all, then by component

  int class_of(double size) const;
};

}    // namespace grist

#endif
