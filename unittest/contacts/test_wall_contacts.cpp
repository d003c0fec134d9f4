// Contacts with a wall in blocks, for all laws.
//
// Oracles: the law of one contact, each contact by itself, Rodrigues' rotation of Eigen.

#include "common/constants.h"
#include "common/space.h"
#include "contacts/block_forces.h"
#include "contacts/contact_cases.h"
#include "contacts/contact_energy.h"
#include "contacts/contact_kernel.h"
#include "energy/losses.h"
#include "lanes/each_instruction_set.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

namespace test_wall_contacts {

using namespace grist;
using namespace grist::testing;

constexpr double DT = 1e-6;

// The arguments of wall_contact() into a lane, number by number.
void set_contact(ContactBlock &block, int lane, const MovingSphere &a, const Vector3d &normal,
                 double overlap, double curvature, const Vector3d &velocity, const Vector3d &omega)
{
  set_lane_vector(block.apart, lane, normal);
  set_lane_vector(block.velocity, lane, a.velocity - velocity);
  set_lane_vector(block.omega_a, lane, a.omega);
  set_lane_vector(block.omega_b, lane, omega);
  block.wall_overlap[lane] = overlap;
  block.radius_a[lane] = a.radius;
  block.curvature[lane] = curvature;
  block.mass_product[lane] = a.mass;
  block.inertia[lane] = sphere_inertia(a.mass, a.radius);
}

void set_history(ContactBlock &block, int lane, const SphereContactHistory &kept)
{
  set_lane_vector(block.shear, lane, kept.shear);
  set_lane_vector(block.roll, lane, kept.roll);
  block.twist[lane] = kept.twist;
  for (int k = 0; k < MOST_REMEMBERED; k++) block.memory[k][lane] = kept.memory[k];
}
void get_history(const ContactBlock &block, int lane, double *history)
{
  SphereContactHistory kept = {
      lane_vector(block.shear, lane), lane_vector(block.roll, lane), block.twist[lane], {}};
  for (int k = 0; k < MOST_REMEMBERED; k++) kept.memory[k] = block.memory[k][lane];
  kept.write(history);
}

// A sphere on a wall at random, and what it remembers.
struct WallCase {
  MovingSphere sphere;
  Vector3d normal, velocity, omega;
  double overlap, curvature;
  ContactLaw law;
  double history[SphereContactHistory::SIZE];
  double half_step = 0.0;                         // by which the velocity of the sphere is behind
  Vector3d center_velocity = Vector3d::zero();    // of the point that the wall turns about
  Vector3d image = Vector3d::zero();

