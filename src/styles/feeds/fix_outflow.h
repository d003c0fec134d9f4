/* fix outflow: removes clusters, fragments, spheres and bodies that have wholly passed, never a
   part of one, and counts them.

   Units that have passed are found after the forces of a step, where ghosts, cluster ids and lists
   are those of the step. They are removed at the next step, whose neighbor lists are rebuilt for
   it, and counted then: what is inside and what is out add up to what was fed at every output.
*/

#ifdef FIX_CLASS
// clang-format off
FixStyle(outflow,FixOutflow);
// clang-format on
#else

#ifndef LMP_FIX_OUTFLOW_H
#define LMP_FIX_OUTFLOW_H

#include "feeds/outflow_settings.h"
#include "styles/access/run_time.h"
#include "styles/feeds/outflow_file.h"
#include "styles/feeds/outflow_removal.h"
#include "styles/feeds/outflow_search.h"
#include "styles/feeds/outflow_zone.h"
#include "styles/interfaces/energy_traffic.h"
#include "styles/state/restarted_fix.h"

#include "feeds/outflow_totals.h"

#include <memory>
#include <vector>

namespace LAMMPS_NS {

class FixOutflow : public RestartedFix<>, public EnergyTraffic {
 public:
  FixOutflow(class LAMMPS *, int, char **);
  int setmask() override
  {
    return FixConst::PRE_EXCHANGE | FixConst::POST_FORCE | FixConst::END_OF_STEP;
  }
  void init() override;
  void setup(int) override;
  void pre_exchange() override;
  void post_force(int) override;
  void end_of_step() override;
  void post_run() override { counter.leave(update); }
  double compute_scalar() override { return totals.tally(0).mass.value(); }
  double compute_vector(int) override;
  double compute_array(int, int) override;
  double memory_usage() override;
  bool only_reads_forces() const override { return true; }

  // At the setup of a run a fix that comes before this one asks first.
  void decide_leaving() override
  {
    if (found_at != update->ntimestep) find_leaving();
  }
  bool mark_leaving(std::vector<char> &marks) const override;

 private:
  // The end of the last interval between rows of the file, and the rates of that interval. By
  // component, 0 for all.
  struct Row {
    bigint step = -1;    // no interval has begun yet
    double time = 0.0;
    std::vector<double> mass, rate;
  };

  grist::OutflowSettings settings;
  OutflowFile file;
  std::unique_ptr<OutflowZone> zone;
  OutflowSearch search;
  OutflowRemoval removal;

  std::vector<tagint> leaving;    // ids of units that are removed at the next step
  bigint found_at;                // the step at which they were found

  // The same on every rank.
  grist::OutflowTotals totals;
  std::vector<std::int64_t>
      torn;    // parents of which a fragment has left and others stay, ascending
  Row row;
  RunCounter counter;
  bool has_rows;                 // this run need not begin the file
  std::vector<double> inside;    // mass by component, 0 for all, at the step below
  bigint inside_step;

  void transfer_state(grist::Archive &archive) override;
  void find_leaving();
  void refresh_inside();
  void close_interval();
  void write_rows();
};

}    // namespace LAMMPS_NS

#endif
#endif
