/* fix ID group liquid tension G angle TH film H [viscosity MU] [share S] [evaporation R]
   [smallest/gap X] [spray REGION RATE] [walls TH]

   Films of liquid on spheres, and bridges between spheres that have touched (liquid/bridge_pairs.h)
   and with walls (liquid_at_walls.h).
*/

#ifdef FIX_CLASS
// clang-format off
FixStyle(liquid,FixLiquid);
// clang-format on
#else

#ifndef LMP_FIX_LIQUID_H
#define LMP_FIX_LIQUID_H

#include "liquid/bridge_pairs.h"
#include "liquid/liquid_numbers.h"
#include "styles/guard/run_limits.h"
#include "styles/interfaces/energy_style.h"
#include "styles/interfaces/order_of_fixes.h"
#include "styles/liquid/liquid_at_walls.h"
#include "styles/liquid/liquid_spray.h"
#include "styles/liquid/liquid_totals.h"
#include "styles/state/atom_rows.h"
#include "styles/state/fix_known_ids.h"

#include <string>
#include <utility>
#include <vector>

namespace LAMMPS_NS {

class FixLiquid :
    public RowsFix<>,
    public EnergyStyle,
    public GuardedStyle,
    public AtomNamer,
    public StandsAt<FixPlace::LIQUID> {
 public:
  FixLiquid(class LAMMPS *, int, char **);
  ~FixLiquid() override;
  void post_constructor() override { guard_run(lmp); }
  int setmask() override
  {
    return FixConst::PRE_EXCHANGE | FixConst::POST_NEIGHBOR | FixConst::PRE_FORCE |
        FixConst::POST_RUN;
  }
  void init() override;
  void setup_pre_force(int) override;
  void setup_post_neighbor() override;
  void pre_exchange() override;
  void post_neighbor() override;
  void pre_force(int) override;
  void post_run() override { pre_exchange(); }
  double compute_vector(int) override;

  int pack_forward_comm(int, int *, double *, int, int *) override;
  void unpack_forward_comm(int, int, double *) override;
  int pack_reverse_comm_size(int, int) override;
  int pack_reverse_comm(int, int, double *) override;
  void unpack_reverse_comm(int, int *, double *) override;

  grist::Subscription record_energy() override { return recording.subscribe(); }
  bool has_own_energy() const override { return true; }
  bool power_begins_at_once() const override { return pairs.law.viscosity > 0.0; }
  bool has_powers_at_once() const override { return pairs.law.viscosity == 0.0; }
  void add_stored(grist::StoredEnergy &, const grist::SphereSelection &) const override;
  void add_powers(grist::EnergyFlows &, const grist::SphereRates *,
                  const grist::SphereSelection &) const override;
  double power_at_walls(const grist::SphereRates *rates) const override
  {
    return walls.power_on_spheres(rates);
  }
  void take_events(grist::EnergyLedger &ledger) override
  {
    ledger.add_flow(grist::CONTACT_DAMPING, std::exchange(lost, 0.0) + walls.take_lost());
  }
  void add_limits(RunLimits &limits) override;
  void visit_ids(const IdVisit &visit) override;

 private:
  // Half of a bridge belongs to each of its two atoms.
  struct KeptBridge {
    tagint partner;
    double volume;
  };
  using KeptBridges = std::vector<KeptBridge>;

  // What owners learn of ghosts in a step in which liquid moves, and what ghosts learn of owners.
  struct Changes {
    double returned = 0.0;                    // by bridges that have broken
    int made = 0, closed = 0, bridges = 0;    // new ones; old ones whose spheres touch; old ones
  };
  struct Shares {
    double given = 0.0, poured = 0.0;    // to each new bridge; to each old one whose spheres touch
  };

  grist::LiquidNumbers given, liquid;    // of the input; of parcels and in force units
  double parcels = 0.0;                  // L that all else has been scaled by; 0: not yet
  bool has_given_films = false;          // in this process
  std::vector<LiquidSpray> sprays;
  bool rains = false;           // in this step, on any rank
  std::vector<double> fresh;    // what has fallen on owned spheres and is still in their films
  double *film = nullptr;       // volume; negative: not given yet
  grist::BridgePairs pairs;
  std::vector<grist::SpherePlace> place;    // of atoms, owned and ghost
  std::vector<grist::WetMotion> motion;     // the same, before this step's changes
  std::vector<KeptBridges> kept;            // while atoms migrate
  std::vector<Changes> changes;             // of atoms, owned and ghost, in one step
  std::vector<Shares> shares;
  std::vector<double> load;    // of atoms, owned and ghost: number of bridges over mass
  std::vector<char> is_wet;    // the same: whether they give to a bridge
  LiquidTotals totals;
  LiquidAtWalls walls;
  bool pairs_newer = false;    // than `kept`
  bool sends_kept = false;
  grist::Recording recording;
  double lost = 0.0;    // energy, at once

  void resize_rows(int nmax) override;
  void copy_row(int from, int to) override;
  void begin_row(int i) override;
  void transfer_row(grist::Archive &archive, int i) override;
  void transfer_state(grist::Archive &archive) override;
  double gap(int i, int j) const;
  double longest_gap() const;    // of a bridge
  bool has(const KeptBridge &entry, int i) const;
  double volume_of(int i) const;
  void check_films();
  void scale_to_parcels();
  void load_pairs();
  void read_places();
  grist::BridgeScene scene();
  void act();
  void record_changes(const std::vector<int> &touching);
  void share_film(int i);
  void change_films(const std::vector<int> &touching);
  std::vector<double> volumes_of(const std::vector<int> &touching) const;
  void count_released(const std::vector<int> &touching, const std::vector<double> &volumes);
  void pour();
  void spray();
  void evaporate();
};

}    // namespace LAMMPS_NS

#endif
#endif
