// The stable time step of bonded spheres. Oracle: the greatest eigenfrequency of one bond and of a
// chain in closed form.

#include "bonds/stable_time_step.h"
#include "common/constants.h"
#include "common/space.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace test_stable_time_step {

using namespace grist;

constexpr double R = 1e-3, MASS = 1e-5, ROUNDING = 1e-12;
constexpr double INFINITE = std::numeric_limits<double>::infinity();

BondMaterial rock(double radius = 1.0)
{
  BondMaterial material;
  material.young = 1e9;
  material.tensile = material.shear = INFINITE;
  material.radius = radius;
  return material;
}

// Equal spheres in a row that touch.
struct Chain {
  std::vector<BondMaterial> materials;
  std::vector<double> radius;
  BondBlocks bonds;

  Chain(int spheres, const BondMaterial &material) : materials(2, material), radius(spheres, R)
  {
    bonds.resize(spheres - 1);
    for (int n = 0; n + 1 < spheres; n++) {
      BondBlock &block = bonds.block_of(n);
      const int lane = bonds.lane_of(n);
      block.a[lane] = n;
      block.b[lane] = n + 1;
      block.live |= BondMask{1} << lane;
      bonds.set_state(n, make_bond(2.0 * R * Vector3d::unit_x()));
    }
  }
  double stable(int owned) const
  {
    return stable_time_step(bonds, materials, radius.data(), std::vector<double>(owned, MASS));
  }
  double stable() const { return stable(static_cast<int>(radius.size())); }
};

// Oracle: a contact as stiff as its bond in every direction makes all frequencies larger by the
// root of 2. Asked only where the material has a contact, with the distance that it counts from.
TEST(StableTimeStep, ContactBesideABondAddsItsStiffness)
{
  const BondSection k(rock(), R, R, 2.0 * R);
  for (const BondContact contact : {BondContact::NO, BondContact::YES, BondContact::ABSOLUTE}) {
    BondMaterial material = rock();
    material.contact = contact;
    const Chain chain(3, material);
    int asked = 0;
    const double step = stable_time_step(
        chain.bonds, chain.materials, chain.radius.data(), std::vector<double>(3, MASS),
        [&](int a, int b, double counts_from) {
          EXPECT_EQ(b - a, 1);
          EXPECT_EQ(counts_from, contact == BondContact::YES ? 2.0 * R : INFINITE);
          asked++;
          return StiffnessBeside{k.tension, k.shearing, std::max(k.bending, k.twisting)};
        });
    const bool acts = contact != BondContact::NO;
    EXPECT_EQ(asked, acts ? 2 : 0);
    EXPECT_NEAR(step / chain.stable(), acts ? std::sqrt(0.5) : 1.0, ROUNDING);
  }
}

TEST(StableTimeStep, OneBondHasItsEigenfrequencies)
{
  // Squares of the frequencies of stretch, twist, and of shear with both spheres turning through
  // their arms.
  const BondSection k(rock(), R, R, 2.0 * R);
  const double inertia = sphere_inertia(MASS, R);
  const double stretch = 2.0 * k.tension / MASS, twist = 2.0 * k.twisting / inertia;
  const double bend = 2.0 * k.bending / inertia;
  const double shear = k.shearing * (2.0 / MASS + 2.0 * R * R / inertia);
  const double limit = 2.0 / std::sqrt(std::max({stretch, twist, bend, shear}));
  const double bound = Chain(2, rock()).stable();
  EXPECT_LE(bound, limit);
  EXPECT_GE(bound, 0.5 * limit);
}

TEST(StableTimeStep, OneBondOfThinSectionFollowsTheClosedForm)
{
  // Gershgorin's sums: greatest stiffnesses over mass and over moment of inertia, each twice.
  const BondSection k(rock(0.1), R, R, 2.0 * R);
  const double turning = std::max(k.bending, k.twisting) + k.shearing * R * R;
  const double square = 2.0 * (k.tension / MASS + turning / sphere_inertia(MASS, R));
  EXPECT_NEAR(Chain(2, rock(0.1)).stable() * std::sqrt(square) / 2.0, 1.0, ROUNDING);
}

TEST(StableTimeStep, ChainIsBelowTheLimitOfItsStretch)
{
  for (const int spheres : {3, 16, 17, 40}) {
    const Chain chain(spheres, rock());
    const BondSection k(rock(), R, R, 2.0 * R);
    const double frequency =
        2.0 * std::sqrt(k.tension / MASS) * std::sin(PI * (spheres - 1) / (2.0 * spheres));
    EXPECT_LE(chain.stable(), 2.0 / frequency);
    // A sphere between two bonds has twice the sums of one at the end.
    EXPECT_NEAR(chain.stable() * std::sqrt(2.0) / Chain(2, rock()).stable(), 1.0, ROUNDING);
  }
}

TEST(StableTimeStep, DampingLowersTheLimit)
{
  BondMaterial damped = rock();
  damped.damping = 0.2;
  const double lowering = std::sqrt(1.04) - 0.2;
  EXPECT_NEAR(Chain(5, damped).stable() / Chain(5, rock()).stable(), lowering, ROUNDING);
}

TEST(StableTimeStep, BrokenBondsAndGhostsDoNotCount)
{
  Chain chain(3, rock());
  EXPECT_NEAR(chain.stable(1), Chain(2, rock()).stable(), ROUNDING * chain.stable(1));
  chain.bonds.deactivate(0);
  EXPECT_EQ(chain.stable(1), INFINITE);
  EXPECT_EQ(chain.stable(0), INFINITE);
}

}    // namespace test_stable_time_step
