/* fix ID group liquid tension G angle TH film H [viscosity MU] [share S] [evaporation R]
   [smallest/gap X] [spray REGION RATE]

   Films of liquid on spheres, and bridges between spheres that have touched (liquid/liquid_bridge.h).
*/

#ifdef FIX_CLASS
// clang-format off
FixStyle(liquid,FixLiquid);
// clang-format on
#else

#ifndef LMP_FIX_LIQUID_H
#define LMP_FIX_LIQUID_H

#include "fix.h"
#include "liquid/liquid_bridge.h"
#include "styles/common/energy_style.h"
#include "styles/liquid/kept_bridges.h"
#include "styles/liquid/liquid_spray.h"
#include "styles/liquid/liquid_totals.h"

#include <string>
#include <vector>

namespace LAMMPS_NS {

class FixLiquid : public Fix, public EnergyStyle {
 public:
  FixLiquid(class LAMMPS *, int, char **);
  ~FixLiquid() override;
  int setmask() override;
  void init() override;
  void setup_pre_force(int) override;
  void setup_post_neighbor() override { post_neighbor(); }
  void pre_exchange() override;
  void post_neighbor() override;
  void pre_force(int) override;
  void post_run() override { pre_exchange(); }
  double compute_vector(int) override;

  void grow_arrays(int) override;
  void copy_arrays(int, int, int) override;
  void set_arrays(int) override;
  int pack_exchange(int, double *) override;
  int unpack_exchange(int, double *) override;
  int pack_forward_comm(int, int *, double *, int, int *) override;
  void unpack_forward_comm(int, int, double *) override;
  int pack_reverse_comm_size(int, int) override;
  int pack_reverse_comm(int, int, double *) override;
  void unpack_reverse_comm(int, int *, double *) override;
  void write_restart(FILE *) override;
  void restart(char *) override;
  int pack_restart(int, double *) override;
  void unpack_restart(int, int) override;
  int size_restart(int) override;
  int maxsize_restart() override;

  grist::Recording::Subscription record_energy() override { return recording.subscribe(); }
  bool stores_beside_contacts() const override { return true; }
  void add_stored(grist::StoredEnergy &, const grist::SphereSelection &) const override;
  void add_powers(grist::EnergyFlows &, const grist::SphereRates *,
                  const grist::SphereSelection &) const override;
  void take_events(grist::EnergyLedger &ledger) override;

 private:
  static constexpr double DRY = -1.0;    // a pair without a bridge; one of volume 0 has touched

  struct Pair {
    int i, j;
    double volume;
  };
  struct Viscous {
    int i, j;
    Eigen::Vector3d on_i;
  };

  std::string name;
  grist::BridgeLaw law;
  double thickness = 0.0, share = 0.5, evaporation = 0.0;
  std::vector<LiquidSpray> sprays;
  double *film = nullptr;    // volume; negative: not given yet
  std::vector<Pair> pairs;
  std::vector<KeptBridges> kept;          // while atoms migrate
  std::vector<double> returned, given;    // of atoms, owned and ghost, in one step
  std::vector<int> made;
  LiquidTotals totals;
  bool pairs_newer = false;    // than `kept`
  bool sends_kept = false;
  grist::Recording recording;
  std::vector<Viscous> viscous;
  double lost = 0.0;    // energy, at once

  double gap(int i, int j) const;
  double longest_gap() const;    // of a bridge
  bool has(const KeptBridge &entry, int i) const;
  double volume_of(int i) const;
  void check_films();
  void load();
  void change_bridges();
  void evaporate();
  void add_forces();
  void add_force(const Pair &pair, double distance_between);
};

}    // namespace LAMMPS_NS

#endif
#endif
