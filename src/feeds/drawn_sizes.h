// What a feed has drawn from a mix so far: number, mass and median sizes of each component.
//
// The median d50 is the smallest size that half of the mass has not above it. Particles are drawn
// again from their numbers, so that nothing is kept in restart files.

#ifndef GRIST_FEEDS_DRAWN_SIZES_H
#define GRIST_FEEDS_DRAWN_SIZES_H

#include "feeds/insertion_queue.h"

#include <string>
#include <vector>

namespace grist {

class DrawnSizes {
 public:
  explicit DrawnSizes(const FeedMix &mix);

  // All that this queue of the mix has drawn. Whether there were new ones.
  bool follow(const InsertionQueue &queue);

  struct Row {
    std::int64_t number = 0;
    double mass = 0.0;
    double solid = 0.0, equivalent = 0.0, sieve = 0.0;    // d50 by each measure; 0 for no particle
  };
  Row row(int component) const;

  // A line for each component, below a line of headings.
  std::string table() const;

 private:
  const FeedMix &mix;
  InsertionQueue replay;
  std::vector<std::vector<FeedParticle>> drawn;      // of each component
  mutable std::vector<std::vector<double>> sieve;    // of each of its shapes at size 1, where known
};

}    // namespace grist

#endif
