#include "contacts/contact_block.h"

#include "contacts/contact_limits.h"

#include <cmath>
#include <limits>

namespace grist {

namespace {

struct Vector {
  double x, y, z;
};

inline Vector operator+(const Vector &a, const Vector &b)
{
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}
inline Vector operator-(const Vector &a, const Vector &b)
{
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
inline Vector operator*(double s, const Vector &a)
{
  return {s * a.x, s * a.y, s * a.z};
}
inline double dot(const Vector &a, const Vector &b)
{
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
inline Vector cross(const Vector &a, const Vector &b)
{
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
inline Vector choose(bool first, const Vector &a, const Vector &b)
{
  return {first ? a.x : b.x, first ? a.y : b.y, first ? a.z : b.z};
}
inline Vector load(const ContactBlock::Lane3 &from, int n)
{
  return {from[0][n], from[1][n], from[2][n]};
}
inline void store(ContactBlock::Lane3 &to, int n, const Vector &a)
{
  to[0][n] = a.x;
  to[1][n] = a.y;
  to[2][n] = a.z;
}

// A spring that turns with the contact plane, is stretched by `step`, and slides at `limit`. Returns the force.
// `lean_share`: infinity where the spring is not to be turned.
inline Vector spring_force(Vector &spring, const Vector &normal, const Vector &velocity,
                           double stiffness, double damping, double limit, double lean_share,
                           double dt)
{
  const double lean = dot(spring, normal);
  const bool turns = std::fabs(lean) * stiffness > lean_share * limit;
  const Vector flat = spring - lean * normal;
  const double flat2 = dot(flat, flat);
  const double stretch = flat2 > 0.0 ? std::sqrt(dot(spring, spring) / flat2) : 0.0;
  const Vector turned = choose(turns, stretch * flat, spring);
  const Vector stretched = turned + dt * velocity;

  const Vector dashpot = damping * velocity;
  const Vector trial = -1.0 * (stiffness * stretched + dashpot);
  const double trial2 = dot(trial, trial);
  const bool slides = trial2 > limit * limit;
  const bool slack = dot(stretched, stretched) == 0.0;
  const double size = std::sqrt(trial2);
  const double inverse = 1.0 / (size * stiffness);
  const double share = slides ? (slack ? 0.0 : limit * stiffness * inverse) : 1.0;
  const Vector force = share * trial;
  spring = choose(slides && !slack, -size * inverse * (force + dashpot), stretched);
  return force;
}

// Torque on a of RollingLaw::TORQUE.
inline Vector constant_torque(const Vector &spin, const Vector &normal, double torque,
                              double stopping)
{
  const Vector rolling = spin - dot(spin, normal) * normal;
  const double speed = std::sqrt(dot(rolling, rolling));
  const double limit = stopping * speed;
  const double share = speed > 0.0 ? (torque < limit ? torque : limit) / speed : 0.0;
  return -share * rolling;
}

template <RollingLaw ROLLING> void evaluate(ContactBlock &block, int lanes, double dt, bool advance)
{
  const double lean_share = advance ? LEAN_SHARE : std::numeric_limits<double>::infinity();
  const double step = advance ? dt : 0.0;
  const double rolling_share = ROLLING_SHARE / dt;

  for (int n = 0; n < lanes; n++) {
    // 1. Geometry, with one division.
    const Vector apart = load(block.apart, n);
    const double radius_a = block.radius_a[n], radius_b = block.radius_b[n];
    const double sum = radius_a + radius_b, mass_sum = block.mass_sum[n];
    const double distance = std::sqrt(dot(apart, apart));
    const double inverse = 1.0 / (distance * sum * mass_sum);
    const Vector normal = inverse * sum * mass_sum * apart;
    const double radius = radius_a * radius_b * (inverse * distance * mass_sum);
    const double mass = block.mass_product[n] * (inverse * distance * sum);
    const double overlap = sum - distance;

    // 2. Across the contact.
    const double contact_radius = std::sqrt(radius * overlap);
    const double stiffness = block.normal[n] * contact_radius;
    const double damping = block.damping[n] * std::sqrt(mass * stiffness);
    const Vector velocity = load(block.velocity, n);
    const double approach = dot(velocity, normal);
    const double pressing = stiffness * overlap - damping * approach;
    const double pressing_size = std::fabs(pressing);

    // 3. Along it.
    const Vector slip = velocity - approach * normal - cross(load(block.turning, n), normal);
    Vector shear = load(block.shear, n);
    const Vector tangential = spring_force(
        shear, normal, slip, block.tangential[n] * contact_radius, block.damping_ratio[n] * damping,
        block.friction[n] * pressing_size, lean_share, step);
    store(block.shear, n, shear);
    store(block.force, n, pressing * normal + tangential);

    // 4. Torques.
    const Vector levered = cross(tangential, normal);
    Vector torque_a = (radius_a - 0.5 * overlap) * levered;
    Vector torque_b = (radius_b - 0.5 * overlap) * levered;
    if constexpr (ROLLING != RollingLaw::NONE) {
      const Vector spin = load(block.spin, n);
      const double limit = block.rolling_friction[n] * pressing_size;
      Vector torque;
      if constexpr (ROLLING == RollingLaw::TORQUE) {
        torque = constant_torque(spin, normal, limit * radius, rolling_share * block.inertia[n]);
      } else {
        Vector roll = load(block.roll, n);
        const Vector force =
            spring_force(roll, normal, radius * cross(spin, normal), block.rolling_stiffness[n],
                         block.rolling_damping[n], limit, lean_share, step);
        store(block.roll, n, roll);
        torque = radius * cross(normal, force);
      }
      torque_a = torque_a + torque;
      torque_b = torque_b - torque;
    }
    store(block.torque_a, n, torque_a);
    store(block.torque_b, n, torque_b);
  }
}

}    // namespace

// Lanes that are not in use are worked out too, so that they must hold some contact.
ContactBlock::ContactBlock() : apart(), velocity(), turning(), spin(), shear(), roll()
{
  for (int n = 0; n < LANES; n++) {
    apart[0][n] = radius_a[n] = radius_b[n] = mass_product[n] = mass_sum[n] = inertia[n] = 1.0;
    set_law(n, HertzMindlin());
  }
}

void ContactBlock::set_law(int lane, const HertzMindlin &law)
{
  normal[lane] = law.normal;
  tangential[lane] = law.tangential;
  damping[lane] = law.damping;
  damping_ratio[lane] = law.damping_ratio;
  friction[lane] = law.friction;
  rolling_stiffness[lane] = law.rolling_stiffness;
  rolling_damping[lane] = law.rolling_damping;
  rolling_friction[lane] = law.rolling_friction;
}

void evaluate(ContactBlock &block, int count, RollingLaw rolling, double dt, bool advance)
{
  // Whole vectors of any width up to this: the same instructions for every lane.
  constexpr int WIDEST = 8;
  const int lanes = (count + WIDEST - 1) / WIDEST * WIDEST;
  if (rolling == RollingLaw::NONE)
    evaluate<RollingLaw::NONE>(block, lanes, dt, advance);
  else if (rolling == RollingLaw::TORQUE)
    evaluate<RollingLaw::TORQUE>(block, lanes, dt, advance);
  else
    evaluate<RollingLaw::SPRING>(block, lanes, dt, advance);
}

}    // namespace grist
