#include "styles/energy/atom_rates.h"

#include "common/space.h"
#include "geometry/body_motion.h"
#include "particles/placement.h"

#include "atom.h"
#include "atom_vec_body.h"

using namespace LAMMPS_NS;
using grist::SphereRates;
using grist::Vector3d;

namespace {

struct BodyFrame {
  grist::Matrix3d rotation;
  Vector3d moments;

  BodyFrame(Atom &atom, int i)
  {
    auto *bodies = static_cast<AtomVecBody *>(atom.style_match("body"));
    AtomVecBody::Bonus &bonus = bodies->bonus[atom.body[i]];
    rotation = grist::Pose::from_quaternion(Vector3d::zero(), bonus.quat).rotation;
    moments = grist::vector_at(bonus.inertia);
  }
};

bool is_body(const Atom &atom, int i)
{
  return atom.body_flag && atom.body[i] >= 0;
}

SphereRates rates_of_body(Atom &atom, int i, const Vector3d &velocity, const Vector3d &angmom)
{
  const BodyFrame frame(atom, i);
  return {velocity, grist::angular_velocity(frame.rotation, angmom, frame.moments)};
}

Vector3d omega_of(const Atom &atom, int i)
{
  return atom.omega_flag ? grist::vector_at(atom.omega[i]) : Vector3d::zero();
}

}    // namespace

SphereRates LAMMPS_NS::rates_of(Atom &atom, int i)
{
  if (is_body(atom, i))
    return rates_of_body(atom, i, grist::vector_at(atom.v[i]), grist::vector_at(atom.angmom[i]));
  return {grist::vector_at(atom.v[i]), omega_of(atom, i)};
}

SphereRates LAMMPS_NS::rates_after(Atom &atom, int i, double half_step)
{
  const Vector3d force = grist::vector_at(atom.f[i]), torque = grist::vector_at(atom.torque[i]);
  if (is_body(atom, i))
    return rates_of_body(atom, i, grist::vector_at(atom.v[i]) + half_step / atom.rmass[i] * force,
                         grist::vector_at(atom.angmom[i]) + half_step * torque);
  SphereRates rates = rates_of(atom, i);
  grist::apply_force(rates, atom.rmass[i], atom.radius[i], force, torque, half_step);
  return rates;
}

double LAMMPS_NS::twice_kinetic_energy(Atom &atom, const SphereRates &rates, int i)
{
  if (!is_body(atom, i)) return grist::twice_kinetic_energy(rates, atom.rmass[i], atom.radius[i]);
  const BodyFrame frame(atom, i);
  return atom.rmass[i] * squared_norm(rates.velocity) +
      grist::twice_rotational_energy(frame.rotation, rates.omega, frame.moments);
}
