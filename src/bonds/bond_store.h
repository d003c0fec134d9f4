// The stored state of many parallel bonds: blocks of BOND_LANES bonds, lane by lane, in the order
// in which the kernel (bond_block.h) reads memory. Lanes that are not live (broken bonds, bonds at
// rest, the unused lanes of the last block) hold the state of an unstrained bond.

#ifndef GRIST_BONDS_BOND_STORE_H
#define GRIST_BONDS_BOND_STORE_H

#include "bonds/parallel_bond.h"
#include "common/space.h"
#include "lanes/vector_sums.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace grist {

constexpr int BOND_LANES = 16;

using BondMask = uint32_t;    // one bit a lane
constexpr BondMask ALL_LANES = (BondMask{1} << BOND_LANES) - 1;

struct alignas(64) BondBlock {
  double length_initial[BOND_LANES];
  double shear_force[3][BOND_LANES];
  double moment[3][BOND_LANES];
  float damping[3][BOND_LANES];        // BondDamping's three coefficients
  int a[BOND_LANES], b[BOND_LANES];    // indices of the spheres
  short type[BOND_LANES];              // bond types, from 1
  BondMask live;
  BondMask resting;    // intact, but without force for now; not live

  BondBlock();
  void set_damping(int lane, const BondDamping &damping);
  BondDamping damping_of(int lane) const
  {
    return {damping[0][lane], damping[1][lane], damping[2][lane]};
  }
};

// Normals at the last evaluation. Stored apart, because most runs do not read them (OldNormals).
struct alignas(64) BondNormals {
  double normal[3][BOND_LANES];

  BondNormals();
};

// Factors of both strengths, where these scatter. Stored apart, because most runs have none.
struct alignas(64) BondStrengths {
  float factor[BOND_LANES];

  BondStrengths();
};

// What terms remember of bonds, and what follows from it, where a material has such terms. The
// strengths of a block that has it include it.
struct alignas(64) BondMemories {
  double number[BOND_MEMORIES][BOND_LANES];    // BondMemory, number by number
  double kept[BOND_LANES];                     // stiffness_kept()
  double scatter[BOND_LANES];                  // strength_factor()
  double lost[BOND_LANES];                     // as BondLosses::flow, in the last step

  BondMemories();
  BondMemory at(int lane) const;
  void set(int lane, const BondMemory &memory);
};

// The factor of the strengths of a bond for the kernels, which ask for the exact one near it: not
// above it.
float strength_for_kernels(double scatter, const BondMemory &memory);

// All bonds of a rank. Bond n is lane n % BOND_LANES of block n / BOND_LANES.
class BondBlocks {
 public:
  std::vector<BondBlock> blocks;
  std::vector<BondNormals> normals;
  std::vector<BondStrengths> strengths;    // as many as blocks, or none
  std::vector<BondMemories> memories;      // the same

  // Makes room for this number of bonds. Their content is undefined: each must be copied to, set,
  // or cleared.
  void resize(int bonds);

  // Makes room for more bonds and keeps those that exist.
  void grow(int bonds);

  BondBlock &block_of(int n) { return blocks[n / BOND_LANES]; }
  const BondBlock &block_of(int n) const { return blocks[n / BOND_LANES]; }
  static int lane_of(int n) { return n % BOND_LANES; }

  BondState state(int n) const;
  void set_state(int n, const BondState &state);

  // Of a bond whose state is set: its strengths are `scatter` times those of its material, less what
  // its memory has left. Where `strengths` are, and `memories` if its material needs them.
  void set_strength(int n, const BondSection &section, float scatter);
  void deactivate(int n);    // no longer live
  void rest(int n);          // live until now
  void activate(int n, const BondState &state);
  void clear(int n);    // neither live nor connected to spheres

  // States, damping and strength of bonds n, n + 1, ...; as many of `count` as lie in one block on
  // both sides. Returns their number.
  int copy(int n, const BondBlocks &from, int from_n, int count);

  // Normals of live bonds from the positions x (as in BondedSpheres).
  void update_normals(const double *x);
};

}    // namespace grist

#endif
