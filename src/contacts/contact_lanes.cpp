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
using contact_kernel::Vector;

// A mode, and whether overlaps count from a reference.
template <class MODE, bool BESIDE> struct BlockMode : MODE {
  static constexpr bool BESIDE_BONDS = BESIDE;
};

// With one division.
template <class MODE> inline contact_kernel::Contact contact_of(const ContactBlock &block, int n)
{
  const Vector apart = load_lane(block.apart, n);
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
  if constexpr (MODE::BESIDE_BONDS) {
    const double counted = contact.overlap - block.reference[n];
    contact.overlap = counted > 0.0 ? counted : 0.0;
  }
  contact.velocity = load_lane(block.velocity, n);
  contact.omega_a = load_lane(block.omega_a, n);
  contact.omega_b = load_lane(block.omega_b, n);
  contact.normal_turn = inverse * sum * mass_sum;
  contact.normal_rate = normal_rate_of_pair(contact);
  if constexpr (MODE::ROLLING == RollingLaw::TORQUE) contact.inertia = block.inertia[n];
  if constexpr (MODE::COHESION == CohesionLaw::JKR) contact.touch_root = block.touch_root[n];
  if constexpr (MODE::COHESION == CohesionLaw::EEPA) contact_kernel::load_memory(block, n, contact);
  return contact;
}

template <class MODE>
[[gnu::flatten]] void evaluate(ContactBlock &block, int lanes, const contact_kernel::Step &step)
{
  contact_kernel::evaluate_lanes<MODE>(
      block, lanes, step,
      [&block](int n) {
        const double a = block.radius_a[n], b = block.radius_b[n];
        return a * b / (a + b);
      },
      [&block](int n) { return contact_of<MODE>(block, n); },
      [&block](int n, const contact_kernel::Force &on) {
        store_lane(block.force, n, on.force);
        store_lane(block.torque_a, n, on.torque_a);
        store_lane(block.torque_b, n, on.torque_b);
      });
}

template <class MODE>
[[gnu::flatten]] void twist(ContactBlock &block, int lanes, const contact_kernel::Step &step)
{
  contact_kernel::add_twisting<MODE>(
      block, lanes, step, [&block](int n) { return contact_of<MODE>(block, n); },
      [&block](int n, double torque, const Vector &normal) {
        block.twisting_torque[n] = torque;
        store_lane(block.torque_a, n, load_lane(block.torque_a, n) + torque * normal);
        store_lane(block.torque_b, n, load_lane(block.torque_b, n) - torque * normal);
      });
}

// Where parts_of() finds no rolling, as there is no law of it.
void add_taken_by_twisting(const ContactBlock &block, int first, FlowBlock &to)
{
  for (int k = 0; k < FlowBlock::LANES; k++)
    store_lane(to.rolling, k, block.twisting_torque[first + k] * load_lane(to.normal, k));
}

// Runs after evaluate(), which is the same with and without it: accounting changes no bit of the
// results.
template <class MODE>
[[gnu::flatten]] void find_taking_forces(const ContactBlock &block, int first,
                                         const contact_kernel::Step &given,
                                         FlowBlock &__restrict to)
{
  const contact_kernel::Step step = given;
  for (int k = 0; k < FlowBlock::LANES; k++) {
    const int n = first + k;
    const contact_kernel::Contact contact = contact_of<MODE>(block, n);
    const ContactLaw law = law_of<MODE>(block, n);
    const cohesion::NormalState state = contact_kernel::normal_state<MODE>(law, contact);
    const Vector sideways = sideways_of(contact);
    const contact_kernel::PlaneTurn turn(contact, step);
    const contact_kernel::Force on = contact_kernel::parts_of<MODE>(
        contact, contact_kernel::normal_speed_of<MODE>(contact, sideways, turn), state,
        load_lane(block.torque_a, n), load_lane(block.torque_b, n));
    const contact_kernel::DissipativeForces taking = contact_kernel::taking_forces<MODE>(
        law, contact, contact_kernel::slip_of<MODE>(contact, sideways, turn), state, on);
    store_lane(to.damping, k, taking.damping(contact.normal));
    store_lane(to.shearing, k, taking.shearing);
    store_lane(to.rolling, k, taking.rolling);
    store_lane(to.normal, k, contact.normal);
    to.arm_a[k] = contact.arm_a;
    to.arm_b[k] = contact.arm_b;
  }
}

// visit(BlockMode<...>()).
template <class Visit> void with_block_mode(const ContactMode &mode, const Visit &visit)
{
  with_mode(mode, [&](auto of) {
    using MODE = decltype(of);
    if constexpr (MODE::COHESION == CohesionLaw::NONE)
      if (mode.beside_bonds) {
        visit(BlockMode<MODE, true>());
        return;
      }
    visit(BlockMode<MODE, false>());
  });
}

void evaluate_block(ContactBlock &block, int count, const ContactMode &mode, FlowBlock *taking)
{
  const int lanes = contact_kernel::whole_vectors(count);
  const contact_kernel::Step step(mode.dt, mode.advance);
  with_block_mode(mode, [&](auto of) {
    using MODE = decltype(of);
    evaluate<MODE>(block, lanes, step);
    if constexpr (MODE::FORM == ContactForm::CONSISTENT)
      if (mode.twists) twist<contact_kernel::NoRolling<MODE>>(block, lanes, step);
    for (int n = 0; taking && n < lanes; n += FlowBlock::LANES) {
      FlowBlock &to = taking[n / FlowBlock::LANES];
      find_taking_forces<MODE>(block, n, step, to);
      if (MODE::ROLLING == RollingLaw::NONE && mode.twists) add_taken_by_twisting(block, n, to);
    }
  });
}

constexpr ContactLanes TABLE = {evaluate_block};

}    // namespace
}    // namespace GRIST_INSTRUCTION_SET

const ContactLanes ContactLanes::GRIST_INSTRUCTION_SET = TABLE;

}    // namespace grist
