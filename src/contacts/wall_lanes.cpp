#include "contacts/wall_lanes.h"

#include "common/constants.h"
#include "contacts/block_lanes.h"
#include "contacts/contact_kernel.h"
#include "contacts/contact_laws.h"
#include "lanes/lane_rows.h"

namespace grist {
inline namespace GRIST_INSTRUCTION_SET {

namespace {

using contact_kernel::law_of;
using contact_kernel::load;
using contact_kernel::store;
using contact_kernel::Vector;

inline double effective_radius(const WallBlock &block, int n)
{
  return block.radius[n] / (1.0 + block.radius[n] * block.curvature[n]);
}

// As wall_contact() makes it.
template <RollingLaw ROLLING, CohesionLaw COHESION>
inline contact_kernel::Contact contact_of(const WallBlock &block, int n)
{
  contact_kernel::Contact contact;
  contact.normal = load(block.direction, n);
  contact.velocity = load(block.velocity, n);
  contact.omega_a = load(block.omega_a, n);
  contact.omega_b = load(block.omega_b, n);
  contact.overlap = block.overlap[n];
  contact.radius_a = contact.arm_a = block.radius[n];
  contact.radius_b = contact.arm_b = 0.0;
  contact.radius = effective_radius(block, n);
  contact.mass = block.mass[n];
  contact.normal_turn = 0.0;
  if constexpr (ROLLING == RollingLaw::TORQUE) contact.inertia = block.inertia[n];
  if constexpr (COHESION == CohesionLaw::JKR) contact.touch_root = block.touch_root[n];
  return contact;
}

void find_touch_roots(WallBlock &block, int lanes)
{
  for (int n = 0; n < lanes; n++)
    block.touch_root[n] = cohesion::touch_root(block.adhesion[n], effective_radius(block, n));
}

bool turns(const WallBlock &block, int lanes)
{
  LaneMask moving = {};
  for (int d = 0; d < 3; d++)
    for (int n = 0; n < lanes; n += LANES) moving |= load_row(&block.omega_b[d][n]) != 0.0;
  return bits_of(moving) != 0;
}

template <RollingLaw ROLLING, class Turn>
void turn_springs(WallBlock &block, int lanes, const Turn &turned)
{
  for (int n = 0; n < lanes; n++) {
    const Vector normal = load(block.direction, n);
    store(block.shear, n, turned(load(block.shear, n), normal, n));
    if constexpr (ROLLING == RollingLaw::SPRING)
      store(block.roll, n, turned(load(block.roll, n), normal, n));
  }
}

// The springs of contacts by ContactForm::CONSISTENT. With a wall that does not turn, most of the
// work is saved.
template <RollingLaw ROLLING> void turn_springs(WallBlock &block, int lanes, double dt)
{
  if (turns(block, lanes))
    turn_springs<ROLLING>(
        block, lanes, [&block, dt](const Vector &spring, const Vector &normal, int n) {
          return turn_with_wall(spring, normal,
                                contact_kernel::WallTurn(load(block.omega_b, n), normal, dt));
        });
  else
    turn_springs<ROLLING>(block, lanes, [](const Vector &spring, const Vector &normal, int) {
      return into_plane(spring, normal);
    });
}

template <class LAW, RollingLaw ROLLING, ContactForm FORM, CohesionLaw COHESION>
void evaluate(WallBlock &block, int lanes, const contact_kernel::Step &given)
{
  const contact_kernel::Step step = given;
  if constexpr (COHESION == CohesionLaw::JKR) find_touch_roots(block, lanes);
  for (int n = 0; n < lanes; n++) {
    Vector shear = load(block.shear, n), roll = {0.0, 0.0, 0.0};
    if constexpr (ROLLING == RollingLaw::SPRING) roll = load(block.roll, n);
    const contact_kernel::Force on = contact_kernel::contact_force<LAW, ROLLING, FORM, COHESION>(
        law_of<ROLLING, COHESION>(block, n), contact_of<ROLLING, COHESION>(block, n), step, shear,
        roll);
    store(block.shear, n, shear);
    if constexpr (ROLLING == RollingLaw::SPRING) store(block.roll, n, roll);
    store(block.force, n, on.force);
    store(block.torque, n, on.torque_a);
    store(block.tangential_force, n, on.tangential);
    store(block.rolling, n, on.rolling);
    block.normal_force[n] = on.normal;
    block.pressing[n] = on.pressing;
  }
}

void evaluate_block(WallBlock &block, int count, ContactKind kind, RollingLaw rolling,
                    ContactForm form, CohesionLaw cohesion, double dt, bool advance)
{
  const int lanes = contact_kernel::whole_vectors(count);
  const contact_kernel::Step step(dt, advance);
  with_law(kind, [&](auto law) {
    with_rolling(rolling, [&](auto roll) {
      if (advance && form == ContactForm::CONSISTENT) turn_springs<roll()>(block, lanes, dt);
      with_form(form, [&](auto of) {
        with_cohesion<decltype(law), of()>(cohesion, [&](auto pull) {
          evaluate<decltype(law), roll(), of(), pull()>(block, lanes, step);
        });
      });
    });
  });
}

/* ----------------------------------------------------------------------
   into a block and back: rows of numbers in memory, transposed
------------------------------------------------------------------------- */

static_assert(contact_kernel::WIDEST % LANES == 0);

void put(WallBlock::Lane3 &to, int n, const Lanes *columns)
{
  for (int d = 0; d < 3; d++) store_row(&to[d][n], columns[d]);
}
void get(const WallBlock::Lane3 &from, int n, Lanes *columns)
{
  for (int d = 0; d < 3; d++) columns[d] = load_row(&from[d][n]);
}

// Columns of the place of a contact, from the first on and from SECOND on.
enum { DISTANCE = 3, CURVATURE = 4, VELOCITY = 5, SECOND = 3, OMEGA = 8 - SECOND };

void gather_places(const WallTouches &touches, int n, const Lanes &radius, WallBlock &block)
{
  Lanes first[8], second[8], moving[3], arm[3];
  load_columns([&](int k) { return touches.place[n + k]; }, first);
  load_columns([&](int k) { return touches.place[n + k] + SECOND; }, second);
  put(block.direction, n, first);
  store_row(&block.overlap[n], radius - first[DISTANCE]);
  store_row(&block.curvature[n], first[CURVATURE]);
  put(block.wall_velocity, n, first + VELOCITY);
  put(block.omega_b, n, second + OMEGA);
  gather_vectors(touches.velocity, touches.sphere + n, moving[0], moving[1], moving[2]);
  for (int d = 0; d < 3; d++) store_row(&block.velocity[d][n], moving[d] - first[VELOCITY + d]);
  gather_vectors(touches.x, touches.sphere + n, arm[0], arm[1], arm[2]);
  for (int d = 0; d < 3; d++) store_row(&block.arm[d][n], arm[d] - touches.reference[d]);
}

void gather_part(const WallTouches &touches, RollingLaw rolling, int n, WallBlock &block)
{
  Lanes radius, omega[3], history[6];
  for (int k = 0; k < LANES; k++) radius[k] = touches.radius[touches.sphere[n + k]];
  const Lanes mass = load_row(touches.mass + n);
  gather_places(touches, n, radius, block);
  gather_vectors(touches.omega, touches.sphere + n, omega[0], omega[1], omega[2]);
  put(block.omega_a, n, omega);
  store_row(&block.radius[n], radius);
  store_row(&block.mass[n], mass);
  if (rolling == RollingLaw::TORQUE)
    store_row(&block.inertia[n], SPHERE_INERTIA * mass * radius * radius);
  load_six([&](int k) { return touches.history[n + k]; }, history);
  put(block.shear, n, history);
  put(block.roll, n, history + 3);
}

void gather(const WallTouches &touches, RollingLaw rolling, int count, WallBlock &block)
{
  for (int n = 0; n < count; n += LANES) gather_part(touches, rolling, n, block);
}

// Lanes beyond the count are not kept: they need not have the law of the contact that they are
// copies of.
void keep(const WallBlock &block, const WallTouches &touches, int count)
{
  int n = 0;
  for (; n + LANES <= count; n += LANES) {
    Lanes history[6];
    get(block.shear, n, history);
    get(block.roll, n, history + 3);
    store_six([&](int k) { return touches.history[n + k]; }, history);
  }
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
    get(block.force, n, on);
    get(block.torque, n, on + 3);
    store_columns([&](int k) { return rows.of[n + k].force; }, on);
  }
}

Lanes dot(const Lanes (&a)[3], const Lanes (&b)[3])
{
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

// Contacts of lanes beyond the count are left out.
WallSums sums(const WallBlock &block, int count)
{
  Lanes force_sum[3] = {}, torque_sum[3] = {}, power_sum = {}, place;
  for (int k = 0; k < LANES; k++) place[k] = k;
  for (int n = 0; n < count; n += LANES) {
    const LaneMask counts = place < static_cast<double>(count - n);
    const Lanes nothing = {};
    Lanes force[3], torque[3], arm[3], velocity[3], rolling[3], omega[3];
    get(block.force, n, force);
    get(block.torque, n, torque);
    get(block.arm, n, arm);
    get(block.wall_velocity, n, velocity);
    get(block.rolling, n, rolling);
    get(block.omega_b, n, omega);
    for (int d = 0; d < 3; d++) {
      const int e = (d + 1) % 3, f = (d + 2) % 3;
      const Lanes moment = torque[d] + (arm[e] * force[f] - arm[f] * force[e]);
      force_sum[d] += counts ? force[d] : nothing;
      torque_sum[d] += counts ? moment : nothing;
    }
    power_sum += counts ? dot(force, velocity) + dot(rolling, omega) : nothing;
  }
  WallSums sum;
  for (int d = 0; d < 3; d++) {
    sum.force[d] = sum_of(force_sum[d]);
    sum.torque[d] = sum_of(torque_sum[d]);
  }
  sum.power = sum_of(power_sum);
  return sum;
}

constexpr WallLanes TABLE = {evaluate_block, gather, keep, scatter, sums};

}    // namespace
}    // namespace GRIST_INSTRUCTION_SET

const WallLanes WallLanes::GRIST_INSTRUCTION_SET = TABLE;

}    // namespace grist
