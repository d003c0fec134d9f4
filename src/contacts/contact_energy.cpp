#include "contacts/contact_energy.h"

#include <algorithm>
#include <cmath>

namespace grist {

namespace {

// A force this share below its limit is not at it.
constexpr double AT_LIMIT = 1.0 - 1e-9;

double spring_energy(double stiffness, double stretch, double limit)
{
  const double force = std::min(stiffness * stretch, limit);
  return stiffness > 0.0 ? 0.5 * force * force / stiffness : 0.0;
}

}    // namespace

void ContactEnergy::add(const ContactEnergy &other, double share)
{
  normal += share * other.normal;
  shear += share * other.shear;
  roll += share * other.roll;
}

void ContactPower::add(const ContactPower &other, double share)
{
  damping += share * other.damping;
  shearing += share * other.shearing;
  rolling += share * other.rolling;
}

ContactEnergy stored_energy(const ContactLaw &law, const SphereContact &contact,
                            const SphereContactHistory &history)
{
  const ContactSprings k = contact_springs(law, contact);
  const double elastic = k.normal * contact.overlap;
  ContactEnergy out;
  out.normal = with_law(law.kind, [](auto form) { return decltype(form)::ENERGY_SHARE; }) *
      elastic * contact.overlap;
  const bool is_stock = law.form == ContactForm::STOCK;
  out.shear = is_stock ? spring_energy(k.shear, history.shear.norm(), law.friction * elastic)
                       : 0.5 * history.shear.squaredNorm();
  const RollingCoefficients &rolling = law.rolling;
  if (rolling.law == RollingLaw::SPRING)
    out.roll = is_stock
        ? spring_energy(rolling.stiffness, history.roll.norm(), rolling.friction * elastic)
        : 0.5 * rolling.stiffness * history.roll.squaredNorm();
  return out;
}

ContactPower power_taken(const ContactLaw &law, const SphereContact &contact,
                         const SphereContactForce &on, const SphereRates &a, const SphereRates &b)
{
  const Vector3d &n = contact.normal;
  const ContactSprings k = contact_springs(law, contact);
  const auto across = [&n](const Vector3d &v) -> Vector3d { return v - v.dot(n) * n; };
  const Vector3d velocity = a.velocity - b.velocity;
  const bool is_stock = law.form == ContactForm::STOCK;
  const double lever_a = is_stock ? contact.radius_a : contact.arm_a;
  const double lever_b = is_stock ? contact.radius_b : contact.arm_b;
  const Vector3d slip_of_law =
      across(contact.velocity) - (lever_a * contact.omega_a + lever_b * contact.omega_b).cross(n);
  const Vector3d slip =
      across(velocity) - (contact.arm_a * a.omega + contact.arm_b * b.omega).cross(n);

  ContactPower out;
  out.damping = (k.normal * contact.overlap - on.normal) * velocity.dot(n);
  out.shearing = -on.tangential.dot(slip);
  if (on.tangential.norm() < AT_LIMIT * law.friction * std::fabs(on.normal)) {
    const double dashpot = law.damping_ratio * k.damping * slip_of_law.dot(slip);
    out.damping += dashpot;
    out.shearing -= dashpot;
  }
  out.rolling = -on.rolling.dot(a.omega - b.omega);
  return out;
}

}    // namespace grist
