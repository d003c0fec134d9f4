// Pairs inside units, remembered for as long as a unit keeps its shape.
//
// Most pairs inside a cluster are bonded and stay bonded; a contact search among its elements would
// find the same pairs at each rebuild. So for each unit (local_units.h) the pairs that are close or
// may come close are kept, with the caller's decision on them (dropped, marked or ordinary), until
//
//   - an element, its radius or its bonds change, and with them the fingerprint of the unit; or
//   - the unit has deformed: the distance of an element from its place in a rigid motion of the
//     remembered shape exceeds half the margin of the candidates. The test is safe with any
//     rotation; a rotation by least squares avoids that units that only turn are searched again.
//
// Then this one unit is searched again. The pairs are exactly those of brute force at any time, up
// to a chance of 2^-64 that the fingerprint of a changed unit is the old one.
//
// Vocabulary:
//   shape      a unit as it was when it was searched: places of its elements about their centroid
//   candidate  a pair at most `reach + MARGIN` apart in the shape, unless the caller drops it
//   kind       the caller's decision on a pair

#ifndef GRIST_SEARCH_UNIT_PAIRS_H
#define GRIST_SEARCH_UNIT_PAIRS_H

#include "search/grid_hierarchy.h"
#include "search/grid_pairs.h"
#include "search/local_units.h"
#include "search/ordered_spheres.h"
#include "search/pair_search.h"
#include "search/sphere_block.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace grist {

struct UnitPair {
  int a, b;    // a < b
  int kind;
};

class UnitPairs {
 public:
  static constexpr int DROPPED = -1;

  // The kind of a pair a < b, a owned: DROPPED, or a number from 0 to 3 that is returned with the
  // pair. It may depend on nothing but the two spheres' fingerprints.
  using Kind = std::function<int(int a, int b)>;

  struct Input {
    SphereView spheres;    // its units are not used
    int owned;             // the first ones; pairs of two others are left out
    const LocalUnits *units;
    const std::uint64_t *fingerprints;    // of each sphere: its identity and its bonds, well mixed
    Kind kind;
    const int *rigid = nullptr;    // of each sphere, or null: not 0 in units that have no pairs
    const OrderedSpheres *ordered = nullptr;    // the same spheres by unit, or null
  };

  // `pairs` holds exactly the pairs inside units afterwards. Positions and radii must be finite.
  void find(const Input &input, std::vector<UnitPair> &pairs);

  // Forgets all shapes: to be called if kinds change for another reason.
  void forget();

  // Counts of the last find(): units that were searched again; elements of all units, and of those
  // that had deformed.
  long searched() const { return searched_units; }
  long elements() const { return all_elements; }
  long deformed() const { return deformed_elements; }
  std::size_t memory() const;

 private:
  struct Shape {
    std::int64_t cluster = 0;
    int count = 0, owned = 0;
    bool known = false;
    std::uint64_t fingerprint = 0;
    double rotation[9] = {1, 0, 0, 0, 1,
                          0, 0, 0, 1};    // from the shape to where it is now, row by row
    double allowed = 0.0;                 // square of the deviation that is allowed
    std::size_t places = 0;               // in `places`: x, y, z, each padded to whole blocks
    std::size_t first = 0, pairs = 0;     // in `candidates`
  };
  struct Candidate {
    std::uint32_t a, b : 30, kind : 2;    // numbers of elements in their unit
  };

  const Input *input = nullptr;
  const LocalUnits::Unit *unit = nullptr;    // the current one
  std::vector<Shape> shapes;                 // in order of units
  std::vector<float> places;
  std::vector<Candidate> candidates;
  std::size_t live_candidates = 0;
  long searched_units = 0, all_elements = 0, deformed_elements = 0;

  // Sum of the fingerprints of a unit's elements so far, and their number.
  struct Print {
    std::uint64_t sum;
    int elements;
  };
  std::vector<Print> prints;

  SphereArrays current;    // elements of the current unit
  double centroid[3] = {};

  // While searching a unit.
  GridHierarchy grid;
  GridPairs grid_pairs;
  std::vector<double> centers, radii;
  std::vector<IndexPair> close;

  int element(int k) const { return input->units->elements()[unit->first + k]; }
  void match_shapes();
  void reuse_shapes(const std::vector<Shape> &old, const std::vector<float> &old_places);
  void sum_fingerprints();
  void gather();
  double allowed_deviation(double margin, double extent, double largest) const;
  void search_unit(Shape &shape);
  void find_close(double skin);
  void store_places(Shape &shape);
  void store_candidates(Shape &shape);
  bool keeps_shape(Shape &shape);
  double deviation(const Shape &shape) const;
  void fit_rotation(Shape &shape) const;
  void append_pairs(const Shape &shape, std::vector<UnitPair> &pairs) const;
  void compact();
};

}    // namespace grist

#endif
