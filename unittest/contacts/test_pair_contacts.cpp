// Contacts in blocks, and the sums of all pairs for each sphere, for all laws.
//
// Oracles: the law of one contact, each pair by itself, rotation of the whole scene, the pair seen
// from the other side.

#include "common/space.h"
#include "contacts/contact_cases.h"
#include "contacts/pair_contacts.h"
#include "lanes/each_instruction_set.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace test_pair_contacts {

using namespace grist;
using namespace grist::testing;

// Spheres at random in a box, every pair a candidate.
struct Crowd {
  std::vector<MovingSphere> spheres;
  std::vector<SpherePlace> place;
  std::vector<SphereMotion> motion;
  std::vector<ContactLaw> laws;
  ContactPairs pairs;
  Laws of;
  std::vector<Vector3d> force, torque;

  // beside: every second pair acts beside its bond, from up to a third of a radius within touch.
  Crowd(const Laws &of, int types, int count = 120, bool beside = false) : of(of)
  {
    std::mt19937 random(4711);
    std::uniform_real_distribution<double> any(-1.0, 1.0);
    const auto vector = [&](double size) {
      return Vector3d{size * any(random), size * any(random), size * any(random)};
    };
    for (int i = 0; i < count; i++) {
      MovingSphere s = sphere(1e-3 + 0.5e-3 * any(random), vector(4e-3), 2500 + 1000 * any(random));
      s.velocity = vector(0.3);
      s.omega = vector(200);
      spheres.push_back(s);
      place.push_back({{s.position[0], s.position[1], s.position[2]}, s.radius});
      motion.push_back({{s.velocity[0], s.velocity[1], s.velocity[2]},
                        {s.omega[0], s.omega[1], s.omega[2]},
                        s.mass,
                        i % types,
                        i % 7 == 0});
    }
    for (int k = 0; k < types * types; k++) laws.push_back(law_number(k, of));
    for (int i = 0; i < count; i++) {
      for (int j = i + 1; j < count; j++)
        if (beside && j % 2)
          pairs.add(j, {true, spheres[i].radius + spheres[j].radius + 0.3e-3 * any(random)});
        else
          pairs.add(j);
      pairs.end_row(i);
    }
    pairs.forget_all(history_of(of));
    const double stretch = of.form == ContactForm::STOCK ? 3e-5 : 1e-3;
    for (int n = 0; n < pairs.size(); n++)
      if (any(random) > 0) remember(n, {vector(stretch), vector(3e-5), 1e-5 * std::sin(n)});
  }

  void remember(int pair, const SphereContactHistory &what)
  {
    pairs.touching[pair] = 1;
    pairs.remember(pair, what);
  }

  int types() const { return static_cast<int>(std::lround(std::sqrt(laws.size()))); }

  void add_all(bool advance, ContactTally *tally = nullptr)
  {
    force.assign(spheres.size(), Vector3d::zero());
    torque = force;
    const ContactScene scene{place.data(), motion.data(), laws.data(), types(),
                             of.mode(1e-6, advance)};
    const ContactSink sink{force[0].data(), torque[0].data(), static_cast<int>(spheres.size()),
                           tally};
    add_contact_forces(scene, pairs, sink);
  }

  // The same by the law of one contact; `largest` receives the largest force of a contact.
  int beyond_touch = 0;    // contacts that one_by_one() found there
  int counted_from = 0;    // pairs whose overlap it counted from a reference
  void one_by_one(bool advance, double &largest)
  {
    force.assign(spheres.size(), Vector3d::zero());
    torque = force;
    largest = 0.0;
    for (size_t row = 0; row < pairs.rows.size(); row++)
      for (int n = pairs.begin(row); n < pairs.rows[row].end; n++) {
        const int a = pairs.rows[row].a, b = pairs.partner[n];
        SphereContact contact = sphere_contact(spheres[a], spheres[b], 1e-6, advance);
        const double radii = spheres[a].radius + spheres[b].radius;
        const double from = reference_overlap(pairs.bonding(n), radii);
        if (contact.overlap > 0.0 && from > 0.0) counted_from++;
        count_overlap_from(from, contact);
        SphereContactHistory history = pairs.remembered(n);
        const ContactLaw &law = laws[motion[a].type * types() + motion[b].type];
        const bool touched = pairs.touching[n];
        pairs.touching[n] = acts(law, contact, touched);
        if (!pairs.touching[n]) {
          pairs.remember(n, {});
          continue;
        }
        const auto mass = effective_mass(motion[a], motion[b]);
        contact.mass = mass.product / mass.sum;
        contact.inertia =
            effective_inertia(motion[a], motion[b], spheres[a].radius, spheres[b].radius);
        const auto on = contact_force(law, contact, history);
        if (contact.overlap <= 0.0 && on.normal != 0.0) beyond_touch++;
        pairs.remember(n, history);
        force[a] += on.force;
        force[b] -= on.force;
        torque[a] += on.torque_a;
        torque[b] += on.torque_b;
        largest = std::max(largest, norm(on.force));
      }
  }
};

