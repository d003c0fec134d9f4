// Conductances, and the heat of pairs: conduction and losses of both spheres of a contact.
//
// Oracles: closed forms; what one sphere gets the other gives; the power of all contacts by
// Losses::add_powers().

#include "contacts/contact_laws.h"
#include "energy/losses.h"
#include "heat/conduction.h"
#include "heat/pair_heat.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace grist {
namespace test_conduction {

constexpr double ROUNDING = 1e-14;

TEST(Conduction, OfOneMaterialIsTwoKA)
{
  EXPECT_NEAR(conductance_by_radius(3.0, 3.0), 2.0 * 3.0, ROUNDING);
}

TEST(Conduction, HalvesAreInSeries)
{
  const double a = 0.2;    // each half-space: 4 k a
  for (const double k1 : {0.05, 3.0})
    for (const double k2 : {0.7, 7.0}) {
      const double series = 1.0 / (1.0 / (4.0 * k1 * a) + 1.0 / (4.0 * k2 * a));
      EXPECT_NEAR(conductance_by_radius(k1, k2) * a, series, ROUNDING);
      EXPECT_NEAR(conductance_by_radius(k2, k1) * a, series, ROUNDING);
    }
  EXPECT_EQ(conductance_by_radius(3.0, 0.0), 0.0);
  EXPECT_EQ(conductance_by_radius(0.0, 0.0), 0.0);
}

// A body on a rigid one, on either side, deforms alone; two of one material share the deformation.
TEST(Conduction, EffectiveYoungIsOfBothBodiesInSeries)
{
  const double young = 3.0, poisson = 0.25, rigid = 1e20;
  const double alone = young / (1.0 - poisson * poisson);
  EXPECT_NEAR(effective_young(young, poisson, rigid, 0.4), alone, ROUNDING);
  EXPECT_NEAR(effective_young(rigid, 0.4, young, poisson), alone, ROUNDING);
  EXPECT_NEAR(effective_young(young, poisson, young, poisson), 0.5 * alone, ROUNDING);
}

TEST(Conduction, ContactRadiusIsThatOfHertzAtTheSameForce)
{
  const double radius = 0.01, young = 5e6, young_real = 5e10, force = 0.3;
  const auto overlap = [&](double modulus) {
    return std::pow(0.75 * force / (modulus * std::sqrt(radius)), 2.0 / 3.0);
  };
  const auto circle = [&](double overlap) {
    return contact_radius(ContactLaw(), overlap, radius, {});    // of Hertz
  };
  EXPECT_NEAR(softening_factor(young, young_real) * circle(overlap(young)),
              circle(overlap(young_real)), 1e-12 * radius);
  EXPECT_EQ(circle(-1e-3), 0.0);
}

TEST(Conduction, BondIsARod)
{
  EXPECT_NEAR(bond_conductance(2.0, 2.0, 3e-4, 0.1), 2.0 * 3e-4 / 0.1, ROUNDING);
}

const std::vector<double> NO_LOSSES(2, 0.0);

// Three spheres in a row, askew; the last one is a ghost, which takes its part or does not.
struct Row {
  ContactCoefficients coefficients;
  ContactLaw law;
  std::vector<SpherePlace> places;
  std::vector<SphereMotion> motions;
  ContactPairs pairs;
  Losses<ContactEntries> losses;
  std::vector<ContactHeat> contacts;    // of the last evaluation
  bool advances = true;
  std::vector<double> force = std::vector<double>(9), torque = std::vector<double>(9);

