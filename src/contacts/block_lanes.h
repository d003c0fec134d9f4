// Reading and writing the lanes of blocks of contacts (contact_block.h, wall_block.h), for their
// kernels.

#ifndef GRIST_CONTACTS_BLOCK_LANES_H
#define GRIST_CONTACTS_BLOCK_LANES_H

#include "contacts/contact_block.h"
#include "contacts/contact_kernel.h"
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

template <class MODE, class BLOCK> inline ContactLaw law_of(const BLOCK &block, int n)
{
  ContactLaw law;
  law.normal = block.normal[n];
  law.tangential = block.tangential[n];
  law.damping = block.damping[n];
  law.damping_ratio = block.damping_ratio[n];
  law.friction = block.friction[n];
  if constexpr (MODE::COHESION != CohesionLaw::NONE) law.adhesion = block.adhesion[n];
  if constexpr (MODE::COHESION == CohesionLaw::EEPA)
    law.plastic = {block.plastic_ratio[n], block.constant_pull[n], block.adhesion_exponent[n],
                   block.plastic_root[n]};
  if constexpr (MODE::ROLLING != RollingLaw::NONE) law.rolling.friction = block.rolling_friction[n];
  if constexpr (MODE::ROLLING == RollingLaw::SPRING) {
    law.rolling.stiffness = block.rolling_stiffness[n];
    law.rolling.damping = block.rolling_damping[n];
  }
  return law;
}

// Of CohesionLaw::EEPA: the memories of the lanes at their overlaps, as eepa::advance(). Lanes that
// pull have a bound, one by one, since powers are no vector instructions.
template <class MODE, class BLOCK, class ContactOf>
inline void advance_memories(BLOCK &block, int lanes, const ContactOf &contact_of)
{
  using LAW = typename MODE::Law;
  alignas(64) ContactBlock::Lane overlap, radius, first;
  for (int n = 0; n < lanes; n++) {
    const Contact contact = contact_of(n);
    overlap[n] = contact.overlap;
    radius[n] = contact.radius;
    first[n] = eepa::first_loading<LAW>(law_of<MODE>(block, n), contact.overlap, contact.radius);
    const double loading = block.plastic_ratio[n] * first[n];
    const double plastic = block.memory[0][n], deepest = block.memory[1][n];
    const bool is_deeper = loading >= plastic;
    block.memory[0][n] = is_deeper ? loading : plastic;
    block.memory[1][n] = is_deeper && contact.overlap > deepest ? contact.overlap : deepest;
    block.memory[2][n] = 0.0;
  }
  for (int n = 0; n < lanes; n++) {
    if (!(first[n] < block.memory[0][n])) continue;
    eepa::Memory memory = {block.memory[0][n], block.memory[1][n], 0.0};
    eepa::advance<LAW>(law_of<MODE>(block, n), overlap[n], radius[n], memory);
    block.memory[0][n] = memory.plastic;
    block.memory[2][n] = memory.bound;
  }
}

// The forces of all lanes. radius_of(n): R*; store(n, force). Callers flatten it: with a call in it
// the loop is no vector loop.
template <class MODE, class BLOCK, class RadiusOf, class ContactOf, class Store>
inline void evaluate_lanes(BLOCK &block, int lanes, const Step &given, const RadiusOf &radius_of,
                           const ContactOf &contact_of, const Store &store)
{
  const Step step = given;
  if constexpr (MODE::COHESION == CohesionLaw::JKR)
    for (int n = 0; n < lanes; n++)
      block.touch_root[n] = cohesion::touch_root(block.adhesion[n], radius_of(n));
  if constexpr (MODE::COHESION == CohesionLaw::EEPA)
    advance_memories<MODE>(block, lanes, contact_of);
  for (int n = 0; n < lanes; n++) {
    Vector shear = load_lane(block.shear, n), roll = {0.0, 0.0, 0.0};
    if constexpr (MODE::ROLLING == RollingLaw::SPRING) roll = load_lane(block.roll, n);
    const Force on = contact_force<MODE>(law_of<MODE>(block, n), contact_of(n), step, shear, roll);
    store_lane(block.shear, n, shear);
    if constexpr (MODE::ROLLING == RollingLaw::SPRING) store_lane(block.roll, n, roll);
    block.pressing[n] = on.pressing;
    store(n, on);
  }
}

template <class BLOCK> inline void load_memory(const BLOCK &block, int n, Contact &contact)
{
  contact.plastic = block.memory[0][n];
  contact.deepest = block.memory[1][n];
  contact.bound = block.memory[2][n];
}

// A mode without rolling, which twisting does not depend on: fewer functions.
template <class MODE> struct NoRolling : MODE {
  static constexpr RollingLaw ROLLING = RollingLaw::NONE;
};

// After evaluate(): the torque of twisting, and its spring. add(n, torque, normal).
template <class MODE, class BLOCK, class ContactOf, class Add>
inline void add_twisting(BLOCK &block, int lanes, const Step &given, const ContactOf &contact_of,
                         const Add &add)
{
  const Step step = given;
  for (int n = 0; n < lanes; n++) {
    const Contact contact = contact_of(n);
    double twist = block.twist[n];
    const double pressing = block.twisting[n] * block.pressing[n];
    const double torque =
        twisting_torque<MODE>(law_of<MODE>(block, n), contact, step, pressing, twist);
    block.twist[n] = twist;
    add(n, torque, contact.normal);
  }
}

}    // namespace contact_kernel
}    // namespace GRIST_INSTRUCTION_SET
}    // namespace grist

#endif
