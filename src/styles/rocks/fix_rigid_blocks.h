/* fix rigid/blocks: moves bodies as fix leapfrog/body does, and rocks of blocks that are bonded at
   their faces as rigid bodies while they are hardly loaded.

   The rocks of this rank are in held_rocks.h; which are held is decided in rock_forming.h.
*/

#ifdef FIX_CLASS
// clang-format off
FixStyle(rigid/blocks,FixRigidBlocks);
// clang-format on
#else

#ifndef LMP_FIX_RIGID_BLOCKS_H
#define LMP_FIX_RIGID_BLOCKS_H

#include "styles/access/run_time.h"
#include "styles/integrate/fix_leapfrog_body.h"
#include "styles/rocks/rock_forming.h"
#include "styles/rocks/rock_release.h"
#include "styles/state/atom_rows.h"

#include <memory>

namespace LAMMPS_NS {

class FixRigidBlocks : public RowsFix<FixLeapfrogBody>, public BodyMotion {
 public:
  FixRigidBlocks(class LAMMPS *, int, char **);
  int setmask() override { return FixLeapfrogBody::setmask() | FixConst::PRE_NEIGHBOR; }
  void init() override;
  void setup_pre_exchange() override;
  void setup_pre_neighbor() override;
  void pre_neighbor() override { update_rocks(); }
  void initial_integrate(int) override;
  void final_integrate() override;
  void post_run() override;
  double compute_vector(int) override;
  double memory_usage() override
  {
    return static_cast<double>(rows.capacity() * sizeof(HeldBlock));
  }

  // False for atoms that came since bodies were made, and before a run.
  bool has(int i) const override { return i < static_cast<int>(rows.size()) && rows[i].body >= 0; }
  grist::SphereRates rates_now(int i) const override;
  void complete(std::vector<grist::SphereRates> &rates, double half_step) override
  {
    rocks->complete(half_step > 0.0 ? loads->find() : loads->last(), rates, half_step);
  }
  double twice_kinetic_energy(int i, const grist::SphereRates &rates) const override;
  void add_atom_motion(AtomMotion &to) override;
  void take_events(grist::EnergyLedger &ledger) override { ledger.add_held(rocks->take_energy()); }

 private:
  std::vector<HeldBlock> rows;    // by atom
  std::unique_ptr<RockShapes> shapes;
  std::unique_ptr<HeldRocks> rocks;
  std::unique_ptr<RockLoads> loads;
  std::unique_ptr<RockRelease> released;
  std::unique_ptr<RockForming> forming;
  class FixFaceBonds *faces = nullptr;
  class BondFace *style = nullptr;
  double held_steps = 0.0, steps = 0.0;    // held_steps: the sum of held blocks of this rank
  RunCounter counter;

  FixRigidBlocks(class LAMMPS *, int, char **, HoldRocks);
  void resize_rows(int nmax) override { rows.resize(nmax); }
  void copy_row(int from, int to) override { rows[to] = rows[from]; }
  void begin_row(int i) override { rows[i] = {}; }
  void transfer_row(grist::Archive &archive, int i) override;
  void transfer_state(grist::Archive &archive) override;
  void update_rocks();
  void list_left_out();
  void ask_for_rebuild();
  double held_blocks() const;
  double held_rocks() const;
};

}    // namespace LAMMPS_NS

#endif
#endif
