#include "bonds/face_bond.h"

#include "bonds/load_path.h"
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

FaceSprings::FaceSprings(const FaceMaterial &material, const FaceBond &bond)
{
  const double normal = material.young / bond.distance, shear = normal / material.ratio;
  force = bond.area * Vector3d{shear, shear, normal};
  moment = {normal * bond.inertia[0], normal * bond.inertia[1],
            shear * (bond.inertia[0] + bond.inertia[1])};
}

FaceStrengths<double> face_strengths(const FaceMaterial &of, const FaceBond &bond,
                                     const FaceSprings &springs, double strength)
{
  using Of = FaceStrengths<double>;
  Of result = {};
  double *factors = result.factors;
  if (of.parts_by_energy()) {
    const double factor =
        0.5 * std::max(1.0, softening_reach(of, bond.distance)) / (bond.area * strength * strength);
    const double opening = factor / of.opening, shearing = factor / of.shearing;
    factors[Of::OPENING] = opening / springs.force.z;
    factors[Of::TILTING_1] = opening / springs.moment.x;
    factors[Of::TILTING_2] = opening / springs.moment.y;
    factors[Of::SLIPPING] = shearing / springs.force.x;
    factors[Of::TWISTING] = shearing / springs.moment.z;
    return result;
  }
  const double edge = std::hypot(bond.extent[0], bond.extent[1]);
  const double tension = 1.0 / (of.tensile * strength), shear = 1.0 / (of.cohesion * strength);
  factors[Of::PULL] = tension / bond.area;
  factors[Of::BEND_1] = tension * of.beta * bond.extent[1] / bond.inertia[0];
  factors[Of::BEND_2] = tension * of.beta * bond.extent[0] / bond.inertia[1];
  factors[Of::SLIP] = shear / bond.area;
  factors[Of::TWIST] = shear * of.beta * edge / (bond.inertia[0] + bond.inertia[1]);
  factors[Of::PULL_IN_SHEAR] = shear * of.friction / bond.area;
  return result;
}

double dashpot_time(const FaceMaterial &material, const FaceSprings &springs, double mass)
{
  return 2.0 * material.damping * std::sqrt(mass / springs.force.z);
}

namespace {

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

double energy_of(const FaceSprings &springs, const FaceLoads &loads)
{
  double energy = 0.0;
  for (int k = 0; k < 3; k++)
    energy += 0.5 *
        (loads.force[k] * loads.force[k] / springs.force[k] +
         loads.moment[k] * loads.moment[k] / springs.moment[k]);
  return energy;
}

// What the springs without damage store besides the energy of pressure.
double energy_besides_pressure(const FaceSprings &springs, FaceLoads loads)
{
  loads.force.z = std::max(loads.force.z, 0.0);
  return energy_of(springs, loads);
}

// A face and the loads of its springs without damage in one step.
class FacePath final : public LoadPath {
 public:
  FacePath(const FaceSprings &springs, const FaceStrengths<double> &strengths,
           const FaceLoads &first, const FaceLoads &last) :
      springs(springs),
      strengths(strengths), first(first), last(last)
  {
    begin();
  }

 private:
  const FaceSprings &springs;
  const FaceStrengths<double> &strengths;
  FaceLoads first, last;

  FaceLoads loads_at(double way) const
  {
    return {first.force + way * (last.force - first.force),
            first.moment + way * (last.moment - first.moment)};
  }
  double share_at(double way) const override
  {
    return share_of(shares_of(strengths, loads_at(way)));
  }
  double energy_over_square_at(double way) const override
  {
    const double share = share_at(way);
    return energy_besides_pressure(springs, loads_at(way)) / (share * share);
  }
};

// As fatigue knows a bond.
struct FaceFatigue {
  const FaceMaterial &material;
  struct {
    Fatigue::Memory<double> &memory;
  } state;
  double share;

