// Vectors that lie in memory: sums of those that are three doubles side by side, and one vector of
// those that are kept lane by lane.
//
// Sums take two of three components at a time: what was stored is loaded again in the same width, so
// that sums for one sphere follow each other without waiting for memory.

#ifndef GRIST_LANES_VECTOR_SUMS_H
#define GRIST_LANES_VECTOR_SUMS_H

#include "common/space.h"

#include <cstddef>
#include <cstring>

namespace grist {

using TwoNumbers = double __attribute__((vector_size(2 * sizeof(double))));

inline TwoNumbers two_at(const double *from)
{
  TwoNumbers out;
  std::memcpy(&out, from, sizeof(out));
  return out;
}
inline void store_two(double *to, const TwoNumbers &two)
{
  std::memcpy(to, &two, sizeof(two));
}

inline void add_vector(double *sum, const double *xy, double z)
{
  store_two(sum, two_at(sum) + two_at(xy));
  sum[2] += z;
}

inline void subtract_vector(double *sum, const double *xy, double z)
{
  store_two(sum, two_at(sum) - two_at(xy));
  sum[2] -= z;
}

// Several vectors for one sphere, added up before they are written back.
class VectorSum {
 public:
  VectorSum(double *vectors, int i) :
      place(vectors + 3 * static_cast<std::size_t>(i)), x_and_y(two_at(place)), z(place[2])
  {
  }
  void add(const double *xy, double z_more)
  {
    x_and_y += two_at(xy);
    z += z_more;
  }
  void write()
  {
    store_two(place, x_and_y);
    place[2] = z;
  }

 private:
  double *place;
  TwoNumbers x_and_y;
  double z;
};

// A vector that is kept lane by lane.
template <int LENGTH> inline Vector3d lane_vector(const double (&vectors)[3][LENGTH], int lane)
{
  return {vectors[0][lane], vectors[1][lane], vectors[2][lane]};
}
template <int LENGTH>
inline void set_lane_vector(double (&vectors)[3][LENGTH], int lane, const Vector3d &value)
{
  for (int k = 0; k < 3; k++) vectors[k][lane] = value[k];
}

}    // namespace grist

#endif
