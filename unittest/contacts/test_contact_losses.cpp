// What contacts take, from the kernel of blocks: at once, where their motion is known, and later.
// Oracle: the law of one contact, contact by contact.

#include "contacts/contact_cases.h"
#include "contacts/contact_energy.h"
#include "contacts/pair_contacts.h"
#include "energy/losses.h"
#include "lanes/each_instruction_set.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace test_contact_losses {

using namespace grist;
using namespace grist::testing;

constexpr double DT = 1e-6;

struct LossLaws : Laws {
  bool beside_bonds = false;

  ContactMode loss_mode() const { return mode(DT); }
};

std::vector<LossLaws> all_loss_laws()
{
  std::vector<LossLaws> laws;
  for (const Laws &of : all_laws()) {
    laws.push_back({of});
    if (of.cohesion == 0 && of.twisting == 0) laws.push_back({of, true});
  }
  return laws;
}

ContactLaw law_of(const LossLaws &of, int k)
{
  ContactCoefficients c = coefficients_number(2 * k, of);
  c.restitution = 0.3 + 0.1 * k;
  c.friction = k == 0 ? 0.05 : 2.0;
  c.damping_ratio = 0.7;
  const Elasticity elasticity = elasticity_of(of.kind, 0);
  return contact_law(of.kind, of.form, elasticity, elasticity, c);
}

// Spheres at random in a box, every pair a candidate; some pairs have touched before.
class Crowd {
 public:
  explicit Crowd(const LossLaws &of) : of(of)
  {
    for (int i = 0; i < COUNT; i++) {
      MovingSphere s = sphere(1e-3 + 0.5e-3 * any(), vector(4e-3), 2500 + 1000 * any());
      s.velocity = vector(0.3);
      s.omega = vector(200);
      spheres.push_back(s);
      place.push_back({{s.position[0], s.position[1], s.position[2]}, s.radius});
      motion.push_back({{s.velocity[0], s.velocity[1], s.velocity[2]},
                        {s.omega[0], s.omega[1], s.omega[2]},
                        s.mass,
                        i % 2,
                        false});
      rates.push_back({s.velocity + vector(0.05), s.omega + vector(50)});
    }
    for (int k = 0; k < 4; k++) laws.push_back(law_of(of, k == 3));
    for (int i = 0; i < COUNT; i++) {
      for (int j = i + 1; j < COUNT; j++)
        if (of.beside_bonds && j % 2)
          pairs.add(j, {true, spheres[i].radius + spheres[j].radius - 0.2e-3});
        else
          pairs.add(j);
      pairs.end_row(i);
    }
    pairs.forget_all(of.loss_mode().history());
    const double stretch = of.form == ContactForm::STOCK ? 3e-6 : 1e-4;
    for (int n = 0; n < pairs.size(); n++)
      if (any() > 0) {
        pairs.touching[n] = 1;
        pairs.remember(n, {vector(stretch), absolute(vector(3e-6)), 1e-5 * any()});
      }
  }

  // The pairs whose second sphere is below `receivers` count once, the others by half.
  ContactPower one_by_one(int receivers) const
  {
    ContactPower sum;
    for (size_t row = 0; row < pairs.rows.size(); row++)
      for (int n = pairs.begin(row); n < pairs.rows[row].end; n++) {
        const int a = pairs.rows[row].a, b = pairs.partner[n];
        const ContactLaw &law = laws[motion[a].type * 2 + motion[b].type];
        SphereContact contact = sphere_contact(spheres[a], spheres[b], DT, true);
        count_overlap_from(reference_overlap(pairs.bonding(n), contact.radius_a + contact.radius_b),
                           contact);
        if (!acts(law, contact, pairs.touching[n])) continue;
        SphereContactHistory history = pairs.remembered(n);
        const SphereContactForce on = contact_force(law, contact, history);
        const ContactPower power = dissipated_power(law, contact, on, rates[a], rates[b], history);
        const double share = b < receivers ? 1.0 : 0.5;
        sum.damping += share * power.damping;
        sum.shearing += share * power.shearing;
        sum.rolling += share * power.rolling;
      }
    return sum;
  }

  void add_forces(int receivers, Losses<ContactEntries> *losses)
  {
    force.assign(3 * COUNT, 0.0);
    torque = force;
    const ContactScene scene{place.data(), motion.data(), laws.data(), 2, of.loss_mode()};
    add_contact_forces(scene, pairs, {force.data(), torque.data(), receivers, nullptr, losses});
  }

  // is_known: the motion, before the forces.
  ContactPower by_blocks(int receivers, bool is_known)
  {
    Losses<ContactEntries> losses;
    Crowd before(*this);    // what it takes in the step before must not count
    losses.begin_step(rates.data());
    before.add_forces(COUNT, &losses);
    losses.begin_step(is_known ? rates.data() : nullptr);
    add_forces(receivers, &losses);
    EnergyFlows powers{};
    losses.add_powers(powers, rates.data());
    return {powers[CONTACT_DAMPING], powers[SHEARING], powers[ROLLING]};
  }

  static constexpr int COUNT = 120;
  std::vector<MovingSphere> spheres;
  std::vector<SphereRates> rates;    // at the instant of the positions
  std::vector<double> force, torque;

 private:
  LossLaws of;
  std::vector<SpherePlace> place;
  std::vector<SphereMotion> motion;
  std::vector<ContactLaw> laws;
  ContactPairs pairs;
  std::mt19937 random{4711};

  double any() { return std::uniform_real_distribution<double>(-1.0, 1.0)(random); }
  Vector3d vector(double size) { return {size * any(), size * any(), size * any()}; }
};

void expect_same(const ContactPower &one, const ContactPower &other)
{
  const double scale =
      std::fabs(other.damping) + std::fabs(other.shearing) + std::fabs(other.rolling);
  EXPECT_NEAR(one.damping, other.damping, 1e-12 * scale);
  EXPECT_NEAR(one.shearing, other.shearing, 1e-12 * scale);
  EXPECT_NEAR(one.rolling, other.rolling, 1e-12 * scale);
}

class LossesOfContacts : public grist::testing::EachInstructionSet {};

TEST_P(LossesOfContacts, EqualTheSumOverContacts)
{
  for (const LossLaws &laws : all_loss_laws())
    for (const int receivers : {Crowd::COUNT, Crowd::COUNT / 2}) {
      SCOPED_TRACE(laws.text());
      Crowd crowd(laws), other(laws);
      const ContactPower single = crowd.one_by_one(receivers);
      EXPECT_NE(single.damping, 0.0);
      EXPECT_NE(single.shearing, 0.0);
      EXPECT_EQ(single.rolling != 0.0, laws.rolling != 0 || laws.twisting != 0);
      expect_same(crowd.by_blocks(receivers, false), single);
      expect_same(other.by_blocks(receivers, true), single);
    }
}

// Not by a bit: accounting must not change a run.
TEST_P(LossesOfContacts, ForcesAreTheSameWithThem)
{
  for (const LossLaws &laws : all_loss_laws()) {
    Crowd with(laws), without(laws);
    with.by_blocks(Crowd::COUNT, true);
    without.add_forces(Crowd::COUNT, nullptr);
    EXPECT_EQ(with.force, without.force);
    EXPECT_EQ(with.torque, without.torque);
  }
}

GRIST_FOR_EACH_INSTRUCTION_SET(LossesOfContacts);

}    // namespace test_contact_losses
