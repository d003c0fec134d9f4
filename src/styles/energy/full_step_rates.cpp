#include "styles/energy/full_step_rates.h"

#include "common/space.h"
#include "styles/energy/atom_rates.h"

#include "energy/half_step_lanes.h"

#include "atom.h"
#include "force.h"
#include "update.h"

using namespace LAMMPS_NS;
using grist::Vector3d;

void FullStepRates::start(const EnergySources &sources)
{
  for (int i = 0; i < atom->nlocal; i++) rates[i] = rates_of(*atom, i);
  for (BodyMotion *bodies : sources.motion.bodies) bodies->complete(rates, 0.0);
}

// For the case that all atoms are spheres with the same rule of motion and the same field of
// gravity besides their forces; otherwise returns false.
bool FullStepRates::complete_alike(const EnergySources &sources)
{
  constexpr int ALL = 1;
  const AtomMotion &motion = sources.motion;
  if (!(motion.integrated & ALL) || !motion.bodies.empty() || atom->body_flag) return false;
  const double half_step = 0.5 * update->dt * force->ftm2v;
  Vector3d field = Vector3d::zero();
  for (const GravityField &gravity : sources.motion.gravity) {
    if (gravity.in_forces() || is_zero(gravity.acceleration)) continue;
    if (!(gravity.groupbit & ALL)) return false;
    field += half_step * gravity.acceleration;
  }
  if (atom->nlocal == 0) return true;
  const grist::HalfStep step = {
      atom->v[0],  atom->omega[0], atom->f[0], atom->torque[0],
      atom->rmass, atom->radius,   half_step,  {field.x, field.y, field.z}};
  grist::complete_rates(step, rates.data(), atom->nlocal);
  return true;
}

// Half a step of force and torque, as the supported integrators will do it.
void FullStepRates::complete_one_by_one(const EnergySources &sources)
{
  const double half_step = 0.5 * update->dt * force->ftm2v;
  for (int i = 0; i < atom->nlocal; i++) {
    if (!(atom->mask[i] & sources.motion.integrated)) {
      rates[i] = rates_of(*atom, i);
      continue;
    }
    rates[i] = rates_after(*atom, i, half_step);
    for (const GravityField &gravity : sources.motion.gravity)
      if (!gravity.in_forces() && (atom->mask[i] & gravity.groupbit))
        rates[i].velocity += half_step * gravity.acceleration;
  }
  for (BodyMotion *bodies : sources.motion.bodies) bodies->complete(rates, half_step);
}