  bool has_failed() const { return share >= 1.0; }
  double share_of_strength() const { return share; }
};

BondFailure failure_by(const FaceShares<double> &of)
{
  const bool by_tension = of.tension >= of.shear && of.opening >= of.shearing;
  return by_tension ? BondFailure::TENSION : BondFailure::SHEAR;
}

// The springs lose what damage takes.
template <class Before>
void soften(const FaceSprings &springs, const FaceStrengths<double> &strengths, double reach,
            const Before &loads_before, Softening::Memory<double> &memory, FaceForces &on)
{
  const double now = std::min(on.share, reach);
  if (now > memory.reached) {
    const FacePath path(springs, strengths, loads_before(), on.loads);
    on.dissipated = path.taken(memory.reached, now, reach);
    memory = {now, memory.taken + on.dissipated};
    on.has_remembered = true;
  }
  on.share /= memory.reached;
  if (memory.reached <= 1.0) return;
  const double kept = stiffness_kept(reach, memory.reached);
  const bool is_pressed = on.loads.force.z < 0.0;
  const double pressure = is_pressed ? 0.5 * on.loads.force.z * on.loads.force.z / springs.force.z
                                     : 0.0;
  on.energy = kept * (on.energy - pressure) + pressure;
  on.loads.force = product({kept, kept, is_pressed ? 1.0 : kept}, on.loads.force);
  on.loads.moment = kept * on.loads.moment;
}

// The loads relax in a step that has led here from others.
void creep(const FaceMaterial &material, const FaceSprings &springs, double dt,
           const FaceLoads &before, FaceMemory &memory, FaceForces &on)
{
  const BondCreep::Numbers<double> numbers = BondCreep::numbers(material, dt);
  const auto relax = [&](double &load, double load_before, double stiffness,
                         BondCreep::Memory<double> &crept) {
    const Vector3d none = Vector3d::zero();
    SpringStep<double> step = {
        {load, none, none}, {load - load_before, none, none}, none, 1.0 / stiffness, 0.0, 0.0, 0.0};
    on.flowed += BondCreep::advance<double, double>(numbers, step, crept);
    load = step.loads.tension;
  };
  for (int k = 0; k < 3; k++) {
    relax(on.loads.force[k], before.force[k], springs.force[k], memory.crept[k]);
    relax(on.loads.moment[k], before.moment[k], springs.moment[k], memory.crept[3 + k]);
  }
  on.energy = energy_of(springs, on.loads);
  on.has_remembered = true;
}

// The damaged part bears friction on top of the springs, which have lost what damage takes.
void rub(const FaceMaterial &material, const FaceSprings &springs, double reach,
         const Vector3d &slip, FaceMemory &memory, FaceForces &on)
{
  if (memory.softening.reached <= 1.0) return;
  const double limit = material.sliding * std::max(0.0, -on.loads.force.z);
  const double damage = 1.0 - stiffness_kept(reach, memory.softening.reached);
  const FaceFriction::Result found =
      FaceFriction::advance({springs.force.x, limit, damage, {slip.x, slip.y}}, memory.friction);
  on.loads.force += found.force;
  on.energy += found.stored;
  on.rubbed = found.lost;
  on.has_remembered = true;
}

// Puts share, failure and damage of this step into `on`, which has loads and energy of the springs
// without damage.
template <class Before>
void follow_loads(const FaceMaterial &material, const FaceBond &bond, const FaceSprings &springs,
                  double strength, const Vector3d &slip, const Before &loads_before,
                  FaceMemory &memory, FaceForces &on)
{
  const double reach = material.softens() ? softening_reach(material, bond.distance) : 0.0;
  const FaceStrengths<double> strengths =
      face_strengths(material, bond, springs, strength * memory.fatigue.left);
  const FaceShares<double> shares = shares_of(strengths, on.loads);
  on.share = share_of(shares);
  on.failure = on.share < std::max(1.0, reach) ? BondFailure::NONE : failure_by(shares);
  if (reach > 0.0) {
    soften(springs, strengths, reach, loads_before, memory.softening, on);
    if (FaceFriction::acts(material)) rub(material, springs, reach, slip, memory, on);
  }
  if (Fatigue::acts(material)) {
    const Fatigue::Memory<double> before = memory.fatigue;
    FaceFatigue bond_of_fatigue = {material, {memory.fatigue}, on.share};
    Fatigue::grow(bond_of_fatigue);
    on.has_remembered |= before.peak != memory.fatigue.peak || before.left != memory.fatigue.left;
  }
}

}    // namespace

double softening_reach(const FaceMaterial &material, double distance)
{
  if (!material.parts_by_energy()) return softening_reach<FaceMaterial>(material, distance);
  if (!material.softens()) return 0.0;
  return 2.0 * material.opening * material.young / (material.tensile * material.tensile * distance);
}

