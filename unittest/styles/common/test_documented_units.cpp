// The sizes of units with which LAMMPS computes are those of its page of `units`, to the digits of its
// constants.

#include "testing/one_rank.h"
#include "testing/unit_styles.h"

#include <gtest/gtest.h>

#include <string>

namespace test_documented_units {

using namespace grist::testing;
using DocumentedUnits = OneRankTest;

// ftm2v, mvv2e and nktv2p have seven digits in metal and more elsewhere.
constexpr double DIGITS = 2e-7;

TEST_F(DocumentedUnits, AreThoseOfTheConstants)
{
  for (const grist::testing::DocumentedUnits &documented : documented_units()) {
    const UnitStyle units(documented.style);
    const struct {
      const char *name;
      double size;
    } rows[] = {{"mass", documented.mass},
                {"length", documented.length},
                {"time", documented.time},
                {"energy", documented.energy},
                {"velocity", documented.velocity},
                {"force", documented.force},
                {"torque", documented.torque},
                {"pressure", documented.pressure},
                {"temperature", documented.temperature}};
    for (const auto &row : rows)
      EXPECT_NEAR(units.size(row.name) / row.size, 1.0, DIGITS)
          << documented.style << ", " << row.name;
  }
}

// In each of them, whatever its page says of velocities.
TEST_F(DocumentedUnits, AtomsMoveByVelocityTimesTime)
{
  for (const UnitStyle &units : unit_styles()) {
    LammpsSession session;
    session.run("units " + units.name() + "\natom_style sphere\n" + units.written(R"(
    boundary f f f
    region box block <-1 length> <1 length> <-1 length> <1 length> <-1 length> <1 length>
    create_box 1 box
    create_atoms 1 single 0 0 0
    set group all diameter <0.1 length> density <1000 mass/volume>
    velocity all set <0.25 velocity> 0 0
    pair_style zero <0.1 length>
    pair_coeff * *
    neighbor <0.1 length> bin
    fix move all nve/sphere
    timestep <1e-3 time>
    run 100
)"));
    EXPECT_NEAR(session.evaluate("xcm(all,x)") * units.size("length"), 0.025, 1e-12)
        << units.name();
  }
}

TEST_F(DocumentedUnits, OfProductsAndTextsFollow)
{
  const UnitStyle cgs("cgs");
  EXPECT_DOUBLE_EQ(cgs.size("pressure*time"), 0.1);
  EXPECT_DOUBLE_EQ(cgs.size("energy/mass/temperature"), 1e-4);
  EXPECT_EQ(cgs.written("young <1e7 pressure> poisson <0.5 1>"), "young 100000000 poisson 0.5");
}

}    // namespace test_documented_units
