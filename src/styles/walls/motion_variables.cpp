#include "styles/walls/motion_variables.h"

#include "error.h"
#include "input.h"
#include "modify.h"
#include "update.h"
#include "variable.h"

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

MotionVariables::MotionVariables(LAMMPS *lmp, std::string user,
                                 const std::vector<DrivenMotion> &motions) :
    Pointers(lmp),
    user(std::move(user)), motions(motions), indices(motions.size(), {-1, -1, -1, -1})
{
}

void MotionVariables::find()
{
  for (std::size_t n = 0; n < motions.size(); n++)
    for (int k = 0; k < 4; k++)
      if (!motions[n].variables[k].empty())
        indices[n][k] = find_equal_variable(lmp, user, motions[n].variables[k]);
}

// Of velocity k of driven motion n.
double MotionVariables::value_of(std::size_t n, int k)
{
  if (indices[n][k] < 0) return 0.0;
  const double value = input->variable->compute_equal(indices[n][k]);
  if (!std::isfinite(value))
    error->all(FLERR, "{}: variable {} is {} at step {} (a motion must be finite)", user,
               motions[n].variables[k], value, update->ntimestep);
  return value;
}

void MotionVariables::drive(grist::RigidMotion &motion, double dt)
{
  if (motions.empty()) return;
  modify->clearstep_compute();
  for (std::size_t n = 0; n < motions.size(); n++) {
    const auto value = [&](int k) { return value_of(n, k); };
    motion.drive(motions[n].number, grist::Vector3d(value(0), value(1), value(2)), value(3), dt);
  }
  modify->addstep_compute(update->ntimestep + 1);
}
