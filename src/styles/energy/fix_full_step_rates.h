/* Internal fix FULL/STEP/RATES: velocities of owned and ghost atoms at the instant of the positions,
   the full step, before the forces of a step are known; laws act by those of half a step before.

   They are foreseen: the change in half a step by the forces of the step before is expected again.
   So styles multiply forces by them as they find them, and keep none. The error is of second order in
   the step, also where contacts begin and end, as an acceleration that jumps does so once. An
   integrator that moves all spheres puts them here as it kicks (rates_to_foresee()); of others the
   velocities at the end of the step before are kept for it.

   Where some source of the run needs the velocities themselves (viscous bridges, particles that come
   and go, rigid bodies, fixes of LAMMPS), nothing is foreseen: all styles keep their forces until
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

#include "energy/sphere_rates.h"

#include <vector>

namespace LAMMPS_NS {

class FixFullStepRates :
    public AtomRows<grist::SphereRates>,
    public EnergyStyle,
    public ForeseenRates {
 public:
  FixFullStepRates(class LAMMPS *, int, char **);
  static FixFullStepRates &of(class LAMMPS *lmp);    // makes it if there is none

  int setmask() override { return FixConst::PRE_FORCE | FixConst::END_OF_STEP; }
  void init() override { found_at = sent_at = kept_at = completed_at = next_read = -1; }
  void pre_force(int) override;
  void end_of_step() override;
  void *extract(const char *name, int &dim) override;
  int pack_forward_comm(int n, int *list, double *buf, int, int *) override;
  void unpack_forward_comm(int n, int first, double *buf) override;
  bool only_reads_forces() const override { return true; }

  // Rates are foreseen in the steps that begin while someone subscribes; in others, no more than the
  // velocities of half a step before is known.
  grist::Subscription subscribe() const { return recording.subscribe(); }

  // In pre_force, for one who has subscribed in this step. Collective.
  void foresee();

  // In the setup of each reader, as velocities then are those of a full step. Collective.
  void start(const EnergySources &sources);

  // In post_force of each reader, when the whole force on each atom is known. Collective.
  void complete(const EnergySources &sources);

  // Of owned and ghost atoms, in this step.
  const std::vector<grist::SphereRates> &rates() const { return rows; }
  const grist::SphereRates *foreseen() const override;
  grist::SphereRates *to_foresee() override;

 private:
  static constexpr int NUMBERS = sizeof(grist::SphereRates) / sizeof(double);    // of an atom

  // rows: rates of owned and ghost atoms at the full step; at the end of a step those that are kept.
  grist::Recording recording;
  bigint found_at = -1, sent_at = -1, kept_at = -1, completed_at = -1;    // steps
  bool foresees = false, integrator_foresees = false;                     // in this run
  bigint next_read = -1;    // the step at whose end velocities are kept
};

}    // namespace LAMMPS_NS

#endif
#endif