  // The velocity of the wall when that of the sphere was measured.
  Vector3d before() const
  {
    const Vector3d motion = sphere.velocity - center_velocity;
    return velocity - half_step * cross(omega, motion + 0.5 * half_step * cross(omega, motion));
  }
  SphereContact contact(bool advance) const
  {
    return wall_contact(sphere, normal, overlap, curvature, before(), omega, DT, advance);
  }
  SphereContactHistory remembered() const { return SphereContactHistory::read(history); }
};

// The walls turn by up to a radian in a step, and bulge or surround the sphere. With cohesion
// beyond touch some are apart.
std::vector<WallCase> cases(const Laws &laws, int count)
{
  std::mt19937 random(815);
  std::uniform_real_distribution<double> any(-1.0, 1.0);
  const auto vector = [&](double size) {
    return Vector3d{size * any(random), size * any(random), size * any(random)};
  };
  const double stretch = laws.form == ContactForm::STOCK ? 3e-5 : 1e-3;
  std::vector<WallCase> all(count);
  for (int k = 0; k < count; k++) {
    WallCase &one = all[k];
    one.sphere = sphere(1e-3 + 0.5e-3 * any(random), vector(1.0), 2500 + 1000 * any(random));
    one.sphere.velocity = vector(0.3);
    one.sphere.omega = vector(200);
    one.normal = normalized(vector(1.0));
    one.velocity = vector(0.3);
    one.omega = vector(k % 3 == 0 ? 0.0 : k % 3 == 1 ? 50.0 : 0.5 / DT);
    one.overlap = 1e-5 * (1.0 + any(random));
    one.curvature = k % 4 == 0 ? 0.0 : 300 * any(random);
    one.law = law_number(k % 3, laws);
    if (k % 5 == 0 && acts(one.law, one.contact(true), true)) one.overlap *= 0.01;
    const Vector3d shear = vector(stretch), roll = vector(3e-5);
    SphereContactHistory{shear, roll, 1e-5 * any(random), {roll.x, roll.y, roll.z}}.write(
        one.history);
  }
  return all;
}

void fill(ContactBlock &block, int lane, const WallCase &one)
{
  block.set_law(lane, one.law);
  set_contact(block, lane, one.sphere, one.normal, one.overlap, one.curvature, one.before(),
              one.omega);
  set_history(block, lane, one.remembered());
}

void evaluate(ContactBlock &block, int count, const Laws &laws, bool advance)
{
  evaluate_at_wall(block, count, laws.mode(DT, advance));
}

class BlocksOfWallContacts : public EachInstructionSet {};

TEST_P(BlocksOfWallContacts, EqualsTheLawOfOneContact)
{
  for (const Laws &laws : all_laws())
    for (const bool advance : {true, false}) {
      const auto all = cases(laws, ContactBlock::LANES);
      ContactBlock block;
      for (int n = 0; n < ContactBlock::LANES; n++) fill(block, n, all[n]);
      evaluate(block, ContactBlock::LANES, laws, advance);
      double largest = 0.0;
      for (const WallCase &one : all) {
        SphereContactHistory kept = one.remembered();
        largest = std::max(largest, norm(contact_force(one.law, one.contact(advance), kept).force));
      }
      const double close = ROUNDING * largest;
      for (int n = 0; n < ContactBlock::LANES; n++) {
        SphereContactHistory kept = all[n].remembered();
        const auto on = contact_force(all[n].law, all[n].contact(advance), kept);
        const auto in_block = force_of(block, n);
        EXPECT_LT(norm(in_block.force - on.force), close);
        EXPECT_LT(norm(in_block.tangential - on.tangential), close);
        EXPECT_LT(norm(in_block.torque_a - on.torque_a), 1e-3 * close);
        EXPECT_LT(norm(in_block.torque_b - on.torque_b), 1e-3 * close);
        EXPECT_LT(norm(in_block.rolling - on.rolling), 1e-3 * close);
        EXPECT_NEAR(in_block.normal, on.normal, close);
        EXPECT_NEAR(in_block.pressing, on.pressing, close);
        if (!advance) continue;
        double history[SphereContactHistory::SIZE];
        get_history(block, n, history);
        EXPECT_LT(norm(vector_at(history) - kept.shear), 1e-3 * ROUNDING);
        const auto now = SphereContactHistory::read(history);
        if (laws.twisting != 0) { EXPECT_NEAR(now.twist, kept.twist, ROUNDING * 1e-4); }
        if (laws.rolling == PART_NUMBER<RollingSpring>) {
          EXPECT_LE(norm(now.roll - kept.roll), ROUNDING * norm(kept.roll));
        }
        for (int d = 0; d < laws.mode(DT).history().remembered; d++)
          EXPECT_NEAR(now.memory[d], kept.memory[d], ROUNDING * std::fabs(kept.memory[d])) << d;
      }
    }
}

TEST_P(BlocksOfWallContacts, DoesNotDependOnThePlaceInABlock)
{
  for (const Laws &laws : all_laws()) {
    const auto all = cases(laws, ContactBlock::LANES);
    ContactBlock block;
    for (int n = 0; n < ContactBlock::LANES; n++) fill(block, n, all[n]);
    evaluate(block, ContactBlock::LANES, laws, true);
    for (int n = 0; n < ContactBlock::LANES; n++) {
      ContactBlock lone;
      fill(lone, 0, all[n]);
      evaluate(lone, 1, laws, true);
      EXPECT_EQ(force_of(block, n).force, force_of(lone, 0).force);
      EXPECT_EQ(force_of(block, n).torque_a, force_of(lone, 0).torque_a);
      double history[SphereContactHistory::SIZE], history_alone[SphereContactHistory::SIZE];
      get_history(block, n, history);
      get_history(lone, 0, history_alone);
      for (int d = 0; d < SphereContactHistory::SIZE; d++) EXPECT_EQ(history[d], history_alone[d]);
    }
  }
}

// Cases as they lie in memory, a number of spheres between them that have no contact.
struct InMemory {
  static constexpr int APART = 3, ROWS = 14, STRIDE = SphereContactHistory::SIZE + 1;
  std::vector<double> x, velocity, omega, radius, mass, places, histories;
  std::vector<int> sphere;
  std::vector<double *> history;
  Vector3d reference = {0.1, 0.2, -0.3};
  double half_step = 0.0;
  Vector3d center_velocity = Vector3d::zero();
  bool still = false, has_images = false;

