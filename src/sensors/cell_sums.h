// What particles and contacts of a place add up to over some samples, and the state that follows.
//
//      velocity       V = sum m v / sum m
//      temperature    sum m (v - V)^2 / sum m, along x, y and z; V is the mean over all samples
//      kinetic        -sum m (v - V)(v - V) / volume
//      contact        sum x f / volume, x the part of the segment from the center to the contact
//                     (Love-Weber); tension is positive in both
//
// Stress and temperature are those of Goldhirsch 2010, Granular Matter 12, 239, for fields that are
// means over cells. Consistent units; tensors as xx yy zz xy xz yz.

#ifndef GRIST_SENSORS_CELL_SUMS_H
#define GRIST_SENSORS_CELL_SUMS_H

#include "common/space.h"
#include "contacts/love_weber.h"

#include <array>

namespace grist {

struct CellState {
  double number = 0.0, mass = 0.0;    // means over samples
  std::array<double, 3> velocity{}, temperature{};
  std::array<double, 6> kinetic{}, contact{};
};

// Plain numbers, which ranks sum one by one.
struct CellSums {
  double number = 0.0, mass = 0.0;
  std::array<double, 3> momentum{};
  std::array<double, 6> flux{};    // m v v
  ForceMoments contact;

  void add(double m, const Vector3d &v);
  void add_force(double share, const Vector3d &arm, const Vector3d &force)
  {
    contact.add(share * arm, force);
  }

  // `volume` of the place.
  CellState state(double samples, double volume) const;

  static constexpr int SIZE = 17;    // numbers
};
static_assert(sizeof(CellSums) == CellSums::SIZE * sizeof(double));

}    // namespace grist

#endif
