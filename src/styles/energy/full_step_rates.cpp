#include "styles/energy/full_step_rates.h"

#include "styles/energy/atom_rates.h"
#include "styles/rigid/fix_rigid_cluster.h"

#include "atom.h"
#include "force.h"
#include "update.h"

using namespace LAMMPS_NS;
using Eigen::Map;
using Eigen::Vector3d;

void FullStepRates::copy()
{
  const int nall = atom->nlocal + atom->nghost;
  rates.resize(nall);
  for (int i = 0; i < nall; i++) rates[i] = rates_of(*atom, i);
}

// As the supported integrators will: half a step of force and torque.
void FullStepRates::complete_owned(const EnergySources &sources)
{
  const double half_step = 0.5 * update->dt * force->ftm2v;
  for (int i = 0; i < atom->nlocal; i++) {
    if (!(atom->mask[i] & sources.integrated)) continue;
    rates[i] = rates_after(*atom, i, half_step);
    for (const GravityField &gravity : sources.gravity)
      if (!gravity.in_forces && (atom->mask[i] & gravity.groupbit))
        rates[i].velocity += half_step * gravity.acceleration;
  }
  if (sources.rigid) sources.rigid->complete_step(rates);
}

int FullStepRates::pack(int n, const int *list, double *buf) const
{
  for (int k = 0; k < n; k++, buf += NUMBERS) {
    Vector3d::Map(buf) = rates[list[k]].velocity;
    Vector3d::Map(buf + 3) = rates[list[k]].omega;
  }
  return n * NUMBERS;
}

void FullStepRates::unpack(int n, int first, const double *buf)
{
  for (int k = 0; k < n; k++, buf += NUMBERS)
    rates[first + k] = {Map<const Vector3d>(buf), Map<const Vector3d>(buf + 3)};
}