class BlocksOfContacts : public grist::testing::EachInstructionSet {};

TEST(SpherePlaces, TouchWithinTheSumOfTheirRadii)
{
  const SpherePlace a = {{1.0, -2.0, 0.5}, 0.3};
  for (int axis = 0; axis < 3; axis++)
    for (const double apart : {-0.49, 0.49, -0.51, 0.51}) {
      SpherePlace b = {{1.0, -2.0, 0.5}, 0.2};
      b.x[axis] += apart;
      EXPECT_EQ(touch(a, b), std::abs(apart) < 0.5) << axis << ' ' << apart;
    }
  EXPECT_FALSE(touch(a, {{1.4, -2.4, 0.5}, 0.2}));
}

// The limit of twisting follows from the overlap twice, which has the rounding of distances; forces of laws
// that remember numbers are differences of larger ones.
double history_rounding(const Laws &laws, size_t number)
{
  const HistoryLayout as = history_of(laws);
  return as.remembered > 0 || static_cast<int>(number) == as.twist ? 10.0 * ROUNDING
                                                                   : 2.0 * ROUNDING;
}

TEST_P(BlocksOfContacts, EqualsTheLawOfOneContact)
{
  for (const Laws &laws : all_laws())
    for (const int types : {1, 3})
      for (const bool advance : {true, false}) {
        SCOPED_TRACE(laws.text());
        Crowd blocks(laws, types), single(laws, types);
        double largest;
        blocks.add_all(advance);
        single.one_by_one(advance, largest);
        int touching = 0;
        for (int n = 0; n < blocks.pairs.size(); n++) touching += blocks.pairs.touching[n];
        EXPECT_GT(touching, 300);
        EXPECT_EQ(blocks.pairs.touching, single.pairs.touching);
        const bool reaches = cohesion_part(laws.cohesion).acts_apart;
        EXPECT_EQ(single.beyond_touch > 5, reaches);
        for (size_t i = 0; i < blocks.spheres.size(); i++) {
          EXPECT_LT(norm(blocks.force[i] - single.force[i]), ROUNDING * largest);
          EXPECT_LT(norm(blocks.torque[i] - single.torque[i]), ROUNDING * 1e-3 * largest);
        }
        for (size_t k = 0; k < blocks.pairs.history.size(); k++)
          EXPECT_NEAR(blocks.pairs.history[k], single.pairs.history[k],
                      history_rounding(laws, k % single.pairs.width()) *
                          std::max(1e-4, std::fabs(single.pairs.history[k])));
      }
}

TEST_P(BlocksOfContacts, EqualsTheLawOfOneContactBesideBonds)
{
  constexpr double BESIDE = 3.0;    // what is left of an overlap is smaller than it
  for (const Laws &laws : all_laws())
    for (const int types : {1, 3})
      for (const bool advance : {true, false}) {
        if (laws.cohesion != PART_NUMBER<NoCohesion>) continue;
        Crowd blocks(laws, types, 120, true), single(laws, types, 120, true);
        double largest;
        blocks.add_all(advance);
        single.one_by_one(advance, largest);
        EXPECT_GT(single.counted_from, 50);
        EXPECT_EQ(blocks.pairs.touching, single.pairs.touching);
        for (size_t i = 0; i < blocks.spheres.size(); i++) {
          EXPECT_LT(norm(blocks.force[i] - single.force[i]), ROUNDING * largest);
          EXPECT_LT(norm(blocks.torque[i] - single.torque[i]), ROUNDING * 1e-3 * largest);
        }
        for (size_t k = 0; k < blocks.pairs.history.size(); k++)
          EXPECT_NEAR(blocks.pairs.history[k], single.pairs.history[k],
                      BESIDE * history_rounding(laws, k % single.pairs.width()) *
                          std::max(1e-4, std::fabs(single.pairs.history[k])));
      }
}

// Bonded at the distance that it has to the last bit or so: no force, and no number that is none.
TEST_P(BlocksOfContacts, PairAtTheDistanceOfItsBondingHasNoForce)
{
  for (const Laws &laws : all_laws()) {
    if (laws.cohesion != PART_NUMBER<NoCohesion>) continue;
    Crowd crowd(laws, 1, 120);
    crowd.pairs.clear();
    for (int i = 0; i < 120; i++) {
      std::fill_n(crowd.motion[i].velocity, 3, 0.0);
      std::fill_n(crowd.motion[i].omega, 3, 0.0);
      for (int j = i + 1; j < 120; j++) {
        const double length = norm(crowd.spheres[j].position - crowd.spheres[i].position);
        crowd.pairs.add(j, {true, length * (1.0 + 1e-16 * (j % 5 - 2))});
      }
      crowd.pairs.end_row(i);
    }
    crowd.pairs.forget_all(history_of(laws));
    crowd.add_all(false);
    for (const Vector3d &force : crowd.force) EXPECT_LT(norm(force), 1e-6);
  }
}

