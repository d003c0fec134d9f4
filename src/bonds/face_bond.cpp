#include "bonds/face_bond.h"

#include "common/preconditions.h"

#include <algorithm>
#include <cmath>

namespace grist {

FaceBond make_face_bond(const Pose &a, const Pose &b, const Pose &face, double area,
                        const double (&inertia)[2], const double (&extent)[2], double distance)
{
  assert(area > 0.0 && distance > 0.0);
  const auto in_frame = [&face](const Pose &body) {
    return Pose{body.to_body(face.position), transposed(body.rotation) * face.rotation};
  };
  return {in_frame(a), in_frame(b), area, {inertia[0], inertia[1]}, {extent[0], extent[1]},
          distance};
}

FaceBond scaled(const FaceBond &bond, double factor)
{
  assert(factor > 0.0);
  const double square = factor * factor;
  FaceBond result = bond;
  for (Pose *pose : {&result.in_a, &result.in_b}) pose->position *= factor;
  result.area *= square;
  result.distance *= factor;
  for (int k = 0; k < 2; k++) {
    result.inertia[k] *= square * square;
    result.extent[k] *= factor;
  }
  return result;
}

namespace {

// Force per displacement along, and moment per angle about, the axes of the face.
struct Springs {
  Vector3d force, moment;

  Springs(const FaceMaterial &material, const FaceBond &bond)
  {
    const double normal = material.young / bond.distance, shear = normal / material.ratio;
    force = bond.area * Vector3d{shear, shear, normal};
    moment = {normal * bond.inertia[0], normal * bond.inertia[1],
              shear * (bond.inertia[0] + bond.inertia[1])};
  }
};

// How b has moved from a, in the frame half way.
struct FaceSlip {
  Matrix3d frame;
  Vector3d apart;    // u, in space
  Vector3d u, s;
  double cosine;    // of half the angle

  FaceSlip(const Pose &face_a, const Pose &face_b)
  {
    const Matrix3d turn = transposed(face_a.rotation) * face_b.rotation;
    cosine = 0.5 * std::sqrt(std::max(0.0, 1.0 + turn(0, 0) + turn(1, 1) + turn(2, 2)));
    const Vector3d sine =
        Vector3d{turn(2, 1) - turn(1, 2), turn(0, 2) - turn(2, 0), turn(1, 0) - turn(0, 1)} /
        (4.0 * cosine);
    s = 2.0 * sine;
    // Half of the rotation, as a quaternion with the same axis.
    const double length = std::sqrt((1.0 + cosine) * (1.0 + cosine) + squared_norm(sine));
    const double w = (1.0 + cosine) / length;
    const Vector3d v = sine / length;
    const auto turned = [&](const Vector3d &x) {
      const Vector3d t = 2.0 * cross(v, x);
      return face_a.rotation * (x + w * t + cross(v, t));
    };
    frame = Matrix3d::of_columns(turned({1, 0, 0}), turned({0, 1, 0}), turned({0, 0, 1}));
    apart = face_b.position - face_a.position;
    u = transposed(frame) * apart;
  }
};

Vector3d product(const Vector3d &a, const Vector3d &b)
{
  return {a.x * b.x, a.y * b.y, a.z * b.z};
}

struct Strength {
  double share;
  BondFailure failure;
};

Strength strength(const FaceMaterial &of, const FaceBond &bond, const FaceLoads &loads,
                  const Springs &springs)
{
  const Vector3d &f = loads.force, &m = loads.moment;
  const double shear = std::sqrt(f.x * f.x + f.y * f.y), pull = f.z / bond.area;
  const double reach = std::sqrt(bond.extent[0] * bond.extent[0] + bond.extent[1] * bond.extent[1]);
  const double normal = pull +
      of.beta *
          (std::fabs(m.x) * bond.extent[1] / bond.inertia[0] +
           std::fabs(m.y) * bond.extent[0] / bond.inertia[1]);
  const double slip = shear / bond.area +
      of.beta * std::fabs(m.z) * reach / (bond.inertia[0] + bond.inertia[1]) + of.friction * pull;
  const double by_tension = normal / of.tensile, by_shear = slip / of.cohesion;
  const double pulled = std::max(f.z, 0.0);
  const double opening = 0.5 *
      (pulled * pulled / springs.force.z + m.x * m.x / springs.moment.x +
       m.y * m.y / springs.moment.y) /
      (of.opening * bond.area);
  const double shearing = 0.5 * (shear * shear / springs.force.x + m.z * m.z / springs.moment.z) /
      (of.shearing * bond.area);
  const double share = std::max({0.0, by_tension, by_shear, std::sqrt(opening + shearing)});
  if (!(share >= 1.0)) return {share, BondFailure::NONE};
  const bool is_pulled = by_tension >= 1.0 || opening >= 0.5 * (opening + shearing);
  const bool is_sheared = by_shear >= 1.0 || shearing > 0.5 * (opening + shearing);
  return {share,
          is_pulled && is_sheared ? BondFailure::MIXED
              : is_pulled         ? BondFailure::TENSION
                                  : BondFailure::SHEAR};
}

}    // namespace

// U depends on u and s. With w the cosine of half the angle, q = s/(4 (1 + w)) and m = dU/ds, a
// rotation dp of b against a, in the frame half way, changes s by dp - q (s . dp), and turns that
// frame by dp x q besides the mean of both rotations, which changes u.
FaceForces face_forces(const FaceMaterial &material, const FaceBond &bond, const FaceMotion &motion)
{
  const Pose face_a = motion.a * bond.in_a, face_b = motion.b * bond.in_b;
  const FaceSlip slip(face_a, face_b);
  const Springs springs(material, bond);
  FaceForces on;
  on.loads = {product(springs.force, slip.u), product(springs.moment, slip.s)};
  on.energy = 0.5 * (dot(on.loads.force, slip.u) + dot(on.loads.moment, slip.s));
  const Strength reached = strength(material, bond, on.loads, springs);
  on.share = reached.share;
  on.failure = reached.failure;

  const Vector3d q = slip.s / (4.0 * (1.0 + slip.cosine));
  const Vector3d moment =
      on.loads.moment - dot(slip.s, on.loads.moment) * q + cross(cross(slip.u, on.loads.force), q);
  const Vector3d arm_a = face_a.position - motion.a.position + 0.5 * slip.apart;
  const Vector3d arm_b = face_b.position - motion.b.position - 0.5 * slip.apart;
  const auto pull = [&](const Vector3d &force, const Vector3d &twist) {
    const Vector3d f = slip.frame * force, m = slip.frame * twist;
    return FacePull{f, cross(arm_a, f) + m, -cross(arm_b, f) - m};
  };
  on.on = pull(on.loads.force, moment);
  on.drag = {Vector3d::zero(), Vector3d::zero(), Vector3d::zero()};
  if (!(material.damping > 0.0)) return on;
  const double time = 2.0 * material.damping * std::sqrt(motion.mass / springs.force.z);
  const Vector3d moving = transposed(slip.frame) *
      (motion.velocity_b + cross(motion.omega_b, arm_b) - motion.velocity_a -
       cross(motion.omega_a, arm_a));
  const Vector3d turning = transposed(slip.frame) * (motion.omega_b - motion.omega_a);
  on.drag = pull(time * product(springs.force, moving), time * product(springs.moment, turning));
  on.on.force_a += on.drag.force_a;
  on.on.torque_a += on.drag.torque_a;
  on.on.torque_b += on.drag.torque_b;
  return on;
}

}    // namespace grist
