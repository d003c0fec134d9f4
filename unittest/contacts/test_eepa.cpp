// The elasto-plastic adhesive law, on springs of Hertz and on linear ones.
//
// Oracles: the branches of the law by formulas of their own, in plastic overlaps instead of forces;
// Walton and Braun's restitution sqrt(k1/k2); the work along the path.

#include "contacts/eepa.h"

#include "contacts/contact_cases.h"
#include "contacts/contact_energy.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace test_eepa {

using namespace grist;
using namespace grist::testing;

constexpr double RADIUS_A = 1e-3, RADIUS_B = 1.5e-3, RADIUS = 0.6e-3, DEEP = 2e-5;    // RADIUS: R*

struct Numbers {
  double ratio, surface, pull, exponent;
};

ContactLaw eepa_law(ContactKind kind, const Numbers &of)
{
  ContactCoefficients c = coefficients(1.0, 0.0);
  c.damping_ratio = 0.5;
  choose<Eepa>(c, {of.ratio, of.surface, of.pull, of.exponent});
  const Elasticity linear = {1e3, 0.4};
  return kind == KIND_OF<Hooke> ? contact_law(kind, ContactForm::CONSISTENT, linear, linear, c)
                                : contact_law(kind, ContactForm::CONSISTENT, RUBBER, RUBBER, c);
}

// Two spheres whose overlap is set step by step.
class Contact {
 public:
  ContactLaw law;
  SphereContactHistory history;
  double overlap = 0.0, force = 0.0, work = 0.0, dissipated = 0.0;

  Contact(ContactKind kind, const Numbers &of) : law(eepa_law(kind, of)) {}

  // Overlap, as seen from the last one.
  void go(double to)
  {
    const double before = overlap, force_before = force, power_before = power;
    constexpr double DT = 1e-7;
    SphereContact contact = sphere_contact(sphere(RADIUS_A, {0, 0, RADIUS_A + RADIUS_B - to}),
                                           sphere(RADIUS_B, {0, 0, 0}), DT, true);
    contact.velocity = {0, 0, (before - to) / DT};
    overlap = to;
    const SphereContactForce on = contact_force(law, contact, history);
    force = on.normal;
    power = dissipated_power(law, contact, on, {contact.velocity, {0, 0, 0}},
                             {{0, 0, 0}, {0, 0, 0}}, history)
                .damping;
    if (before == 0.0) return;
    work += 0.5 * (force + force_before) * (to - before);
    dissipated += 0.5 * (power + power_before) * DT;
  }
  // In even steps.
  void follow(double to, int steps)
  {
    const double from = overlap;
    for (int n = 1; n <= steps; n++) go(from + (to - from) * n / steps);
  }
  double stored() const
  {
    return stored_energy(law,
                         sphere_contact(sphere(RADIUS_A, {0, 0, RADIUS_A + RADIUS_B - overlap}),
                                        sphere(RADIUS_B, {0, 0, 0}), 1e-7, false),
                         history)
        .normal;
  }

 private:
  double power = 0.0;
};

// The branches, in the words of the papers.
struct Branches {
  double n, k1, k2, plastic, strongest, end, adhesion;
  Numbers of;

  Branches(ContactKind kind, const Numbers &of, double deepest) : of(of)
  {
    const double young = 0.5 * RUBBER[0] / (1.0 - RUBBER[1] * RUBBER[1]);
    n = kind == KIND_OF<Hooke> ? 1.0 : 1.5;
    k1 = kind == KIND_OF<Hooke> ? 1e3 : 4.0 / 3.0 * young * std::sqrt(RADIUS);
    k2 = k1 / (1.0 - of.ratio);
    plastic = std::pow(of.ratio, 1.0 / n) * deepest;
    const double a = std::sqrt(plastic * (2.0 * RADIUS - plastic));
    strongest = 1.5 * PI * of.surface * a;
    end = std::pow(std::max(0.0, std::pow(plastic, n) - strongest / k2), 1.0 / n);
    if (end < 0.5 * plastic) {
      end = 0.5 * plastic;
      strongest = k2 * (std::pow(plastic, n) - std::pow(end, n));
    }
    adhesion = strongest / std::pow(end, of.exponent);
  }
  double loading(double d) const { return k1 * std::pow(d, n) - of.pull; }
  double unloading(double d) const
  {
    return k2 * (std::pow(d, n) - std::pow(plastic, n)) - of.pull;
  }
  double adhesive(double d) const { return -adhesion * std::pow(d, of.exponent) - of.pull; }
};