// As when its bond breaks: from then on the whole overlap counts, and the springs continue.
TEST_P(BlocksOfContacts, PairWhoseBondBreaksIsAnOrdinaryOne)
{
  for (const Laws &laws : all_laws()) {
    if (laws.cohesion != PART_NUMBER<NoCohesion>) continue;
    Crowd broken(laws, 1, 120, true), never(laws, 1);
    never.pairs.history = broken.pairs.history;
    never.pairs.touching = broken.pairs.touching;
    for (ContactPairs::Bonding &bonding : broken.pairs.bondings) bonding = {};
    for (Crowd *crowd : {&broken, &never}) crowd->add_all(true);
    double largest = 0.0;
    for (const Vector3d &force : never.force) largest = std::max(largest, norm(force));
    for (size_t i = 0; i < never.force.size(); i++)
      EXPECT_LT(norm(broken.force[i] - never.force[i]), ROUNDING * largest);
    EXPECT_EQ(broken.pairs.touching, never.pairs.touching);
  }
}

TEST_P(BlocksOfContacts, DoesNotDependOnThePlaceInABlock)
{
  // All pairs at once, and each pair by itself, in the first lane: the same bits.
  for (const Laws &laws : all_laws()) {
    Crowd all(laws, 2), lone(laws, 2);
    all.add_all(true);

    std::vector<Vector3d> force(lone.spheres.size(), Vector3d::zero()), torque = force;
    Crowd one = lone;
    for (size_t row = 0; row < lone.pairs.rows.size(); row++)
      for (int n = lone.pairs.begin(row); n < lone.pairs.rows[row].end; n++) {
        one.pairs.clear();
        one.pairs.add(lone.pairs.partner[n]);
        one.pairs.end_row(lone.pairs.rows[row].a);
        one.pairs.forget_all(history_of(laws));
        if (lone.pairs.touching[n]) one.remember(0, lone.pairs.remembered(n));
        const ContactScene scene{one.place.data(), one.motion.data(), one.laws.data(), 2,
                                 laws.mode(1e-6)};
        add_contact_forces(
            scene, one.pairs,
            {force[0].data(), torque[0].data(), static_cast<int>(force.size()), nullptr});
        lone.pairs.remember(n, one.pairs.remembered(0));
      }
    EXPECT_EQ(all.force, force);
    EXPECT_EQ(all.torque, torque);
    EXPECT_EQ(all.pairs.history, lone.pairs.history);
  }
}

TEST_P(BlocksOfContacts, RotatedSceneGivesRotatedForces)
{
  for (const Laws &laws : all_laws()) {
    Crowd still(laws, 1), turned(laws, 1);
    const Matrix3d turn = rotation_matrix(1.1, normalized(Vector3d{1, 2, -3}));
    for (size_t i = 0; i < turned.spheres.size(); i++) {
      copy_to(turned.place[i].x, turn * vector_at(turned.place[i].x));
      copy_to(turned.motion[i].velocity, turn * vector_at(turned.motion[i].velocity));
      copy_to(turned.motion[i].omega, turn * vector_at(turned.motion[i].omega));
    }
    for (int n = 0; n < turned.pairs.size(); n++) {
      const auto what = turned.pairs.remembered(n);
      turned.pairs.remember(n, {turn * what.shear, turn * what.roll, what.twist, what.memory});
    }
    still.add_all(true);
    turned.add_all(true);
    double largest = 0.0;
    for (const auto &f : still.force) largest = std::max(largest, norm(f));
    for (size_t i = 0; i < still.force.size(); i++) {
      EXPECT_LT(norm(turned.force[i] - turn * still.force[i]), 1e-11 * largest);
      EXPECT_LT(norm(turned.torque[i] - turn * still.torque[i]), 1e-14 * largest);
    }
  }
}