double damage_of(const FaceMaterial &material, const FaceBond &bond, const FaceMemory &memory)
{
  const double reach = softening_reach(material, bond.distance);
  return 1.0 -
      stiffness_kept(reach, memory.softening.reached) * memory.fatigue.left * memory.fatigue.left;
}

std::string refusal(const FaceMaterial &material, double distance)
{
  const double reach = softening_reach(material, distance);
  if (!material.softens() || reach > 1.0) return {};
  const bool by_energy = material.parts_by_energy();
  const double energy = by_energy ? material.opening : material.softening;
  return std::string(by_energy ? "gc " : "soften ") + number_text(energy) +
      " is too little for a face of blocks whose nuclei are " + number_text(distance) +
      " apart (more than tensile^2 distance/(2 young), " + number_text(energy / reach) +
      "; or smaller blocks)";
}

// U depends on u and s. With w the cosine of half the angle, q = s/(4 (1 + w)) and m = dU/ds, a
// rotation dp of b against a, in the frame half way, changes s by dp - q (s . dp), and turns that
// frame by dp x q besides the mean of both rotations, which changes u.
FaceForces face_forces(const FaceMaterial &material, const FaceBond &bond, const FaceMotion &motion,
                       double strength, FaceMemory &memory)
{
  assert(strength > 0.0);
  const Pose face_a = motion.a * bond.in_a, face_b = motion.b * bond.in_b;
  const FaceSlip slip(face_a, face_b);
  const FaceSprings springs(material, bond);
  FaceForces on;
  const auto &c = memory.crept;
  const Vector3d u = slip.u - Vector3d{c[0].crept, c[1].crept, c[2].crept};
  const Vector3d s = slip.s - Vector3d{c[3].crept, c[4].crept, c[5].crept};
  on.loads = {product(springs.force, u), product(springs.moment, s)};
  on.energy = 0.5 * (dot(on.loads.force, u) + dot(on.loads.moment, s));
  on.dissipated = on.rubbed = on.flowed = 0.0;
  on.has_remembered = false;

  const Vector3d arm_a = face_a.position - motion.a.position + 0.5 * slip.apart;
  const Vector3d arm_b = face_b.position - motion.b.position - 0.5 * slip.apart;
  // With arms as they were when the velocities were, half of a step before.
  const auto moving = [&](double step) {
    const auto velocity = [step](const Vector3d &of_body, const Vector3d &omega,
                                 const Vector3d &arm) {
      return of_body + cross(omega, arm - 0.5 * step * cross(omega, arm));
    };
    return transposed(slip.frame) *
        (velocity(motion.velocity_b, motion.omega_b, arm_b) -
         velocity(motion.velocity_a, motion.omega_a, arm_a));
  };
  const auto turning = [&] { return transposed(slip.frame) * (motion.omega_b - motion.omega_a); };
  const auto loads_before = [&] {
    return FaceLoads{on.loads.force - motion.dt * product(springs.force, moving(motion.dt)),
                     on.loads.moment - motion.dt * product(springs.moment, turning())};
  };
  if (BondCreep::acts(material) && motion.dt > 0.0)
    creep(material, springs, motion.dt, loads_before(), memory, on);
  follow_loads(material, bond, springs, strength, slip.u, loads_before, memory, on);

  const Vector3d q = slip.s / (4.0 * (1.0 + slip.cosine));
  const Vector3d moment =
      on.loads.moment - dot(slip.s, on.loads.moment) * q + cross(cross(slip.u, on.loads.force), q);
  const auto pull = [&](const Vector3d &force, const Vector3d &twist) {
    const Vector3d f = slip.frame * force, m = slip.frame * twist;
    return FacePull{f, cross(arm_a, f) + m, -cross(arm_b, f) - m};
  };
  on.on = pull(on.loads.force, moment);
  on.shear_a = slip.frame * Vector3d{on.loads.force.x, on.loads.force.y, 0.0};
  on.drag = {Vector3d::zero(), Vector3d::zero(), Vector3d::zero()};
  if (!(material.damping > 0.0)) return on;
  const double time = dashpot_time(material, springs, motion.mass);
  on.drag =
      pull(time * product(springs.force, moving(0.0)), time * product(springs.moment, turning()));
  on.on.force_a += on.drag.force_a;
  on.on.torque_a += on.drag.torque_a;
  on.on.torque_b += on.drag.torque_b;
  return on;
}

}    // namespace grist
