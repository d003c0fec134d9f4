#include "contacts/contact_lanes.h"

#include "contacts/block_lanes.h"
#include "contacts/contact_laws.h"
#include "contacts/contact_power_kernel.h"
#include "contacts/flow_block.h"

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

inline void store(FlowBlock::Lane3 &to, int n, const Vector &a)
{
  to[0][n] = a.x;
  to[1][n] = a.y;
  to[2][n] = a.z;
}

// Runs after evaluate(), which is the same with and without it: accounting changes no bit of the
// results.
template <class LAW, RollingLaw ROLLING, ContactForm FORM, CohesionLaw COHESION>
[[gnu::flatten]] void find_taking_forces(const ContactBlock &block, int first,
                                         const contact_kernel::Step &given,
                                         FlowBlock &__restrict to)
{
  const contact_kernel::Step step = given;
  for (int k = 0; k < FlowBlock::LANES; k++) {
    const int n = first + k;
    const contact_kernel::Contact contact = contact_of<ROLLING, COHESION>(block, n);
    const ContactLaw law = law_of<ROLLING, COHESION>(block, n);
    const cohesion::NormalState state = contact_kernel::normal_state<LAW, COHESION>(law, contact);
    const Vector sideways = sideways_of(contact);
    const contact_kernel::PlaneTurn turn(contact, sideways, step);
    const contact_kernel::Force on = contact_kernel::parts_of<ROLLING, FORM, COHESION>(
        contact, contact_kernel::normal_speed_of<FORM>(contact, sideways, turn), state,
        load(block.torque_a, n), load(block.torque_b, n));
    const contact_kernel::DissipativeForces taking = contact_kernel::taking_forces<COHESION>(
        law, contact, contact_kernel::slip_of<FORM>(contact, sideways, turn), state, on);
    store(to.damping, k, taking.damping(contact.normal));
    store(to.shearing, k, taking.shearing);
    store(to.rolling, k, taking.rolling);
    store(to.normal, k, contact.normal);
    to.arm_a[k] = contact.arm_a;
    to.arm_b[k] = contact.arm_b;
  }
}

void evaluate_block(ContactBlock &block, int count, ContactKind kind, RollingLaw rolling,
                    ContactForm form, CohesionLaw cohesion, double dt, bool advance,
                    FlowBlock *taking)
{
  const int lanes = contact_kernel::whole_vectors(count);
  const contact_kernel::Step step(dt, advance);
  with_law(kind, [&](auto law) {
    with_rolling(rolling, [&](auto roll) {
      with_form(form, [&](auto of) {
        with_cohesion<decltype(law), of()>(cohesion, [&](auto pull) {
          evaluate<decltype(law), roll(), of(), pull()>(block, lanes, step);
          for (int n = 0; taking && n < lanes; n += FlowBlock::LANES)
            find_taking_forces<decltype(law), roll(), of(), pull()>(block, n, step,
                                                                    taking[n / FlowBlock::LANES]);
        });
      });
    });
  });
}

}    // namespace

const ContactLanes CONTACT_LANES_TABLE = {evaluate_block};

}    // namespace GRIST_INSTRUCTION_SET
}    // namespace grist