const ContactKind KINDS[] = {KIND_OF<HertzMindlin>, KIND_OF<Hooke>};
// The third has its bound at half of the plastic overlap.
const Numbers CASES[] = {
    {0.5, 3.0, 0.0, 1.0}, {0.8, 5.0, 1e-3, 5.0}, {0.3, 5e3, 2e-3, 1.5}, {0.9, 0.0, 0.0, 1.0}};

TEST(Eepa, LoadingUnloadingAndAdhesionAreTheBranches)
{
  for (const ContactKind kind : KINDS)
    for (const Numbers &of : CASES) {
      Contact contact(kind, of);
      const Branches branches(kind, of, DEEP);
      const double scale = branches.loading(DEEP);
      for (int k = 1; k <= 50; k++) {
        contact.go(DEEP * k / 50);
        ASSERT_NEAR(contact.force, branches.loading(contact.overlap), 1e-12 * scale);
      }
      double most = 0.0;
      for (int k = 199; k >= 1; k--) {
        const double d = DEEP * k / 200;
        contact.go(d);
        const double expected = d >= branches.end ? branches.unloading(d) : branches.adhesive(d);
        ASSERT_NEAR(contact.force, expected, 1e-10 * scale) << d / DEEP;
        most = std::max(most, -contact.force);
      }
      EXPECT_LE(most, branches.strongest + of.pull + 1e-12 * scale);
      EXPECT_GE(most, 0.9 * (branches.strongest + of.pull) - 1e-12 * scale);
    }
}

// From the k2 line the way back is the same; from the branch of adhesion it is a k2 line of its own.
TEST(Eepa, ReloadingFollowsUnloadingStiffness)
{
  for (const ContactKind kind : KINDS)
    for (const Numbers &of : {CASES[0], CASES[1]}) {
      const Branches branches(kind, of, DEEP);
      const double scale = branches.loading(DEEP);
      Contact contact(kind, of);
      contact.follow(DEEP, 20);
      contact.go(1.01 * branches.plastic);
      contact.go(0.5 * (DEEP + branches.plastic));
      EXPECT_NEAR(contact.force, branches.unloading(contact.overlap), 1e-10 * scale);
      contact.follow(0.6 * branches.end, 50);
      EXPECT_NEAR(contact.force, branches.adhesive(contact.overlap), 1e-10 * scale);
      const double there = contact.force, from = contact.overlap;
      for (const double d :
           {0.7 * branches.end, 0.9 * branches.end, branches.plastic, DEEP, 1.1 * DEEP}) {
        contact.go(d);
        const double parallel =
            there + branches.k2 * (std::pow(d, branches.n) - std::pow(from, branches.n));
        EXPECT_NEAR(contact.force, std::min(parallel, branches.loading(d)), 1e-10 * scale) << d;
      }
    }
}

// A contact that begins with an overlap, where no time passes: it remembers that overlap, and what it
// stores is what the k2 line gives back, whether it has been evaluated or not.
TEST(Eepa, RemembersTheOverlapThatItBeginsWith)
{
  for (const ContactKind kind : KINDS)
    for (const Numbers &of : CASES) {
      Contact contact(kind, of);
      const Branches branches(kind, of, DEEP);
      SphereContact still = sphere_contact(sphere(RADIUS_A, {0, 0, RADIUS_A + RADIUS_B - DEEP}),
                                           sphere(RADIUS_B, {0, 0, 0}), 1e-7, false);
      const double n = branches.n, dp = branches.plastic;
      const double stored = branches.k2 *
              ((std::pow(DEEP, n + 1.0) - std::pow(dp, n + 1.0)) / (n + 1.0) -
               std::pow(dp, n) * (DEEP - dp)) -
          of.pull * DEEP;
      for (int k = 0; k < 3; k++) {
        EXPECT_NEAR(stored_energy(contact.law, still, contact.history).normal, stored,
                    1e-12 * branches.loading(DEEP) * DEEP);
        contact_force(contact.law, still, contact.history);
      }
      for (const double share : {0.99, 0.9, 0.8}) {
        if (share * DEEP < branches.end) break;
        contact.go(share * DEEP);
        EXPECT_NEAR(contact.force, branches.unloading(share * DEEP), 1e-10 * branches.loading(DEEP))
            << share;
      }
    }
}

