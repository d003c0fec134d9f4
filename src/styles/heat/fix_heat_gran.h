/* Temperatures of spheres:
     fix ID all heat/gran keyword value ...

   In each step, when all forces are known: heat that contacts, bonds and walls conduct, and the
   losses of contacts and bonds, half to each side (heat/pair_heat.h), as compute energy/balance has
   them. Temperatures advance by m c dT/dt = Q at the end of the step (explicit Euler).

   Temperature and heat flow are atom properties of LAMMPS: fix property/atom temperature heatflow,
   which this fix makes where the input does not.
*/

#ifdef FIX_CLASS
// clang-format off
FixStyle(heat/gran,FixHeatGran);
// clang-format on
#else

#ifndef LMP_FIX_HEAT_GRAN_H
#define LMP_FIX_HEAT_GRAN_H

#include "styles/access/reads_no_velocities.h"
#include "styles/commands/number_or_variable.h"
#include "styles/energy/energy_sources.h"
#include "styles/energy/fix_full_step_rates.h"
#include "styles/guard/run_limits.h"
#include "styles/heat/heat_supplies.h"
#include "styles/heat/wall_conduction.h"
#include "styles/interfaces/order_of_fixes.h"
#include "styles/state/atom_rows.h"

#include "heat/pair_heat.h"

#include <array>
#include <string>
#include <vector>

namespace LAMMPS_NS {

// Of a sphere in the last step: the trapezoid rule needs the losses of both ends.
struct HeatBefore {
  double losses = 0.0, held = 0.0;
  double dashpots = 0.0, change_share = 0.0;    // of bonds: grist::power_at_instant()
  double conductance = 0.0;                     // of contacts, bonds, walls and convection
};

class FixHeatGran :
    public AtomRows<HeatBefore>,
    public EnergyStyle,
    public GuardedStyle,
    public ReadsNoVelocities,
    public StandsAt<FixPlace::READERS> {
 public:
  FixHeatGran(class LAMMPS *, int, char **);
  ~FixHeatGran() override;
  void post_constructor() override;
  int setmask() override
  {
    return FixConst::PRE_FORCE | FixConst::POST_FORCE | FixConst::FINAL_INTEGRATE |
        FixConst::END_OF_STEP;
  }
  void init() override;
  void setup_pre_force(int vflag) override { pre_force(vflag); }
  void setup(int) override;
  void pre_force(int) override;
  void post_force(int) override;
  void final_integrate() override;
  void end_of_step() override;
  double compute_scalar() override;
  double compute_vector(int) override;
  void set_arrays(int) override;
  int pack_forward_comm(int, int *, double *, int, int *) override;
  void unpack_forward_comm(int, int, double *) override;
  int pack_reverse_comm(int, int, double *) override;
  void unpack_reverse_comm(int, int *, double *) override;
  double memory_usage() override
  {
    return static_cast<double>(heat.capacity() * sizeof(grist::SphereHeat)) +
        AtomRows::memory_usage();
  }
  void add_limits(RunLimits &) override;
  bool only_reads_forces() const override { return true; }
  double heat_made() const override { return sums[LOSSES]; }

 private:
  // Energies since the fix was made, of this rank, in the order of the output after the thermal
  // energy now.
  enum { LOSSES, WALL_LOSSES, FROM_WALLS, SOURCES, CONVECTION, ENTERED, LEFT, SUMS };

  struct Feed {
    std::string id;    // of a fix that inserts
    NumberOrVariable temperature;
  };
  double initial = 0.0;
  bool has_variables = false;    // for feeds
  HeatSupplies supplies;
  std::vector<Feed> feeds;

  class HeatStyle *pair = nullptr;
  class BondingStyle *bond = nullptr;
  EnergySources sources;
  FixFullStepRates *foreseen = nullptr;    // of this run
  WallConduction walls;
  std::vector<grist::Subscription> records;
  std::vector<double> capacity, conductance;    // by type, from 1; by two types, from 0
  std::vector<grist::SphereHeat> heat;          // owned and ghost
  HeatBefore walls_before;
  std::vector<char> marks;
  std::array<double, SUMS> sums{};
  bool at_setup = false;
  double leaving = 0.0;    // what spheres have that are removed in the next step

  void read(int narg, char **arg);
  void find_materials();
  void require_temperatures() const;
  void transfer_state(grist::Archive &archive) override;
  void find_heat();
  void add_bonds();
  void add_flows();
  void enter_fed();
  void add_entered();
  double value(const NumberOrVariable &number) const { return number.value(lmp, name); }
  double thermal_mass(int i) const;
  double thermal_energy_here() const;
};

}    // namespace LAMMPS_NS

#endif
#endif
