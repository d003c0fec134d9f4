// Fixed cubes: every ball is sorted into all cubes that it cuts, and compared with the others in
// each of them.
//
// Source: lazarevic2002 section 3. Vocabulary:
//   cube     edge a >= 2 r_max (Eq. 6), so that a ball cuts at most the central cube, which holds
//            its centre, and 7 of the 26 around it, those at the nearest corner; which of them is
//            decided by the distances from the nearest three faces, edges and corner (Eqs. 9 to
//            14). A ball that touches a cube cuts it (3.4)
//   radius   here half a skin more than the sphere's, so that two balls overlap if the spheres make
//            a pair
//   midpoint a point that two overlapping balls have in common. The pair counts in the one cube
//            that holds it, and not in the others that both cut. The paper takes the middle between
//            the centres (Eq. 23), which lies outside a ball that is smaller than the other; here
//            it divides their distance as the radii do
//   bucket   the cubes that share a place in the table. The table has a place for each cube where
//            there are few enough (Eq. 8); where a few balls lie far apart, cubes are spread over
//            it by a hash. That some share a bucket then only costs a few comparisons: all said of
//            a cube above holds for a bucket as well
//
// Both balls must be found in the cube of the midpoint, whatever rounding does: so radii have a
// margin in sorting, and the midpoint is computed in one place, from the lower index to the higher.
//
// Sorting takes time, and the table memory, in proportion to the number of balls, dense or sparse.

#ifndef GRIST_SEARCH_FIXED_CUBES_H
#define GRIST_SEARCH_FIXED_CUBES_H

#include "search/integer_grid.h"
#include "search/pair_buffer.h"
#include "search/pair_search.h"

#include <cstdint>
#include <vector>

namespace grist {

class FixedCubes : public PairSearch {
 protected:
  void search(const SphereView &spheres, std::vector<IndexPair> &pairs) override;

 private:
  struct Cuts {
    int count;
    std::uint32_t buckets[8];    // no two alike
  };

  void lay_out(const SphereView &spheres);
  Cuts cuts_of(const double *center, double radius) const;
  std::uint32_t bucket_of(std::uint64_t cube) const;
  void sort(const SphereView &spheres);
  void resolve(const SphereView &spheres, PairBuffer &pairs);
  std::uint32_t bucket_of_midpoint(const SphereView &spheres, int a, int b) const;

  IntegerGrid grid;
  double margin;              // of radii in sorting [length]
  std::int64_t base[3];       // index of the first cube
  std::uint64_t stride[3];    // between the numbers of neighbouring cubes
  int shift;                  // of the hash; 0: a bucket for each cube
  std::uint32_t bucket_count;
  std::vector<std::uint32_t> firsts;    // by bucket: where its balls begin
  std::vector<int> balls;               // by bucket, ascending in each
};

}    // namespace grist

#endif
