// The blocks with live bonds: while bonds rest, only these are evaluated.

#ifndef GRIST_STYLES_LIVE_BLOCKS_H
#define GRIST_STYLES_LIVE_BLOCKS_H

#include "bonds/bond_store.h"

#include <bitset>
#include <cassert>
#include <vector>

namespace LAMMPS_NS {

class LiveBlocks {
 public:
  bool any_bond_rests() const { return bonds_rest; }

  const std::vector<int> &blocks() const { return found; }

  // Returns how many bonds are live.
  int64_t find(const grist::BondBlocks &bonds)
  {
    found.clear();
    is_found.assign(bonds.blocks.size(), 0);
    bonds_rest = false;
    int64_t live = 0;
    for (size_t k = 0; k < bonds.blocks.size(); k++) {
      if (bonds.blocks[k].resting) bonds_rest = true;
      if (!bonds.blocks[k].live) continue;
      add(static_cast<int>(k));
      live += std::bitset<grist::BOND_LANES>(bonds.blocks[k].live).count();
    }
    return live;
  }

  void add(int k)
  {
    assert(k >= 0 && k < static_cast<int>(is_found.size()));
    if (is_found[k]) return;
    is_found[k] = 1;
    found.push_back(k);
  }

  // Until the next find() all blocks are evaluated.
  void forget() { bonds_rest = false; }

 private:
  bool bonds_rest = false;
  std::vector<int> found;
  std::vector<char> is_found;    // by block
};

}    // namespace LAMMPS_NS

#endif
