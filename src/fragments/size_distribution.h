// The distribution of the mass of fragments over their sizes, as a set of sieves measures it.
//
// passing(s) is the share of the mass in fragments of size s or less. It is a step function, with a
// step at the size of every fragment. d50 is the smallest size that at least half of the mass
// passes; likewise for any share.

#ifndef GRIST_FRAGMENTS_SIZE_DISTRIBUTION_H
#define GRIST_FRAGMENTS_SIZE_DISTRIBUTION_H

#include <vector>

namespace grist {

struct SizedMass {
  double size, mass;
};

struct Passing {
  double size;
  double fraction;    // of the mass, in fragments up to this size
};

class SizeDistribution {
 public:
  // Sizes that exceed another by less than the fraction `resolution` of it form one step with it,
  // at the largest of them. Throws std::invalid_argument for a size or a mass that is negative or
  // not finite.
  explicit SizeDistribution(std::vector<SizedMass> fragments, double resolution = 0.0);

  // A point for each step, by ascending size; the last fraction is 1. Empty without mass.
  const std::vector<Passing> &curve() const { return steps; }

  // Share of the mass in fragments of this size or less.
  double passing(double size) const;

  // Smallest size that this share of the mass passes, 0 < share <= 1; 0 without mass.
  double size_at(double share) const;

 private:
  std::vector<Passing> steps;
};

}    // namespace grist

#endif
