// The mean stress of a body from the forces on it (Love-Weber): V sigma = sum x f, over the points
// x where forces f act.
//
// Each element of a cluster has its sum about its own centre, over contacts and bonds; for elements
// in balance the sums of elements add up to that of the cluster about any point. Tension is
// positive. Of the product the symmetric part is kept: the rest is the moment that is not balanced.
// Source: Love 1927, Weber 1966; Christoffersen, Mehrabadi and Nemat-Nasser 1981, J Appl Mech 48,
// 339.

#ifndef GRIST_CONTACTS_LOVE_WEBER_H
#define GRIST_CONTACTS_LOVE_WEBER_H

#include "common/space.h"

#include <array>

namespace grist {

// xx yy zz xy xz yz, as in LAMMPS.
struct ForceMoments {
  static constexpr int SIZE = 6;
  std::array<double, SIZE> sum{};

  void add(const Vector3d &point, const Vector3d &force)
  {
    for (int d = 0; d < 3; d++) sum[d] += point[d] * force[d];
    add_mixed(3, point, force, 0, 1);
    add_mixed(4, point, force, 0, 2);
    add_mixed(5, point, force, 1, 2);
  }

 private:
  void add_mixed(int place, const Vector3d &x, const Vector3d &f, int i, int j)
  {
    sum[place] += 0.5 * (x[i] * f[j] + x[j] * f[i]);
  }
};

}    // namespace grist

#endif
