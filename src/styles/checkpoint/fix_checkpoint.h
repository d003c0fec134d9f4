/* fix checkpoint: restart files by the clock, from which a run that was killed continues as one run.

     fix ID all checkpoint FOLDER [minutes M | every N] [limit S] [label WORD]

   A restart file of LAMMPS has atoms and the state of Grist's styles. With it go, for the step of the
   checkpoint: forces and torques, which were computed with the velocities of half a step before; what
   fixes ave/time, vector and print remember; how long files were to which the run appends. The first
   run after read_restart takes them back. It also puts back what contacts and bonds remember, which
   the evaluation at its start turns by rounding.

   Neighbor lists are built, and atoms sorted, in the step of a checkpoint, as they are at the start
   of a run: then both have the same lists, and round in the same way.

   It is the last fix that acts at the end of a step.
*/

#ifdef FIX_CLASS
// clang-format off
FixStyle(checkpoint,FixCheckpoint);
// clang-format on
#else

#ifndef LMP_FIX_CHECKPOINT_H
#define LMP_FIX_CHECKPOINT_H

#include "styles/access/lammps_access_averages.h"
#include "styles/checkpoint/checkpoint_folder.h"
#include "styles/checkpoint/grown_files.h"
#include "styles/files/file_lock.h"
#include "styles/interfaces/order_of_fixes.h"
#include "styles/interfaces/setup_memory.h"
#include "styles/state/atom_rows.h"

#include <array>
#include <string>
#include <vector>

namespace LAMMPS_NS {

struct CheckpointForces {
  std::array<double, 3> force = {}, torque = {};
};

class FixCheckpoint : public AtomRows<CheckpointForces>, public StandsAt<FixPlace::CHECKPOINT> {
 public:
  FixCheckpoint(class LAMMPS *, int, char **);
  int setmask() override { return FixConst::END_OF_STEP | FixConst::PRE_FORCE; }
  void init() override;
  void setup_pre_force(int) override;
  void setup(int) override;
  void end_of_step() override;
  double compute_scalar() override { return has_ended ? 1.0 : 0.0; }
  void *extract(const char *, int &) override;

 private:
  struct Settings {
    std::string folder, label = "none";
    double minutes = 10.0;
    bigint every = 0;      // steps; 0: by the clock
    double limit = 0.0;    // seconds since the start of the program; 0: none
  } settings;

  // Of the step of the checkpoint; after read_restart until the first run.
  struct Kept {
    std::int64_t step = -1, time_step = 0;
    double time = 0.0;    // at time_step, from which LAMMPS counts it
    std::string program;
    std::vector<StockState> stock;
    std::vector<FileMark> files;
  } kept;
  std::vector<SetupMemory::Restore> memories;    // during a setup
  bool is_restored = false;                      // kept is that of a restart file

  CheckpointFolder folder;    // on rank 0
  OutputClaim claim;          // of the folder, on rank 0
  double longest = 0.0;       // seconds that a checkpoint took
  bigint planned = -1;        // step of the next checkpoint; -1: not known yet
  bigint next_look = 0;       // step at which the clock is read next
  double last_look = 0.0;     // the clock then
  bigint last_look_step = 0;
  bool is_last = false;      // the planned one, before the limit
  bool has_ended = false;    // the run, before the limit

  void transfer_state(grist::Archive &archive) override;
  void read(int narg, char **arg);
  void take_back();
  void look();
  void plan(bigint step);
  void prepare();
  void expect_output();
  void write();
  double seconds_to_limit() const;
  std::string record() const;
};

}    // namespace LAMMPS_NS

#endif
#endif
