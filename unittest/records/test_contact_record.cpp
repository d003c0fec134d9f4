// Contacts with walls that are recorded in a step. Oracle: the sums over the same contacts, one by
// one.

#include "contacts/contact_cases.h"
#include "records/contact_record.h"
#include "records/contact_sums.h"

#include <gtest/gtest.h>

#include <vector>

namespace test_contact_record {

using namespace grist;
using namespace grist::testing;

constexpr double DT = 1e-6;

TEST(ContactRecord, AddsUpItsEntries)
{
  const ContactLaw law = hertz_mindlin(RUBBER, RUBBER, coefficients(0.5, 0.3));
  const std::vector<SphereRates> rates = {{{0.1, 0, -0.2}, {0, 50, 0}},
                                          {{-0.3, 0.1, 0.1}, {9, 9, 9}}};
  const SphereRates wall = {{0.05, 0, 0}, {0, 3, 0}};
  ContactRecord record;
  record.begin_step();
  double stored = 0.0, taken = 0.0, of_wall = 0.0, of_walls = 0.0;
  for (int i = 0; i < 2; i++) {
    MovingSphere a = sphere(1e-3, {0, 0, 0.95e-3 - 1e-5 * i});
    a.velocity = rates[i].velocity;
    const SphereContact contact = wall_contact(a, Vector3d::unit_z(), 1e-3 - a.position[2], 0.0,
                                               wall.velocity, wall.omega, DT, true);
    SphereContactHistory history;
    SphereContactForce on = contact_force(law, contact, history);
    on.rolling = {1e-4, 2e-4, -1e-4};
    const double share = i == 0 ? 1.0 : 0.5;
    record.add(RecordedContact{{i, TouchingPair::WALL, share}, &law, contact, wall, on, history});
    stored += share * stored_energy(law, contact, history).normal;
    taken += share * dissipated_power(law, contact, on, rates[i], wall).damping;
    of_wall += share * (dot(on.force, wall.velocity) + dot(on.rolling, wall.omega));
    of_walls += share * (dot(on.force, rates[i].velocity) + dot(on.torque_a, rates[i].omega));
  }
  EXPECT_GT(stored, 0.0);
  StoredEnergy stored_sum;
  EnergyFlows powers{};
  StoredSum of_stored(stored_sum, {});
  PowerSum of_powers(powers, rates.data(), {});
  record.show(of_stored);
  record.show(of_powers);
  EXPECT_DOUBLE_EQ(stored_sum.normal, stored);
  EXPECT_DOUBLE_EQ(powers[CONTACT_DAMPING], taken);
  EXPECT_DOUBLE_EQ(powers[WALL_WORK], of_wall);
  PowerOfWalls at_particles(rates.data());
  record.show(at_particles);
  EXPECT_DOUBLE_EQ(at_particles.sum, of_walls);
  record.begin_step();
  record.show(of_stored);
  EXPECT_DOUBLE_EQ(stored_sum.normal, stored);
}

TEST(Recording, IsOnWhileSomeoneReads)
{
  Subscription first, second;
  {
    Recording recording;
    EXPECT_FALSE(recording.is_on());
    first = recording.subscribe();
    second = recording.subscribe();
    first.reset();
    EXPECT_TRUE(recording.is_on());
    second = Recording().subscribe();
    EXPECT_FALSE(recording.is_on());
    first = recording.subscribe();
  }
  first.reset();    // after the end of what it belonged to
}

}    // namespace test_contact_record
