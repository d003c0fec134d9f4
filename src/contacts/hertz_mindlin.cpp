#include "contacts/hertz_mindlin.h"

#include "common/constants.h"
#include "common/number_text.h"
#include "contacts/contact_limits.h"

#include <algorithm>
#include <cmath>

namespace grist {

namespace {

void require_not_negative(const char *what, double value)
{
  require(std::isfinite(value) && value >= 0.0, what, value, "must not be negative");
}

double geometric_mean(double a, double b)
{
  return std::sqrt(a * b);
}

// Turns what is remembered into the contact plane; its length stays.
void turn_into_plane(Vector3d &spring, const Vector3d &normal, double stiffness, double limit)
{
  const double lean = spring.dot(normal);
  if (!(std::fabs(lean) * stiffness > LEAN_SHARE * limit)) return;
  const double length = spring.norm();
  spring -= lean * normal;
  const double projected = spring.norm();
  spring *= projected > 0.0 ? length / projected : 0.0;
}

// Spring and dashpot, held at `limit`: where it slides, the spring is what the limit leaves of it.
Vector3d slider(Vector3d &spring, double stiffness, double damping, const Vector3d &velocity,
                double limit)
{
  Vector3d force = -stiffness * spring - damping * velocity;
  const double size = force.norm();
  if (!(size > limit)) return force;
  if (spring.squaredNorm() == 0.0) return Vector3d::Zero();
  force *= limit / size;
  spring = -(force + damping * velocity) / stiffness;
  return force;
}

// Torque on a that opposes the rolling, by at most a share of what would stop it in this step.
Vector3d constant_torque(const SphereContact &contact, double torque)
{
  const Vector3d spin = contact.spin_a - contact.spin_b;
  const Vector3d rolling = spin - spin.dot(contact.normal) * contact.normal;
  const double speed = rolling.norm();
  if (speed == 0.0) return Vector3d::Zero();
  const double limit = ROLLING_SHARE * contact.inertia * speed / contact.dt;
  return -std::min(torque, limit) / speed * rolling;
}

Vector3d rolling_torque(const HertzMindlin &law, const SphereContact &contact, double pressing,
                        Vector3d &roll)
{
  const double limit = law.rolling_friction * pressing;
  if (law.rolling == RollingLaw::TORQUE) return constant_torque(contact, limit * contact.radius);
  const Vector3d &n = contact.normal;
  const Vector3d velocity = contact.radius * (contact.spin_a - contact.spin_b).cross(n);
  if (contact.advance) {
    turn_into_plane(roll, n, law.rolling_stiffness, limit);
    roll += contact.dt * velocity;
  }
  return contact.radius *
      n.cross(slider(roll, law.rolling_stiffness, law.rolling_damping, velocity, limit));
}

double sphere_inertia(const MovingSphere &a)
{
  return 0.4 * a.mass * a.radius * a.radius;
}

}    // namespace

void check(const ElasticMaterial &material)
{
  const double young = material.young, poisson = material.poisson;
  require(std::isfinite(young) && young > 0.0, "young", young, "must be positive");
  require(poisson > -1.0 && poisson <= 0.5, "poisson", poisson, "must be above -1 and at most 0.5");
}

void check(const ContactCoefficients &coefficients)
{
  const double e = coefficients.restitution;
  require(e > 0.0 && e <= 1.0, "restitution", e, "must be above 0 and at most 1");
  require_not_negative("friction", coefficients.friction);
  if (coefficients.damping_ratio != ContactCoefficients::HUANG)
    require_not_negative("damping_t", coefficients.damping_ratio);
  const double stiffness = coefficients.rolling_stiffness;
  require(coefficients.rolling != RollingLaw::SPRING ||
              (std::isfinite(stiffness) && stiffness > 0.0),
          "rolling stiffness", stiffness, "must be positive");
  require_not_negative("rolling damping", coefficients.rolling_damping);
  require_not_negative("rolling friction", coefficients.rolling_friction);
}

bool mixable(const ContactCoefficients &a, const ContactCoefficients &b)
{
  const auto by_huang = [](const ContactCoefficients &c) {
    return c.damping_ratio == ContactCoefficients::HUANG;
  };
  return a.rolling == b.rolling && by_huang(a) == by_huang(b);
}

ContactCoefficients mixed(const ContactCoefficients &a, const ContactCoefficients &b)
{
  ContactCoefficients mix = a;
  mix.restitution = geometric_mean(a.restitution, b.restitution);
  mix.friction = geometric_mean(a.friction, b.friction);
  if (a.damping_ratio != ContactCoefficients::HUANG)
    mix.damping_ratio = geometric_mean(a.damping_ratio, b.damping_ratio);
  mix.rolling_stiffness = geometric_mean(a.rolling_stiffness, b.rolling_stiffness);
  mix.rolling_damping = geometric_mean(a.rolling_damping, b.rolling_damping);
  mix.rolling_friction = geometric_mean(a.rolling_friction, b.rolling_friction);
  return mix;
}

HertzMindlin::HertzMindlin(const ElasticMaterial &a, const ElasticMaterial &b,
                           const ContactCoefficients &coefficients) :
    friction(coefficients.friction),
    rolling_stiffness(coefficients.rolling_stiffness),
    rolling_damping(coefficients.rolling_damping), rolling_friction(coefficients.rolling_friction),
    rolling(coefficients.rolling)
{
  const auto stretching = [](const ElasticMaterial &m) {
    return (1.0 - m.poisson * m.poisson) / m.young;
  };
  const auto shearing = [](const ElasticMaterial &m) {
    return 2.0 * (2.0 - m.poisson) * (1.0 + m.poisson) / m.young;
  };
  const double young = 1.0 / (stretching(a) + stretching(b));
  const double shear = 1.0 / (shearing(a) + shearing(b));
  normal = 4.0 / 3.0 * young;
  tangential = 8.0 * shear;

  // Eq. 25 has S_n = 2 E* sqrt(R* d), 3/2 of `normal sqrt(R* d)`.
  const double log_e = std::log(coefficients.restitution);
  damping =
      -std::sqrt(1.5) * 2.0 * std::sqrt(5.0 / 6.0) * log_e / std::sqrt(PI * PI + log_e * log_e);
  damping_ratio = coefficients.damping_ratio == ContactCoefficients::HUANG
      ? 2.0 * std::sqrt(shear / young)
      : coefficients.damping_ratio;
}

bool HertzMindlin::operator==(const HertzMindlin &other) const
{
  return normal == other.normal && tangential == other.tangential && damping == other.damping &&
      damping_ratio == other.damping_ratio && friction == other.friction &&
      rolling_stiffness == other.rolling_stiffness && rolling_damping == other.rolling_damping &&
      rolling_friction == other.rolling_friction && rolling == other.rolling;
}

SphereContact sphere_contact(const MovingSphere &a, const MovingSphere &b, double dt, bool advance)
{
  const Vector3d apart = a.position - b.position;
  const double distance = apart.norm();
  SphereContact contact;
  contact.normal = apart / distance;
  contact.overlap = a.radius + b.radius - distance;
  contact.velocity = a.velocity - b.velocity;
  contact.spin_a = a.spin;
  contact.spin_b = b.spin;
  contact.radius_a = a.radius;
  contact.radius_b = b.radius;
  contact.arm_a = a.radius - 0.5 * contact.overlap;
  contact.arm_b = b.radius - 0.5 * contact.overlap;
  contact.radius = a.radius * b.radius / (a.radius + b.radius);
  contact.mass = a.mass * b.mass / (a.mass + b.mass);
  contact.inertia = 1.0 / (1.0 / sphere_inertia(a) + 1.0 / sphere_inertia(b));
  contact.dt = dt;
  contact.advance = advance;
  return contact;
}

SphereContact wall_contact(const MovingSphere &a, const Vector3d &normal, double overlap,
                           double curvature, const Vector3d &velocity, const Vector3d &spin,
                           double dt, bool advance)
{
  SphereContact contact;
  contact.normal = normal;
  contact.overlap = overlap;
  contact.velocity = a.velocity - velocity;
  contact.spin_a = a.spin;
  contact.spin_b = spin;
  contact.radius_a = contact.arm_a = a.radius;
  contact.radius_b = contact.arm_b = 0.0;
  contact.radius = a.radius / (1.0 + a.radius * curvature);
  contact.mass = a.mass;
  contact.inertia = sphere_inertia(a);
  contact.dt = dt;
  contact.advance = advance;
  return contact;
}

ContactStiffness contact_stiffness(const HertzMindlin &law, const SphereContact &contact)
{
  const double contact_radius = std::sqrt(contact.radius * contact.overlap);
  const double normal = law.normal * contact_radius;
  return {normal, law.damping * std::sqrt(contact.mass * normal), law.tangential * contact_radius};
}

SphereContactForce hertz_mindlin(const HertzMindlin &law, const SphereContact &contact,
                                 SphereContactHistory &history)
{
  const Vector3d &n = contact.normal;

  // 1. Across the contact (Eqs. 22, 24, 25).
  const auto [stiffness, damping, shearing] = contact_stiffness(law, contact);
  const double approach = contact.velocity.dot(n);
  const double pressing = stiffness * contact.overlap - damping * approach;

  // 2. Along it (Eqs. 23, 26, 27).
  const Vector3d turning = contact.radius_a * contact.spin_a + contact.radius_b * contact.spin_b;
  const Vector3d slip = contact.velocity - approach * n - turning.cross(n);
  const double limit = law.friction * std::fabs(pressing);
  if (contact.advance) {
    turn_into_plane(history.shear, n, shearing, limit);
    history.shear += contact.dt * slip;
  }
  Vector3d shear = history.shear;
  SphereContactForce out;
  out.normal = pressing;
  out.tangential = slider(shear, shearing, law.damping_ratio * damping, slip, limit);
  out.force = pressing * n + out.tangential;

  // 3. Torques: a's arm is -arm_a n, b's is arm_b n, and b takes the opposite force.
  const Vector3d levered = out.tangential.cross(n);
  Vector3d roll = history.roll;
  if (law.rolling != RollingLaw::NONE)
    out.rolling = rolling_torque(law, contact, std::fabs(pressing), roll);
  out.torque_a = contact.arm_a * levered + out.rolling;
  out.torque_b = contact.arm_b * levered - out.rolling;
  if (contact.advance) history = {shear, roll};
  return out;
}

}    // namespace grist
