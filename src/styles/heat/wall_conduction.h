/* Heat between walls and the spheres that touch them. */

#ifndef LMP_WALL_CONDUCTION_H
#define LMP_WALL_CONDUCTION_H

#include "styles/interfaces/energy_style.h"
#include "styles/walls/wall_law.h"

#include "heat/pair_heat.h"

#include <string>
#include <vector>

namespace LAMMPS_NS {

class WallConduction {
 public:
  // Energies of one step, of this rank.
  struct Sums {
    double conducted = 0.0;    // into spheres [power]
    double losses = 0.0;       // power that the walls' sides take, as in grist::SphereHeat
    double held = 0.0, at_once = 0.0;
  };

  // At the start of a run.
  void find(class LAMMPS *lmp, const std::string &user);
  bool has_variables() const;

  // Adds to the spheres of this rank. Collective.
  Sums add(class LAMMPS *lmp, const std::string &user, const grist::SphereRates *rates,
           grist::SphereHeat *to) const;

 private:
  struct Wall {
    ContactStyle *style;
    WallHeat *heat;
  };
  std::vector<Wall> walls;
  std::vector<grist::Subscription> records;
};

}    // namespace LAMMPS_NS

#endif
