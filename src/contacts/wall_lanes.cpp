#include "contacts/wall_lanes.h"

#include "common/constants.h"
#include "contacts/block_kernel.h"
#include "lanes/lane_rows.h"

namespace grist {
inline namespace GRIST_INSTRUCTION_SET {

namespace {

using contact_kernel::Contact;
using contact_kernel::Vector;

bool turns(const ContactBlock &block, int lanes)
{
  LaneMask moving = {};
  for (int d = 0; d < 3; d++)
    for (int n = 0; n < lanes; n += LANES) moving |= load_row(&block.omega_b[d][n]) != 0.0;
  return bits_of(moving) != 0;
}

template <class MODE, class Turn> void turn_all(ContactBlock &block, int lanes, const Turn &turned)
{
  for (int n = 0; n < lanes; n++) {
    const Vector normal = load_lane(block.apart, n);
    store_lane(block.shear, n, turned(load_lane(block.shear, n), normal, n));
    if constexpr (MODE::Rolling::MEMORY.vectors > 0)
      store_lane(block.roll, n, turned(load_lane(block.roll, n), normal, n));
  }
}

struct Wall {
  static constexpr bool IS_WALL = true;
  static double radius(const ContactBlock &block, int n)
  {
    return block.radius_a[n] / (1.0 + block.radius_a[n] * block.curvature[n]);
  }

  static void measure(ContactBlock &, int) {}

  // As wall_contact() makes it.
  template <class MODE> static Contact contact_of(const ContactBlock &block, int n)
  {
    Contact contact;
    contact.normal = load_lane(block.apart, n);
    contact.velocity = load_lane(block.velocity, n);
    contact.omega_a = load_lane(block.omega_a, n);
    contact.omega_b = load_lane(block.omega_b, n);
    contact.overlap = block.wall_overlap[n];
    contact.radius_a = contact.arm_a = block.radius_a[n];
    contact.radius_b = contact.arm_b = 0.0;
    contact.radius = radius(block, n);
    contact.mass = block.mass_product[n];
    contact.normal_turn = 0.0;
    contact.normal_rate =
        select(block.curvature[n] == 0.0, normal_rate_on_plane(contact), Vector{0.0, 0.0, 0.0});
    contact_kernel::load_parts<MODE>(block, n, contact);
    return contact;
  }

  static double lever(const Contact &contact) { return 1.0 / contact.arm_a; }

  // The springs of contacts by ContactForm::CONSISTENT. With a wall that does not turn, most of the
  // work is saved.
  template <class MODE> static void turn_springs(ContactBlock &block, int lanes, double dt)
  {
    if constexpr (MODE::FORM == ContactForm::STOCK) return;
    if (turns(block, lanes))
      turn_all<MODE>(block, lanes, [&block, dt](const Vector &spring, const Vector &normal, int n) {
        return turn_with_wall(spring, normal,
                              contact_kernel::WallTurn(load_lane(block.omega_b, n), normal, dt));
      });
    else
      turn_all<MODE>(block, lanes, [](const Vector &spring, const Vector &normal, int) {
        return contact_kernel::into_plane(spring, normal);
      });
  }
};

void evaluate_block(ContactBlock &block, int count, const ContactMode &mode,
                    LossBlock<ContactEntries> *losses)
{
  with_mode(mode, [&](auto of) {
    contact_kernel::evaluate_block<Wall, decltype(of)>(block, count, mode, losses);
  });
}

// ---- into a block and back: rows of numbers in memory, transposed

static_assert(contact_kernel::WIDEST % LANES == 0);

constexpr HistoryLayout HISTORY = HistoryLayout::all();

// Reads three rows of touches.
LaneVectors load_vector(const WallTouches &touches, const double *first, int n)
{
  return {load_row(first + n), load_row(first + touches.stride + n),
          load_row(first + 2 * touches.stride + n)};
}

void gather_motion(const WallTouches &touches, int n, ContactBlock &block)
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
void gather_arm(const WallTouches &touches, int n, ContactBlock &block)
{
  const double *reference = touches.reference;
  LaneVectors x = gather_vectors(touches.x, touches.sphere + n);
  if (touches.image) x = x + load_vector(touches, touches.image, n);
  store(block.arm, n, {x.x - reference[0], x.y - reference[1], x.z - reference[2]});
}

// as: what contacts of the mode remember; all have room for everything.
void gather_part(const WallTouches &touches, const HistoryLayout &as, bool with_inertia, int n,
                 ContactBlock &block)
{
  Lanes omega[3], history[6];
  const Lanes radius = load_row(touches.radius + n), mass = load_row(touches.mass + n);
  store(block.apart, n, load_vector(touches, touches.normal, n));
  store_row(&block.wall_overlap[n], radius - load_row(touches.distance + n));
  store_row(&block.curvature[n], load_row(touches.curvature + n));
  gather_motion(touches, n, block);
  gather_arm(touches, n, block);
  gather_vectors(touches.omega, touches.sphere + n, omega[0], omega[1], omega[2]);
  store_three(block.omega_a, n, omega);
  store_row(&block.radius_a[n], radius);
  store_row(&block.mass_product[n], mass);
  if (with_inertia) store_row(&block.inertia[n], SPHERE_INERTIA * mass * radius * radius);
  load_six([&](int k) { return touches.history[n + k]; }, history);
  store_three(block.shear, n, history);
  store_three(block.roll, n, history + 3);
  if (as.twist < 0 && as.remembered == 0) return;
  for (int k = 0; k < LANES; k++) {
    const double *all = touches.history[n + k];
    if (as.twist > 0) block.twist[n + k] = all[HISTORY.twist];
    for (int d = 0; d < as.remembered; d++) block.memory[d][n + k] = all[HISTORY.memory + d];
  }
}

void gather(const WallTouches &touches, const ContactMode &mode, int count, ContactBlock &block)
{
  const HistoryLayout as = history_of(mode);
  const bool with_inertia = needs_inertia(mode);
  for (int n = 0; n < count; n += LANES) gather_part(touches, as, with_inertia, n, block);
}

// Lanes beyond the count are not kept: they need not have the law of the contact that they are
// copies of.
void keep(const ContactBlock &block, const ContactMode &mode, const WallTouches &touches, int count)
{
  int n = 0;
  for (; n + LANES <= count; n += LANES) {
    Lanes history[6];
    load_three(block.shear, n, history);
    load_three(block.roll, n, history + 3);
    store_six([&](int k) { return touches.history[n + k]; }, history);
  }
  const HistoryLayout as = history_of(mode);
  const bool has_more = as.twist > 0 || as.remembered > 0;
  for (int k = 0; has_more && k < count; k++) {
    double *all = touches.history[k];
    if (as.twist > 0) all[HISTORY.twist] = block.twist[k];
    for (int d = 0; d < as.remembered; d++) all[HISTORY.memory + d] = block.memory[d][k];
  }
  for (; n < count; n++)
    for (int d = 0; d < 3; d++) {
      touches.history[n][d] = block.shear[d][n];
      touches.history[n][3 + d] = block.roll[d][n];
    }
}

void scatter(const ContactBlock &block, int count, WallForceRows &rows)
{
  static_assert(sizeof(WallForceRow) == 8 * sizeof(double));
  for (int n = 0; n < count; n += LANES) {
    Lanes on[8] = {};
    load_three(block.force, n, on);
    load_three(block.torque_a, n, on + 3);
    store_columns([&](int k) { return rows.of[n + k].force; }, on);
  }
}

// Contacts of lanes beyond the count are left out.
WallSums sums(const ContactBlock &block, int count)
{
  LaneVectors force_sum = {}, torque_sum = {};
  Lanes power_sum = {}, place;
  for (int k = 0; k < LANES; k++) place[k] = k;
  for (int n = 0; n < count; n += LANES) {
    const LaneMask others = place >= static_cast<double>(count - n);
    const LaneVectors force = load(block.force, n), on_wall = load(block.torque_b, n);
    const LaneVectors moment = load(block.torque_a, n) + cross(load(block.arm, n), force);
    const Lanes power =
        dot(force, load(block.wall_velocity, n)) - dot(on_wall, load(block.omega_b, n));
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