TEST_P(BlocksOfContacts, SwappedPairGivesTheSameForces)
{
  for (const Laws &laws : all_laws()) {
    Crowd one(laws, 1, 2), two(laws, 1, 2);
    for (Crowd *crowd : {&one, &two})
      for (int d = 0; d < 3; d++) crowd->place[1].x[d] = crowd->place[0].x[d] + 0.5e-3;
    const SphereContactHistory what{{1e-6, -2e-6, 1e-6}, {3e-6, 1e-6, -4e-6}};
    one.remember(0, what);
    two.pairs.clear();
    two.pairs.end_row(0);
    two.pairs.add(0);
    two.pairs.end_row(1);
    two.pairs.forget_all(history_of(laws));
    two.remember(0, {-what.shear, what.roll, what.twist, what.memory});
    one.add_all(true);
    two.add_all(true);
    for (int i = 0; i < 2; i++) {
      EXPECT_GT(norm(one.force[i]), 0.0);
      EXPECT_LT(norm(one.force[i] - two.force[i]), ROUNDING * norm(one.force[i]));
      EXPECT_LT(norm(one.torque[i] - two.torque[i]), ROUNDING * norm(one.torque[i]));
    }
    EXPECT_LT(norm(one.pairs.remembered(0).shear + two.pairs.remembered(0).shear), 1e-18);
    EXPECT_LT(norm(one.pairs.remembered(0).roll - two.pairs.remembered(0).roll), 1e-18);
  }
}

TEST_P(BlocksOfContacts, ForgetsPairsThatPart)
{
  Crowd crowd({KIND_OF<HertzMindlin>, PART_NUMBER<RollingSpring>}, 1);
  crowd.add_all(true);
  const auto before = crowd.pairs.touching;
  for (auto &place : crowd.place) place.radius *= 0.8;
  crowd.add_all(true);
  int parted = 0;
  for (int n = 0; n < crowd.pairs.size(); n++) {
    if (crowd.pairs.touching[n]) continue;
    parted += before[n];
    EXPECT_EQ(norm(crowd.pairs.remembered(n).shear) + norm(crowd.pairs.remembered(n).roll), 0.0);
  }
  EXPECT_GT(parted, 100);
}

TEST_P(BlocksOfContacts, ReportsEveryContactOnce)
{
  struct Sum : ContactTally {
    int count = 0;
    Vector3d force = Vector3d::zero();
    void contact(int a, int, const double *f, const double *) override
    {
      if (a == 0) force += Vector3d{f[0], f[1], f[2]};
      count++;
    }
  } sum;
  Crowd crowd({}, 1);
  crowd.add_all(true, &sum);
  int touching = 0;
  for (const char now : crowd.pairs.touching) touching += now;
  EXPECT_EQ(sum.count, touching);
  EXPECT_LT(norm(sum.force - crowd.force[0]), ROUNDING * norm(sum.force));    // 0 is always a
}

TEST_P(BlocksOfContacts, MembersAreTheSpheresInPairs)
{
  ContactPairs pairs;
  for (int round = 0; round < 2; round++) {    // nothing is left of the first
    pairs.clear();
    pairs.end_row(3);    // no pair: no member
    pairs.add(9);
    pairs.add(2);
    pairs.end_row(5);
    pairs.add(9);
    pairs.end_row(4);
    pairs.forget_all({false, false, false});
    EXPECT_EQ(pairs.members, (std::vector<int>{2, 4, 5, 9}));
    pairs.append(4, 12);
    pairs.append(3, 12);
    EXPECT_EQ(pairs.members, (std::vector<int>{2, 4, 5, 9, 12, 3}));
  }
}

TEST_P(BlocksOfContacts, LatePairsCount)
{
  Crowd crowd({}, 1, 2);
  for (int d = 0; d < 3; d++) crowd.place[1].x[d] = crowd.place[0].x[d] + 0.5e-3;
  crowd.pairs.clear();
  crowd.pairs.end_row(0);
  crowd.pairs.end_row(1);
  crowd.pairs.forget_all({false, false, false});
  crowd.add_all(true);
  EXPECT_EQ(norm(crowd.force[0]), 0.0);
  crowd.pairs.append(1, 0);
  crowd.add_all(true);
  EXPECT_GT(norm(crowd.force[0]), 0.0);
  EXPECT_EQ(crowd.force[0], -crowd.force[1]);
}

TEST_P(BlocksOfContacts, LatePairsCountFromTouchBesideOthers)
{
  Crowd crowd({}, 1, 3);
  for (int d = 0; d < 3; d++) crowd.place[1].x[d] = crowd.place[0].x[d] + 0.5e-3;
  crowd.pairs.clear();
  crowd.pairs.add(2, {true, 0.1e-3});
  crowd.pairs.end_row(0);
  crowd.pairs.forget_all({false, false, false});
  crowd.pairs.append(1, 0);
  crowd.place[2].x[0] += 1.0;
  crowd.add_all(true);
  EXPECT_FALSE(crowd.pairs.bonding(1).is_intact);
  EXPECT_GT(norm(crowd.force[0]), 0.0);
  EXPECT_EQ(crowd.force[0], -crowd.force[1]);
}

GRIST_FOR_EACH_INSTRUCTION_SET(BlocksOfContacts);

}    // namespace test_pair_contacts
