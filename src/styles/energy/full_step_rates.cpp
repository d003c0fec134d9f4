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
  computed = 0;
  for (int i = 0; i < nall; i++) rates[i] = rates_of(*atom, i);
}

void FullStepRates::start(const EnergySources &sources)
{
  copy();
  for (const auto &bodies : sources.stock_rigid) bodies->complete(rates, 0.0);
}

// As the supported integrators will: half a step of force and torque.
void FullStepRates::complete_owned(const EnergySources &sources)
{
  copy();
  const double half_step = 0.5 * update->dt * force->ftm2v;
  for (int i = 0; i < atom->nlocal; i++) {
    if (!(atom->mask[i] & sources.integrated)) continue;
    rates[i] = rates_after(*atom, i, half_step);
    for (const GravityField &gravity : sources.gravity)
      if (!gravity.in_forces && (atom->mask[i] & gravity.groupbit))
        rates[i].velocity += half_step * gravity.acceleration;
  }
  if (sources.rigid) sources.rigid->complete_step(rates);
  for (const auto &bodies : sources.stock_rigid) bodies->complete(rates, half_step);
}

// True if all spheres have the same field of gravity besides their forces, and move by the same rule.
bool FullStepRates::find_field(const EnergySources &sources)
{
  constexpr int ALL = 1;
  field.setZero();
  for (const GravityField &gravity : sources.gravity) {
    if (gravity.in_forces || gravity.acceleration.isZero(0.0)) continue;
    if (!(gravity.groupbit & ALL)) return false;
    field += 0.5 * update->dt * force->ftm2v * gravity.acceleration;
  }
  return (sources.integrated & ALL) && !sources.rigid && sources.stock_rigid.empty() &&
      !atom->body_flag;
}

void FullStepRates::begin(const EnergySources &sources)
{
  if (find_field(sources)) {
    computed = atom->nlocal;
    rates.resize(atom->nlocal + atom->nghost);
  } else {
    complete_owned(sources);
  }
}

void FullStepRates::complete()
{
  const grist::HalfStep now = view();
  for (int i = 0; i < computed; i++) rates[i] = now.rates(i);
  computed = 0;
}

grist::HalfStep FullStepRates::view() const
{
  if (rates.empty() || !atom->omega_flag) return {nullptr, nullptr};
  grist::HalfStep now = grist::known_step(atom->v[0], atom->omega[0], rates.data());
  now.computed = computed;
  now.force = atom->f[0];
  now.torque = atom->torque[0];
  now.mass = atom->rmass;
  now.radius = atom->radius;
  now.duration = 0.5 * update->dt * force->ftm2v;
  now.field = field;
  return now;
}

int FullStepRates::pack(int n, const int *list, double *buf) const
{
  const grist::HalfStep now = view();
  for (int k = 0; k < n; k++, buf += NUMBERS) {
    const grist::SphereRates of = list[k] < computed ? now.rates(list[k]) : rates[list[k]];
    Vector3d::Map(buf) = of.velocity;
    Vector3d::Map(buf + 3) = of.omega;
  }
  return n * NUMBERS;
}

void FullStepRates::unpack(int n, int first, const double *buf)
{
  for (int k = 0; k < n; k++, buf += NUMBERS)
    rates[first + k] = {Map<const Vector3d>(buf), Map<const Vector3d>(buf + 3)};
}
