// How often particles come into a region, and how long they stay. One number for each atom: the time
// at which it came in, or one of the marks below.
//
// A particle that is in the region at the start has no known time of entry: its exit counts, its
// stay does not. One that is inserted there comes in when it is first seen.

#ifndef LMP_STAYS_H
#define LMP_STAYS_H

#include <mpi.h>

#include <array>
#include <cassert>
#include <vector>

namespace LAMMPS_NS {

class Stays {
 public:
  explicit Stays(int components) : tallies(components) {}

  static constexpr double OUTSIDE = -1.0, SINCE_UNKNOWN = -2.0;

  // Where a particle is now. Returns its new number. `count` calls its argument for each component.
  template <class Count>
  double follow(double number, bool is_inside, double time, const Count &count)
  {
    assert(number >= 0.0 || number == OUTSIDE || number == SINCE_UNKNOWN);
    const bool was_inside = number >= 0.0 || number == SINCE_UNKNOWN;
    if (is_inside == was_inside) return was_inside ? number : OUTSIDE;
    if (is_inside) {
      count([&](int c) { tallies[c][ENTRIES]++; });
      return time;
    }
    count([&](int c) {
      tallies[c][EXITS]++;
      if (number < 0.0) return;
      tallies[c][KNOWN]++;
      tallies[c][TIME] += time - number;
    });
    return OUTSIDE;
  }

  enum { ENTRIES, EXITS, KNOWN, TIME, SIZE };    // exits whose stay is known, and their sum
  using Tally = std::array<double, SIZE>;
  std::vector<Tally> whole(MPI_Comm world) const
  {
    std::vector<Tally> all(tallies.size());
    MPI_Allreduce(tallies.data(), all.data(), static_cast<int>(SIZE * all.size()), MPI_DOUBLE,
                  MPI_SUM, world);
    return all;
  }

  // Of a component, on all ranks.
  struct Values {
    double entries, exits, mean_time;
  };
  std::vector<Values> values(MPI_Comm world) const
  {
    std::vector<Values> values;
    for (const Tally &tally : whole(world))
      values.push_back(
          {tally[ENTRIES], tally[EXITS], tally[KNOWN] > 0.0 ? tally[TIME] / tally[KNOWN] : 0.0});
    return values;
  }

  // On one rank; 0 on others.
  void set(const std::vector<Tally> &all)
  {
    assert(all.size() == tallies.size());
    tallies = all;
  }

 private:
  std::vector<Tally> tallies;    // this rank's share
};

}    // namespace LAMMPS_NS

#endif
