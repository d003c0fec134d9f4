#include "contacts/wall_lanes.h"

#include "common/constants.h"
#include "contacts/block_lanes.h"
#include "contacts/contact_kernel.h"
#include "contacts/contact_laws.h"
#include "contacts/contact_power_kernel.h"
#include "contacts/flow_block.h"
#include "lanes/lane_rows.h"

namespace grist {
inline namespace GRIST_INSTRUCTION_SET {

namespace {

using contact_kernel::law_of;
using contact_kernel::Vector;

inline double effective_radius(const WallBlock &block, int n)
{
  return block.radius[n] / (1.0 + block.radius[n] * block.curvature[n]);
}

// As wall_contact() makes it.
template <class MODE> inline contact_kernel::Contact contact_of(const WallBlock &block, int n)
{
  contact_kernel::Contact contact;
  contact.normal = load_lane(block.direction, n);
  contact.velocity = load_lane(block.velocity, n);
  contact.omega_a = load_lane(block.omega_a, n);
  contact.omega_b = load_lane(block.omega_b, n);
  contact.overlap = block.overlap[n];
  contact.radius_a = contact.arm_a = block.radius[n];
  contact.radius_b = contact.arm_b = 0.0;
  contact.radius = effective_radius(block, n);
  contact.mass = block.mass[n];
  contact.normal_turn = 0.0;
  contact.normal_rate =
      select(block.curvature[n] == 0.0, normal_rate_on_plane(contact), Vector{0.0, 0.0, 0.0});
  if constexpr (MODE::ROLLING == RollingLaw::TORQUE) contact.inertia = block.inertia[n];
  if constexpr (MODE::COHESION == CohesionLaw::JKR) contact.touch_root = block.touch_root[n];
  if constexpr (MODE::COHESION == CohesionLaw::EEPA) contact_kernel::load_memory(block, n, contact);
  return contact;
}

bool turns(const WallBlock &block, int lanes)
{
  LaneMask moving = {};
  for (int d = 0; d < 3; d++)
    for (int n = 0; n < lanes; n += LANES) moving |= load_row(&block.omega_b[d][n]) != 0.0;
  return bits_of(moving) != 0;
}

template <class MODE, class Turn> void turn_springs(WallBlock &block, int lanes, const Turn &turned)
{
  for (int n = 0; n < lanes; n++) {
    const Vector normal = load_lane(block.direction, n);
    store_lane(block.shear, n, turned(load_lane(block.shear, n), normal, n));
    if constexpr (MODE::ROLLING == RollingLaw::SPRING)
      store_lane(block.roll, n, turned(load_lane(block.roll, n), normal, n));
  }
}

// The springs of contacts by ContactForm::CONSISTENT. With a wall that does not turn, most of the
// work is saved.
template <class MODE> void turn_springs(WallBlock &block, int lanes, double dt)
{
  if (turns(block, lanes))
    turn_springs<MODE>(
        block, lanes, [&block, dt](const Vector &spring, const Vector &normal, int n) {
          return turn_with_wall(spring, normal,
                                contact_kernel::WallTurn(load_lane(block.omega_b, n), normal, dt));
        });
  else
    turn_springs<MODE>(block, lanes, [](const Vector &spring, const Vector &normal, int) {
      return contact_kernel::into_plane(spring, normal);
    });
}

template <class MODE>
[[gnu::flatten]] void evaluate(WallBlock &block, int lanes, const contact_kernel::Step &step)
{
  contact_kernel::evaluate_lanes<MODE>(
      block, lanes, step, [&block](int n) { return effective_radius(block, n); },
      [&block](int n) { return contact_of<MODE>(block, n); },
      [&block](int n, const contact_kernel::Force &on) {
        store_lane(block.force, n, on.force);
        store_lane(block.torque, n, on.torque_a);
        store_lane(block.tangential_force, n, on.tangential);
        store_lane(block.rolling, n, on.rolling);
        block.normal_force[n] = on.normal;
      });
}

template <class MODE>
[[gnu::flatten]] void twist(WallBlock &block, int lanes, const contact_kernel::Step &step)
{
  contact_kernel::add_twisting<MODE>(
      block, lanes, step, [&block](int n) { return contact_of<MODE>(block, n); },
      [&block](int n, double torque, const Vector &normal) {
        store_lane(block.torque, n, load_lane(block.torque, n) + torque * normal);
        store_lane(block.rolling, n, load_lane(block.rolling, n) + torque * normal);
      });
}

// After all forces are known.
template <class MODE>
[[gnu::flatten]] void find_taking_forces(const WallBlock &block, int first,
                                         const contact_kernel::Step &given,
                                         WallFlowBlock &__restrict to)
{
  const contact_kernel::Step step = given;
  for (int k = 0; k < WallFlowBlock::LANES; k++) {
    const int n = first + k;
    const contact_kernel::Contact contact = contact_of<MODE>(block, n);
    const ContactLaw law = law_of<MODE>(block, n);
    const Vector sideways = sideways_of(contact);
    const contact_kernel::PlaneTurn turn(contact, step);
    contact_kernel::Force on;
    on.normal = block.normal_force[n];
    on.pressing = block.pressing[n];
    on.tangential = load_lane(block.tangential_force, n);
    on.rolling = load_lane(block.rolling, n);
    const contact_kernel::DissipativeForces taking = contact_kernel::taking_forces<MODE>(
        law, contact, contact_kernel::slip_of<MODE>(contact, sideways, turn),
        contact_kernel::normal_state<MODE>(law, contact), on);
    const Vector damping = taking.damping(contact.normal),
                 velocity = load_lane(block.wall_velocity, n);
    store_lane(to.damping, k, damping);
    store_lane(to.shearing, k, taking.shearing);
    store_lane(to.rolling, k, taking.rolling);
    store_lane(to.normal, k, contact.normal);
    to.arm_a[k] = contact.arm_a;
    to.at_wall[0][k] = dot(damping, velocity);
    to.at_wall[1][k] = dot(taking.shearing, velocity);
    to.at_wall[2][k] = dot(taking.rolling, contact.omega_b);
  }
}

void evaluate_block(WallBlock &block, int count, const ContactMode &mode, WallFlowBlock *taking)
{
  const int lanes = contact_kernel::whole_vectors(count);
  with_mode(mode, [&](auto of) {
    using MODE = decltype(of);
    if (mode.advance && MODE::FORM == ContactForm::CONSISTENT)
      turn_springs<MODE>(block, lanes, mode.dt);
    evaluate<MODE>(block, lanes, {mode.dt, mode.advance});
    if constexpr (MODE::FORM == ContactForm::CONSISTENT)
      if (mode.twists)
        twist<contact_kernel::NoRolling<MODE>>(block, lanes, {mode.dt, mode.advance});
    for (int n = 0; taking && n < lanes; n += WallFlowBlock::LANES)
      find_taking_forces<MODE>(block, n, {mode.dt, mode.advance}, taking[n / WallFlowBlock::LANES]);
  });
}

/* ----------------------------------------------------------------------
   into a block and back: rows of numbers in memory, transposed
------------------------------------------------------------------------- */

static_assert(contact_kernel::WIDEST % LANES == 0);

constexpr HistoryLayout HISTORY = HistoryLayout::all();

// Of three rows of touches.
LaneVectors load_vector(const WallTouches &touches, const double *first, int n)
{
  return {load_row(first + n), load_row(first + touches.stride + n),
          load_row(first + 2 * touches.stride + n)};
}

void gather_motion(const WallTouches &touches, int n, WallBlock &block)
{
  const LaneVectors motion = gather_vectors(touches.velocity, touches.sphere + n);
  if (!touches.wall_velocity) {
    const LaneVectors none = {};
    store(block.wall_velocity, n, none);
    store(block.omega_b, n, none);
    store(block.velocity, n, motion);
    return;
  }
  const LaneVectors wall = load_vector(touches, touches.wall_velocity, n),
                    turning = load_vector(touches, touches.wall_omega, n);
  store(block.wall_velocity, n, wall);
  store(block.omega_b, n, turning);
  const double *center = touches.center_velocity;
  const LaneVectors past = {motion.x - center[0], motion.y - center[1], motion.z - center[2]};
  const LaneVectors quarter = past + 0.5 * touches.half_step * cross(turning, past);
  store(block.velocity, n, motion - (wall - touches.half_step * cross(turning, quarter)));
}

// From the reference point to the center of the sphere, or to its image at the wall.
void gather_arm(const WallTouches &touches, int n, WallBlock &block)
{
  const double *reference = touches.reference;
  LaneVectors x = gather_vectors(touches.x, touches.sphere + n);
  if (touches.image) x = x + load_vector(touches, touches.image, n);
  store(block.arm, n, {x.x - reference[0], x.y - reference[1], x.z - reference[2]});
}

void gather_part(const WallTouches &touches, const ContactMode &mode, int n, WallBlock &block)
{
  Lanes omega[3], history[6];
  const Lanes radius = load_row(touches.radius + n), mass = load_row(touches.mass + n);
  store(block.direction, n, load_vector(touches, touches.normal, n));
  store_row(&block.overlap[n], radius - load_row(touches.distance + n));
  store_row(&block.curvature[n], load_row(touches.curvature + n));
  gather_motion(touches, n, block);
  gather_arm(touches, n, block);
  gather_vectors(touches.omega, touches.sphere + n, omega[0], omega[1], omega[2]);
  store_three(block.omega_a, n, omega);
  store_row(&block.radius[n], radius);
  store_row(&block.mass[n], mass);
  if (mode.rolling == RollingLaw::TORQUE)
    store_row(&block.inertia[n], SPHERE_INERTIA * mass * radius * radius);
  load_six([&](int k) { return touches.history[n + k]; }, history);
  store_three(block.shear, n, history);
  store_three(block.roll, n, history + 3);
  for (int k = 0; mode.twists && k < LANES; k++)
    block.twist[n + k] = touches.history[n + k][HISTORY.twist];
  for (int k = 0; mode.history().memory > 0 && k < LANES; k++)
    for (int d = 0; d < 3; d++) block.memory[d][n + k] = touches.history[n + k][HISTORY.memory + d];
}

void gather(const WallTouches &touches, const ContactMode &mode, int count, WallBlock &block)
{
  for (int n = 0; n < count; n += LANES) gather_part(touches, mode, n, block);
}

// Lanes beyond the count are not kept: they need not have the law of the contact that they are
// copies of.
void keep(const WallBlock &block, const ContactMode &mode, const WallTouches &touches, int count)
{
  int n = 0;
  for (; n + LANES <= count; n += LANES) {
    Lanes history[6];
    load_three(block.shear, n, history);
    load_three(block.roll, n, history + 3);
    store_six([&](int k) { return touches.history[n + k]; }, history);
  }
  for (int k = 0; mode.twists && k < count; k++) touches.history[k][HISTORY.twist] = block.twist[k];
  for (int k = 0; mode.history().memory > 0 && k < count; k++)
    for (int d = 0; d < 3; d++) touches.history[k][HISTORY.memory + d] = block.memory[d][k];
  for (; n < count; n++)
    for (int d = 0; d < 3; d++) {
      touches.history[n][d] = block.shear[d][n];
      touches.history[n][3 + d] = block.roll[d][n];
    }
}

void scatter(const WallBlock &block, int count, WallForceRows &rows)
{
  static_assert(sizeof(WallForceRow) == 8 * sizeof(double));
  for (int n = 0; n < count; n += LANES) {
    Lanes on[8] = {};
    load_three(block.force, n, on);
    load_three(block.torque, n, on + 3);
    store_columns([&](int k) { return rows.of[n + k].force; }, on);
  }
}

// Contacts of lanes beyond the count are left out.
WallSums sums(const WallBlock &block, int count)
{
  LaneVectors force_sum = {}, torque_sum = {};
  Lanes power_sum = {}, place;
  for (int k = 0; k < LANES; k++) place[k] = k;
  for (int n = 0; n < count; n += LANES) {
    const LaneMask others = place >= static_cast<double>(count - n);
    const LaneVectors force = load(block.force, n), rolling = load(block.rolling, n);
    const LaneVectors moment = load(block.torque, n) + cross(load(block.arm, n), force);
    const Lanes power =
        dot(force, load(block.wall_velocity, n)) + dot(rolling, load(block.omega_b, n));
    force_sum = force_sum + zero_where(others, force);
    torque_sum = torque_sum + zero_where(others, moment);
    power_sum += select(others, Lanes{}, power);
  }
  return {{sum_of(force_sum.x), sum_of(force_sum.y), sum_of(force_sum.z)},
          {sum_of(torque_sum.x), sum_of(torque_sum.y), sum_of(torque_sum.z)},
          sum_of(power_sum)};
}

constexpr WallLanes TABLE = {evaluate_block, gather, keep, scatter, sums};

}    // namespace
}    // namespace GRIST_INSTRUCTION_SET

const WallLanes WallLanes::GRIST_INSTRUCTION_SET = TABLE;

}    // namespace grist
