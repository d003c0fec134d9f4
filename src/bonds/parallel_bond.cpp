#include "bonds/parallel_bond.h"

#include "common/constants.h"
#include "common/number_text.h"

#include <algorithm>
#include <cmath>

namespace grist {

namespace {

// Turns vectors with the bond: by the least rotation that takes the old normal to the new one, then about
// the new normal by the mean spin of the two spheres. Both parts are exactly orthogonal, so that stored
// forces neither grow nor shrink in rigid rotation; no trigonometric function is called.
class BondTurn {
 public:
  BondTurn(const Vector3d &normal_old, const Vector3d &normal_new, double spin_angle) :
      normal(normal_new), axis(normal_old.cross(normal_new - normal_old)),
      cosine(normal_old.dot(normal_new))
  {
    // The cross product with the difference, not with the new normal, is zero to the last bit at rest.

    // Cayley's form of a rotation: angle right to third order, orthogonality to the last bit.
    const double t = 0.5 * spin_angle;
    spin_cosine = (1.0 - t * t) / (1.0 + t * t);
    spin_sine = 2.0 * t / (1.0 + t * t);
  }

  Vector3d apply(const Vector3d &v) const
  {
    // A turn by half a revolution in one step has no axis; nothing physical turns that far.
    if (cosine <= -0.5) return v;
    const Vector3d tilted = cosine * v + axis.cross(v) + axis * (axis.dot(v) / (1.0 + cosine));
    const double along = normal.dot(tilted);
    return spin_cosine * tilted + spin_sine * normal.cross(tilted) +
        (1.0 - spin_cosine) * along * normal;
  }

  // Rotation vector of the tilt, across both normals: axis times angle. asin by its series, exact to
  // rounding for the small angles of a time step.
  Vector3d tilt() const
  {
    const double s2 = axis.squaredNorm();
    if (s2 > 1e-4) return axis * (std::atan2(std::sqrt(s2), cosine) / std::sqrt(s2));
    return axis * (1.0 + s2 * (1.0 / 6.0 + s2 * (3.0 / 40.0 + s2 * (15.0 / 336.0))));
  }

