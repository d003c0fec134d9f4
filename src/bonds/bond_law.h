// One step of the parallel bond, stated once: `Number` is double for one bond (parallel_bond.cpp)
// or LaneGroup for a block of bonds (bond_lanes.cpp). `Shared` is the type of what all bonds of a
// block may have in common, radii and material: double where they do, Number elsewhere.
//
// Source: huang2020 Eqs. 1-7; vocabulary and signs are those of parallel_bond.h. In a step the
// stored shear force and moment
//   1. turn with the bond: by the least rotation that takes the old normal to the new one (the
//      tilt), then about the new normal by the mean angular velocity of the two spheres;
//   2. grow by stiffness times relative displacement and rotation. These belong to the middle of
//      the step, so half of the increment is added before the turn and half of it after. Added as a
//      whole after the turn, it gives energy to bonds that rotate.
// Dashpots also take the motion at the middle of the step: their velocities are along and across
// the mean of the old and the new normal.

#ifndef GRIST_BONDS_BOND_LAW_H
#define GRIST_BONDS_BOND_LAW_H

#include "bonds/bond_material.h"
#include "bonds/law_numbers.h"
#include "common/constants.h"
#include "lanes/instructions.h"

namespace grist {
inline namespace GRIST_INSTRUCTION_SET {

// How the two ends of a bond move, as in BondMotion.
template <class Number> struct BondEnds {
  Vector3<Number> velocity, omega_a, omega_b;
  Number length_initial;
};

// Share of the length from the centre of sphere a to the bond centre.
template <class Shared>
[[gnu::always_inline]] inline Shared share_of_a(const Shared &radius_a, const Shared &radius_b)
{
  return radius_a / (radius_a + radius_b);
}

// Values of a bond that the law needs and that no motion changes.
template <class Shared> struct BondConstants {
  Shared share_a;           // share_of_a()
  Shared radius;            // of the section
  Shared young_area;        // k_n A L
  Shared shearing;          // half of k_s A over k_n A
  Shared bending;           // k_n I over k_n A
  Shared more_for_twist;    // k_s J / (k_n I) - 1

  BondConstants() = default;
  [[gnu::always_inline]] BondConstants(const BeamSprings::Numbers<Shared> &material,
                                       const Shared &radius_a, const Shared &radius_b) :
      share_a(share_of_a(radius_a, radius_b)),
      radius(material.radius * least(radius_a, radius_b)), young_area(material.young * area()),
      shearing(0.5 * material.inverse_ratio), bending(0.25 * radius * radius),
      more_for_twist(2.0 * material.inverse_ratio - 1.0)
  {
  }
  [[gnu::always_inline]] Shared area() const { return PI * radius * radius; }
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
  [[gnu::always_inline]] BondArms(const Shared &share_a, const Number &length) :
      a(length * share_a), b(length - a)
  {
  }
  [[gnu::always_inline]] Vector3<Number> rolling(const Vector3<Number> &omega_a,
                                                 const Vector3<Number> &omega_b) const
  {
    return a * omega_a + b * omega_b;
  }
};

// How sphere b moves relative to a: velocity at the bond centre, its part along the normal, and
// angular velocity. With velocities of the middle of a step the normal must be BondTurn::midway:
// then the velocity of a rigid rotation has no part along it, which it has along the normal at the
// end of the step, and the part along it is the change of the length in the step over dt.
template <class Number> struct BondSlip {
  Vector3<Number> velocity;
  Number along;
  Vector3<Number> turning;

  // velocity: of the centres. What the spheres' rotation adds to it at the bond centre is across
  // the normal.
  [[gnu::always_inline]] BondSlip(const Vector3<Number> &velocity_of_centres,
                                  const Vector3<Number> &rolling, const Vector3<Number> &turning,
                                  const Vector3<Number> &normal) :
      velocity(plus_cross(velocity_of_centres, normal, rolling)),
      along(dot(velocity_of_centres, normal)), turning(turning)
  {
  }
};

// Adds the viscous force and moment on a, and a force along the normal. normal: at the end of the
// step, also where the slip is that of the middle.
template <class Number, class Damping>
[[gnu::always_inline]] inline void add_damping(const DampingCoefficients<Damping> &c,
                                               const BondSlip<Number> &slip, const Number &tension,
                                               const Vector3<Number> &normal,
                                               Vector3<Number> &force, Vector3<Number> &moment)
{
  const Number twisting = dot(slip.turning, normal);
  force = force + c.shear * slip.velocity + (tension + (c.stretch - c.shear) * slip.along) * normal;
  moment =
      moment + c.bend * slip.turning + (c.bend * (c.twist_over_bend - 1.0) * twisting) * normal;
}

// Power that the viscous part takes from the motion `now` where it was evaluated with the motion
// `slip`.
template <class Number>
[[gnu::always_inline]] inline Number
damping_power(const DampingCoefficients<Number> &c, const BondSlip<Number> &slip,
              const Vector3<Number> &normal, const BondSlip<Number> &now)
{
  Vector3<Number> force = Vector3<Number>::zero(), moment = Vector3<Number>::zero();
  add_damping(c, slip, Number{}, normal, force, moment);
  return dot(force, now.velocity) + dot(moment, now.turning);
}

// Functions of a tilt's angle follow series up to this square of its sine, exact to rounding.
constexpr double SMALL_TILT = 1e-4;

// A tilt by half a revolution has no axis: from this cosine on stored vectors are not turned.
// Nothing physical turns that far in one step.
constexpr double LARGEST_TILT_COSINE = -0.5;

// How a bond has tilted since the last evaluation. For a block tilts must be small.
template <class Number> struct BondTilt {
  using Vector = Vector3<Number>;
  Vector normal;
  Number length;
  Vector axis;              // along the axis of the tilt, by an angle p about it
  Number half_over_axis;    // tan(p/2) over the length of `axis`
  Number arc_over_axis;     // length of the bond times p, over the length of `axis`
  Number one_plus_cosine;
  Number smallness;    // at most SMALL_TILT where the tilt is small

  BondTilt() = default;

  // The tilt from the normal at the last evaluation. The axis is as long as the sine.
  [[gnu::always_inline]] BondTilt(const Vector &distance, const Vector &old)
  {
    set_normal(distance);
    // The product with the difference, not with the new normal, is zero to the last bit at rest.
    axis = cross(old, normal - old);
    const Number sine2 = dot(axis, axis), cosine = dot(old, normal);
    one_plus_cosine = 1.0 + cosine;
    smallness = sine2;
    if constexpr (IS_ONE_BOND<Number>) {
      half_over_axis = 1.0 / (1.0 + std::max(cosine, LARGEST_TILT_COSINE));
      const double sine = std::sqrt(sine2);
      arc_over_axis =
          length * (sine2 > SMALL_TILT ? std::atan2(sine, cosine) / sine : angle_over_sine(sine2));
    } else {
      smallness = select(cosine > 0.0, sine2, Number{} + 1.0);
      half_over_axis = 0.5 + sine2 * (1.0 / 8.0 + sine2 * (1.0 / 16.0 + sine2 * (5.0 / 128.0)));
      arc_over_axis = length * angle_over_sine(sine2);
    }
  }

  // Each end has moved by its velocity for the time dt since the last evaluation; the tilt must be
  // small. The axis is the normal times the velocity, so that it is zero to the last bit at rest,
  // too, and has no digits less where the tilt is small.
  [[gnu::always_inline]] BondTilt(const Vector &distance, const Vector &velocity, double dt)
  {
    const Number per_length = dt * set_normal(distance);
    axis = cross(normal, velocity);
    // The tangent is this factor times the length of the axis; 1 / (1 - stretch) by a product.
    const Number stretch = per_length * dot(velocity, normal), stretch2 = stretch * stretch;
    Number tangent_over_axis = per_length + per_length * stretch;
    tangent_over_axis = tangent_over_axis + stretch2 * tangent_over_axis;
    tangent_over_axis = tangent_over_axis + (stretch2 * stretch2) * tangent_over_axis;
    const Number tangent2 = (tangent_over_axis * tangent_over_axis) * dot(axis, axis);
    half_over_axis = tangent_over_axis *
        (0.5 - tangent2 * (1.0 / 8.0 - tangent2 * (1.0 / 16.0 - tangent2 * (5.0 / 128.0))));
    arc_over_axis = (length * tangent_over_axis) *
        (1.0 - tangent2 * (1.0 / 3.0 - tangent2 * (1.0 / 5.0 - tangent2 * (1.0 / 7.0))));
    one_plus_cosine =
        2.0 - tangent2 * (1.0 / 2.0 - tangent2 * (3.0 / 8.0 - tangent2 * (5.0 / 16.0)));
    smallness = tangent2 + stretch2;
  }

  bool has_axis() const { return one_plus_cosine > 1.0 + LARGEST_TILT_COSINE; }

 private:
  // Returns 1 / length.
  [[gnu::always_inline]] Number set_normal(const Vector &distance)
  {
    Number inverse;
    square_root(dot(distance, distance), length, inverse);
    normal = inverse * distance;
    return inverse;
  }
  [[gnu::always_inline]] static Number angle_over_sine(const Number &sine2)
  {
    return 1.0 + sine2 * (1.0 / 6.0 + sine2 * (3.0 / 40.0 + sine2 * (15.0 / 336.0)));
  }
};

// tan(p/2) of the rotation p about the normal in a step, except for terms of third order. For a
// block its square must be at most SMALL_TILT.
template <class Number>
[[gnu::always_inline]] inline Number half_spin(const BondEnds<Number> &ends,
                                               const BondTilt<Number> &tilt, double dt)
{
  return (0.25 * dt) * dot(ends.omega_a + ends.omega_b, tilt.normal);
}

// The old normal plus the new one, over 1 + cosine of the tilt: as long as 1 / cosine of half the
// tilt. For the same bond the same as BondTurn::midway, except for rounding, where each end has
// moved by its velocity for the time dt.
template <class Number>
[[gnu::always_inline]] inline Vector3<Number>
middle_normal(const Vector3<Number> &distance, const Vector3<Number> &normal,
              const Vector3<Number> &velocity, double dt)
{
  const Vector3<Number> old = distance - dt * velocity;
  Number length, inverse;
  square_root(dot(old, old), length, inverse);
  const Vector3<Number> sum = normal + inverse * old;
  return ((Number{} + 2.0) / dot(sum, sum)) * sum;
}

// Turns stored vectors: by the tilt, then by the angular velocity about the new normal. In Cayley's
// form a rotation by the angle p is the vector tan(p/2) along its axis; that of the tilt is across
// the normal. Stored vectors neither grow nor shrink, and no trigonometric function is called.
template <class Number> struct BondTurn {
  using Vector = Vector3<Number>;
  Vector midway;    // old normal plus new, over 1 + cosine of the tilt, as middle_normal()
  Vector cayley;
  Vector twice;    // times 2 / (1 + tan(p/2)^2) of both rotations together

  // The last argument is half_spin(). For the tilt, 2 / (1 + tan(p/2)^2) is 1 + cosine.
  [[gnu::always_inline]] BondTurn(const BondTilt<Number> &tilt, const Number &spin)
  {
    const Vector tilted = tilt.half_over_axis * tilt.axis;
    midway = plus_cross(tilt.normal, tilt.normal, tilted);
    cayley = tilted + spin * midway;
    Number factor = tilt.one_plus_cosine * inverse_of_one_plus(spin * spin);
    if constexpr (IS_ONE_BOND<Number>)
      if (!tilt.has_axis()) factor = 0.0;
    twice = factor * cayley;
  }

  // v turned, with an increment of the middle of the step: half of it is turned. `grown`: v plus
  // half of the increment. The same backwards in time as forwards, whatever the angles are. Across
  // the axis of the turn the increment is shorter by the cosine of half the angle; the cosine of a
  // tilt is 1 / length of `midway`.
  [[gnu::always_inline]] Vector apply(const Vector &v, const Vector &grown) const
  {
    return plus_cross(2.0 * grown - v, twice, plus_cross(grown, cayley, grown));
  }
};

// Forces of a bond, as in BondForces.
template <class Number> struct BondExertion {
  Vector3<Number> force_a, torque_a, torque_b;
};

template <class Number, class Shared = Number> class BondLaw {
 public:
  using Vector = Vector3<Number>;

  Number tension;      // at the new positions (Eq. 1, without drift)
  Number stiffness;    // k_n A

  // The arguments must live as long as the law.
  [[gnu::always_inline]] BondLaw(const BondEnds<Number> &ends_in, const BondTilt<Number> &tilt_in,
                                 const BondConstants<Shared> &constants_in, double dt_in) :
      ends(ends_in),
      tilt(tilt_in), constants(constants_in), dt(dt_in),
      turn(tilt_in, half_spin(ends_in, tilt_in, dt_in)), arm(constants_in.share_a, tilt_in.length)
  {
    stiffness = constants.young_area / ends.length_initial;
    rolling = arm.rolling(ends.omega_a, ends.omega_b);
    turning = ends.omega_b - ends.omega_a;
    tension = stiffness * (tilt.length - ends.length_initial);
  }

  // The stored shear force, turned and incremented (Eqs. 2 and 3). The displacement is the
  // difference of two rotations, that of the bond and that of the spheres, taken across the normal
  // half way: a rigid rotation about any axis gives zero.
  [[gnu::always_inline]] Vector new_shear_force(const Vector &old) const
  {
    const Vector slip = tilt.arc_over_axis * tilt.axis - dt * rolling;
    const Vector half = plus_cross(old, (constants.shearing * stiffness) * slip, turn.midway);
    const Vector grown = turn.apply(old, half);
    return grown - dot(grown, tilt.normal) * tilt.normal;
  }

  // The stored moment, turned and incremented (Eq. 4). k_n I and k_s J by k_n A.
  [[gnu::always_inline]] Vector new_moment(const Vector &old) const
  {
    const Number bending = (0.5 * dt * constants.bending) * stiffness;
    const Number twisting = bending * constants.more_for_twist * dot(turning, turn.midway);
    return turn.apply(old, old + bending * turning + twisting * turn.midway);
  }

  // The step that has brought these loads, for terms that change them.
  [[gnu::always_inline]] SpringStep<Number> spring_step(const SpringLoads<Number> &loads) const
  {
    const Vector none = Vector::zero();
    const Number stretching = (Number{} + 1.0) / stiffness,
                 bending = stretching / constants.bending;
    return {loads,
            {stiffness * (dt * dot(ends.velocity, turn.midway)), new_shear_force(none),
             new_moment(none)},
            tilt.normal,
            stretching,
            stretching / (2.0 * constants.shearing),
            bending,
            bending / (1.0 + constants.more_for_twist)};
  }

  [[gnu::always_inline]] Vector elastic_force(const Vector &shear_force) const
  {
    return shear_force + tension * tilt.normal;
  }

  // Elastic and viscous; both from what is stored.
  template <class Damping>
  [[gnu::always_inline]] void damped(const DampingCoefficients<Damping> &c, Vector &force,
                                     Vector &moment) const
  {
    const BondSlip<Number> slip(ends.velocity, rolling, ends.omega_b - ends.omega_a, turn.midway);
    add_damping(c, slip, tension, tilt.normal, force, moment);
  }

  // With the torques about the centres: the arm of a is arm_a n, that of b is -arm_b n, and b takes
  // the opposite force.
  [[gnu::always_inline]] BondExertion<Number> exertion(const Vector &force,
                                                       const Vector &moment) const
  {
    const Vector levered = cross(tilt.normal, force);
    return {force, moment + arm.a * levered, arm.b * levered - moment};
  }

 private:
  const BondEnds<Number> &ends;
  const BondTilt<Number> &tilt;
  const BondConstants<Shared> &constants;
  double dt;
  BondTurn<Number> turn;
  BondArms<Number> arm;
  Vector rolling, turning;
};

}    // namespace GRIST_INSTRUCTION_SET
}    // namespace grist

#endif
