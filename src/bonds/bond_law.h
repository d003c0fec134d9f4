// One step of the parallel bond, stated once: `Number` is double for one bond (parallel_bond.cpp) or Lanes for a block of
// bonds (bond_lanes.cpp). `Shared` is the type of what all bonds of a block may have in common, radii and material: double
// where they do, Number elsewhere.
//
// Source: huang2020 Eqs. 1-7; vocabulary and signs are those of parallel_bond.h. In a step the stored shear force and
// moment are
//   1. turned with the bond: by the least rotation that takes the old normal to the new one (the tilt), then about the
//      new normal by the mean angular velocity of the two spheres;
//   2. incremented by stiffness times relative displacement and rotation.

#ifndef GRIST_BONDS_BOND_LAW_H
#define GRIST_BONDS_BOND_LAW_H

#include "bonds/law_numbers.h"
#include "bonds/parallel_bond.h"
#include "common/constants.h"
#include "common/instructions.h"

namespace grist {
inline namespace GRIST_INSTRUCTION_SET {

// The two ends of a bond, as in BondMotion.
template <class Number, class Shared = Number> struct BondEnds {
  VectorOf<Number> distance, velocity, omega_a, omega_b;
  Shared radius_a, radius_b;
  Number length_initial;
};

// A material, as in BondMaterial.
template <class Number> struct BondCoefficients {
  Number young, inverse_ratio, radius;
};

// As BondDamping; twist_over_bend: twist_damping().
template <class Number> struct DampingCoefficients {
  Number stretch, shear, bend, twist_over_bend;
};
inline DampingCoefficients<double> damping_coefficients(const BondMaterial &material,
                                                        const BondDamping &c)
{
  return {c.stretch, c.shear, c.bend, twist_damping(material)};
}

// Lever arms from the centres to the bond centre.
template <class Number> struct BondArms {
  Number a, b;

  BondArms() = default;
  template <class Shared>
  [[gnu::always_inline]] BondArms(const Shared &radius_a, const Shared &radius_b,
                                  const Number &length) :
      a(length * (radius_a / (radius_a + radius_b))),
      b(length - a)
  {
  }
  [[gnu::always_inline]] VectorOf<Number> rolling(const VectorOf<Number> &omega_a,
                                                  const VectorOf<Number> &omega_b) const
  {
    return a * omega_a + b * omega_b;
  }
};

// How sphere b moves relative to a: velocity at the bond centre, and angular velocity.
template <class Number> struct BondSlip {
  VectorOf<Number> velocity, turning;
};

// Adds the viscous force and moment on a.
template <class Number, class Damping>
[[gnu::always_inline]] inline void
add_drag(const DampingCoefficients<Damping> &c, const BondSlip<Number> &slip,
         const VectorOf<Number> &normal, VectorOf<Number> &force, VectorOf<Number> &moment)
{
  const Number along = dot(slip.velocity, normal), twisting = dot(slip.turning, normal);
  force = force + c.shear * slip.velocity + ((c.stretch - c.shear) * along) * normal;
  moment =
      moment + c.bend * slip.turning + (c.bend * (c.twist_over_bend - 1.0) * twisting) * normal;
}

// Power that the viscous part takes from the motion `now` where it was evaluated with the motion `slip`.
template <class Number>
[[gnu::always_inline]] inline Number
drag_power(const DampingCoefficients<Number> &c, const BondSlip<Number> &slip,
           const VectorOf<Number> &normal, const BondSlip<Number> &now)
{
  VectorOf<Number> force = zero_vector<Number>(), moment = zero_vector<Number>();
  add_drag(c, slip, normal, force, moment);
  return dot(force, now.velocity) + dot(moment, now.turning);
}

/* ---------------------------------------------------------------------- */

// The angle of a tilt over its sine follows the series of the arcsine up to this square of the sine, exact to rounding.
constexpr double SMALL_TILT = 1e-4;

// A tilt by half a revolution has no axis: from this cosine on stored vectors are not turned. Nothing physical turns
// that far in one step.
constexpr double LARGEST_TILT_COSINE = -0.5;

// How a bond has tilted since the last evaluation. For a block tilts must be small.
template <class Number> struct BondTilt {
  using Vector = VectorOf<Number>;
  Vector normal, normal_old;
  Vector axis;    // old normal times new: as long as the sine of the tilt
  Number length, cosine, sine2;

  [[gnu::always_inline]] BondTilt(const Vector &distance, const Vector &old) : normal_old(old)
  {
    Number inverse;
    square_root(dot(distance, distance), length, inverse);
    normal = inverse * distance;
    // The product with the difference, not with the new normal, is zero to the last bit at rest.
    axis = cross(normal_old, normal - normal_old);
    sine2 = dot(axis, axis);
    cosine = dot(normal_old, normal);
  }

  // 1 / (1 + cosine), by which the axis is multiplied to give tan(p/2).
  [[gnu::always_inline]] Number inverse_cosine_plus() const
  {
    if constexpr (IS_ONE_BOND<Number>)
      return 1.0 / (1.0 + std::max(cosine, LARGEST_TILT_COSINE));
    else
      return 0.5 + sine2 * (1.0 / 8.0 + sine2 * (1.0 / 16.0 + sine2 * (5.0 / 128.0)));
  }

  [[gnu::always_inline]] Number angle_over_sine() const
  {
    if constexpr (IS_ONE_BOND<Number>)
      if (sine2 > SMALL_TILT) return std::atan2(std::sqrt(sine2), cosine) / std::sqrt(sine2);
    return 1.0 + sine2 * (1.0 / 6.0 + sine2 * (3.0 / 40.0 + sine2 * (15.0 / 336.0)));
  }

  bool has_axis() const { return cosine > LARGEST_TILT_COSINE; }
};

// tan(p/2) of the rotation p about the normal in a step, but for terms of third order. For a block its square must be at most SMALL_TILT.
template <class Number, class Shared>
[[gnu::always_inline]] inline Number half_spin(const BondEnds<Number, Shared> &ends,
                                               const BondTilt<Number> &tilt, double dt)
{
  return (0.25 * dt) * dot(ends.omega_a + ends.omega_b, tilt.normal);
}

// Turns stored vectors: by the tilt, then by the angular velocity about the new normal. In Cayley's form a rotation by
// the angle p is the vector tan(p/2) along its axis; that of the tilt is across the normal. Stored vectors neither grow
// nor shrink, and no trigonometric function is called.
template <class Number> struct BondTurn {
  VectorOf<Number> cayley;
  Number twofold;    // 2 / (1 + tan(p/2)^2) of both rotations together

  // spin: half_spin(). Of the tilt, 2 / (1 + tan(p/2)^2) is 1 + cosine.
  [[gnu::always_inline]] BondTurn(const BondTilt<Number> &tilt, const Number &spin)
  {
    const VectorOf<Number> tilted = tilt.inverse_cosine_plus() * tilt.axis;
    cayley = tilted + spin * (tilt.normal + cross(tilt.normal, tilted));
    twofold = (1.0 + tilt.cosine) * inverse_of_one_plus(spin * spin);
    if constexpr (IS_ONE_BOND<Number>)
      if (!tilt.has_axis()) twofold = 0.0;
  }

  [[gnu::always_inline]] VectorOf<Number> apply(const VectorOf<Number> &v) const
  {
    const VectorOf<Number> once = cross(cayley, v);
    return v + twofold * (once + cross(cayley, once));
  }
};

/* ---------------------------------------------------------------------- */

// What a bond exerts: as in BondForces.
template <class Number> struct BondExertion {
  VectorOf<Number> force_a, torque_a, torque_b;
};

template <class Number, class Shared = Number> class BondLaw {
 public:
  using Vector = VectorOf<Number>;

  // Section of the bond and tensile force, at the new positions (Eq. 1, without drift).
  Shared radius, area;
  Number tension;

  // The arguments must live as long as the law.
  [[gnu::always_inline]] BondLaw(const BondEnds<Number, Shared> &ends_in,
                                 const BondTilt<Number> &tilt_in,
                                 const BondCoefficients<Shared> &coefficients_in, double dt_in) :
      ends(ends_in),
      tilt(tilt_in), coefficients(coefficients_in), dt(dt_in),
      turn(tilt_in, half_spin(ends_in, tilt_in, dt_in)),
      arm(ends_in.radius_a, ends_in.radius_b, tilt_in.length)
  {
    radius = coefficients.radius * least(ends.radius_a, ends.radius_b);
    area = PI * radius * radius;
    stiffness = (coefficients.young * area) / ends.length_initial;
    rolling = arm.rolling(ends.omega_a, ends.omega_b);
    turning = ends.omega_b - ends.omega_a;
    tension = stiffness * (tilt.length - ends.length_initial);
  }

  // The stored shear force, turned and incremented (Eqs. 2 and 3). The displacement is the difference of two rotations,
  // that of the bond and that of the spheres, taken across the normal half way: a rigid rotation about any axis gives
  // zero.
  [[gnu::always_inline]] Vector new_shear_force(const Vector &old) const
  {
    const Vector slip = (tilt.length * tilt.angle_over_sine()) * tilt.axis - dt * rolling;
    const Vector twice_midway = tilt.normal_old + tilt.normal;
    const Vector grown = turn.apply(old) +
        (0.5 * coefficients.inverse_ratio * stiffness) * cross(slip, twice_midway);
    return grown - dot(grown, tilt.normal) * tilt.normal;
  }

  // The stored moment, turned and incremented (Eq. 4). k_n I and k_s J by k_n A.
  [[gnu::always_inline]] Vector new_moment(const Vector &old) const
  {
    const Number bending = (0.25 * dt) * radius * radius * stiffness;
    const Shared more_for_twist = 2.0 * coefficients.inverse_ratio - 1.0;
    return turn.apply(old) + bending * turning +
        (bending * more_for_twist * dot(turning, tilt.normal)) * tilt.normal;
  }

  [[gnu::always_inline]] Vector elastic_force(const Vector &shear_force) const
  {
    return shear_force + tension * tilt.normal;
  }

  template <class Damping>
  [[gnu::always_inline]] void add_drag(const DampingCoefficients<Damping> &c, Vector &force,
                                       Vector &moment) const
  {
    const BondSlip<Number> slip = {ends.velocity - cross(rolling, tilt.normal), turning};
    grist::add_drag(c, slip, tilt.normal, force, moment);
  }

  // With the torques about the centres: the arm of a is arm_a n, that of b is -arm_b n, and b takes the opposite force.
  [[gnu::always_inline]] BondExertion<Number> exertion(const Vector &force,
                                                       const Vector &moment) const
  {
    const Vector levered = cross(tilt.normal, force);
    return {force, moment + arm.a * levered, arm.b * levered - moment};
  }

 private:
  const BondEnds<Number, Shared> &ends;
  const BondTilt<Number> &tilt;
  const BondCoefficients<Shared> &coefficients;
  double dt;
  BondTurn<Number> turn;
  Number stiffness;    // k_n A
  BondArms<Number> arm;
  Vector rolling, turning;
};

}    // namespace GRIST_INSTRUCTION_SET
}    // namespace grist

#endif
