#include "styles/walls/wall_response.h"

#include "common/constants.h"
#include "common/preconditions.h"
#include "geometry/mass_properties.h"

#include "comm.h"
#include "domain.h"
#include "error.h"
#include "fmt/format.h"
#include "force.h"
#include "modify.h"
#include "update.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

using namespace LAMMPS_NS;
using grist::GuidedBody;
using grist::RigidMotion;
using grist::Vector3d;

static constexpr double ON_TARGET = 0.01;    // of the target
static constexpr double FOREVER = std::numeric_limits<double>::infinity();

WallResponse::WallResponse(LAMMPS *lmp, std::string user, ResponseRequest request,
                           const grist::Mesh &mesh, RigidMotion &motion) :
    Pointers(lmp),
    user(std::move(user)), given(std::move(request)), states(given.servos.size()),
    memories(given.servos.size())
{
  for (ServoMotion &one : given.servos) {
    one.factor = grist::in_force_units(one.target.description().quantity,
                                       one.area > 0.0 ? one.area : 1.0, force->nktv2p);
    one.number =
        motion.add_driven(one.servo.point, one.servo.turns ? one.servo.axis : Vector3d::zero());
  }
  if (!given.free) return;
  FreeMotion &free = *given.free;
  const bool moves_too = motion.moves();
  complete(free, mesh);
  const GuidedBody &body = free.body;
  if (body.around != GuidedBody::Around::NONE && moves_too)
    error->all(FLERR, "{}: move free turns the wall (expected around none beside other motions)",
               this->user);
  free.number = body.around == GuidedBody::Around::ALL
      ? motion.add_driven_about(body.center)
      : motion.add_driven(body.point,
                          body.around == GuidedBody::Around::AXIS ? body.axis : Vector3d::zero());
}

// Mass, centre and inertia that are not given are those of the closed mesh, filled.
void WallResponse::complete(FreeMotion &free, const grist::Mesh &mesh) const
{
  GuidedBody &body = free.body;
  const bool is_closed = !mesh.faces.empty();
  const bool turns = body.around != GuidedBody::Around::NONE;
  if (free.density > 0.0 && !is_closed)
    error->all(FLERR, "{}: move free density {:g} of a mesh that is not closed (expected mass)",
               user, free.density);
  if (turns && !free.has_inertia && !is_closed)
    error->all(FLERR,
               "{}: move free turns a mesh that is not closed (expected inertia, or around none)",
               user);
  if (turns && !free.has_center && !is_closed)
    error->all(FLERR, "{}: move free turns a mesh that is not closed (expected center)", user);
  if (is_closed) {
    const grist::MassProperties filled = grist::mass_properties(mesh.vertices, mesh.faces);
    if (free.density > 0.0) body.mass = free.density * std::fabs(filled.volume);
    if (!free.has_inertia) body.inertia = body.mass / filled.volume * filled.inertia;
    if (!free.has_center) body.center = filled.centroid;
  }
  body.mass /= force->ftm2v;
  body.inertia /= force->ftm2v;
  body.gravity *= force->ftm2v;    // given as force over mass, as for fix gravity
  const bool slides = std::any_of(body.coordinates.begin(), body.coordinates.end(),
                                  [](const GuidedBody::Coordinate &one) { return one.is_free; });
  const Vector3d arm = body.center - body.point;
  const double off = norm(arm - dot(body.axis, arm) * body.axis);
  if (body.around == GuidedBody::Around::AXIS && slides && off > 1e-9 * norm(arm))
    error->all(FLERR,
               "{}: move free has an axis at {:.3g} from the center of mass (expected along none, "
               "or an axis through the center)",
               user, off);
  body.begin();
}

void WallResponse::find()
{
  warned_of_miss = false;
  for (ServoMotion &one : given.servos) one.target.find(lmp, user);
  if (!given.free) return;
  for (auto *values : {&given.free->force, &given.free->torque})
    for (NumberOrVariable &one : *values) one.find(lmp, user);
}

// ---- servos

// The speed, or 0 where the servo would leave its limit; then it warns, once.
double WallResponse::held_within(const ServoMotion &one, double place, double speed, double dt)
{
  const double limit = limit_of(one), reached = place + speed * dt;
  if (std::fabs(reached) <= limit || std::fabs(reached) <= std::fabs(place)) return speed;
  if (!std::exchange(warned, true) && comm->me == 0)
    error->warning(FLERR,
                   "{}: the servo has moved the wall by {:.3g} and stops there (its limit {:.3g}; "
                   "is there anything to press on, and has the target the sign of f_ID?)",
                   user, place, limit);
  return 0.0;
}

