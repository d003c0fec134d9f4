// What a feed has drawn from a mix so far: number, mass and median sizes of each component.
//
// The median d50 is the smallest size that half of the mass has not above it. Masses are kept by
// classes of size, 8192 to a factor of two, so that neither memory nor time grows with the number of
// particles; a class counts as its largest size, so that a median is right to 1.2e-4 of it.
// Particles are drawn again from their numbers, so that nothing is kept in restart files.

#ifndef GRIST_FEEDS_DRAWN_SIZES_H
#define GRIST_FEEDS_DRAWN_SIZES_H

#include "feeds/insertion_queue.h"
#include "fragments/size_distribution.h"

#include <cstdint>
#include <string>
#include <unordered_map>
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
  class SizeClasses {
   public:
    void add(double size, double mass);
    double median() const;

   private:
    std::unordered_map<std::uint64_t, SizedMass> classes;    // the largest size in each
  };
  struct Drawn {
    std::int64_t number = 0;
    double mass = 0.0;
    SizeClasses solid, equivalent, sieve;
    std::vector<double> openings;    // sieve size of each shape at size 1, where known
  };

  const FeedMix &mix;
  InsertionQueue replay;
  std::vector<Drawn> drawn;    // of each component

  void count(const FeedParticle &particle);
};

}    // namespace grist

#endif
