// Contact search: which spheres are close enough to touch.
//
// One interface for every algorithm; brute_force.h is the oracle that all of them must agree with.
//
// Vocabulary:
//   pair     two spheres whose centres are at most Ra + Rb + skin apart (Eq. 9 of huang2020, with a
//            skin)
//   unit     spheres that belong together: the elements of a cluster or a fragment, or a single
//            sphere. Pairs inside a unit are reported on request only.
//   primary  the grid over units; secondary: the grid over the elements of two units (huang2020
//            section 3)
//
// Positions may lie anywhere; periodic images are spheres of their own that the caller adds. Any
// consistent length unit will do: nothing here depends on the size of a number, as long as the
// squares of lengths neither overflow nor vanish.

#ifndef GRIST_SEARCH_PAIR_SEARCH_H
#define GRIST_SEARCH_PAIR_SEARCH_H

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <string>
#include <vector>

namespace grist {

// Input of a search: views of the caller's arrays, not owned.
struct SphereView {
  int count = 0;
  const double *centers = nullptr;    // x y z of sphere 0, then of sphere 1, ...
  const double *radii = nullptr;
  const int *units = nullptr;    // unit of each sphere, 0 or more; negative: a unit of its own.
      // Null: every sphere is a unit of its own. The spheres of a unit need
      // neither follow each other nor lie close together, but are faster if so.
  double skin = 0.0;            // >= 0
  bool within_units = false;    // also report pairs inside a unit
  int owned = -1;    // pairs of two spheres from this one on may be left out; negative: no pair may

  const double *center(int i) const { return centers + 3 * static_cast<std::ptrdiff_t>(i); }
};

struct IndexPair {
  int a, b;    // a < b
};

inline IndexPair ordered_pair(int i, int j)
{
  assert(i != j);
  return {std::min(i, j), std::max(i, j)};
}

// Whether a search was possible. If ok() is false, no pair is reported.
struct SearchOutcome {
  enum Problem { NONE, CENTER_NOT_FINITE, RADIUS_NOT_FINITE, RADIUS_NEGATIVE, SKIN_INVALID };
  Problem problem = NONE;
  int sphere = -1;    // the first invalid one
  bool ok() const { return problem == NONE; }
  std::string text() const;    // one sentence, empty if ok
};

// Work and memory of the last search; values that do not apply to a search stay zero.
struct SearchReport {
  long units = 0;    // units that were made
  long levels = 0;
  double primary_cell = 0.0;      // edge of the coarsest grid's cells [length]
  double secondary_cell = 0.0;    // edge of the finest grid's cells [length]
  long unit_pairs = 0;            // pairs of units that were resolved further
  long distance_checks = 0;       // pairs of spheres whose distance was computed
  std::size_t memory =
      0;    // bytes that the algorithm keeps between searches, the pairs not counted
  double seconds_subdivision = 0.0;    // making bounding spheres, sorting into grids
  double seconds_resolution = 0.0;     // comparing
};

class PairSearch {
 public:
  virtual ~PairSearch() = default;

  // Replaces the contents of `pairs` by the pairs of `spheres`, each once, in an order that depends
  // on the input alone. Storage is reused from call to call.
  SearchOutcome find(const SphereView &spheres, std::vector<IndexPair> &pairs);

  const SearchReport &report() const { return last; }

 protected:
  // `spheres` is valid and has at least two spheres; `pairs` is empty.
  virtual void search(const SphereView &spheres, std::vector<IndexPair> &pairs) = 0;
  SearchReport last;
};

// The first fault of the input that makes a search impossible, if any.
SearchOutcome check(const SphereView &spheres);

// Whether spheres i and j make a pair. The one definition that all algorithms share, bit for bit:
// the squared distance is summed in the order x, y, z without fused operations where the compiler
// allows it.
inline bool is_pair(const SphereView &spheres, int i, int j)
{
  const double *a = spheres.center(i), *b = spheres.center(j);
  const double dx = a[0] - b[0], dy = a[1] - b[1], dz = a[2] - b[2];
  const double reach = spheres.radii[i] + spheres.radii[j] + spheres.skin;
  return dx * dx + dy * dy + dz * dz <= reach * reach;
}

// Whether a pair of these two is wanted at all: pairs inside a unit are left out unless asked for.
inline bool is_wanted(const SphereView &spheres, int i, int j)
{
  return spheres.within_units || !spheres.units || spheres.units[i] < 0 ||
      spheres.units[i] != spheres.units[j];
}

// The number of a sphere's unit, or a number of its own: a pair is wanted if its labels differ. A
// double, because it is compared next to coordinates, as many at a time.
inline double unit_label(const SphereView &spheres, int i)
{
  const bool in_unit = !spheres.within_units && spheres.units && spheres.units[i] >= 0;
  return in_unit ? spheres.units[i] : -1.0 - i;
}

}    // namespace grist

#endif
