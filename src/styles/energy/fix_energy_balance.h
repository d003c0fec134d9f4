/* Internal fix ENERGY/BALANCE: sums the flows of compute energy/balance over time
   (energy/energy_ledger.h).

   Styles take the power of their forces at the velocities of the full step, which are foreseen
   (fix_full_step_rates.h). It is the last fix that acts after forces, when the whole force on each atom
   is known: kinetic energy, and the work of forces of which nothing else is known, are of the motion then.

   While it exists, styles record what takes energy. Without it they run at full speed.

   With `every` N, they record at sampled steps alone, and powers are summed over the time between
   samples. A step is sampled if it is a multiple of N, the last one of a run, or one with an
   output.
*/

#ifdef FIX_CLASS
// clang-format off
FixStyle(ENERGY/BALANCE,FixEnergyBalance);
// clang-format on
#else

#ifndef LMP_FIX_ENERGY_BALANCE_H
#define LMP_FIX_ENERGY_BALANCE_H

#include "compute.h"
#include "styles/access/reads_no_velocities.h"
#include "styles/energy/energy_sources.h"
#include "styles/energy/fix_full_step_rates.h"
#include "styles/energy/other_forces.h"
#include "styles/energy/stock_insertions.h"
#include "styles/state/restarted_fix.h"

#include "energy/energy_ledger.h"
#include "energy/sphere_rates.h"

#include <optional>
#include <vector>

namespace LAMMPS_NS {

inline constexpr char COMPUTE_ENERGY_BALANCE[] = "Compute energy/balance";    // begins errors

// Of atoms that a fix drives it reads velocities at the end of a step.
class FixEnergyBalance : public RestartedFix<>, public EnergyStyle, public ReadsNoVelocities {
 public:
  static constexpr const char *ID = "GRIST_ENERGY_BALANCE";

  // The step of a restart file, and what its next step begins with. At the start of a run contacts are
  // evaluated at other velocities.
  struct Restored {
    std::int64_t step = -1;
    grist::EnergyFlows powers{};    // of all ranks
    double unsampled = 0.0;
    double dashpots = 0.0;    // power of those of bonds by half steps, of all ranks
  };

  // Sums over time, and what was stored when they started.
  struct Totals {
    grist::EnergyLedger ledger;    // of this rank
    grist::StoredEnergy start;     // of all ranks
    bool started = false;
    std::optional<grist::EnergyBalance> at_end;    // of the last run
    Restored restored;                             // until the next run
  };
  Totals totals;

  FixEnergyBalance(class LAMMPS *, int, char **);

  // reader: knows the steps at which it is read, where `steps` is more than 1.
  void sample_every(int steps, Compute *reader);

  int setmask() override
  {
    return FixConst::PRE_FORCE | FixConst::PRE_REVERSE | FixConst::POST_FORCE |
        FixConst::END_OF_STEP;
  }
  void init() override;
  void setup(int) override;
  void pre_force(int) override;
  void setup_pre_reverse(int, int) override { others.before_reverse_comm(sources); }
  void pre_reverse(int, int) override
  {
    if (is_sampled) others.before_reverse_comm(sources);
  }
  void post_force(int) override;
  void end_of_step() override;
  void post_run() override;

  bool only_reads_forces() const override { return true; }

  // Collective. Valid where velocities are those of a full step: at outputs and at the end of
  // steps. Before accounting has started, as for fixes that evaluate it in their setup, the energy
  // stored now is that of the start. Between runs it is that of the end of the last run, and an
  // error if atoms have been changed since.
  grist::EnergyBalance balance();

 private:
  EnergySources sources;
  std::vector<grist::Subscription> records;    // of these
  OtherForces others;
  StockInsertions insertions;

  int every = 1;
  Compute *reader = nullptr;
  bool samples_each_step = true;               // in this run
  bool is_sampled = true;                      // the present step
  double unsampled = 0.0;                      // time since the last sample
  std::optional<grist::EnergyFlows> latest;    // powers of the last sample, of this rank

  bigint driven_until = -1;                // the step whose work on driven atoms has been added
  FixFullStepRates *foreseen = nullptr;    // of this run
  grist::Subscription foresees;            // from one step before a sampled one
  std::vector<char> marks;                 // of spheres that come or go, owned and ghost
  using Part = std::optional<grist::EnergyPart>;
  Part leaving, breaking;    // of the spheres, and of the bodies, that are removed at the next step

  template <class Mark> bool mark_spheres(bool that_break, const Mark &mark);
  Part entered_part(bool as_pieces);
  Part leaving_part(bool that_break);
  bool needs_each_step() const;
  bool shows_contacts_of(const ContactStyle *style) const;
  bool is_due(bigint step) const;
  void record(bool sampled);
  void begin_accounting();
  void add_entered_at_setup();
  void add_entered();
  void find_leaving();

  grist::EnergyBalance balance_of_records();
  void add_events()
  {
    for (EnergyStyle *style : sources.styles) style->take_events(totals.ledger);
  }
  grist::EnergyFlows powers();
  void add_work_on_driven();
  grist::StoredEnergy stored_on_all_ranks() const;
  grist::EnergyLedger::Sums sums_of_all_ranks();
  void transfer_state(grist::Archive &archive) override;
};

}    // namespace LAMMPS_NS

#endif
#endif
