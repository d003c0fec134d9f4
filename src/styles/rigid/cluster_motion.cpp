#include "styles/rigid/cluster_motion.h"

#include "atom.h"
#include "common/space.h"

using namespace LAMMPS_NS;
using grist::RigidBody;
using grist::Vector3d;
using Pass = FixLeapfrogSphere::Pass;

std::vector<ClusterMotion::Load> &ClusterMotion::begin_known_loads()
{
  loads.assign(bodies.all().size(), Load());
  loads_are_known = true;
  return loads;
}

// ---- one pass

void ClusterMotion::pass(Pass what, double dt, double half, const double *gravity)
{
  if (!loads_are_known && bodies.any_split()) exchange_loads();
  const Vector3d weight = grist::vector_at(gravity);
  const bool moves = what != Pass::FINISH;
  grist::PosedBody *block[grist::RIGID_BLOCK];
  const Body *chosen[grist::RIGID_BLOCK];
  const int count = static_cast<int>(bodies.all().size());
  for (int next = 0; next < count;) {
    int size = 0;
    for (; size < grist::RIGID_BLOCK && next < count; next++) {
      Body &body = bodies.all()[next];
      if (body.is_released) continue;
      kick(body, half, weight, what == Pass::FINISH_AND_START);
      if (moves) body.motion.position += dt * body.motion.velocity;
      chosen[size] = &body;
      block[size++] = &body;
    }
    if (size > 0) grist::turn_block(block, size, moves ? dt : 0.0);
    for (int n = 0; n < size; n++) move_elements(*chosen[n], moves);
  }
  if (moves) loads_are_known = false;
}

// Load of its elements on all ranks.
ClusterMotion::Load ClusterMotion::whole_load_of(const Body &body, const Vector3d &weight)
{
  Load load;
  if (loads_are_known) {
    load = loads[&body - bodies.all().data()];
  } else if (body.is_split) {
    load = bodies.messages.read<Load>(body.owner);
  } else {
    load = load_of(body);
  }
  load.force += body.motion.mass * weight;
  return load;
}

void ClusterMotion::kick(Body &body, double half, const Vector3d &weight, bool twice)
{
  const Load load = whole_load_of(body, weight);
  grist::kick(body.motion, load.force, load.torque, half);
  if (twice) grist::kick(body.motion, load.force, load.torque, half);
}

// Load of its elements on this rank.
ClusterMotion::Load ClusterMotion::load_of(const Body &body) const
{
  Load sum;
  if (body.first == body.end) return sum;
  const double *f = atom->f[0], *torque = atom->torque[0];
  for (int n = body.first; n < body.end; n++) {
    const auto i = static_cast<size_t>(bodies.members()[n].atom);
    const Vector3d on = grist::vector_at(f + 3 * i);
    sum.force += on;
    sum.torque +=
        cross(body.axes * bodies.members()[n].place, on) + grist::vector_at(torque + 3 * i);
  }
  return sum;
}

void ClusterMotion::move_elements(const Body &body, bool has_moved) const
{
  if (body.first == body.end) return;
  double *x = atom->x[0], *v = atom->v[0], *omega = atom->omega[0];
  const grist::Matrix3d axes = body.axes;
  const Vector3d position = body.motion.position, velocity = body.motion.velocity,
                 rate = body.omega;
  const RigidBodies::Member *const list = bodies.members().data();
  const bool is_shifted = body.is_shifted;
  for (int n = body.first, end = body.end; n < end; n++) {
    const auto i = 3 * static_cast<size_t>(list[n].atom);
    const Vector3d arm = axes * list[n].place;
    grist::copy_to(v + i, velocity + cross(rate, arm));
    grist::copy_to(omega + i, rate);
    if (!has_moved) continue;
    grist::copy_to(x + i, position + arm);
    if (is_shifted) grist::add_to(x + i, bodies.shift(n));
  }
}

// Loads of bodies with elements on several ranks go to the owner's rank, which sums them, and back.
void ClusterMotion::exchange_loads()
{
  bodies.messages.begin<Load>();
  for (const Body &body : bodies.all())
    if (body.is_split) bodies.messages.write(body.owner, load_of(body));
  bodies.messages.gather();
  bodies.messages.spread();
}

// ---- for an energy balance

void ClusterMotion::complete_step(double half, const double *gravity,
                                  std::vector<grist::SphereRates> &rates)
{
  if (bodies.any_split()) exchange_loads();
  const Vector3d weight = grist::vector_at(gravity);
  for (const Body &body : bodies.all()) {
    if (body.is_released) continue;
    RigidBody full = body.motion;
    const Load load = whole_load_of(body, weight);
    grist::kick(full, load.force, load.torque, half);
    const Vector3d omega = full.angular_velocity();
    for (int n = body.first; n < body.end; n++) {
      const Vector3d arm = body.axes * bodies.members()[n].place;
      rates[bodies.members()[n].atom] = {full.velocity + cross(omega, arm), omega};
    }
  }
}

grist::SphereRates ClusterMotion::rates_now(int i) const
{
  const Body &body = bodies.all()[bodies.bodies_of_atoms()[i]];
  const Vector3d arm = body.axes * bodies.place(i);
  return {body.motion.velocity + cross(body.omega, arm), body.omega};
}

double ClusterMotion::spin_energy(int i, const Vector3d &omega) const
{
  const Body &body = bodies.all()[bodies.bodies_of_atoms()[i]];
  const Vector3d in_body = transposed(body.axes) * omega;
  return dot(in_body, body.spin * in_body);
}

std::array<double, 3> ClusterMotion::own_totals() const
{
  std::array<double, 3> sum = {0.0, 0.0, 0.0};
  for (const Body &body : bodies.all()) {
    if (body.owner >= atom->nlocal || body.is_released) continue;
    sum[0] += 1.0;
    sum[1] += body.motion.kinetic_energy();
    sum[2] += body.motion.rotational_energy();
  }
  return sum;
}
