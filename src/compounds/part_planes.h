// Separating planes of a pair of bodies of several parts, kept from step to step.

#ifndef GRIST_COMPOUNDS_PART_PLANES_H
#define GRIST_COMPOUNDS_PART_PLANES_H

#include "geometry/separating_plane.h"
#include "lanes/prefetch.h"

#include <vector>

namespace grist {

// The separating planes of the pairs of parts that were near each other the last time. No result
// depends on them.
class PartPlanes {
 public:
  // Between the convex hulls of both bodies; after a search in vain none is looked for in so many
  // steps.
  static constexpr int PATIENCE = 32;
  SeparatingPlane whole;
  int resting = 0;

  void begin() { next = 0; }
  void prefetch() const { grist::prefetch(known.data()); }
  SeparatingPlane &of(int part_a, int part_b);    // pairs are asked for in ascending order
  size_t count() const { return known.size(); }
  double memory_usage() const { return static_cast<double>(known.capacity() * sizeof(Known)); }

 private:
  struct Known {
    int part_a, part_b;
    SeparatingPlane plane;
  };
  std::vector<Known> known;    // ascending
  size_t next = 0;
};

}    // namespace grist

#endif
