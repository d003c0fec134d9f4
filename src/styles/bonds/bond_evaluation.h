/* One evaluation of all bonds of this rank: blocks and teams through the kernel
   (bonds/bond_block.h), breaks of bonds that reach a strength, and tallies.
*/

#ifndef GRIST_STYLES_BOND_EVALUATION_H
#define GRIST_STYLES_BOND_EVALUATION_H

#include "pointers.h"

#include "bonds/bond_block.h"

#include <functional>
#include <vector>

namespace LAMMPS_NS {

class BondEvaluation : protected Pointers {
 public:
  // laws: by bond type, with pressures as force/length^2. lost: what is lost is added, for each bond on
  // one rank. By damage: less what is reported as the energy of broken bonds; and as a bond that breaks
  // exerts no force, less the second half of the growth of its energy in that step, which was not taken
  // from the motion.
  BondEvaluation(LAMMPS *lmp, class FixBondState &fix_state,
                 const std::vector<grist::BondMaterial> &laws, const grist::BondedSpheres &spheres,
                 grist::BondLosses &lost);

  // Unless one of these is called, nothing is tallied: the sums over all bonds, or block by block
  // by the caller.
  using TallyBlock =
      std::function<void(const grist::BondKernel &kernel, const grist::BondBlock &block,
                         const grist::BondBlockForces &on, const grist::BondMemories *memories)>;
  void tally_sums() { is_tallied = true; }
  void tally_by(TallyBlock caller);

  void run();
  const grist::BondTally &sums() const { return tallied; }

 private:
  class FixBondState &fix_state;
  grist::BondBlocks &bonds;
  const std::vector<grist::BondMaterial> &laws;
  grist::BondedSpheres spheres;
  grist::BondLosses &lost;
  double length_limit;    // ghost cutoff: a longer bond, or a NaN, is an error
  grist::BondKernel kernel;
  bool is_tallied = false;
  TallyBlock tally_block;
  grist::BondTally tallied;

  void compute_all();
  void compute_live();
  void compute_block(int k);
  void tally(int k, const grist::BondBlockForces &on);
  void compute_team(const grist::BondTeam &team, const grist::BondTeam *next);
  int compute_teams();
  grist::BondStrengths *strengths_of(int k) const
  {
    return bonds.strengths.empty() ? nullptr : &bonds.strengths[k];
  }
  grist::BondMemories *memories_of(int k) const
  {
    return bonds.memories.empty() ? nullptr : &bonds.memories[k];
  }
  void handle_events(int k, const grist::BondEvents &events, const grist::BondBlockForces &on);
  void take_from_lost(const grist::BondBlock &block, grist::BondMask failed,
                      const grist::BondBlockForces &on, const grist::BondMemories *memories);
  [[noreturn]] void error_bad_length(tagint tag_a, tagint tag_b, double length) const;
};

}    // namespace LAMMPS_NS

#endif
