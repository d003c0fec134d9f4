// State of a place from its sums. Oracles: the definitions, evaluated one after the other.

#include "common/space.h"
#include "sensors/cell_sums.h"

#include <gtest/gtest.h>

#include <vector>

namespace test_cell_sums {

using namespace grist;
using grist::Vector3d;

constexpr double ROUNDING = 1e-13;

// Two samples of three particles: the mean velocity is weighted with the mass, and the temperature
// is about the mean of both samples.
TEST(CellSums, MeansAndFluctuations)
{
  const std::vector<double> masses = {1.0, 2.0, 0.5};
  const std::vector<Vector3d> velocities = {{1, 2, 3}, {-1, 0.5, 2}, {4, -2, 0}};
  constexpr double SAMPLES = 2.0, VOLUME = 4.0;
  CellSums sums;
  double mass = 0.0;
  Vector3d mean = Vector3d::zero();
  for (int n = 0; n < 3; n++) {
    sums.add(masses[n], velocities[n]);
    sums.add(masses[n], 2.0 * velocities[n]);
    mass += 2.0 * masses[n];
    mean += 3.0 * masses[n] * velocities[n];
  }
  mean /= mass;
  Matrix3d fluctuation = Matrix3d::zero();
  for (int n = 0; n < 3; n++)
    for (const double factor : {1.0, 2.0}) {
      const Vector3d about = factor * velocities[n] - mean;
      fluctuation += outer_product(masses[n] * about, about);
    }
  sums.add_force(0.25, {0.1, 0.2, 0.3}, {10, 20, 30});
  const CellState state = sums.state(SAMPLES, VOLUME);
  EXPECT_EQ(state.number, 3.0);
  EXPECT_NEAR(state.mass, 3.5, ROUNDING);
  const int pairs[6][2] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}};
  for (int k = 0; k < 3; k++) {
    EXPECT_NEAR(state.velocity[k], mean[k], ROUNDING);
    EXPECT_NEAR(state.temperature[k], fluctuation(k, k) / mass, 10 * ROUNDING);
  }
  for (int n = 0; n < 6; n++) {
    const auto [i, j] = pairs[n];
    EXPECT_NEAR(state.kinetic[n], -fluctuation(i, j) / (SAMPLES * VOLUME), 10 * ROUNDING);
    const double contact = 0.25 * 0.1 * (i + 1) * 10 * (j + 1) / (SAMPLES * VOLUME);
    EXPECT_NEAR(state.contact[n], contact, ROUNDING);
  }
}

// Stresses are over the volume, of any size; a place without volume has none.
TEST(CellSums, StressesAreOverTheVolume)
{
  CellSums sums;
  sums.add(2.0, {1, 0, 0});
  sums.add(2.0, {-1, 0, 0});
  sums.add_force(1.0, {0.1, 0, 0}, {30, 0, 0});
  for (const double volume : {1e-3, 0.5, 1.0, 8.0}) {
    const CellState state = sums.state(1.0, volume);
    EXPECT_NEAR(state.kinetic[0] * volume, -4.0, ROUNDING);
    EXPECT_NEAR(state.contact[0] * volume, 3.0, ROUNDING);
  }
  EXPECT_EQ(sums.state(1.0, 0.0).kinetic[0], 0.0);
  EXPECT_EQ(sums.state(1.0, 0.0).contact[0], 0.0);
}

TEST(CellSums, NothingIsZero)
{
  const CellState none = CellSums().state(3.0, 1.0), never = CellSums().state(0.0, 0.0);
  for (const CellState &state : {none, never}) {
    EXPECT_EQ(state.number, 0.0);
    EXPECT_EQ(state.velocity[0], 0.0);
    EXPECT_EQ(state.temperature[2], 0.0);
    EXPECT_EQ(state.kinetic[0], 0.0);
  }
}

}    // namespace test_cell_sums
