/* Internal fix FULL/STEP/RATES: velocities of owned and ghost atoms at the instant of the positions,
   the full step, before the forces of a step are known; laws act by those of half a step before.

   They are foreseen: velocities have changed from half step to half step, and half of that change is
   expected again. So styles multiply forces by them as they find them, and keep none. The error is of
   second order in the step, also where contacts begin and end, as an acceleration that jumps does
   so once. Where some source of the run needs the velocities themselves (viscous bridges, particles that
   come and go, rigid bodies, fixes of LAMMPS), nothing is foreseen: all styles keep their forces until
   complete().
*/

#ifdef FIX_CLASS
// clang-format off
FixStyle(FULL/STEP/RATES,FixFullStepRates);
// clang-format on
#else

#ifndef LMP_FIX_FULL_STEP_RATES_H
#define LMP_FIX_FULL_STEP_RATES_H

#include "styles/energy/energy_sources.h"
#include "styles/state/atom_rows.h"

#include "energy/half_step_lanes.h"

#include <vector>

namespace LAMMPS_NS {

class FixFullStepRates :
    public AtomRows<grist::MotionBefore>,
    public EnergyStyle,
    public ForeseenRates {
 public:
  FixFullStepRates(class LAMMPS *, int, char **);
  static FixFullStepRates &of(class LAMMPS *lmp);    // makes it if there is none

  int setmask() override { return FixConst::PRE_FORCE; }
  void init() override { foreseen_at = started_at = completed_at = -1; }
  void pre_force(int) override;
  int pack_forward_comm(int n, int *list, double *buf, int, int *) override;
  void unpack_forward_comm(int n, int first, double *buf) override;
  double memory_usage() override;
  bool only_reads_forces() const override { return true; }

  // Rates are foreseen in the steps in which someone subscribes; of the first one of those, no more
  // than the velocities of half a step before is known.
  grist::Subscription subscribe() const { return recording.subscribe(); }

  // In pre_force, for one who has subscribed in this step. Collective.
  void foresee();

  // In the setup of each reader, as velocities then are those of a full step. Collective.
  void start(const EnergySources &sources);

  // In post_force of each reader, when the whole force on each atom is known. Collective.
  void complete(const EnergySources &sources);

  // Of owned and ghost atoms, in this step.
  const std::vector<grist::SphereRates> &rates() const { return of_atoms; }
  const grist::SphereRates *foreseen() const override;

 private:
  static constexpr int NUMBERS = sizeof(grist::SphereRates) / sizeof(double);    // of an atom

  grist::Recording recording;
  bigint foreseen_at = -1, started_at = -1, completed_at = -1;    // steps
  bool foresees = false;                                          // in this run
  std::vector<grist::SphereRates> of_atoms;
};

}    // namespace LAMMPS_NS

#endif
#endif
