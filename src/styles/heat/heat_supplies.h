/* What gives heat to spheres besides contacts, bonds and walls: sources in them, and surroundings. */

#ifndef LMP_HEAT_SUPPLIES_H
#define LMP_HEAT_SUPPLIES_H

#include "styles/commands/named_group.h"
#include "styles/commands/number_or_variable.h"

#include <string>
#include <vector>

namespace LAMMPS_NS {

class HeatSupplies {
 public:
  // The words after source: GROUP P; after convection: h T. `user` begins errors.
  void read_source(class LAMMPS *lmp, const std::string &user, class InputWords &words);
  void read_convection(class InputWords &words);

  bool has_variables() const;
  bool is_empty() const { return sources.empty() && !convects; }

  // At the start of a run. Of parcels, each source stands for those of the particles in it, and the
  // coefficient for their surface.
  void init(class LAMMPS *lmp, const std::string &user);

  // Before the spheres of a step.
  void begin_step(class LAMMPS *lmp, const std::string &user);

  struct Power {
    double made, convected;
    double conductance;    // to the surroundings
  };
  Power of(const class Atom &atom, int i) const;

 private:
  struct Source {
    NamedGroup group;
    NumberOrVariable power;    // of each sphere
    int groupbit = 0;          // in this run
    double now = 0.0;
  };
  std::vector<Source> sources;
  bool convects = false;
  NumberOrVariable film, surroundings;    // of convection
  double film_now = 0.0, surroundings_now = 0.0;
  double parcel_power = 1.0, parcel_film = 1.0;    // times the real ones
};

}    // namespace LAMMPS_NS

#endif
