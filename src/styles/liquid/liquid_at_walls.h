/* The bridges of all walls of fix liquid (liquid_at_wall.h), in an order that all ranks have. */

#ifndef LMP_LIQUID_AT_WALLS_H
#define LMP_LIQUID_AT_WALLS_H

#include "styles/liquid/liquid_at_wall.h"

#include "pointers.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace LAMMPS_NS {

class LiquidAtWalls : protected Pointers {
 public:
  LiquidAtWalls(class LAMMPS *lmp, const LiquidOfWalls &liquid) : Pointers(lmp), liquid(liquid) {}

  // Takes the law between spheres, with the contact angle of walls, and the part of its film that a
  // sphere gives.
  void set(const grist::BridgeLaw &law, double angle, double share);

  // At the start of a run: the walls that there are now get bridges as long as `farthest`. Those of
  // walls that are gone break.
  void connect(double farthest);

  // Once all fixes are initialised: which walls move freely; ends the run if a wall attracts by
  // itself. `user` begins the error.
  void check_walls(const std::string &user);

  // The longest gap of a bridge that this film makes.
  double longest_gap_of(double film) const
  {
    return makes ? liquid.law.rupture_gap(liquid.share * film) : 0.0;
  }
  bool makes_bridges() const { return makes; }

  // Whether bridges were made or have broken on this rank since the last call.
  bool take_changed() { return std::exchange(liquid.changed, false); }

  // Counts those with walls that move freely. Collective.
  void share_counts();

  // What each atom has.
  void resize(int nmax)
  {
    for (const auto &wall : walls) wall->volumes.resize(nmax);
  }
  void copy(int i, int j)
  {
    for (const auto &wall : walls) wall->volumes.copy(i, j);
  }
  void clear(int i)
  {
    for (const auto &wall : walls) wall->volumes.clear(i);
  }
  double volume_of(int i) const;
  int bridges_of(int i) const;
  void transfer(grist::Archive &archive, int i)
  {
    for (const auto &wall : walls) wall->volumes.transfer(archive, i, 1);
  }

  void transfer_state(grist::Archive &archive);

  void add_stored(grist::StoredEnergy &to, const grist::SphereSelection &of) const
  {
    for (const auto &wall : walls) wall->add_stored(to, of);
  }
  void add_powers(grist::EnergyFlows &to, const grist::SphereRates *rates,
                  const grist::SphereSelection &of) const
  {
    for (const auto &wall : walls) wall->add_powers(to, rates, of);
  }
  double power_on_spheres(const grist::SphereRates *rates) const;
  double take_lost();

  // The least time step at which the resistance of a bridge is limited, on this rank.
  double shortest_time() const;

 private:
  LiquidOfWalls liquid;
  bool makes = false;
  std::vector<std::shared_ptr<LiquidAtWall>> walls;

  std::shared_ptr<LiquidAtWall> named(const std::string &id);
};

}    // namespace LAMMPS_NS

#endif
