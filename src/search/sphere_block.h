// One sphere against eight others: the innermost comparison of the searches that sort or gather
// spheres.
//
// The answer is a mask with bit k set if the k-th of the eight makes a pair. There are no branches,
// so that a compiler uses vector instructions; the arithmetic is that of is_pair(), in the same
// order.

#ifndef GRIST_SEARCH_SPHERE_BLOCK_H
#define GRIST_SEARCH_SPHERE_BLOCK_H

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <vector>

// Before a loop over a block: GCC would unroll it whole before it tries vector instructions.
#if defined(__GNUC__) && !defined(__clang__)
#define GRIST_BLOCK_LOOP _Pragma("GCC unroll 1")
#else
#define GRIST_BLOCK_LOOP
#endif

namespace grist {

static constexpr int SPHERE_BLOCK = 8;

struct SpherePoint {
  double x, y, z, radius;
};

// Spheres, coordinate by coordinate, and behind them enough that a block may begin at any.
struct SphereArrays {
  std::vector<double> x, y, z, radius;

  void resize(std::size_t count)
  {
    for (std::vector<double> *values : {&x, &y, &z, &radius}) values->resize(count + SPHERE_BLOCK);
  }
  void set(int n, const double *center, double r)
  {
    assert(n >= 0 && n + SPHERE_BLOCK < static_cast<int>(x.size()));
    x[n] = center[0];
    y[n] = center[1];
    z[n] = center[2];
    radius[n] = r;
  }
  SpherePoint operator[](int n) const { return {x[n], y[n], z[n], radius[n]}; }
  std::size_t memory() const { return 4 * x.capacity() * sizeof(double); }
};

// The number of the lowest bit that is set; one must be.
inline int lowest_bit(std::uint64_t bits)
{
  assert(bits != 0);
#if defined(__GNUC__)
  return __builtin_ctzll(bits);
#else
  int bit = 0;
  while (!((bits >> bit) & 1u)) bit++;
  return bit;
#endif
}

// Bits of the first `count` of a block, all if there are more.
inline unsigned first_bits(int count)
{
  assert(count >= 0);
  return count < SPHERE_BLOCK ? (1u << count) - 1u : (1u << SPHERE_BLOCK) - 1u;
}

inline bool is_near(const double *center, double radius, const SpherePoint &at, double skin)
{
  const double dx = at.x - center[0], dy = at.y - center[1], dz = at.z - center[2];
  const double reach = at.radius + radius + skin;
  return dx * dx + dy * dy + dz * dz <= reach * reach;
}

// The spheres from `begin` on, those behind the last one wanted included.
inline unsigned near_in_block(const SphereArrays &spheres, int begin, const SpherePoint &at,
                              double skin)
{
  assert(begin >= 0 && begin + SPHERE_BLOCK <= static_cast<int>(spheres.x.size()));
  const double *x = spheres.x.data() + begin, *y = spheres.y.data() + begin,
               *z = spheres.z.data() + begin, *radius = spheres.radius.data() + begin;
  unsigned near = 0;
  GRIST_BLOCK_LOOP
  for (int k = 0; k < SPHERE_BLOCK; k++) {
    const double center[3] = {x[k], y[k], z[k]};
    near |= is_near(center, radius[k], at, skin) ? 1u << k : 0u;
  }
  return near;
}

// Which of the first SIZE centres (x y z x y z ...) are within a distance of a point.
template <int SIZE>
unsigned centers_within(const double *centers, const SpherePoint &at, double distance_squared)
{
  unsigned near = 0;
  GRIST_BLOCK_LOOP
  for (int k = 0; k < SIZE; k++) {
    const double dx = at.x - centers[3 * k], dy = at.y - centers[3 * k + 1],
                 dz = at.z - centers[3 * k + 2];
    near |= dx * dx + dy * dy + dz * dz <= distance_squared ? 1u << k : 0u;
  }
  return near;
}

}    // namespace grist

#endif
