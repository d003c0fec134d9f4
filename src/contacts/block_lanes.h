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
  if constexpr (MODE::ROLLING != RollingLaw::NONE) law.rolling.friction = block.rolling_friction[n];
  if constexpr (MODE::ROLLING == RollingLaw::SPRING) {
    law.rolling.stiffness = block.rolling_stiffness[n];
    law.rolling.damping = block.rolling_damping[n];
  }
  return law;
}

}    // namespace contact_kernel
}    // namespace GRIST_INSTRUCTION_SET
}    // namespace grist

#endif
