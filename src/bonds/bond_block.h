// The parallel bond for many bonds at once: blocks of bonds, gathered into vectors of lanes,
// evaluated, and added to the spheres' forces. The law is that of parallel_bond.h, to rounding; a
// lane's result does not depend on its place in a block nor on its neighbors there. Lanes that are
// not live add nothing.

#ifndef GRIST_BONDS_BOND_BLOCK_H
#define GRIST_BONDS_BOND_BLOCK_H

#include "bonds/bond_energy_lanes.h"
#include "bonds/bond_lanes.h"
#include "bonds/bond_store.h"

#include <cstddef>
#include <functional>
#include <vector>

namespace grist {

// Where an evaluation finds the normals of the previous one.
enum class OldNormals {
  STORED,    // in the blocks, and stores the new ones there
  // computed: each end has moved by v dt since. A quarter less memory traffic; stored normals are
  // not updated
  FROM_MOTION
};

// Lanes that the caller must treat after an evaluation. No lane has its bit in both masks.
struct BondEvents {
  BondMask failed = 0;    // a strength is reached
  BondMask bad_length =
      0;    // length is zero, at or beyond the limit, or not a number: not evaluated
  explicit operator bool() const { return failed != 0 || bad_length != 0; }
};

class BondKernel {
 public:
  // materials: by bond type, 0 unused. length_limit: a bond of this length or longer is not
  // evaluated. dt: as BondMotion::dt.
  BondKernel(const std::vector<BondMaterial> &materials, const BondedSpheres &spheres,
             double length_limit, double dt, OldNormals old_normals);

  // Prefetches the memory of the blocks after block k. The hardware prefetcher is too late, because
  // one block takes so much arithmetic.
  void prefetch(const std::vector<BondBlock> &blocks, size_t k) const;

  // Updates the states of the live lanes and computes their forces. strengths: null where none
  // scatters, memories: where there are none; with memories there are strengths.
  BondEvents evaluate(BondBlock &block, BondNormals &normals, BondBlockForces &forces,
                      BondStrengths *strengths = nullptr, BondMemories *memories = nullptr);

  // Adds the forces of the live lanes to the spheres, in the order of the lanes.
  void add(const BondBlock &block, const BondBlockForces &forces, BondMask among = ALL_LANES) const;

  // Evaluates the blocks of a team (like_clusters.h), and adds their forces but those of lanes that
  // need the caller: `attend` gets the block, their events, and their forces; those of lanes that
  // are live then are added. next: the team that follows in the blocks, or null. show: gets each
  // block that had live lanes, after that, with the forces of all of these; empty: nothing is
  // shown. The sums of forces do not depend on it.
  using Attend =
      std::function<void(int block, const BondEvents &events, const BondBlockForces &on)>;
  using Show = std::function<void(int block, const BondBlockForces &on)>;
  void evaluate_team(const BondTeam &team, const BondTeam *next, BondBlocks &bonds,
                     const Attend &attend, const Show &show = {});

  // The strength that a lane reached in its last evaluation.
  BondFailure failure(const BondBlock &block, const BondBlockForces &forces, int lane,
                      const BondStrengths *strengths = nullptr,
                      const BondMemories *memories = nullptr) const;

  // Adds elastic energy and virial of a block as last evaluated: the shares of this rank, half for
  // each owned end.
  void tally(const BondBlock &block, const BondBlockForces &forces, BondTally &sum,
             const BondMemories *memories = nullptr);

  // Elastic energy of a lane as last evaluated.
  double energy(const BondBlock &block, const BondBlockForces &forces, int lane,
                const BondMemories *memories = nullptr) const;

  // Energy that the break of a lane takes, which reached its strength in its last evaluation.
  double fracture_energy(const BondBlock &block, const BondBlockForces &forces, int lane,
                         const BondMemories *memories = nullptr) const;
  bool takes_energy(const BondBlock &block, int lane) const;

  // Energy that was lost in all evaluations, of bonds whose sphere a is owned.
  const BondLosses &lost() const { return losses; }

 private:
  const BondLanes &lanes;    // of the instructions in use
  const std::vector<BondMaterial> &materials;
  BondedSpheres spheres;
  double limit, dt;
  OldNormals old_normals;
  BondStep step;
  BondLosses losses;
  std::vector<BondLawOfType> laws_of_types;
  BondLaws laws;
  short filled[BOND_LANES];     // types that laws holds
  std::vector<TeamRow> rows;    // of the current team

  BondEvents events_of(const BondLanesOutcome &outcome, BondBlock &block, BondNormals &normals,
                       BondBlockForces &out, BondStrengths *strengths, BondMemories *memories);
  void grow(int lane, const BondBlock &block, BondBlockForces &out, BondStrengths &strengths,
            BondMemories &memories, BondEvents &events);
  void keep_memory(int lane, const BondBlock &block, const BondSection &section,
                   const BondMemory &memory, double dissipated, BondStrengths &strengths,
                   BondMemories &memories);
  void take_flow(const BondBlock &block, BondMemories *memories);

  void fill_laws(const BondBlock &block);
  void evaluate_one_by_one(BondMask which, BondBlock &block, BondNormals &normals,
                           BondBlockForces &out, BondStrengths *strengths, BondMemories *memories,
                           BondEvents &events);
  BondMotion motion_of(const BondBlock &block, int lane) const;
  BondMaterial material_of(const BondBlock &block, int lane, const BondStrengths *strengths,
                           const BondMemories *memories) const;
  BondSection section(const BondBlock &block, int lane) const;
  BondState state_now(const BondBlock &block, const BondBlockForces &forces, int lane,
                      const BondMemories *memories) const;
};

}    // namespace grist

#endif
