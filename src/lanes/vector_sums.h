// Vectors that lie in memory: sums of those that are three doubles side by side, and one vector of
// those that are kept lane by lane.
//
// Sums take two of three components at a time: what was stored is loaded again in the same width, so
// that sums for one sphere follow each other without waiting for memory.

#ifndef GRIST_LANES_VECTOR_SUMS_H
#define GRIST_LANES_VECTOR_SUMS_H

#include <Eigen/Core>

#include <cstddef>

namespace grist {

using PairOfNumbers = Eigen::Map<Eigen::Vector2d>;

inline void add_vector(double *sum, const double *xy, double z)
{
  PairOfNumbers(sum) += Eigen::Map<const Eigen::Vector2d>(xy);
  sum[2] += z;
}

inline void subtract_vector(double *sum, const double *xy, double z)
{
  PairOfNumbers(sum) -= Eigen::Map<const Eigen::Vector2d>(xy);
  sum[2] -= z;
}

// Several vectors for one sphere, added up before they are written back.
class VectorSum {
 public:
  VectorSum(double *vectors, int i) :
      place(vectors + 3 * static_cast<std::size_t>(i)), x_and_y(PairOfNumbers(place)), z(place[2])
  {
  }
  void add(const double *xy, double z_more)
  {
    x_and_y += Eigen::Map<const Eigen::Vector2d>(xy);
    z += z_more;
  }
  void write()
  {
    PairOfNumbers pair(place);
    pair = x_and_y;
    place[2] = z;
  }

 private:
  double *place;
  Eigen::Vector2d x_and_y;
  double z;
};

// A vector that is kept lane by lane.
template <int LENGTH>
inline Eigen::Vector3d lane_vector(const double (&vectors)[3][LENGTH], int lane)
{
  return {vectors[0][lane], vectors[1][lane], vectors[2][lane]};
}
template <int LENGTH>
inline void set_lane_vector(double (&vectors)[3][LENGTH], int lane, const Eigen::Vector3d &value)
{
  for (int k = 0; k < 3; k++) vectors[k][lane] = value[k];
}

}    // namespace grist

#endif