// The force whose work is stored is the slope of what is stored, on the way in and on the way out.
TEST(Eepa, StoringForceIsTheSlopeOfTheEnergy)
{
  for (const ContactKind kind : KINDS)
    for (const Numbers &of : CASES)
      for (const double way : {-1.0, 1.0}) {
        Contact contact(kind, of);
        contact.follow(DEEP, 10);
        const double before = contact.stored(), step = 1e-5 * DEEP;
        const SphereContact at =
            sphere_contact(sphere(RADIUS_A, {0, 0, RADIUS_A + RADIUS_B - DEEP}),
                           sphere(RADIUS_B, {0, 0, 0}), 1e-7, false);
        const double slope = storing_force(contact.law, at, contact.history, way);
        contact.go(DEEP - way * step);
        EXPECT_NEAR((before - contact.stored()) / (way * step), slope,
                    1e-3 * Branches(kind, of, DEEP).loading(DEEP));
      }
}

TEST(Eepa, ANewContactHasForgotten)
{
  Contact contact(KIND_OF<HertzMindlin>, CASES[0]);
  contact.follow(DEEP, 10);
  contact.follow(0.1 * DEEP, 10);
  contact.history = {};
  contact.go(0.5 * DEEP);
  EXPECT_NEAR(contact.force, Branches(KIND_OF<HertzMindlin>, CASES[0], DEEP).loading(0.5 * DEEP),
              1e-12 * contact.force);
}

// Work along a path with all branches: what is stored and what is dissipated.
TEST(Eepa, WorkIsStoredOrDissipated)
{
  for (const ContactKind kind : KINDS)
    for (const Numbers &of : CASES) {
      const Branches branches(kind, of, DEEP);
      Contact contact(kind, of);
      contact.go(1e-9 * DEEP);
      for (const double to : {0.7, 0.5, 0.9, 0.6 * branches.end / DEEP, 0.8, 1.0, 0.05}) {
        contact.follow(to * DEEP, 4000);
        EXPECT_NEAR(contact.work, contact.stored() + contact.dissipated,
                    2e-3 * contact.dissipated + 1e-9 * branches.loading(DEEP) * DEEP)
            << to;
        EXPECT_GE(contact.dissipated, 0.0);
      }
    }
}

// Without adhesion and dashpot, linear springs give Walton and Braun's restitution at any speed.
TEST(Eepa, LinearSpringsGiveTheRestitutionOfTheirStiffnesses)
{
  for (const double ratio : {0.1, 0.5, 0.9})
    for (const double start : {0.01, 1.0}) {
      Contact contact(KIND_OF<Hooke>, {ratio, 0.0, 0.0, 1.0});
      const double mass = sphere_contact(sphere(RADIUS_A, {0, 0, RADIUS_A + RADIUS_B}),
                                         sphere(RADIUS_B, {0, 0, 0}), 1e-7, false)
                              .mass;
      const double dt = 1e-4 * std::sqrt(mass / 1e3);
      double speed = -start, gap = -1e-12;
      contact.go(-gap);
      while (-gap > 0.0) {
        speed += 0.5 * dt * contact.force / mass;
        gap += dt * speed;
        if (gap >= 0.0) break;
        contact.go(-gap);
        speed += 0.5 * dt * contact.force / mass;
      }
      EXPECT_NEAR(speed / start, std::sqrt(1.0 - ratio), 1e-4);
    }
}

}    // namespace test_eepa
