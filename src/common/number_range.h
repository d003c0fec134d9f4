// The values that a number of a user may have, and how an error says so.

#ifndef GRIST_COMMON_NUMBER_RANGE_H
#define GRIST_COMMON_NUMBER_RANGE_H

#include <cmath>

namespace grist {

struct NumberRange {
  bool (*allows)(double value);
  const char *expected;
};

namespace ranges {
constexpr NumberRange FINITE = {[](double v) { return std::isfinite(v); }, "must be finite"};
constexpr NumberRange POSITIVE = {[](double v) { return std::isfinite(v) && v > 0.0; },
                                  "must be positive"};
constexpr NumberRange NOT_NEGATIVE = {[](double v) { return std::isfinite(v) && v >= 0.0; },
                                      "must not be negative"};
constexpr NumberRange ZERO_TO_ONE = {[](double v) { return v >= 0.0 && v <= 1.0; },
                                     "must be 0 to 1"};
constexpr NumberRange ZERO_TO_BELOW_ONE = {[](double v) { return v >= 0.0 && v < 1.0; },
                                           "must be 0 to below 1"};
constexpr NumberRange ABOVE_ZERO_TO_ONE = {[](double v) { return v > 0.0 && v <= 1.0; },
                                           "must be above 0 and at most 1"};
constexpr NumberRange POISSON = {[](double v) { return v > -1.0 && v <= 0.5; },
                                 "must be above -1 and at most 0.5"};
}    // namespace ranges

}    // namespace grist

#endif
