/* Equal-style variables that drive motions of a wall. */

#ifndef GRIST_STYLES_MOTION_VARIABLES_H
#define GRIST_STYLES_MOTION_VARIABLES_H

#include "pointers.h"
#include "styles/walls/mesh_wall_keywords.h"

namespace LAMMPS_NS {

// The index of a variable. An error if it does not exist or is not of style equal. `user` begins the error text.
int find_equal_variable(class LAMMPS *lmp, const std::string &user, const std::string &variable);

class MotionVariables : protected Pointers {
 public:
  MotionVariables(class LAMMPS *lmp, std::string user, const std::vector<DrivenMotion> &motions);

  // At the start of a run.
  void find();

  // Advances the driven motions by a step of length dt, with the present values of the variables.
  void drive(grist::RigidMotion &motion, double dt);

 private:
  std::string user;
  std::vector<DrivenMotion> motions;
  std::vector<std::array<int, 4>> indices;    // by motion; -1 for 0

  double value_of(std::size_t n, int k);
};

}    // namespace LAMMPS_NS

#endif
