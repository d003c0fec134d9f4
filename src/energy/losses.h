// What all entries of a sort take from the motion in one step: flows of energy/energy_ledger.h. Laws
// act by the velocities of half a step before, but a balance needs the power of their forces at the
// instant of the positions. Where that motion is known before, entries are multiplied by it as
// kernels compute them, and are not kept; otherwise they are kept until it is known.

#ifndef GRIST_ENERGY_LOSSES_H
#define GRIST_ENERGY_LOSSES_H

#include "energy/loss_block.h"
#include "energy/sphere_rates.h"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace grist {

enum class LossPartner { SPHERE, WALL };

template <class SORT> class Losses {
 public:
  using Block = LossBlock<SORT>;
  static constexpr int LANES = Block::LANES;

  explicit Losses(LossPartner partner = LossPartner::SPHERE) : at_wall(partner == LossPartner::WALL)
  {
  }

  // Before the entries of a step. rates: the motion, where it is known. wants_each: whether
  // powers_of_entries() will be called.
  void begin_step(const SphereRates *rates = nullptr, bool wants_each = false)
  {
    in_use = free_lanes = 0;
    known = rates;
    keeps_each = wants_each;
    each.clear();
    std::fill_n(powers, Block::PARTS, 0.0);
  }

  // Blocks for `count` more entries, in which the caller puts forces, moments and arms. They are
  // added by add(), which says which spheres a[n] and b[n] take part (b: null at a wall), and which
  // share of an entry counts: less than 1 where another rank evaluates it as well (null: 1).
  Block *room_for(int count);
  void add(const int *a, const int *b, const double *share, int count);

  // One entry of a force without a lever.
  void add_force(int a, int b, const Vector3d &on_a);

  // rates: by sphere, at the instant of the positions; where they were known before, the same.
  void add_powers(EnergyFlows &to, const SphereRates *rates) const;

  // What each entry takes, as far as it counts here, whole blocks of each call of add(): 0 where
  // there is no entry.
  const std::vector<double> &powers_of_entries(const SphereRates *rates);

  // Where entries are kept: calls visit(a, b, power) for each entry that takes energy, with what counts here.
  template <class Visit> void for_each_power(const SphereRates *rates, const Visit &visit) const
  {
    std::vector<double> powers(in_use * LANES);
    double parts[Block::PARTS] = {};
    add_powers_of_blocks(rates, parts, powers.data());
    for (std::size_t k = 0; k < powers.size(); k++) {
      const Block &block = blocks[k / LANES];
      if (powers[k] != 0.0) visit(block.a[k % LANES], block.b[k % LANES], powers[k]);
    }
  }

  double memory_usage() const
  {
    return static_cast<double>(blocks.capacity() * sizeof(Block) +
                               each.capacity() * sizeof(double));
  }

 private:
  bool at_wall;
  std::vector<Block> blocks;
  std::size_t in_use = 0;
  int free_lanes = 0;    // of the last block, for add_force()
  const SphereRates *known = nullptr;
  double powers[Block::PARTS] = {};    // of those that are not kept
  bool keeps_each = false;
  std::vector<double> each;    // powers of entries

  void add_powers_of_blocks(const SphereRates *rates, double (&to)[Block::PARTS],
                            double *each) const;
};

}    // namespace grist

#endif
