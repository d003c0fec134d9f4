#include "search/pair_search.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace grist {

// Spheres checked at a time: few enough that checking them again one by one costs nothing.
static constexpr int SPHERES_AT_ONCE = 512;

static bool is_finite(double value)
{
  return std::fabs(value) <= std::numeric_limits<double>::max();
}

static bool is_length(double value)
{
  return value >= 0.0 && value <= std::numeric_limits<double>::max();
}

// Without branches, so that it runs as fast as the memory.
static bool block_is_valid(const SphereView &spheres, int begin, int end)
{
  int faults = 0;
  const double *center = spheres.center(begin);
  for (int k = 0; k < 3 * (end - begin); k++) faults |= !is_finite(center[k]);
  for (int i = begin; i < end; i++) faults |= !is_length(spheres.radii[i]);
  return faults == 0;
}

static SearchOutcome check_sphere(const SphereView &spheres, int i)
{
  const double *center = spheres.center(i), radius = spheres.radii[i];
  if (!is_finite(center[0]) || !is_finite(center[1]) || !is_finite(center[2]))
    return {SearchOutcome::CENTER_NOT_FINITE, i};
  if (!is_finite(radius)) return {SearchOutcome::RADIUS_NOT_FINITE, i};
  if (radius < 0.0) return {SearchOutcome::RADIUS_NEGATIVE, i};
  return {};
}

SearchOutcome check(const SphereView &spheres)
{
  if (!is_length(spheres.skin)) return {SearchOutcome::SKIN_INVALID, -1};
  for (int begin = 0; begin < spheres.count; begin += SPHERES_AT_ONCE) {
    const int end = std::min(spheres.count - begin, SPHERES_AT_ONCE) + begin;
    if (block_is_valid(spheres, begin, end)) continue;
    for (int i = begin; i < end; i++) {
      const SearchOutcome outcome = check_sphere(spheres, i);
      if (!outcome.ok()) return outcome;
    }
  }
  return {};
}

std::string SearchOutcome::text() const
{
  const std::string which = " of sphere " + std::to_string(sphere);
  switch (problem) {
    case NONE: return "";
    case CENTER_NOT_FINITE: return "The centre" + which + " is not finite.";
    case RADIUS_NOT_FINITE: return "The radius" + which + " is not finite.";
    case RADIUS_NEGATIVE: return "The radius" + which + " is negative.";
    case SKIN_INVALID: return "The skin is not a finite number of at least 0.";
  }
  return "";
}

SearchOutcome PairSearch::find(const SphereView &spheres, std::vector<IndexPair> &pairs)
{
  pairs.clear();
  last = SearchReport();
  const SearchOutcome outcome = check(spheres);
  if (outcome.ok() && spheres.count >= 2) search(spheres, pairs);
  return outcome;
}

}    // namespace grist
