// A sum of doubles without rounding errors: the same to the last bit in any order and any grouping,
// correctly rounded once at the end.
//
// Source: Shewchuk 1997 (Adaptive precision floating-point arithmetic), expansions that do not
// overlap; the last rounding as in Python's math.fsum. Needs arithmetic without excess precision
// and finite values.

#ifndef GRIST_COMMON_EXACT_SUM_H
#define GRIST_COMMON_EXACT_SUM_H

#include <vector>

namespace grist {

class ExactSum {
 public:
  void add(double value);
  void add(const ExactSum &other);
  double value() const;

  // A few numbers whose exact sum this is, for another rank to add.
  const std::vector<double> &parts() const { return partials; }
  template <class Archive> static void transfer(Archive &archive, ExactSum &sum)
  {
    auto &[all] = sum;
    archive(all);
  }

 private:
  std::vector<double> partials;    // magnitudes ascend, and their bits do not overlap
};

}    // namespace grist

#endif