 private:
  Vector3d normal, axis;
  double cosine, spin_cosine, spin_sine;
};

// Critical damping coefficient of a spring between two inertias, given as the sum of their inverses.
double critical(double stiffness, double inverse_inertia)
{
  return 2.0 * std::sqrt(stiffness / inverse_inertia);
}

// Lever arms from the centres to the bond centre.
struct BondArms {
  double a, b;
  BondArms(const BondMotion &motion, double length) :
      a(motion.radius_a / (motion.radius_a + motion.radius_b) * length), b(length - a)
  {
  }
};

BondSlip slip_at(const BondMotion &motion, const Vector3d &normal, const BondArms &arm)
{
  return {motion.velocity - (arm.a * motion.spin_a + arm.b * motion.spin_b).cross(normal),
          motion.spin_b - motion.spin_a};
}

BondDrag drag_at(const BondMaterial &material, const BondDamping &c, const BondMotion &motion,
                 const Vector3d &normal, const BondArms &arm)
{
  const auto [slip, turning] = slip_at(motion, normal, arm);
  const double c_stretch = c.stretch, c_shear = c.shear, c_bend = c.bend;
  const double c_twist = c_bend * twist_damping(material);
  return {c_shear * slip + (c_stretch - c_shear) * slip.dot(normal) * normal,
          c_bend * turning + (c_twist - c_bend) * turning.dot(normal) * normal};
}

}    // namespace

void check(const BondMaterial &material)
{
  const bool finite_young = std::isfinite(material.young) && material.young > 0.0;
  require(finite_young, "young", material.young, "must be positive");
  require(std::isfinite(material.ratio) && material.ratio > 0.0, "ratio", material.ratio,
          "must be positive");
  require(material.tensile > 0.0, "tensile", material.tensile, "must be positive");
  require(material.shear > 0.0, "shear", material.shear, "must be positive");
  require(std::isfinite(material.radius) && material.radius > 0.0, "radius", material.radius,
          "must be positive, it is a multiple of the smaller sphere's radius");
  require(material.beta >= 0.0 && material.beta <= 1.0, "beta", material.beta, "must be 0 to 1");
  require(std::isfinite(material.damping) && material.damping >= 0.0, "damping", material.damping,
          "must be 0 or more, it is a fraction of critical damping");
  require(std::isfinite(material.weibull) && material.weibull >= 0.0, "weibull", material.weibull,
          "must be positive");
}

BondMaterial with_strength_factor(BondMaterial material, double factor)
{
  material.tensile *= factor;
  material.shear *= factor;
  return material;
}

const char *name(BondFailure failure)
{
  switch (failure) {
    case BondFailure::TENSION: return "tension";
    case BondFailure::SHEAR: return "shear";
    case BondFailure::MIXED: return "mixed";
    default: return "none";
  }
}

void BondState::pack(double *buffer) const
{
  buffer[0] = length_initial;
  Eigen::Map<Vector3d>(buffer + 1) = normal;
  Eigen::Map<Vector3d>(buffer + 4) = shear_force;
  Eigen::Map<Vector3d>(buffer + 7) = moment;
}

BondState BondState::unpack(const double *buffer)
{
  using Eigen::Map;
  return {buffer[0], Map<const Vector3d>(buffer + 1), Map<const Vector3d>(buffer + 4),
          Map<const Vector3d>(buffer + 7)};
}

BondSection::BondSection(const BondMaterial &material, double radius_a, double radius_b,
                         double length_initial) :
    radius(material.radius * std::min(radius_a, radius_b))
{
  const double square = radius * radius;
  area = PI * square;
  inertia = 0.25 * PI * square * square;
  polar = 2.0 * inertia;
  const double k_normal = material.young / length_initial;
  const double k_shear = k_normal / material.ratio;
  tension = k_normal * area;
  shearing = k_shear * area;
  bending = k_normal * inertia;
  twisting = k_shear * polar;
}

BondState make_bond(const Vector3d &distance)
{
  BondState state;
  state.length_initial = distance.norm();
  state.normal = distance / state.length_initial;
  return state;
}

BondForces update_bond(const BondMaterial &material, const BondMotion &motion, BondState &state)
{
  const BondDamping damping = material.damping > 0.0
      ? bond_damping(material, motion.radius_a, motion.radius_b, motion.mass_a, motion.mass_b,
                     state.length_initial)
      : BondDamping{0.0f, 0.0f, 0.0f};
  return update_bond(material, damping, motion, state);
}

BondForces update_bond(const BondMaterial &material, const BondDamping &damping,
                       const BondMotion &motion, BondState &state)
{
  const double length = motion.distance.norm();
  const Vector3d normal = motion.distance / length;
  const BondSection section(material, motion.radius_a, motion.radius_b, state.length_initial);
  const BondArms arm(motion, length);

  // 1. Turn what is stored with the bond.
  const Vector3d spin_mean = 0.5 * (motion.spin_a + motion.spin_b);
  const BondTurn turn(state.normal, normal, motion.dt * spin_mean.dot(normal));
  const Vector3d tilt = turn.tilt();
  const Vector3d normal_midway = 0.5 * (state.normal + normal);
  state.shear_force = turn.apply(state.shear_force);
  state.moment = turn.apply(state.moment);
  state.normal = normal;

  // 2. Increments (Eqs. 2-4). Shear is what the bond's turn has over the spheres' rotation: the difference
  //    of two rotations, taken across the normal half way, so that a rigid turn about any axis gives zero.
  const Vector3d rolling = motion.dt * (arm.a * motion.spin_a + arm.b * motion.spin_b);
  const Vector3d slip = (length * tilt - rolling).cross(normal_midway);
  state.shear_force += section.shearing * slip;
  state.shear_force -= state.shear_force.dot(normal) * normal;

  const Vector3d turning = motion.dt * (motion.spin_b - motion.spin_a);
  const double twisting = turning.dot(normal);
  state.moment +=
      section.bending * turning + (section.twisting - section.bending) * twisting * normal;

  // 3. Forces, with damping, and torques about the centres: a's arm is +arm_a n, b's is -arm_b n, and b
  //    takes the opposite force.
  BondForces out;
  out.failure = strength_reached(material, section, state, length);
  out.energy = elastic_energy(section, state, length);
  const double tension =
      section.tension * (length - state.length_initial);    // Eq. 1, without drift
  Vector3d force = tension * normal + state.shear_force;
  Vector3d moment = state.moment;
  if (material.damping > 0.0) {
    const BondDrag drag = drag_at(material, damping, motion, normal, arm);
    force += drag.force;
    moment += drag.moment;
  }
  const Vector3d levered = normal.cross(force);
  out.force_a = force;
  out.torque_a = moment + arm.a * levered;
  out.torque_b = arm.b * levered - moment;
  return out;
}

BondSlip bond_slip(const BondMotion &motion)
{
  const double length = motion.distance.norm();
  return slip_at(motion, motion.distance / length, BondArms(motion, length));
}

BondDrag bond_drag(const BondMaterial &material, const BondDamping &damping,
                   const BondMotion &motion)
{
  const double length = motion.distance.norm();
  return drag_at(material, damping, motion, motion.distance / length, BondArms(motion, length));
}

BondDamping bond_damping(const BondMaterial &material, double radius_a, double radius_b,
                         double mass_a, double mass_b, double length_initial)
{
  const BondSection section(material, radius_a, radius_b, length_initial);
  const double arm_a = length_initial * radius_a / (radius_a + radius_b);
  const double arm_b = length_initial - arm_a;
  const double inertia_a = sphere_inertia(mass_a, radius_a);
  const double inertia_b = sphere_inertia(mass_b, radius_b);
  const double inverse_mass = 1.0 / mass_a + 1.0 / mass_b;
  const double inverse_inertia = 1.0 / inertia_a + 1.0 / inertia_b;
  const double inverse_shear = inverse_mass + arm_a * arm_a / inertia_a + arm_b * arm_b / inertia_b;
  const auto share = [&](double stiffness, double inverse) {
    return static_cast<float>(material.damping * critical(stiffness, inverse));
  };
  return {share(section.tension, inverse_mass), share(section.shearing, inverse_shear),
          share(section.bending, inverse_inertia)};
}

double twist_damping(const BondMaterial &material)
{
  return std::sqrt(2.0 / material.ratio);    // k_s J over k_n I is 2/ratio
}

BondFailure strength_reached(const BondMaterial &material, const BondSection &section,
                             const BondState &state, double length)
{
  const double tension = section.tension * (length - state.length_initial);
  const double twist_moment = state.moment.dot(state.normal);
  const double bend_moment = (state.moment - twist_moment * state.normal).norm();
  const double lever = material.beta * section.radius;
  const double stress_normal = tension / section.area + lever * bend_moment / section.inertia;
  const double stress_shear =
      state.shear_force.norm() / section.area + lever * std::fabs(twist_moment) / section.polar;
  const bool by_tension = stress_normal >= material.tensile;
  const bool by_shear = stress_shear >= material.shear;
  if (by_tension) return by_shear ? BondFailure::MIXED : BondFailure::TENSION;
  return by_shear ? BondFailure::SHEAR : BondFailure::NONE;
}

double elastic_energy(const BondSection &section, const BondState &state, double length)
{
  const double stretch = length - state.length_initial;
  const double twist = state.moment.dot(state.normal);
  const double bend2 = state.moment.squaredNorm() - twist * twist;
  return 0.5 *
      (section.tension * stretch * stretch + state.shear_force.squaredNorm() / section.shearing +
       twist * twist / section.twisting + bend2 / section.bending);
}

BondStiffness greatest_stiffness(const BondMaterial &material, double radius_a, double radius_b,
                                 double length_initial)
{
  const BondSection section(material, radius_a, radius_b, length_initial);
  const double arm_a = length_initial * radius_a / (radius_a + radius_b);
  const double arm_b = length_initial - arm_a;
  const double turning = std::max(section.bending, section.twisting);
  return {std::max(section.tension, section.shearing), turning + section.shearing * arm_a * arm_a,
          turning + section.shearing * arm_b * arm_b};
}

double stable_time_step(double mass, double radius, double sum_translation, double sum_rotation,
                        double damping)
{
  const double frequency2 =
      2.0 * (sum_translation / mass + sum_rotation / sphere_inertia(mass, radius));
  const double lowering = std::sqrt(1.0 + damping * damping) - damping;
  return 2.0 / std::sqrt(frequency2) * lowering;
}

}    // namespace grist
