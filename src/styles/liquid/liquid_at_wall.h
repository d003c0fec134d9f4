/* The bridges between spheres and one wall. The wall is dry: a bridge takes a part of the film of
   its sphere, and gives all of it back when it breaks. A sphere has a bridge with each place of the
   wall that it has touched while wet. As between spheres, a new bridge has no viscous part in its
   first step, and what falls on a sphere goes by the same rule into the bridges at which it touches.
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
  // Values of spheres, by number on this rank: films, numbers of bridges over mass, and what has
  // fallen on them in this step and is still in their films.
  double *const &film;
  const std::vector<double> &load;
  std::vector<double> &fresh;
  LiquidTotals &totals;

  grist::BridgeLaw law = {};
  double share = 0.0, most = 0.0;    // of a film; volume of a bridge
  double with_free_walls = 0.0;      // number of bridges, over all ranks, when it was counted last
  bool changed = false;              // bridges were made or have broken since
};

class LiquidAtWall : public WallBridges, protected Pointers {
 public:
  const std::string id;            // of the fix that is the wall
  grist::ContactMemory volumes;    // of bridges, by surface

  LiquidAtWall(class LAMMPS *lmp, std::string id, LiquidOfWalls &liquid);

  bool is_free = false;    // moves by forces

  void begin_run() { listed = -1; }
  void begin_step(const WallList &list) override;
  double reach(int i, bool touches) const override;
  const std::vector<Pull> &pulls(int i, const grist::MovingSphere &sphere,
                                 const std::vector<grist::WallContact> &found,
                                 const grist::WallSurface &wall,
                                 const WallInertia *inertia) override;

  double volume_of(int i) const;
  double shortest_time() const;    // at which the resistance of a bridge is limited, on this rank
  void break_all(int i);

  // Energy and powers of the bridges as they were evaluated last.
  void add_stored(grist::StoredEnergy &to, const grist::SphereSelection &of) const;
  void add_powers(grist::EnergyFlows &to, const grist::SphereRates *rates,
                  const grist::SphereSelection &of) const;
  double power_on_spheres(const grist::SphereRates *rates) const;
  double take_lost() { return std::exchange(lost, 0.0); }    // energy, at once

 private:
  struct Acting {
    int i;
    double radius, volume, gap;
    grist::Vector3d force, damping;              // on the sphere; of it the viscous part
    grist::Vector3d place, velocity;             // of the wall, as forces were evaluated with
    const WallInertia *wall;                     // null: infinite
    grist::Vector3d velocity_of_wall() const;    // of the full step
  };
  LiquidOfWalls &liquid;
  bigint listed = -1;               // the wall list that was seen last
  std::vector<int> near;            // its spheres
  double greatest_inertia = 0.0;    // of this step: inverse mass times number of bridges and radius
  std::vector<Acting> acting;
  std::vector<Pull> pulled;
  std::vector<int> surfaces;    // of the bridges of one sphere
  std::vector<double> kept;
  std::vector<char> began;    // of the places of one sphere: the bridge is new
  double lost = 0.0;

  void break_and_make(int i, const grist::MovingSphere &sphere,
                      const std::vector<grist::WallContact> &found, double *volume);
  void pour(int i, double radius, const std::vector<grist::WallContact> &found, double *volume);
  double limited_resistance(int i, const grist::MovingSphere &sphere, const grist::WallContact &at,
                            const WallInertia *inertia);
  double gap_halfway(const grist::MovingSphere &sphere, const grist::WallContact &at) const;
  void end_bridge(int i, double volume);
};

}    // namespace LAMMPS_NS

#endif
