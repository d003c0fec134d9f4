// Separating planes of a pair of bodies of several parts, kept from step to step.

#ifndef GRIST_COMPOUNDS_PART_PLANES_H
#define GRIST_COMPOUNDS_PART_PLANES_H

#include "geometry/separating_plane.h"
#include "lanes/prefetch.h"

#include <vector>

namespace grist {

// The separating planes of the pairs of parts, or of parts and pieces, that have been near each
// other. No result depends on them. Quick if pairs are asked for in the same order in each step.
class PartPlanes {
 public:
  // Between the convex hulls of both bodies; after a search in vain none is looked for in so many
  // steps.
  static constexpr int PATIENCE = 32;
  SeparatingPlane whole;
  int resting = 0;

  // Before the pairs of a step. Planes of pairs that have long parted are given up.
  void begin();
  void prefetch() const { grist::prefetch(known.data()); }
  SeparatingPlane &of(int cell_a, int cell_b);
  size_t count() const { return known.size(); }
  double memory_usage() const { return static_cast<double>(known.capacity() * sizeof(Known)); }

 private:
  struct Known {
    int cell_a, cell_b;
    SeparatingPlane plane;
  };
  std::vector<Known> known;
  size_t next = 0, asked = 0;
};

}    // namespace grist

#endif
