/* fix breakage: counts broken bonds and reports the fragments that are left, for thermo output, dumps and CSV files.

   Breaks are reported on one rank each. They are shared between all ranks only at steps with an output: neither totals nor
   births of fragments depend on when that is.
*/

#ifdef FIX_CLASS
// clang-format off
FixStyle(breakage,FixBreakage);
// clang-format on
#else

#ifndef LMP_FIX_BREAKAGE_H
#define LMP_FIX_BREAKAGE_H

#include "fix.h"
#include "styles/bonds/fix_bond_state.h"
#include "styles/clusters/breakage_files.h"
#include "styles/clusters/breakage_settings.h"
#include "styles/clusters/breakage_totals.h"
#include "styles/clusters/cluster_summary.h"
#include "styles/clusters/fragment_births.h"
#include "styles/clusters/fragment_sizes.h"
#include "styles/clusters/fragment_table.h"
#include "styles/clusters/output_schedule.h"

#include <vector>

namespace LAMMPS_NS {

class FixBreakage : public Fix, public BreakListener {
 public:
  FixBreakage(class LAMMPS *, int, char **);
  ~FixBreakage() override;
  int setmask() override;
  void init() override;
  void setup(int) override;
  void end_of_step() override;
  void post_run() override;
  double compute_scalar() override;
  double compute_vector(int) override;
  double memory_usage() override;

  void write_restart(FILE *) override;
  void restart(char *) override;
  void grow_arrays(int) override;
  void copy_arrays(int, int, int) override;
  void set_arrays(int) override;
  int pack_exchange(int, double *) override;
  int unpack_exchange(int, double *) override;
  int pack_restart(int, double *) override;
  void unpack_restart(int, int) override;
  int size_restart(int) override;
  int maxsize_restart() override;

  void bond_broken(const BreakEvent &event) override;

 private:
  BreakageSettings settings;
  BreakageFiles files;
  OutputSchedule schedule;    // of fragments and sizes
  class FixBondState *fix_state;

  std::vector<BreakEvent> pending;    // this rank's since events were last shared
  BreakageTotals totals;              // of the group; the same on every rank
  FragmentBirths births;

  ClusterSummary summary;
  FragmentTable table;
  FragmentSizes sizes;                // the same on every rank
  bigint summary_step, table_step;    // the steps that these are valid for; -1: none
  bool table_has_sieves;
  int nmax_vector;    // length of vector_atom

  double time_now() const;
  void discard_results() { summary_step = table_step = -1; }
  void refresh_summary();
  void take_pending_events();
  bigint bonds_at_start() const { return summary.bonds + totals.broken; }
  void refresh_table(bool with_sieves);
  const FragmentSizes &current_sizes();
  grist::SizeDistribution distribution() const;
  void fill_vector_atom();
  void write_fragments_and_sizes();
};

}    // namespace LAMMPS_NS

#endif
#endif
