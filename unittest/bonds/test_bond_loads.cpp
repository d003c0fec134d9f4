// What a bond carries, and the share of its strength.
//
// Oracles: the forces and moments that a state was made of; the stresses of a round beam by hand; a
// bond breaks at a share of 1 and not below (strength_reached).

#include "bonds/bond_cases.h"

#include "bonds/bond_loads.h"

#include <gtest/gtest.h>

namespace test_bond_loads {

using namespace grist;
using grist::testing::elastic_material;

constexpr double RADIUS = 1e-3, LENGTH = 2e-3, STRETCH = 1e-6;

BondState loaded_state()
{
  BondState state = make_bond({0.0, LENGTH, 0.0});
  state.shear_force = {3.0, 0.0, -4.0};
  state.moment = {0.6e-3, -2e-3, 0.8e-3};
  return state;
}

TEST(BondLoads, AreTheComponentsOfTheState)
{
  const BondSection section(elastic_material(), RADIUS, 2 * RADIUS, LENGTH);
  const BondLoads loads = bond_loads(section, loaded_state(), LENGTH + STRETCH);
  const double area = 3.14159265358979 * 0.8e-3 * 0.8e-3;
  EXPECT_NEAR(loads.tension / (1e9 * area * STRETCH / LENGTH), 1.0, 1e-9);
  EXPECT_DOUBLE_EQ(loads.shear, 5.0);
  EXPECT_NEAR(loads.bending / 1e-3, 1.0, 1e-12);
  EXPECT_DOUBLE_EQ(loads.twisting, -2e-3);
  EXPECT_LT(bond_loads(section, loaded_state(), LENGTH - STRETCH).tension, 0.0);
}

// 4 M / (pi R^3) of bending, 2 M / (pi R^3) of twist.
TEST(BondLoads, StressesAreThoseOfARoundBeam)
{
  BondMaterial material = elastic_material();
  material.beta = 0.3;
  const BondSection section(material, RADIUS, RADIUS, LENGTH);
  const BondStresses stresses = bond_stresses(material, section, {7.0, 5.0, 1e-3, 2e-3});
  const double r = 0.8e-3, area = 3.14159265358979 * r * r;
  EXPECT_NEAR(stresses.normal / (7.0 / area + 0.3 * 4.0 * 1e-3 / (area * r)), 1.0, 1e-12);
  EXPECT_NEAR(stresses.shear / (5.0 / area + 0.3 * 2.0 * 2e-3 / (area * r)), 1.0, 1e-12);
  EXPECT_EQ(bond_stresses(material, section, {7.0, 5.0, 1e-3, -2e-3}).shear, stresses.shear);
}

TEST(BondLoads, TheShareIsOneWhereABondBreaks)
{
  BondMaterial material = elastic_material();
  const BondSection section(material, RADIUS, RADIUS, LENGTH);
  const BondState state = loaded_state();
  const double length = LENGTH + STRETCH;
  const BondStresses stresses =
      bond_stresses(material, section, bond_loads(section, state, length));
  EXPECT_EQ(share_of_strength(material, stresses), 0.0);    // of infinite strength

  for (const bool by_tension : {true, false}) {
    material = elastic_material();
    double &strength = by_tension ? material.tensile : material.shear;
    const double stress = by_tension ? stresses.normal : stresses.shear;
    strength = stress * 1.001;
    EXPECT_NEAR(share_of_strength(material, stresses), 1 / 1.001, 1e-12);
    EXPECT_EQ(strength_reached(material, section, state, length), BondFailure::NONE);
    strength = stress * 0.999;
    EXPECT_NEAR(share_of_strength(material, stresses), 1 / 0.999, 1e-12);
    EXPECT_EQ(strength_reached(material, section, state, length),
              by_tension ? BondFailure::TENSION : BondFailure::SHEAR);
  }
}

TEST(BondLoads, PressureAloneUsesNoStrength)
{
  BondMaterial material = elastic_material();
  material.tensile = material.shear = 1.0;
  const BondSection section(material, RADIUS, RADIUS, LENGTH);
  const BondState state = make_bond({LENGTH, 0.0, 0.0});
  const BondLoads loads = bond_loads(section, state, LENGTH - STRETCH);
  EXPECT_EQ(share_of_strength(material, bond_stresses(material, section, loads)), 0.0);
}

}    // namespace test_bond_loads