  explicit InMemory(const std::vector<WallCase> &all)
  {
    const int whole = WallTouches::WHOLE,
              lanes = (static_cast<int>(all.size()) + whole - 1) / whole * whole;
    const int spheres = APART * static_cast<int>(all.size());
    for (auto *vectors : {&x, &velocity, &omega}) vectors->assign(3 * spheres, NAN);
    places.resize(ROWS * ContactBlock::LANES);
    histories.resize(STRIDE * all.size(), 815.0);
    const auto put = [](double *to, const Vector3d &v) { std::copy_n(v.data(), 3, to); };
    for (int lane = 0; lane < lanes; lane++) {
      const int k = std::min(lane, static_cast<int>(all.size()) - 1), i = APART * k;
      const WallCase &one = all[k];
      put(&x[3 * i], one.sphere.position);
      put(&velocity[3 * i], one.sphere.velocity);
      put(&omega[3 * i], one.sphere.omega);
      radius.push_back(one.sphere.radius);
      double place[ROWS];
      put(place, one.normal);
      place[3] = one.sphere.radius - one.overlap;
      place[4] = one.curvature;
      put(place + 5, one.velocity);
      put(place + 8, one.omega);
      put(place + 11, one.image);
      for (int n = 0; n < ROWS; n++) places[n * ContactBlock::LANES + lane] = place[n];
      std::copy_n(one.history, SphereContactHistory::SIZE, &histories[STRIDE * k]);
      sphere.push_back(i);
      mass.push_back(one.sphere.mass);
      history.push_back(&histories[STRIDE * k]);
    }
  }
  const double *row(int n) const { return &places[n * ContactBlock::LANES]; }
  WallTouches touches() const
  {
    return {x.data(),
            velocity.data(),
            omega.data(),
            {reference[0], reference[1], reference[2]},
            half_step,
            {center_velocity[0], center_velocity[1], center_velocity[2]},
            sphere.data(),
            radius.data(),
            mass.data(),
            row(0),
            row(3),
            row(4),
            still ? nullptr : row(5),
            still ? nullptr : row(8),
            has_images ? row(11) : nullptr,
            ContactBlock::LANES,
            history.data()};
  }
};

TEST_P(BlocksOfWallContacts, AreFilledFromMemoryAndReturnToIt)
{
  constexpr int STILL = 7;
  for (const int count : {1, STILL, 8, 13, ContactBlock::LANES})
    for (const Laws &laws : all_laws()) {
      auto all = cases(laws, ContactBlock::LANES);
      double largest = 0.0;
      for (WallCase &one : all) {
        one.sphere.position = 10.0 * one.velocity;
        one.half_step = count % 2 ? 0.5 * DT : 0.0;
        one.center_velocity = {3.0, -2.0, 1.0};
        if (count != STILL) one.image = 5.0 * one.normal;
        if (count == STILL) one.velocity = one.omega = Vector3d::zero();
        SphereContactHistory kept = one.remembered();
        largest = std::max(largest, norm(contact_force(one.law, one.contact(true), kept).force));
      }
      all.resize(count);
      ContactBlock by_lane, block;
      for (int n = 0; n < count; n++) fill(by_lane, n, all[n]);
      // Lanes beyond the count have laws, too: of contacts that were there before.
      for (int n = 0; n < ContactBlock::LANES; n++)
        block.set_law(n, n < count ? all[n].law : law_number(2, laws));
      InMemory memory(all);
      memory.half_step = all[0].half_step;
      memory.center_velocity = all[0].center_velocity;
      memory.still = count == STILL;
      memory.has_images = count != STILL;
      gather(memory.touches(), laws.mode(DT), count, block);
      evaluate(by_lane, count, laws, true);
      evaluate(block, count, laws, true);
      keep(block, laws.mode(DT), memory.touches(), count);
      WallForceRows rows;
      scatter(block, count, rows);
      Vector3d force = Vector3d::zero(), moment = force;
      double power = 0.0;
      const double close = ROUNDING * largest;
      for (int n = 0; n < count; n++) {
        const auto expected = force_of(by_lane, n);
        EXPECT_LE(norm(vector_at(rows.of[n].force) - expected.force), close);
        EXPECT_LE(norm(vector_at(rows.of[n].torque) - expected.torque_a), 1e-3 * close);
        double history[SphereContactHistory::SIZE];
        get_history(by_lane, n, history);
        for (int d = 0; d < SphereContactHistory::SIZE; d++)
          EXPECT_NEAR(memory.history[n][d], history[d],
                      std::max(1e-3, std::fabs(history[d])) * 2.0 * ROUNDING);
        EXPECT_EQ(memory.history[n][SphereContactHistory::SIZE], 815.0);
        force += expected.force;
        moment += expected.torque_a +
            cross(all[n].sphere.position + all[n].image - memory.reference, expected.force);
        power += dot(expected.force, all[n].velocity) + dot(expected.rolling, all[n].omega);
      }
      const WallSums sum = sums(block, count);
      const double greatest_omega = 0.5 / DT * 1.8;
      EXPECT_LE(norm(vector_at(sum.force) - force), count * close);
      EXPECT_LE(norm(vector_at(sum.torque) - moment), 10 * count * close);
      EXPECT_NEAR(sum.power, power, 1e-3 * greatest_omega * count * close);
    }
}

// What contacts take, part by part, at any motion of the spheres.
TEST_P(BlocksOfWallContacts, FlowsFollowTheLawOfOneContact)
{
  constexpr int MOST = ContactBlock::LANES;
  std::mt19937 random(47);
  std::uniform_real_distribution<double> any(-1.0, 1.0);
  const auto vector = [&] { return Vector3d{any(random), any(random), any(random)}; };
  std::vector<SphereRates> rates(InMemory::APART * MOST);
  for (SphereRates &one : rates) one = {0.3 * vector(), 200 * vector()};
  for (const Laws &laws : all_laws()) {
    Losses<ContactEntries> losses(LossPartner::WALL);
    ContactPower expected, scale;
    for (const int count : {MOST, 1, 13, 8, MOST}) {
      if (count == 1) {    // the next step
        expected = scale = {};
        losses.begin_step();
      }
      auto all = cases(laws, MOST);
      all.resize(count);
      for (WallCase &one : all) one.half_step = 0.5 * DT;
      ContactBlock block;
      for (int n = 0; n < MOST; n++) block.set_law(n, n < count ? all[n].law : law_number(2, laws));
      InMemory memory(all);
      memory.half_step = 0.5 * DT;
      gather(memory.touches(), laws.mode(DT), count, block);
      evaluate_at_wall(block, count, laws.mode(DT, true), losses.room_for(count));
      losses.add(memory.sphere.data(), nullptr, nullptr, count);
      for (int n = 0; n < count; n++) {
        const WallCase &one = all[n];
        SphereContactHistory kept = one.remembered();
        const SphereContact contact = one.contact(true);
        const auto on = contact_force(one.law, contact, kept);
        const ContactPower power = dissipated_power(one.law, contact, on, rates[memory.sphere[n]],
                                                    {one.velocity, one.omega}, kept);
        for (const auto part :
             {&ContactPower::damping, &ContactPower::shearing, &ContactPower::rolling}) {
          expected.*part += power.*part;
          scale.*part += std::fabs(power.*part);
        }
      }
    }
    EXPECT_GT(scale.damping, 0.0);
    EXPECT_GT(scale.shearing, 0.0);
    EnergyFlows found{};
    losses.add_powers(found, rates.data());
    EXPECT_NEAR(found[CONTACT_DAMPING], expected.damping, ROUNDING * scale.damping);
    EXPECT_NEAR(found[SHEARING], expected.shearing, ROUNDING * scale.shearing);
    EXPECT_NEAR(found[ROLLING], expected.rolling, ROUNDING * scale.rolling);
  }
}

GRIST_FOR_EACH_INSTRUCTION_SET(BlocksOfWallContacts);

TEST(WallTurn, IsTheRotationOfTheWall)
{
  // A normal and a spring across it that turn with the wall by any angle up to half a turn.
  const Vector3d before = normalized(Vector3d{1, 2, 3});
  const Vector3d spring = 2.0 * normalized(cross(before, Vector3d{0.3, -1, 0.2}));
  for (const double angle : {0.0, 1e-12, 1e-6, 0.01, 0.5, 1.5, 3.0, PI}) {
    const Vector3d axis = normalized(cross(before, Vector3d{-1, 0.4, 2}));
    const Matrix3d turn = rotation_matrix(angle, axis);
    const Vector3d normal = turn * before, expected = turn * spring;
    const contact_kernel::WallTurn by_wall(angle / DT * axis, normal, DT);
    const contact_kernel::Vector turned = turn_with_wall(spring, normal, by_wall);
    EXPECT_LE(norm(Vector3d{turned.x, turned.y, turned.z} - expected), 1e-14) << angle;
  }
}

}    // namespace test_wall_contacts
