/* fix collisions: counts contacts by the energy that each has dissipated from first to last touch
   (collision energy spectra).

   After all forces it adds the energy that each contact dissipates in this step (contact_losses.h)
   to the sum of that contact (energy/open_contacts.h). A contact that touches no more goes into the
   spectrum (energy/collision_spectrum.h).

   Sums stay with the rank that evaluates a contact (one of them, with newton off) and are found by
   the ids of its particles. At steps with new neighbor lists another rank may evaluate it: then all
   contacts that were not seen are compared over ranks.

   A contact of a particle that is inserted or removed (energy_traffic.h) is counted as in the
   balance: without the half step before the insertion or after the removal, and without the energy
   of springs then.
*/

#ifdef FIX_CLASS
// clang-format off
FixStyle(collisions,FixCollisions);
// clang-format on
#else

#ifndef LMP_FIX_COLLISIONS_H
#define LMP_FIX_COLLISIONS_H

#include "styles/access/reads_no_velocities.h"
#include "styles/access/run_time.h"
#include "styles/energy/contact_losses.h"
#include "styles/energy/energy_sources.h"
#include "styles/energy/fix_full_step_rates.h"
#include "styles/files/report_file.h"
#include "styles/interfaces/order_of_fixes.h"
#include "styles/state/fix_known_ids.h"
#include "styles/state/restarted_fix.h"
#include "update.h"

#include "energy/collision_spectrum.h"
#include "energy/open_contacts.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace LAMMPS_NS {

class FixCollisions :
    public RestartedFix<>,
    public EnergyStyle,
    public AtomNamer,
    public ReadsNoVelocities,
    public StandsAt<FixPlace::READERS> {
 public:
  FixCollisions(class LAMMPS *, int, char **);
  int setmask() override { return FixConst::POST_FORCE | FixConst::END_OF_STEP; }
  void post_constructor() override { FixFullStepRates::of(lmp); }
  void init() override;
  void setup(int) override;
  void post_force(int) override;
  void end_of_step() override;
  void post_run() override { counter.leave(update); }
  double compute_vector(int) override;
  double compute_array(int, int) override;
  double memory_usage() override;
  bool only_reads_forces() const override { return true; }
  void visit_ids(const IdVisit &visit) override;

 private:
  // The words of the command.
  struct Settings {
    int every = 0;
    double least = 0.0, most = 0.0;
    int between = 0;
    std::string file;
    bool append = false;
  };
  Settings settings;
  std::optional<grist::EnergyBins> bins;
  std::optional<grist::CollisionSpectrum> ended;    // of this rank, since the fix was made
  grist::OpenContacts open;                         // of this rank
  std::vector<grist::OpenContact>
      restored;                      // of all ranks, from a restart file, until the next run
  bigint restored_step = -1;         // of that file, if it was written in a run
  std::vector<std::string> walls;    // ids of all fixes that have been walls
  std::vector<int> wall_numbers;     // in `walls`, of those of this run

  EnergySources sources;
  FixFullStepRates *foreseen = nullptr;    // of this run
  grist::Subscription foresees;
  std::unique_ptr<ContactLosses> losses;
  std::unique_ptr<ReportFile> report;
  struct Written {
    bigint step = 0;    // of the last output, or of the start
    double time = 0.0;
    std::vector<double> numbers;    // of `ended`, of all ranks, on rank 0
  } written;
  RunCounter counter;

  // Sums over all ranks, for output, and the step that they belong to.
  bigint summed_at = -1;
  std::vector<double> sums;
  double open_sums[2] = {0.0, 0.0};    // open contacts and their loss so far

  Settings read_settings(int narg, char **arg);
  int kind_of_types(int type_a, int type_b) const;
  int kind_of_wall(int type, int wall) const;
  int number_of_kinds() const { return kind_of_wall(1, static_cast<int>(walls.size())); }
  std::string label_of(int kind) const;
  struct Kind {
    grist::ContactKey key;
    int number;
  };
  std::vector<char> marks;    // of particles that come or go in this step, owned and ghost

  bool counts(const ContactPlace &at) const;
  Kind kind_of(const ContactPlace &at) const;
  bool is_marked(const ContactPlace &at) const { return marks[at.a] || (at.b >= 0 && marks[at.b]); }
  void add_losses(bool at_setup);
  void add_brought();
  void record_leaving();
  template <class Mark> bool mark(const Mark &mark);
  void close_unseen();
  void settle(const std::vector<grist::OpenContact> &parts);
  void close(const grist::OpenContact &contact)
  {
    ended->add(contact.kind, bins->bin_of(contact.lost.total), contact.lost);
  }
  bool is_evaluated_twice(const ContactPlace &at) const;
  void sum_over_ranks();
  void transfer_state(grist::Archive &archive) override;
  void check_bins(grist::Archive &archive) const;
  void write_rows();
  std::string rows_of(int kind, const grist::CollisionSpectrum &all,
                      const grist::CollisionSpectrum &before, double duration) const;
};

}    // namespace LAMMPS_NS

#endif
#endif
