#include "bonds/face_friction.h"

#include "common/preconditions.h"

#include <algorithm>
#include <cmath>

namespace grist {

static double stored_energy(const double (&force)[2], double stiffness)
{
  return stiffness > 0.0 ? 0.5 * (force[0] * force[0] + force[1] * force[1]) / stiffness : 0.0;
}

FaceFriction::Result FaceFriction::advance(const Step &step, Memory &memory)
{
  assert(step.stiffness > 0.0 && step.limit >= 0.0);
  assert(step.damage >= 0.0 && step.damage <= 1.0);
  const Memory before = memory;
  const double mean_damage = 0.5 * (before.damage + step.damage);
  const double spring = before.damage > 0.0 ? mean_damage * step.stiffness : 0.0;
  for (int k = 0; k < 2; k++)
    memory.force[k] = before.force[k] + spring * (step.slip[k] - before.slip[k]);
  const double size = std::hypot(memory.force[0], memory.force[1]);
  const double most = step.damage * step.limit;
  double work = 0.0;
  for (int k = 0; k < 2; k++) {
    if (size > most) memory.force[k] *= most / size;
    if (before.damage > 0.0)
      work += 0.5 * (before.force[k] + memory.force[k]) * (step.slip[k] - before.slip[k]);
    memory.slip[k] = step.slip[k];
  }
  memory.damage = step.damage;
  const double stored = stored_energy(memory.force, step.damage * step.stiffness);
  const double gained = stored - stored_energy(before.force, before.damage * step.stiffness);
  return {{memory.force[0], memory.force[1], 0.0}, stored, work - gained};
}

}    // namespace grist
