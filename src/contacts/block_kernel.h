// The kernel of blocks of contacts (contact_block.h): contact_kernel.h in a loop that compilers turn into
// vector instructions, compiled for each set of instructions (lanes/instructions.h). PARTNER is what
// contacts of spheres (contact_lanes.cpp) and those with a wall (wall_lanes.cpp) have of their own:
//
//   measure()              before all others: what contact_of() takes from the block
//   radius()               R* of a lane
//   contact_of<MODE>()     a lane as a Contact, except what load_parts() reads
//   lever()                1 over the sum of the arms
//   turn_springs<MODE>()   before the forces of a step
//   IS_WALL                b moves as prescribed: its powers are known at once

#ifndef GRIST_CONTACTS_BLOCK_KERNEL_H
#define GRIST_CONTACTS_BLOCK_KERNEL_H

#include "contacts/contact_block.h"
#include "contacts/contact_kernel.h"
#include "contacts/contact_power_kernel.h"
#include "energy/loss_block.h"
#include "lanes/instructions.h"

namespace grist {
inline namespace GRIST_INSTRUCTION_SET {
namespace contact_kernel {

// Blocks are evaluated by whole vectors of any width up to this: the same instructions for every
// lane.
constexpr int WIDEST = 8;
inline int whole_vectors(int count)
{
  return (count + WIDEST - 1) / WIDEST * WIDEST;
}

template <class MODE> inline KernelLaw<MODE> law_of(const ContactBlock &block, int n)
{
  return kernel_law<MODE>([&block, n](int k) { return block.of_all[k][n]; },
                          [&block, n](int slot, int k) { return block.numbers[slot][k][n]; });
}

template <class MODE> inline void load_parts(const ContactBlock &block, int n, Contact &contact)
{
  if constexpr (MODE::Rolling::NEEDS_INERTIA) contact.inertia = block.inertia[n];
  if constexpr (MODE::Cohesion::PREPARES) contact.prepared = block.prepared[n];
  for (int k = 0; k < MODE::REMEMBERED; k++) contact.memory[k] = block.memory[k][n];
}

// The memories of the lanes at their overlaps.
template <class PARTNER, class MODE> inline void advance_memories(ContactBlock &block, int lanes)
{
  using LAW = typename MODE::Law;
  using COHESION = typename MODE::Cohesion;
  alignas(64) ContactBlock::Lane overlap, radius, rest;
  for (int n = 0; n < lanes; n++) {
    const Contact contact = PARTNER::template contact_of<MODE>(block, n);
    const KernelLaw<MODE> law = law_of<MODE>(block, n);
    double memory[MOST_REMEMBERED] = {};
    for (int k = 0; k < MODE::REMEMBERED; k++) memory[k] = block.memory[k][n];
    if constexpr (LAW::MEMORY.numbers > 0) LAW::advance(law, contact.overlap, memory);
    rest[n] = COHESION::template advance_lane<LAW>(law, contact.overlap, contact.radius,
                                                   memory + LAW::MEMORY.numbers);
    for (int k = 0; k < MODE::REMEMBERED; k++) block.memory[k][n] = memory[k];
    overlap[n] = contact.overlap;
    radius[n] = contact.radius;
  }
  if constexpr (COHESION::MEMORY.numbers > 0)
    for (int n = 0; n < lanes; n++) {
      if (!(rest[n] < 0.0)) continue;
      double memory[MOST_REMEMBERED] = {};
      for (int k = 0; k < MODE::REMEMBERED; k++) memory[k] = block.memory[k][n];
      COHESION::template advance_rest<LAW>(law_of<MODE>(block, n), overlap[n], radius[n],
                                           memory + LAW::MEMORY.numbers);
      for (int k = 0; k < MODE::REMEMBERED; k++) block.memory[k][n] = memory[k];
    }
}

// In two loops: of a chain of operations that wait for each other, more lanes are under way at
// once if it is short.
template <class PARTNER, class MODE> inline void prepare(ContactBlock &block, int lanes)
{
  using COHESION = typename MODE::Cohesion;
  alignas(64) ContactBlock::Lane radius;
  for (int n = 0; n < lanes; n++) {
    radius[n] = PARTNER::radius(block, n);
    block.prepared[n] = COHESION::prepared(law_of<MODE>(block, n).cohesion, radius[n]);
  }
  for (int n = 0; n < lanes; n++) {
    const Contact contact = PARTNER::template contact_of<MODE>(block, n);
    block.prepared[n] = COHESION::prepared_at(law_of<MODE>(block, n).cohesion, contact.overlap,
                                              radius[n], block.prepared[n]);
  }
}

// The torque of twisting, and its spring.
template <class MODE>
inline void twist(ContactBlock &block, int n, const KernelLaw<MODE> &law, const Contact &contact,
                  const Step &step, Force &on)
{
  double twist = block.twist[n];
  const double torque =
      MODE::Twisting::template torque<MODE>(law, contact, step, on.pressing, twist);
  block.twist[n] = twist;
  block.twisting_torque[n] = torque;
  on.torque_a = on.torque_a + torque * contact.normal;
  on.torque_b = on.torque_b - torque * contact.normal;
}

// Callees are flattened: with a call in it a loop is no vector loop.
template <class PARTNER, class MODE>
[[gnu::flatten]] void evaluate(ContactBlock &block, int lanes, const Step &given)
{
  const Step step = given;
  if constexpr (MODE::Cohesion::PREPARES) prepare<PARTNER, MODE>(block, lanes);
  if constexpr (MODE::REMEMBERED > 0) advance_memories<PARTNER, MODE>(block, lanes);
  for (int n = 0; n < lanes; n++) {
    Vector shear = load_lane(block.shear, n), roll = {0.0, 0.0, 0.0};
    if constexpr (MODE::Rolling::MEMORY.vectors > 0) roll = load_lane(block.roll, n);
    const KernelLaw<MODE> law = law_of<MODE>(block, n);
    const Contact contact = PARTNER::template contact_of<MODE>(block, n);
    Force on = contact_force<MODE>(law, contact, step, shear, roll);
    if constexpr (TWISTS<MODE>) twist(block, n, law, contact, step, on);
    store_lane(block.shear, n, shear);
    if constexpr (MODE::Rolling::MEMORY.vectors > 0) store_lane(block.roll, n, roll);
    block.normal_force[n] = on.normal;
    block.pressing[n] = on.pressing;
    store_lane(block.force, n, on.force);
    store_lane(block.torque_a, n, on.torque_a);
    store_lane(block.torque_b, n, on.torque_b);
  }
}

// Runs after the forces, which are the same with and without it: accounting changes no bit of the
// results. Where there is no law of rolling, parts_of() finds none: then twisting is all there is.
template <class PARTNER, class MODE>
[[gnu::flatten, gnu::noinline]] void
find_dissipative_forces(const ContactBlock &block, int first, const Step &given,
                        LossBlock<ContactEntries> &__restrict to)
{
  const Step step = given;
  for (int k = 0; k < to.LANES; k++) {
    const int n = first + k;
    const Contact contact = PARTNER::template contact_of<MODE>(block, n);
    const KernelLaw<MODE> law = law_of<MODE>(block, n);
    const NormalState state = MODE::Cohesion::template state<MODE>(law, contact);
    const Vector sideways = sideways_of(contact);
    const PlaneTurn turn(contact, step);
    const Force on = parts_of<MODE>(contact, block.normal_force[n], block.pressing[n],
                                    load_lane(block.torque_a, n), load_lane(block.torque_b, n),
                                    PARTNER::lever(contact));
    const DissipativeForces forces =
        dissipative_forces<MODE>(law, contact, slip_of<MODE>(contact, sideways, turn), state, on);
    const Vector damping = forces.damping(contact.normal);
    Vector rolling = {forces.rolling.x, forces.rolling.y, forces.rolling.z};
    if constexpr (!MODE::Rolling::ROLLS) rolling = block.twisting_torque[n] * contact.normal;
    store_lane(to.force[0], k, damping);
    store_lane(to.force[1], k, forces.shearing);
    store_lane(to.moment[0], k, rolling);
    store_lane(to.arm_a, k, -contact.arm_a * contact.normal);
    if constexpr (PARTNER::IS_WALL) {
      const Vector velocity = load_lane(block.wall_velocity, n);
      to.arm_b[0][k] = dot(damping, velocity);
      to.arm_b[1][k] = dot(forces.shearing, velocity);
      to.arm_b[2][k] = dot(rolling, contact.omega_b);
    } else {
      store_lane(to.arm_b, k, contact.arm_b * contact.normal);
    }
  }
}

// energy_held() and contact_radius() (heat/pair_heat.h, contact_laws.h), lane by lane.
template <class PARTNER, class MODE>
[[gnu::flatten]] void find_heat(const ContactBlock &block, int count, double *held, double *radius)
{
  const int lanes = whole_vectors(count);
  for (int n = 0; n < lanes; n++) {
    const Contact contact = PARTNER::template contact_of<MODE>(block, n);
    const KernelLaw<MODE> law = law_of<MODE>(block, n);
    const Vector shear = load_lane(block.shear, n);
    Vector roll = {0.0, 0.0, 0.0};
    if constexpr (MODE::Rolling::MEMORY.vectors > 0) roll = load_lane(block.roll, n);
    const double shear2 = dot(shear, shear), roll2 = dot(roll, roll);
    if constexpr (MODE::FORM == ContactForm::STOCK) {
      const NormalState state = MODE::Cohesion::template state<MODE>(law, contact);
      const double elastic = state.normal * contact.overlap;
      held[n] = spring_energy(state.shear, std::sqrt(shear2), law.friction * elastic) +
          MODE::Rolling::stored_within(law.rolling, std::sqrt(roll2), elastic);
    } else {
      held[n] = 0.5 * (shear2 + block.twist[n] * block.twist[n]) +
          MODE::Rolling::stored(law.rolling, roll2);
    }
    const double square = MODE::Law::contact_square(law, contact);
    radius[n] = contact.overlap > 0.0 ? std::sqrt(square) : 0.0;
  }
}

template <class PARTNER, class MODE>
void evaluate_block(ContactBlock &block, int count, const ContactMode &mode,
                    LossBlock<ContactEntries> *losses)
{
  const int lanes = whole_vectors(count);
  const Step step(mode.dt, mode.advance);
  PARTNER::measure(block, lanes);
  if (mode.advance) PARTNER::template turn_springs<MODE>(block, lanes, mode.dt);
  with_twisting<MODE>(mode.twisting,
                      [&](auto of) { evaluate<PARTNER, decltype(of)>(block, lanes, step); });
  constexpr int EIGHT = LossBlock<ContactEntries>::LANES;
  for (int n = 0; losses && n < lanes; n += EIGHT)
    find_dissipative_forces<PARTNER, MODE>(block, n, step, losses[n / EIGHT]);
}

}    // namespace contact_kernel
}    // namespace GRIST_INSTRUCTION_SET
}    // namespace grist

#endif
