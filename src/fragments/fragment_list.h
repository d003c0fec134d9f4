// The fragments of a group at a step, whatever they are made of: connected sets of bonded elements,
// or bodies.

#ifndef GRIST_FRAGMENTS_FRAGMENT_LIST_H
#define GRIST_FRAGMENTS_FRAGMENT_LIST_H

#include <cstdint>
#include <vector>

namespace grist {

struct Fragment {
  std::int64_t id;        // smallest atom id
  std::int64_t parent;    // molecule id of its first element; of a piece, id of the broken body
  std::int64_t elements;
  double birth;    // latest of its elements
  double mass;
  double equivalent;     // diameters, see fragments/fragment_shape.h
  double sieve;          // 0 where not computed
  double center[3];      // of mass, inside the box where it is periodic
  double velocity[3];    // of the centre of mass
  bool is_fine;

  // Set for bodies only; otherwise 0.
  std::int64_t origin;
  int generation;

  // Of the body that a piece came from at first, or of the rock of a block; otherwise 0.
  double origin_equivalent, origin_sieve;
};

struct FragmentList {
  std::vector<Fragment> fragments;    // by id; on rank 0
  double mass = 0.0;                  // of all, correctly rounded; on rank 0
};

}    // namespace grist

#endif
