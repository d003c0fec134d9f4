#include "contacts/contact_lanes.h"

#include "contacts/block_lanes.h"
#include "contacts/contact_laws.h"
#include "contacts/contact_power_kernel.h"

#include <cmath>

namespace grist {
inline namespace GRIST_INSTRUCTION_SET {

namespace {

using contact_kernel::law_of;
using contact_kernel::load;
using contact_kernel::store;
using contact_kernel::Vector;

// With one division.
template <RollingLaw ROLLING, CohesionLaw COHESION>
inline contact_kernel::Contact contact_of(const ContactBlock &block, int n)
{
  const Vector apart = load(block.apart, n);
  const double radius_a = block.radius_a[n], radius_b = block.radius_b[n];
  const double sum = radius_a + radius_b, mass_sum = block.mass_sum[n];
  const double distance = std::sqrt(dot(apart, apart));
  const double inverse = 1.0 / (distance * sum * mass_sum);

  contact_kernel::Contact contact;
  contact.normal = inverse * sum * mass_sum * apart;
  contact.radius = radius_a * radius_b * (inverse * distance * mass_sum);
  contact.mass = block.mass_product[n] * (inverse * distance * sum);
  contact.overlap = sum - distance;
  contact.radius_a = radius_a;
  contact.radius_b = radius_b;
  contact.arm_a = radius_a - 0.5 * contact.overlap;
  contact.arm_b = radius_b - 0.5 * contact.overlap;
  contact.velocity = load(block.velocity, n);
  contact.omega_a = load(block.omega_a, n);
  contact.omega_b = load(block.omega_b, n);
  contact.normal_turn = inverse * sum * mass_sum;
  if constexpr (ROLLING == RollingLaw::TORQUE) contact.inertia = block.inertia[n];
  if constexpr (COHESION == CohesionLaw::JKR) contact.touch_root = block.touch_root[n];
  return contact;
}

void find_touch_roots(ContactBlock &block, int lanes)
{
  for (int n = 0; n < lanes; n++) {
    const double a = block.radius_a[n], b = block.radius_b[n];
    block.touch_root[n] = cohesion::touch_root(block.adhesion[n], a * b / (a + b));
  }
}

// With all of the law inlined: a loop with calls is no vector loop.
template <class LAW, RollingLaw ROLLING, ContactForm FORM, CohesionLaw COHESION>
[[gnu::flatten]] void evaluate(ContactBlock &block, int lanes, const contact_kernel::Step &given)
{
  const contact_kernel::Step step = given;
  if constexpr (COHESION == CohesionLaw::JKR) find_touch_roots(block, lanes);
  for (int n = 0; n < lanes; n++) {
    Vector shear = load(block.shear, n), roll = {0.0, 0.0, 0.0};
    if constexpr (ROLLING == RollingLaw::SPRING) roll = load(block.roll, n);
    const contact_kernel::Force on = contact_kernel::contact_force<LAW, ROLLING, FORM, COHESION>(
        law_of<ROLLING, COHESION>(block, n), contact_of<ROLLING, COHESION>(block, n), step, shear,
        roll);
    store(block.shear, n, shear);
    if constexpr (ROLLING == RollingLaw::SPRING) store(block.roll, n, roll);
    store(block.force, n, on.force);
    store(block.torque_a, n, on.torque_a);
    store(block.torque_b, n, on.torque_b);
  }
}

// After evaluate(), which is the same with and without: accounting changes nothing in a run, not by a bit.
template <class LAW, RollingLaw ROLLING, ContactForm FORM, CohesionLaw COHESION>
[[gnu::flatten]] void find_taking_forces(ContactBlock &block, int lanes)
{
  for (int n = 0; n < lanes; n++) {
    const contact_kernel::Contact contact = contact_of<ROLLING, COHESION>(block, n);
    const ContactLaw law = law_of<ROLLING, COHESION>(block, n);
    const cohesion::NormalState state = contact_kernel::normal_state<LAW, COHESION>(law, contact);
    const contact_kernel::Force on = contact_kernel::parts_of<ROLLING, FORM, COHESION>(
        contact, state, load(block.torque_a, n), load(block.torque_b, n));
    const contact_kernel::TakingForces taking =
        contact_kernel::taking_forces<FORM, COHESION>(law, contact, state, on);
    store(block.damping_force, n, taking.damping(contact.normal));
    store(block.shearing_force, n, taking.shearing);
    if constexpr (ROLLING != RollingLaw::NONE) store(block.rolling, n, taking.rolling);
    store(block.direction, n, contact.normal);
    block.arm_a[n] = contact.arm_a;
    block.arm_b[n] = contact.arm_b;
  }
}

void evaluate_block(ContactBlock &block, int count, ContactKind kind, RollingLaw rolling,
                    ContactForm form, CohesionLaw cohesion, double dt, bool advance,
                    FindTaking taking)
{
  const int lanes = contact_kernel::whole_vectors(count);
  const contact_kernel::Step step(dt, advance);
  with_law(kind, [&](auto law) {
    with_rolling(rolling, [&](auto roll) {
      with_form(form, [&](auto of) {
        with_cohesion<decltype(law), of()>(cohesion, [&](auto pull) {
          evaluate<decltype(law), roll(), of(), pull()>(block, lanes, step);
          if (taking == FindTaking::YES)
            find_taking_forces<decltype(law), roll(), of(), pull()>(block, lanes);
        });
      });
    });
  });
}

}    // namespace

const ContactLanes CONTACT_LANES_TABLE = {evaluate_block};

}    // namespace GRIST_INSTRUCTION_SET
}    // namespace grist
