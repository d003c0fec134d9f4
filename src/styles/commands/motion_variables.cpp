#include "styles/commands/motion_variables.h"

#include "error.h"
#include "input.h"
#include "modify.h"
#include "styles/commands/input_words.h"
#include "update.h"
#include "variable.h"

#include <cassert>
#include <cmath>
#include <utility>

using namespace LAMMPS_NS;

int LAMMPS_NS::find_equal_variable(LAMMPS *lmp, const std::string &user,
                                   const std::string &variable)
{
  Variable *variables = lmp->input->variable;
  const int index = variables->find(variable.c_str());
  if (index < 0 || !variables->equalstyle(index))
    lmp->error->all(FLERR, "{}: no equal-style variable {}", user, variable);
  return index;
}

// Empty for NULL.
static std::string read_name(InputWords &words, const std::string &what)
{
  const std::string name = words.word(what);
  if (name == "NULL") return "";
  if (name.compare(0, 2, "v_") != 0 || name.size() == 2)
    words.refuse(what, name, "expected v_name or NULL");
  return name.substr(2);
}

VariableMotion LAMMPS_NS::read_variable_motion(InputWords &words, const std::string &what)
{
  words.need(10, what, "three velocities, a point, an axis and an angular velocity");
  VariableMotion motion;
  for (int d = 0; d < 3; d++) motion.variables[d] = read_name(words, what);
  motion.point = words.vector(what + " point", Quantity::LENGTH);
  motion.axis = words.axis(what + " axis");
  motion.variables[3] = read_name(words, what);
  return motion;
}

VelocityVariables::VelocityVariables(LAMMPS *lmp, std::string user, VelocityNames names) :
    Pointers(lmp), user(std::move(user)), names(std::move(names)), indices{-1, -1, -1, -1}
{
}

void VelocityVariables::find()
{
  for (int k = 0; k < 4; k++)
    if (!names[k].empty()) indices[k] = find_equal_variable(lmp, user, names[k]);
}

double VelocityVariables::value_of(int k)
{
  assert(k >= 0 && k < 4 && names[k].empty() == (indices[k] < 0));
  if (indices[k] < 0) return 0.0;
  const double value = input->variable->compute_equal(indices[k]);
  if (!std::isfinite(value))
    error->all(FLERR, "{}: variable {} is {:g} at step {} (a motion must be finite)", user,
               names[k], value, update->ntimestep);
  return value;
}

VelocityVariables::Values VelocityVariables::values()
{
  const double x = value_of(0), y = value_of(1), z = value_of(2);
  return {grist::Vector3d{x, y, z}, value_of(3)};
}

MotionVariables::MotionVariables(LAMMPS *lmp, const std::string &user,
                                 const std::vector<DrivenMotion> &motions) :
    Pointers(lmp)
{
  for (const DrivenMotion &motion : motions) {
    numbers.push_back(motion.number);
    variables.emplace_back(lmp, user, motion.variables);
  }
}

void MotionVariables::drive(grist::RigidMotion &motion, double dt)
{
  assert(std::isfinite(dt) && numbers.size() == variables.size());
  if (variables.empty()) return;
  modify->clearstep_compute();
  for (std::size_t n = 0; n < variables.size(); n++) {
    const VelocityVariables::Values now = variables[n].values();
    motion.drive(numbers[n], now.velocity, now.rate, dt);
  }
  modify->addstep_compute(update->ntimestep + 1);
}