double WallResponse::limit_of(const ServoMotion &one) const
{
  if (one.limit > 0.0) return one.limit;
  if (one.servo.turns) return FOREVER;
  return std::max({domain->prd[0], domain->prd[1], domain->prd[2]});
}

// With its axis where the wall has taken it.
static grist::Servo present(const ServoMotion &one, const RigidMotion &motion)
{
  grist::Servo servo = one.servo;
  if (!servo.turns) return servo;
  const RigidMotion::Axis &axis = motion.driven_axis(one.number);
  servo.point = axis.point;
  servo.axis = axis.direction;
  return servo;
}

static void add_step(grist::RigidVelocity &step, const grist::Servo &servo, double length)
{
  const grist::Twist twist = servo.twist(step.point);
  step.velocity += length * twist.velocity;
  step.omega += length * twist.omega;
}

// Once in a run.
void WallResponse::warn_of_miss(const ServoMotion &one, const grist::MissedTarget &missed)
{
  if (std::exchange(warned_of_miss, true) || comm->me > 0) return;
  const std::string cure = missed.at_fastest > 0.5
      ? fmt::format("it had its largest speed {:.3g} for {:.0f} % of it: give a larger one",
                    one.servo.fastest, 100.0 * missed.at_fastest)
      : fmt::format("what it presses on changes its motion faster than the servo follows: give a "
                    "gain above {:.3g}",
                    one.servo.gain);
  error->warning(
      FLERR,
      "{}: over the last {:.3g} time units the servo has held {:.4g} on average, {:.1f} % "
      "off its target {:.4g} ({})",
      user, missed.time, missed.given / one.factor,
      100.0 * std::fabs(missed.given / missed.wanted - 1.0), missed.wanted / one.factor, cure);
}

static grist::ServoLoad load_on(const grist::Servo &servo, const WallLoads &loads, double target)
{
  const grist::Twist along = servo.twist(loads.reference);
  return {target, servo.component(loads.force, loads.torque, loads.reference),
          loads.resistance.stiffness_along(along), loads.resistance.damping_along(along),
          loads.touches};
}

// The speed of servo n, at its present place, in a step.
double WallResponse::speed_of(size_t n, const grist::Servo &servo, const grist::ServoLoad &load,
                              double place, double dt)
{
  assert(n < given.servos.size());
  const ServoMotion &one = given.servos[n];
  grist::ServoMemory &memory = memories[n];
  const double speed = held_within(one, place, servo.speed(load, memory, dt), dt);
  memory.move(speed);
  if (const auto missed = memory.watch.take()) warn_of_miss(one, *missed);
  return speed;
}

// At the start of a run servos continue with the speed that they had.
void WallResponse::drive_servos(const WallLoads &loads, RigidMotion &motion, double dt)
{
  bool meets_all = loads.touches;
  last_step = {};
  for (size_t n = 0; n < given.servos.size(); n++) {
    const ServoMotion &one = given.servos[n];
    const grist::Servo servo = present(one, motion);
    const double target = one.factor * one.target.value(lmp, user);
    const grist::ServoLoad load = load_on(servo, loads, target);
    if (!(std::fabs(load.missing()) <= ON_TARGET * std::fabs(target))) meets_all = false;
    RigidMotion::Driven &state = states[n];
    const double place = one.servo.turns ? state.angle : dot(state.displacement, one.servo.axis);
    const double before = one.servo.turns ? state.rate : dot(state.velocity, one.servo.axis);
    const double speed = dt > 0.0 ? speed_of(n, servo, load, place, dt) : before;
    add_step(last_step, servo, speed * update->dt);
    if (one.servo.turns) {
      state.rate = speed;
      state.angle += speed * dt;
    } else {
      state.velocity = speed * one.servo.axis;
      state.displacement += dt * state.velocity;
    }
    motion.drive(one.number, state);
  }
  if (dt > 0.0) on_target = meets_all ? on_target + dt : 0.0;    // a restart has no loads at setup
}

// ---- the free body

void WallResponse::read_applied()
{
  for (int k = 0; k < 3; k++) {
    applied.force[k] = given.free->force[k].value(lmp, user);
    applied.torque[k] = given.free->torque[k].value(lmp, user);
  }
}

grist::BodyLoad WallResponse::load_on_body(const WallLoads &loads) const
{
  const Vector3d lever = loads.reference - given.free->body.center_now();
  return {loads.force + applied.force, loads.torque + cross(lever, loads.force) + applied.torque};
}

