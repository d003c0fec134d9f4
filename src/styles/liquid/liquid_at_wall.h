/* The bridges between spheres and one wall. The wall is dry: a bridge takes a part of the film of
   its sphere, and gives all of it back when it breaks. A sphere has a bridge with each place of the
   wall that it has touched while wet.
*/

#ifndef LMP_LIQUID_AT_WALL_H
#define LMP_LIQUID_AT_WALL_H

#include "pointers.h"

#include "energy/energy_ledger.h"
#include "energy/sphere_rates.h"
#include "energy/sphere_selection.h"
#include "liquid/liquid_bridge.h"
#include "styles/liquid/liquid_totals.h"
#include "styles/walls/wall_bridges.h"

#include "walls/contact_memory.h"

#include <string>
#include <utility>
#include <vector>

namespace LAMMPS_NS {

// What the bridges of all walls have in common.
struct LiquidOfWalls {
  grist::BridgeLaw law;
  double share = 0.0, most = 0.0;    // of a film; volume of a bridge
  double *const &film;               // of owned spheres
  LiquidTotals &totals;
};

class LiquidAtWall : public WallBridges, protected Pointers {
 public:
  const std::string id;            // of the fix that is the wall
  bool is_free = false;            // moves by forces
  grist::ContactMemory volumes;    // of bridges, by surface

  LiquidAtWall(class LAMMPS *lmp, std::string id, const LiquidOfWalls &liquid);

  void begin_run() { listed = -1; }
  void begin_step(const WallList &list) override;
  double reach(int i, bool touches) const override;
  const std::vector<double> &pulls(int i, const grist::MovingSphere &sphere,
                                   const std::vector<grist::SurfaceContact> &found,
                                   const grist::WallSurface &wall) override;

  double volume_of(int i) const;
  void break_all(int i);

  // Of the last evaluation.
  void add_stored(grist::StoredEnergy &to, const grist::SphereSelection &of) const;
  void add_powers(grist::EnergyFlows &to, const grist::SphereRates *rates,
                  const grist::SphereSelection &of) const;
  double power_on_spheres(const grist::SphereRates *rates) const;
  double take_lost() { return std::exchange(lost, 0.0); }    // energy, at once

 private:
  struct Acting {
    int i;
    double radius, volume, gap;
    grist::Vector3d force, drag, velocity;    // on the sphere; of it the viscous part; of the wall
  };
  const LiquidOfWalls &liquid;
  bigint listed = -1;    // the wall list that was seen last
  std::vector<Acting> acting;
  std::vector<double> pulled;    // towards the wall
  std::vector<int> surfaces;     // of the bridges of one sphere
  std::vector<double> kept;
  double lost = 0.0;

  void break_and_make(int i, double radius, const std::vector<grist::SurfaceContact> &found,
                      double *volume);
  void end_bridge(int i, double volume);
};

}    // namespace LAMMPS_NS

#endif
