/* fix progress: one line at intervals on how far a run is, how fast, how long it will take, and
   what is in it.

   Ranks communicate only at the steps that the schedule names, and when the values of the fix are
   requested.
*/

#ifdef FIX_CLASS
// clang-format off
FixStyle(progress,FixProgress);
// clang-format on
#else

#ifndef LMP_FIX_PROGRESS_H
#define LMP_FIX_PROGRESS_H

#include "common/subscription.h"
#include "progress/progress_line.h"
#include "progress/progress_schedule.h"
#include "styles/access/styles_of_run.h"
#include "styles/interfaces/bond_events.h"
#include "styles/progress/run_span.h"
#include "styles/state/restarted_fix.h"

#include <string>

namespace LAMMPS_NS {

class FixProgress : public RestartedFix<>, public BreakListener {
 public:
  FixProgress(class LAMMPS *, int, char **);
  int setmask() override { return FixConst::END_OF_STEP | FixConst::MIN_POST_FORCE; }
  void init() override;
  void setup(int) override { start_run(); }
  void min_setup(int) override { start_run(); }
  void end_of_step() override;
  void min_post_force(int) override { end_of_step(); }
  void post_run() override;
  double compute_vector(int) override;
  void *extract(const char *, int &) override;

  void bond_broken(const BreakEvent &event) override
  {
    if ((event.mask_a & groupbit) && (event.mask_b & groupbit)) broken_here++;
  }

 private:
  std::string
      text;    // with variables, as it was given; read with the interval, so it stands before it
  grist::ProgressInterval interval;
  grist::ProgressSchedule schedule;
  RunSpan span;
  class BondedElements *bonds;    // null: of other styles, or none
  StylesOfRun known;              // them
  grist::Subscription breaks;

  bigint broken_here;       // as they report on this rank
  bigint bonds_at_first;    // intact bonds at the first count; -1: not counted

  // Clock of rank 0, the same number on every rank.
  double start_time, line_time;    // of the run, of the last line
  bigint start_step, line_step;
  bool any_line;       // in this run
  double rate;         // steps per second before the last line
  bigint read_step;    // the next step at which a line may read anything; -1: none does
  grist::ProgressReport latest;
  bigint latest_step;    // of these values; -1: none

  void transfer_state(grist::Archive &archive) override;
  double clock() const;
  void start_run();
  class Compute *balance() const;    // null: none
  bool reads_at_lines() const { return !text.empty() || balance(); }
  void plan_reads();
  void refresh(double now);
  void count();
  void add_contacts(grist::ProgressReport &report) const;
  void add_drift(grist::ProgressReport &report) const;
  void print(double now, grist::ProgressReport::End end);
  std::string substituted_text();
};

}    // namespace LAMMPS_NS

#endif
#endif