void WallResponse::set_motion(RigidMotion &motion) const
{
  const GuidedBody &body = given.free->body;
  const GuidedBody::Coordinate &angle = body.coordinates[GuidedBody::ANGLE];
  RigidMotion::Driven state;
  state.displacement = body.shift();
  for (int k = 0; k < 3; k++) state.velocity[k] = body.coordinates[k].moved;
  state.angle = angle.place;
  state.rate = angle.moved;
  state.turn = body.turn();
  if (body.around == GuidedBody::Around::ALL) state.omega = body.rates_of_step().omega;
  state.center_velocity = state.velocity;
  motion.drive(given.free->number, state);
}

void WallResponse::start(const WallLoads &loads, RigidMotion &motion, double dt)
{
  modify->clearstep_compute();
  if (given.free) {
    if (dt > 0.0) given.free->body.start(load_on_body(loads), dt);
    read_applied();
    if (dt == 0.0) given.free->body.take_full_step(load_on_body(loads));
    set_motion(motion);
  } else
    drive_servos(loads, motion, dt);
  modify->addstep_compute(update->ntimestep + 1);
}

// What is summed of the servos, or is of the body.
Vector3d WallResponse::shift() const
{
  if (given.free) return given.free->body.shift();
  Vector3d sum = Vector3d::zero();
  for (const RigidMotion::Driven &one : states) sum += one.displacement;
  return sum;
}

Vector3d WallResponse::velocity() const
{
  if (given.free) return given.free->body.rates().velocity;
  Vector3d sum = Vector3d::zero();
  for (const RigidMotion::Driven &one : states) sum += one.velocity;
  return sum;
}

double WallResponse::angle() const
{
  if (given.free) return given.free->body.coordinates[GuidedBody::ANGLE].place;
  double sum = 0.0;
  for (const RigidMotion::Driven &one : states) sum += one.angle;
  return sum;
}

// With a sign about an axis; of a body that turns freely, the magnitude.
static double rate_of(const GuidedBody &body)
{
  return body.around == GuidedBody::Around::AXIS ? body.coordinates[GuidedBody::ANGLE].speed
                                                 : norm(body.rates().omega);
}

double WallResponse::rate() const
{
  if (given.free) return rate_of(given.free->body);
  double sum = 0.0;
  for (const RigidMotion::Driven &one : states) sum += one.rate;
  return sum;
}

double WallResponse::half_period(const WallLoads &loads) const
{
  if (!given.free) return FOREVER;
  const GuidedBody &body = given.free->body;
  double greatest = 0.0;    // stiffness over inertia
  const auto add = [&](const Vector3d &velocity, const Vector3d &omega, double inertia) {
    greatest = std::max(greatest, loads.resistance.stiffness_along({velocity, omega}) / inertia);
  };
  const Vector3d none = Vector3d::zero();
  for (int k = 0; k < GuidedBody::ANGLE; k++)
    if (body.coordinates[k].is_free) add(Vector3d::unit(k), none, body.mass);
  if (body.around == GuidedBody::Around::AXIS)
    add(cross(body.axis, loads.reference - body.shift() - body.point), body.axis,
        body.coordinates[GuidedBody::ANGLE].inertia);
  if (body.around == GuidedBody::Around::ALL)
    for (int k = 0; k < 3; k++)
      add(cross(Vector3d::unit(k), loads.reference - body.center_now()), Vector3d::unit(k),
          least_of(body.top().moments));
  return greatest > 0.0 ? grist::PI / std::sqrt(greatest) : FOREVER;
}

grist::RigidVelocity WallResponse::velocity_of_step() const
{
  const GuidedBody &body = given.free->body;
  const GuidedBody::Rates then = body.rates_of_step();
  return {then.velocity, then.omega, body.center_now()};
}

grist::RigidVelocity WallResponse::late_velocity() const
{
  const GuidedBody &body = given.free->body;
  const GuidedBody::Rates now = body.rates(), then = body.rates_of_step();
  return {now.velocity - then.velocity, now.omega - then.omega, body.center_now()};
}

// ---- restart

void WallResponse::transfer_state(grist::Archive &archive, const RigidMotion &motion)
{
  archive(on_target);
  for (size_t n = 0; n < states.size(); n++) {
    if (archive.reads()) states[n] = motion.driven()[given.servos[n].number];
    archive(memories[n]);
  }
  if (!given.free) return;
  GuidedBody &body = given.free->body;
  for (GuidedBody::Coordinate &one : body.coordinates) archive(one.place, one.speed);
  archive(body.top().orientation, body.top().angular_momentum);
}
