// Scaling of parcels against the table of the literature, and the checks against closed forms.

#include "common/parcel_check.h"
#include "common/parcel_scaling.h"

#include <gtest/gtest.h>

#include <cmath>

namespace grist {

// Forces go with stress times area, L^2; the others follow from what they are multiplied by.
TEST(ParcelScaling, HasThePowersOfTheTable)
{
  const struct {
    Quantity quantity;
    int power;
  } table[] = {{Quantity::NUMBER, 0},
               {Quantity::VELOCITY, 0},
               {Quantity::PRESSURE, 0},
               {Quantity::DENSITY, 0},
               {Quantity::CONDUCTIVITY, 0},
               {Quantity::SIZE, 1},
               {Quantity::TIME, 1},
               {Quantity::STIFFNESS, 1},
               {Quantity::ENERGY_PER_AREA, 1},
               {Quantity::VISCOSITY, 1},
               {Quantity::EXCHANGE_PER_AREA, 1},
               {Quantity::FORCE, 2},
               {Quantity::DASHPOT, 2},
               {Quantity::MASS, 3},
               {Quantity::VOLUME, 3},
               {Quantity::TORQUE, 3},
               {Quantity::FORCE_PER_VOLUME, -1}};
  ParcelTable rows;
  const ParcelScale scale(3.0, &rows);
  for (const auto &[quantity, power] : table) {
    EXPECT_EQ(parcel_power(quantity), power);
    EXPECT_DOUBLE_EQ(scale("x", quantity, 7.0), 7.0 * std::pow(3.0, power));
    EXPECT_EQ(ParcelScale()("x", quantity, 7.0), 7.0);
  }
  EXPECT_DOUBLE_EQ(parcel_power_of_stiffness(1.0), parcel_power(Quantity::STIFFNESS));
  EXPECT_DOUBLE_EQ(parcel_power_of_stiffness(1.5), 0.5);
}

TEST(ParcelScaling, TableHasEachValueOnce)
{
  ParcelTable rows;
  const ParcelScale scale(2.0, &rows);
  EXPECT_EQ(rows.text(), "");
  for (int n = 0; n < 3; n++) scale("size of s", Quantity::SIZE, 0.002);
  scale("friction", Quantity::NUMBER, 0.5);
  scale("nothing", Quantity::FORCE, 0.0);
  EXPECT_EQ(rows.text(),
            "  quantity                    real          parcel        times\n"
            "  size of s                   0.002         0.004         L^1\n");
}

// (D - k L d)^(5/2) over (D - k d)^(5/2), by hand for D = 10 and d = 1; nothing flows below k L d.
TEST(ParcelCheck, RateIsThatOfBeverloo)
{
  EXPECT_NEAR(beverloo_ratio(10.0, 1.0, 2.0), std::pow(7.2 / 8.6, 2.5), 1e-15);
  EXPECT_EQ(beverloo_ratio(10.0, 1.0, 1.0), 1.0);
  EXPECT_EQ(beverloo_ratio(10.0, 1.0, 8.0), 0.0);
}

// mu(I) = 0.38 + 0.26 / (1 + 0.28 / I): 0.64 for large I, 0.38 for small.
TEST(ParcelCheck, FrictionIsThatOfDenseFlow)
{
  EXPECT_NEAR(friction_ratio(0.28, 1.0), 1.0, 1e-15);
  EXPECT_NEAR(friction_ratio(0.28, 1e9), 0.64 / 0.51, 1e-8);
  EXPECT_NEAR(friction_ratio(1e-9, 1e9), (0.38 + 0.26 / 1.28) / 0.38, 1e-8);
}

TEST(ParcelCheck, NamesWhatIsTooNarrow)
{
  const ParcelCheck check = {12.0, 20.1, 1.0, 1e4, 1.0};
  const ParcelCharge charge = {2.0, 2.0, 1.0, 50.0};
  for (const auto &finding : findings(check, charge)) EXPECT_EQ(finding.problem, "");
  const ParcelCharge large = {3.0, 3.0, 1.0, 50.0};
  const auto narrow = findings(check, large);
  EXPECT_EQ(narrow[0].problem,
            "outlet 12 is 4 parcel diameters wide (6 or more, or arches stop the "
            "flow; give a smaller L)");
  EXPECT_EQ(narrow[1].problem,
            "gap 20.1 is 6.7 parcel diameters wide (10 or more, or walls order "
            "the parcels; give a smaller L)");
  EXPECT_EQ(narrow[3].text, "50 parcels in place of 1350 particles, 27 each");
  EXPECT_NE(findings({0.0, 0.0, 1.0, 10.0, 1.0}, large)[2].problem, "");    // I from 0.3 to 0.9
  EXPECT_EQ(findings({}, {2.0})[0].text, "outlet unchecked (not given)");
  EXPECT_EQ(findings({1.0}, {2.0})[0].text, "outlet unchecked (no parcels yet)");
}

}    // namespace grist
