/* fix breakage: counts broken bonds or bodies and reports the remaining fragments, for thermo
   output, dumps and CSV files.

   The source (fragment_source.h) defines fragments and events: bonds of clusters, or bodies.
*/

#ifdef FIX_CLASS
// clang-format off
FixStyle(breakage,FixBreakage);
// clang-format on
#else

#ifndef LMP_FIX_BREAKAGE_H
#define LMP_FIX_BREAKAGE_H

#include "fragments/breakage_settings.h"
#include "fragments/fragment_sizes.h"
#include "fragments/output_schedule.h"
#include "styles/access/reads_no_velocities.h"
#include "styles/access/run_time.h"
#include "styles/fragments/breakage_files.h"
#include "styles/fragments/fragment_source.h"
#include "styles/state/atom_rows.h"

#include <cassert>
#include <memory>

namespace LAMMPS_NS {

class FixBreakage : public AtomRows<FragmentRow>, public ReadsNoVelocities {
 public:
  FixBreakage(class LAMMPS *, int, char **);
  ~FixBreakage() override;
  int setmask() override { return FixConst::END_OF_STEP; }
  void init() override;
  void setup(int) override;
  void end_of_step() override;
  void post_run() override;
  double compute_scalar() override;
  double compute_vector(int) override;
  double memory_usage() override;
  void grow_arrays(int) override;

 private:
  grist::BreakageSettings settings;
  std::unique_ptr<FragmentSource> source;
  BreakageFiles files;
  grist::OutputSchedule schedule;    // of fragments and sizes
  RunCounter counter;

  grist::FragmentList list;
  grist::FragmentSizes sizes;         // the same on every rank
  bigint summary_step, table_step;    // the steps that counts and list are valid for; -1: none
  bool table_has_sieves;
  bool is_running;    // otherwise commands may change atoms within a step

  void discard_results() { summary_step = table_step = -1; }
  void begin_row(int i) override
  {
    assert(i >= 0 && i < static_cast<int>(rows.size()));
    rows[i] = {};
    rows[i].birth = run_time(update);
  }
  void row_changed(int i) override { vector_atom[i] = static_cast<double>(rows[i].fragment); }
  void transfer_state(grist::Archive &archive) override;
  void refresh_summary();
  void refresh_table(bool with_sieves);
  const grist::FragmentSizes &current_sizes();
  grist::SizeDistribution distribution() const;
  void update_vector_atom();
  void write_fragments_and_sizes();
};

}    // namespace LAMMPS_NS

#endif
#endif
