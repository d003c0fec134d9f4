/* Equal-style variables that drive motions of a wall. */

#ifndef GRIST_STYLES_MOTION_VARIABLES_H
#define GRIST_STYLES_MOTION_VARIABLES_H

#include "pointers.h"

#include "walls/rigid_motion.h"

#include <array>
#include <string>
#include <vector>

namespace LAMMPS_NS {

// The index of a variable. An error if it does not exist or is not of style equal. `user` begins
// the error text.
int find_equal_variable(class LAMMPS *lmp, const std::string &user, const std::string &variable);

// Names of variables: velocity along x, y and z, and angular velocity. Empty names stand for 0.
using VelocityNames = std::array<std::string, 4>;

// vx vy vz px py pz ax ay az omega, with velocities as v_name or NULL. `what` names it in errors.
struct VariableMotion {
  VelocityNames variables;
  grist::Vector3d point, axis;
};
VariableMotion read_variable_motion(class InputWords &words, const std::string &what);

class VelocityVariables : protected Pointers {
 public:
  // `user` begins error texts.
  VelocityVariables(class LAMMPS *lmp, std::string user, VelocityNames names);

  // At the start of a run.
  void find();

  // The present values. Between clearstep_compute() and addstep_compute() of class Modify.
  struct Values {
    grist::Vector3d velocity;
    double rate;    // [radians/time]
  };
  Values values();

 private:
  std::string user;
  VelocityNames names;
  std::array<int, 4> indices;    // -1 for 0

  double value_of(int k);
};

// A motion of a mesh.
struct DrivenMotion {
  int number;    // in grist::RigidMotion
  VelocityNames variables;
};

class MotionVariables : protected Pointers {
 public:
  MotionVariables(class LAMMPS *lmp, const std::string &user,
                  const std::vector<DrivenMotion> &motions);

  // At the start of a run.
  void find()
  {
    for (VelocityVariables &one : variables) one.find();
  }

  // Advances the driven motions by a step of length dt, with the present values of the variables.
  void drive(grist::RigidMotion &motion, double dt);

 private:
  std::vector<int> numbers;    // in grist::RigidMotion
  std::vector<VelocityVariables> variables;
};

}    // namespace LAMMPS_NS

#endif