  Row()
  {
    coefficients.restitution = 0.5;
    coefficients.friction = 0.3;
    law = contact_law(KIND_OF<HertzMindlin>, ContactForm::CONSISTENT, {5e6, 0.3}, {5e6, 0.3},
                      coefficients);
    for (int i = 0; i < 3; i++) {
      const Vector3d at = Vector3d{0.3, -0.4, 0.5} + 0.0199 * i * Vector3d{2, 3, 6} / 7.0;
      places.push_back({{at[0], at[1], at[2]}, 0.01});
      motions.push_back({{0.1 * i, 0.3 - 0.2 * i, 0.05}, {2.0, i - 1.0, 3.0}, 0.01, 0, 0});
    }
    pairs.add(1);
    pairs.end_row(0);
    pairs.add(2);
    pairs.end_row(1);
    pairs.forget_all({false, false, false});
  }
  ContactScene scene() const
  {
    return {places.data(),
            motions.data(),
            &law,
            1,
            {KIND_OF<HertzMindlin>, PART_NUMBER<NoRolling>, ContactForm::CONSISTENT,
             PART_NUMBER<NoCohesion>, 1e-5, advances}};
  }
  void evaluate(const ContactScene &of, int receivers, const SphereRates *rates = nullptr)
  {
    losses.begin_step(rates, true);
    contacts.clear();
    add_contact_forces(of, pairs,
                       {force.data(), torque.data(), receivers, nullptr, &losses, &contacts});
  }
};

TEST(PairHeat, IsConductedFromOneSphereToTheOther)
{
  Row row;
  row.evaluate(row.scene(), 3);
  const double temperature[] = {300.0, 350.0, 320.0}, conductance = 4.0;
  const int type[] = {1, 1, 1};
  std::vector<SphereHeat> heat(3);
  add_pair_heat(row.contacts, NO_LOSSES, {temperature, type, &conductance, 1, 3}, heat.data());
  const double each = conductance * std::sqrt(0.005 * 1e-4);
  EXPECT_NEAR(heat[0].flow, each * 50.0, 1e-12);
  EXPECT_NEAR(heat[1].flow, -each * 80.0, 1e-12);
  EXPECT_NEAR(heat[2].flow, each * 30.0, 1e-12);
  EXPECT_NEAR(heat[1].conductance, 2.0 * each, 1e-12);
  EXPECT_GT(heat[0].held, 0.0);
  EXPECT_NEAR(heat[0].held + heat[2].held, heat[1].held, 1e-15);
}

// Overlaps count from centres 19.95 mm apart: half of the overlap of 0.1 mm.
TEST(PairHeat, ConductsBesideABondByTheOverlapThatCounts)
{
  Row row;
  row.pairs.bondings = {{true, 0.01995}, {}};
  row.evaluate(row.scene(), 3);
  const double temperature[] = {300.0, 350.0, 320.0}, conductance = 4.0;
  const int type[] = {1, 1, 1};
  std::vector<SphereHeat> heat(3);
  add_pair_heat(row.contacts, NO_LOSSES, {temperature, type, &conductance, 1, 3}, heat.data());
  EXPECT_NEAR(heat[0].flow, conductance * std::sqrt(0.005 * 0.5e-4) * 50.0, 1e-12);
  EXPECT_NEAR(heat[2].flow, conductance * std::sqrt(0.005 * 1e-4) * 30.0, 1e-12);
}

// Half to each sphere, in a step in which springs do not advance. The stretch is in units of the root of energy, but that of rolling.
TEST(PairHeat, HoldsWhatSpringsStore)
{
  Row row;
  row.pairs.touching = {true, true};
  SphereContactHistory stretched;
  stretched.shear = {3e-3, 4e-3, 12e-3};
  row.pairs.remember(0, stretched);
  row.advances = false;
  row.evaluate(row.scene(), 3);
  const double temperature[] = {300.0, 300.0, 300.0}, conductance = 4.0;
  const int type[] = {1, 1, 1};
  std::vector<SphereHeat> heat(3);
  add_pair_heat(row.contacts, NO_LOSSES, {temperature, type, &conductance, 1, 3}, heat.data());
  EXPECT_NEAR(heat[0].held, 0.5 * 0.5 * 169e-6, 1e-17);
  EXPECT_EQ(heat[1].held, heat[0].held);
  EXPECT_EQ(heat[2].held, 0.0);
  stretched.twist = 5e-3;
  stretched.roll = {0.0, 2e-3, 0.0};
  row.law.parts[ROLLING_PART] = PART_NUMBER<RollingSpring>;
  row.law.numbers[ROLLING_PART] = {7.0, 0.0, 0.1};    // stiffness first
  EXPECT_NEAR(energy_held(row.law, {}, stretched), 0.5 * (169e-6 + 25e-6 + 7.0 * 4e-6), 1e-17);
}

// Oracle: K_t = 8 G* sqrt(R* d) of Mindlin, and K_t s^2/2.
TEST(PairHeat, EachPairHasTheLawAndTheConductanceOfItsTypes)
{
  Row row;
  row.advances = false;
  const double young[] = {1e6, 5e6, 5e6, 2e7}, poisson = 0.3, stretch = 1e-7;
  std::vector<ContactLaw> laws;
  for (const double modulus : young)
    laws.push_back(contact_law(KIND_OF<HertzMindlin>, ContactForm::STOCK, {modulus, poisson},
                               {modulus, poisson}, row.coefficients));
  for (int i = 0; i < 3; i++) row.motions[i].type = i > 0;
  ContactScene scene = row.scene();
  scene.mode.form = ContactForm::STOCK;
  scene.laws = laws.data();
  scene.types = 2;
  row.pairs.touching = {true, true};
  SphereContactHistory stretched;
  stretched.shear = {0.0, stretch, 0.0};
  for (const int pair : {0, 1}) row.pairs.remember(pair, stretched);
  row.evaluate(scene, 3);
  const double temperature[] = {300.0, 350.0, 320.0}, conductance[] = {1.0, 2.0, 2.0, 4.0};
  const int type[] = {1, 2, 2};
  std::vector<SphereHeat> heat(3);
  add_pair_heat(row.contacts, NO_LOSSES, {temperature, type, conductance, 2, 3}, heat.data());
  const double circle = std::sqrt(0.005 * 1e-4);
  EXPECT_NEAR(heat[0].flow, 2.0 * circle * 50.0, 1e-12);
  EXPECT_NEAR(heat[2].flow, 4.0 * circle * 30.0, 1e-12);
  const auto held = [&](double modulus) {
    const double shear = modulus / (2.0 * (1.0 + poisson)) / (2.0 * (2.0 - poisson));
    return 0.5 * 0.5 * 8.0 * shear * circle * stretch * stretch;
  };
  EXPECT_NEAR(heat[0].held, held(5e6), 1e-10 * held(5e6));
  EXPECT_NEAR(heat[2].held, held(2e7), 1e-10 * held(2e7));
}

// Whether the motion was known before the forces, or is known after.
TEST(PairHeat, LossesAreThoseOfAllContactsHalfToEach)
{
  const std::vector<SphereRates> rates = {{{0.0, 0.3, 0.05}, {2.0, -1.0, 3.0}},
                                          {{-0.1, 0.1, 0.05}, {2.0, 0.0, 3.0}},
                                          {{-0.4, -0.1, 0.05}, {2.0, 1.0, 3.0}}};
  const double temperature[] = {300.0, 300.0, 300.0}, conductance = 4.0;
  const int type[] = {1, 1, 1};
  for (const int receivers : {3, 2})
    for (const bool is_known : {false, true}) {
      Row row;
      row.evaluate(row.scene(), receivers, is_known ? rates.data() : nullptr);
      std::vector<SphereHeat> heat(3);
      add_pair_heat(row.contacts, row.losses.powers_of_entries(rates.data()),
                    {temperature, type, &conductance, 1, receivers}, heat.data());
      EnergyFlows power{};
      row.losses.add_powers(power, rates.data());
      const double all = power[CONTACT_DAMPING] + power[SHEARING] + power[ROLLING];
      EXPECT_GT(std::abs(all), 1e-6);
      EXPECT_NEAR(heat[0].losses + heat[1].losses + heat[2].losses, all, 1e-12 * std::abs(all));
      if (receivers == 3) {
        EXPECT_NEAR(heat[1].losses, heat[0].losses + heat[2].losses, 1e-12 * std::abs(all));
      }
      EXPECT_EQ(heat[2].losses == 0.0, receivers == 2);
    }
}

}    // namespace test_conduction
}    // namespace grist
