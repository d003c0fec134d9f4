// Finds the pairs of spheres that touch, and copies them into blocks of contacts (contact_block.h)
// and back: several pairs at once, compiled for each set of instructions (lanes/instructions.h).
// The caller is pair_contacts.cpp.

#ifndef GRIST_CONTACTS_PAIR_LANES_H
#define GRIST_CONTACTS_PAIR_LANES_H

#include "contacts/contact_block.h"
#include "contacts/contact_scene.h"
#include "lanes/instructions.h"

#include <cstdint>

namespace grist {

// Kernels work on whole vectors: up to this number of lanes more than they are asked for, which
// must be some pair, too.
constexpr int PAIR_LANES = 8;

// Contributions of a block's contacts to their spheres, side by side: force, torque on a, torque on
// b. The last component is left in the block.
struct alignas(64) ContactRow {
  double force[3], torque_a_z, torque_a_xy[2], torque_b_xy[2];
};
struct ContactRows {
  ContactRow of[ContactBlock::LANES];
};

// The pairs of a block: both spheres, and the number of the pair in the history.
struct BlockPairs {
  const int *a, *b, *pair;
  int count;
};

struct PairLanes {
  // Bit n: whether spheres a[n] and b[n] touch. At most 64 pairs.
  std::uint64_t (*touching)(const SpherePlace *place, const int *a, const int *b, int count);

  // Fills in the lanes of these pairs, but laws: places, motion, masses and histories.
  void (*gather)(const ContactScene &scene, const BlockPairs &pairs, const double *history,
                 ContactBlock &block);

  // Stores their histories.
  void (*keep)(const ContactBlock &block, const HistoryLayout &as, const BlockPairs &pairs,
               double *history);

  void (*scatter)(const ContactBlock &block, int lanes, ContactRows &rows);

  static const PairLanes basic, avx2, avx512;    // of each set of instructions
};

}    // namespace grist

#endif
