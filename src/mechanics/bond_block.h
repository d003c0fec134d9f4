// The parallel bond for many bonds at once: blocks of BOND_LANES bonds, gathered into vectors of lanes, evaluated, and
// added to the spheres' forces. The law is that of parallel_bond.h, to rounding; a lane's result does not depend on its
// place in a block nor on its neighbors there.
//
// A block holds what is remembered of its bonds, lane by lane, in the order in which memory is read. Lanes that
// are not live (broken bonds, the rest of the last block) keep harmless numbers and add nothing.

#ifndef GRIST_MECHANICS_BOND_BLOCK_H
#define GRIST_MECHANICS_BOND_BLOCK_H

#include "mechanics/parallel_bond.h"

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

  BondBlock();
  void set_damping(int lane, const BondDamping &damping);
};

// Normals at the last evaluation; apart from the rest, which is read without them in most runs (OldNormals).
struct alignas(64) BondNormals {
  double normal[3][BOND_LANES];

  BondNormals();
};

// All bonds of a rank. Bond n is lane n % BOND_LANES of block n / BOND_LANES.
class BondBlocks {
 public:
  std::vector<BondBlock> blocks;
  std::vector<BondNormals> normals;

  // Room for so many bonds. What they hold is old or nothing: each must be copied to, set, or put to rest.
  void make(int bonds);

  // Room for more bonds; those there are stay.
  void grow(int bonds);

  BondBlock &block_of(int n) { return blocks[n / BOND_LANES]; }
  const BondBlock &block_of(int n) const { return blocks[n / BOND_LANES]; }
  static int lane_of(int n) { return n % BOND_LANES; }

  BondState state(int n) const;
  void set_state(int n, const BondState &state);
  void silence(int n);    // no longer live
  void rest(int n);       // neither live nor between any spheres

  // States and damping of bonds n, n + 1, ...; as many of `count` as lie in one block on both sides. How many.
  int copy(int n, const BondBlocks &from, int from_n, int count);
  void renew_normals(
      const double *x);    // of live bonds, as the spheres are now; x: as in BondedSpheres
};

// Where an evaluation finds the normals of the one before.
enum class OldNormals {
  STORED,        // in the blocks, and stores the new ones there
  FROM_MOTION    // each end has moved by v dt since: a quarter less memory to read and write; what the blocks hold ages
};

// The caller's arrays, one entry a sphere; vectors as three doubles side by side.
struct BondedSpheres {
  const double *x, *v, *omega, *radius;
  double *force, *torque;
  int owned;    // spheres from here on are ghosts and take no force
};

// What a block exerts: as BondForces, lane by lane.
struct alignas(64) BondBlockForces {
  double force_a[3][BOND_LANES];
  double torque_a[3][BOND_LANES], torque_b[3][BOND_LANES];
  double distance[3][BOND_LANES];    // from a to b
  double length[BOND_LANES];
};

// Lanes that need a second look after an evaluation; none of them has its bit in both.
struct BondAttention {
  BondMask failed = 0;     // a strength is reached
  BondMask refused = 0;    // length is zero, at or beyond the limit, or no number: not evaluated
  explicit operator bool() const { return failed != 0 || refused != 0; }
};

class BondKernel {
 public:
  // materials: by bond type, 0 unused. length_limit: a bond as long is refused. dt: as BondMotion::dt.
  BondKernel(const std::vector<BondMaterial> &materials, const BondedSpheres &spheres,
             double length_limit, double dt, OldNormals old_normals);

  // Asks for the memory of what comes after block k: processors that guess do so too late, because between one block
  // and the next there is so much to do.
  void look_ahead(const std::vector<BondBlock> &blocks, size_t k) const;

  // Brings the states of the live lanes up to date and works out their forces.
  BondAttention evaluate(BondBlock &block, BondNormals &normals, BondBlockForces &forces);

  // Adds the forces of the live lanes to the spheres, in the order of the lanes.
  void add(const BondBlock &block, const BondBlockForces &forces) const;

  // Which strength lane reached in its last evaluation.
  BondFailure failure(const BondBlock &block, const BondBlockForces &forces, int lane) const;

  // Elastic energy of a lane as last evaluated.
  double energy(const BondBlock &block, const BondBlockForces &forces, int lane) const;

 private:
  struct alignas(64) Laws {    // a material, lane by lane
    double young[BOND_LANES], inverse_ratio[BOND_LANES], tensile[BOND_LANES], shear[BOND_LANES];
    double radius[BOND_LANES], beta[BOND_LANES], twist_damping[BOND_LANES];
  };

  const std::vector<BondMaterial> &materials;
  BondedSpheres spheres;
  double limit, dt;
  OldNormals old_normals;
  bool damped;
  Laws laws;
  short filled[BOND_LANES];    // types that laws holds

  void fill_laws(const BondBlock &block);
  BondAttention evaluate_one_by_one(BondBlock &block, BondNormals &normals,
                                    BondBlockForces &out) const;
  BondSection section(const BondBlock &block, int lane) const;
  BondState state_now(const BondBlock &block, const BondBlockForces &forces, int lane) const;
};

}    // namespace grist

#endif
