#include "contacts/wall_lanes.h"

#include "contacts/block_lanes.h"
#include "contacts/contact_kernel.h"
#include "contacts/contact_laws.h"

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

// The springs of contacts by ContactForm::CONSISTENT.
template <RollingLaw ROLLING> void turn_springs(WallBlock &block, int lanes, double dt)
{
  for (int n = 0; n < lanes; n++) {
    const Vector normal = load(block.direction, n);
    const contact_kernel::WallTurn turn(load(block.omega_b, n), normal, dt);
    store(block.shear, n, turn_with_wall(load(block.shear, n), normal, turn));
    if constexpr (ROLLING == RollingLaw::SPRING)
      store(block.roll, n, turn_with_wall(load(block.roll, n), normal, turn));
  }
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

}    // namespace

const WallLanes WALL_LANES_TABLE = {evaluate_block};

}    // namespace GRIST_INSTRUCTION_SET
}    // namespace grist
