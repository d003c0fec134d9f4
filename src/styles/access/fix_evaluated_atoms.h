/* Internal fix EVALUATED/ATOMS: whether the atoms are still those of the last step.

   Contacts, bonds and lists of neighbors name atoms by their place in memory at the last evaluation
   of forces. Between runs, commands put atoms into another order or on other ranks (write_restart,
   write_data, balance, reset_atoms) or change them (delete_atoms, displace_atoms, set). A reader of
   what was recorded asks this fix first, and ends with an error that asks for `run 0` where the
   records are of other atoms.
*/

#ifdef FIX_CLASS
// clang-format off
FixStyle(EVALUATED/ATOMS,FixEvaluatedAtoms);
// clang-format on
#else

#ifndef LMP_FIX_EVALUATED_ATOMS_H
#define LMP_FIX_EVALUATED_ATOMS_H

#include "fix.h"
#include "styles/access/reads_no_velocities.h"

#include <cstdint>
#include <string>
#include <vector>

namespace LAMMPS_NS {

class FixEvaluatedAtoms : public Fix, public ReadsNoVelocities {
 public:
  static constexpr const char *ID = "GRIST_EVALUATED_ATOMS";

  FixEvaluatedAtoms(class LAMMPS *, int, char **);
  // The last two of a step: a run without `pre` has no setup.
  int setmask() override
  {
    return FixConst::PRE_NEIGHBOR | FixConst::MIN_PRE_NEIGHBOR | FixConst::END_OF_STEP;
  }
  void init() override { has_begun = false; }
  void setup_pre_neighbor() override { has_begun = true; }
  void end_of_step() override { has_begun = true; }
  void post_run() override;

  static FixEvaluatedAtoms &of(class LAMMPS *lmp);    // makes it if there is none

  // Whether the atoms are the same at the same positions, of the same size and mass. All of these are
  // collective. Within a run everything is as evaluated.
  bool has_all_atoms() const { return has_begun || (ended_runs > 0 && atoms_now() == atoms_then); }
  // Whether they have the same velocities.
  bool has_velocities() const
  {
    return has_begun || (ended_runs > 0 && velocities_now() == velocities_then);
  }
  bool has_order() const;    // the same order in memory, ghosts included
  int runs() const { return ended_runs; }
  bool is_running() const { return has_begun; }

 private:
  bool has_begun = false;    // a run, until it ends
  int ended_runs = 0;

  // At the end of the last run.
  std::uint64_t atoms_then = 0, velocities_then = 0;
  std::vector<tagint> order_then;

  std::uint64_t atoms_now() const;
  std::uint64_t velocities_now() const;
  std::vector<tagint> order_now() const;
};

// One who reads records of the last evaluation.
class EvaluationReader {
 public:
  // At every init; records are kept from the first on.
  void begin(class LAMMPS *lmp);

  // Whether records are there and name the present atoms. Collective.
  bool is_current(class LAMMPS *lmp) const;

  // The error where it is not. `user` begins it. Collective.
  void check(class LAMMPS *lmp, const std::string &user) const;

 private:
  int first_runs = -1;    // that had ended at the first init
};

[[noreturn]] void ask_for_run(class LAMMPS *lmp, const std::string &user);

}    // namespace LAMMPS_NS

#endif
#endif
