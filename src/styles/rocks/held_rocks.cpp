#include "styles/rocks/held_rocks.h"

#include "atom.h"
#include "atom_vec_body.h"
#include "comm.h"
#include "domain.h"
#include "force.h"
#include "styles/access/atom_style.h"
#include "styles/access/rank_vectors.h"
#include "styles/blocks/fix_face_bonds.h"
#include "styles/rigid/periods.h"
#include "update.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <map>

using namespace LAMMPS_NS;
using grist::Matrix3d;
using grist::Quaterniond;
using grist::Vector3d;

static constexpr double IN_PLACE = 1e-9;    // over the radius; of velocities over their size

void HeldRocks::init(FixFaceBonds &of)
{
  faces = &of;
  avec = atom_style<AtomVecBody>(atom);
}

// ---- bodies of this rank

void HeldRocks::attach()
{
  std::vector<Body> before = std::move(bodies);
  bodies.clear();
  members.clear();
  std::map<tagint, std::vector<int>> rocks;
  for (int i = 0; i < atom->nlocal; i++) {
    faces->set_held(i, rows[i].state == Holding::HELD);
    if (rows[i].state == Holding::HELD) rocks[faces->cluster_ids()[i]].push_back(i);
  }
  for (const auto &[id, atoms] : rocks) {
    const auto known =
        std::find_if(atoms.begin(), atoms.end(), [this](int i) { return rows[i].body >= 0; });
    const HeldBlock &row = rows[known != atoms.end() ? *known : atoms.front()];
    Body body;
    if (row.body >= 0)
      body = before[row.body];
    else
      body.motion = row.rock.motion;
    body.pose();
    body.id = id;
    body.count = row.count;
    body.by_spin = row.rock.by_spin;
    body.period = row.rock.period;
    body.slot = -1;
    body.solved_share = -1.0;
    body.first = static_cast<int>(members.size());
    for (const int i : atoms) {
      const Vector3d at = body.motion.position + body.axes * rows[i].place;
      members.push_back({i, rows[i].place, rows[i].turn, inertia_in_rock(i), rows[i].by_force,
                         rows[i].by_torque,
                         nearest_period(domain, grist::vector_at(atom->x[i]) - at)});
      rows[i].rock.motion = body.motion;
    }
    body.end = static_cast<int>(members.size());
    bodies.push_back(std::move(body));
  }
  for (int i = 0; i < atom->nlocal; i++) rows[i].body = -1;
  for (size_t n = 0; n < bodies.size(); n++)
    for (int m = bodies[n].first; m < bodies[n].end; m++)
      rows[members[m].atom].body = static_cast<int>(n);
  find_split();
}

void HeldRocks::find_split()
{
  split.clear();
  if (comm->nprocs == 1) return;
  std::vector<tagint> mine;
  for (const Body &body : bodies)
    if (body.end - body.first < body.count) mine.push_back(body.id);
  split = from_all_ranks(mine, world);
  std::sort(split.begin(), split.end());
  split.erase(std::unique(split.begin(), split.end()), split.end());
  for (Body &body : bodies) {
    const auto found = std::lower_bound(split.begin(), split.end(), body.id);
    if (found != split.end() && *found == body.id)
      body.slot = static_cast<int>(found - split.begin());
  }
}

bool HeldRocks::are_in_place() const
{
  int wrong = 0;
  std::vector<double> counts(split.size(), 0.0), expected(split.size(), 0.0), sums(split.size());
  for (const Body &body : bodies) {
    if (body.slot < 0 && body.end - body.first != body.count) wrong = 1;
    if (body.slot >= 0) {
      counts[body.slot] = body.end - body.first;
      expected[body.slot] = body.count;
    }
    for (int m = body.first; m < body.end; m++) {
      const Member &one = members[m];
      const int i = one.atom;
      const Vector3d arm = body.axes * one.place;
      const Vector3d x = body.motion.position + arm + one.shift,
                     v = body.motion.velocity + cross(body.omega, arm);
      const Quaterniond q = body.motion.orientation * one.turn;
      const double *quat = avec->bonus[atom->body[i]].quat;
      const double same = q.w * quat[0] + q.x * quat[1] + q.y * quat[2] + q.z * quat[3];
      const double speed = norm(v) + atom->radius[i] * norm(body.omega);
      if (rows[i].count != body.count ||
          static_cast<int>(faces->of(i).bonds.size()) != rows[i].faces ||
          norm(grist::vector_at(atom->x[i]) - x) > IN_PLACE * (atom->radius[i] + norm(x)) ||
          norm(grist::vector_at(atom->v[i]) - v) > IN_PLACE * speed + 1e-300 ||
          std::abs(same) < 1.0 - IN_PLACE)
        wrong = 1;
    }
  }
  if (!split.empty()) {
    MPI_Allreduce(counts.data(), sums.data(), static_cast<int>(counts.size()), MPI_DOUBLE, MPI_SUM,
                  world);
    for (size_t n = 0; n < sums.size(); n++)
      if (expected[n] > 0.0 && expected[n] != sums[n]) wrong = 1;
  }
  return !on_any_rank(wrong != 0, world);
}

void HeldRocks::dissolve()
{
  for (int i = 0; i < atom->nlocal; i++) {
    if (rows[i].state == Holding::HELD) rows[i].state = Holding::FREE;
    rows[i].body = -1;
  }
  bodies.clear();
  members.clear();
}

// ---- motion

void HeldRocks::kick(const std::vector<RockLoad> &loads, double half)
{
  assert(loads.size() == bodies.size());
  for (size_t n = 0; n < bodies.size(); n++)
    if (!bodies[n].is_released)
      grist::kick(bodies[n].motion, loads[n].force, loads[n].torque, half);
}

void HeldRocks::move(double dt)
{
  grist::PosedBody *block[grist::RIGID_BLOCK];
  const int count = static_cast<int>(bodies.size());
  for (int next = 0; next < count;) {
    const int begin = next;
    int size = 0;
    for (; size < grist::RIGID_BLOCK && next < count; next++) {
      if (bodies[next].is_released) continue;
      bodies[next].motion.position += dt * bodies[next].motion.velocity;
      block[size++] = &bodies[next];
    }
    if (size == 0) continue;
    grist::turn_block(block, size, dt);
    for (int n = begin; n < next; n++) {
      const Body &body = bodies[n];
      if (body.is_released) continue;
      const Vector3d turning = transposed(body.axes) * body.omega;
      for (int m = body.first; m < body.end; m++) place(body, turning, members[m], dt > 0.0);
    }
  }
}

void HeldRocks::place_velocities()
{
  move(0.0);
}

void HeldRocks::release(int i, double wait, const Vector3d &omega)
{
  const AtomVecBody::Bonus &bonus = avec->bonus[atom->body[i]];
  const Quaterniond turn = {bonus.quat[0], bonus.quat[1], bonus.quat[2], bonus.quat[3]};
  const Vector3d in_block = conjugate(turn) * omega;
  grist::copy_to(atom->angmom[i], turn * product(grist::vector_at(bonus.inertia), in_block));
  HeldBlock &row = rows[i];
  row.state = Holding::RELEASED;
  row.body = -1;
  row.wait = wait;
  row.unloaded_from = static_cast<double>(update->ntimestep) + wait;
  faces->set_held(i, false);
}

Matrix3d HeldRocks::inertia_in_rock(int i) const
{
  const Matrix3d turn = rotation_matrix(rows[i].turn);
  const Vector3d moments = grist::vector_at(avec->bonus[atom->body[i]].inertia);
  return turn * Matrix3d::diagonal(moments) * transposed(turn);
}

// turning: the angular velocity in the axes of the body.
void HeldRocks::place(const Body &body, const Vector3d &turning, const Member &member,
                      bool has_moved)
{
  const int i = member.atom;
  const Vector3d arm = body.axes * member.place;
  grist::copy_to(atom->v[i], body.motion.velocity + cross(body.omega, arm));
  grist::copy_to(atom->angmom[i], body.axes * (member.inertia * turning));
  if (!has_moved) return;
  grist::copy_to(atom->x[i], body.motion.position + arm + member.shift);
  const Quaterniond turn = body.motion.orientation * member.turn;
  double *quat = avec->bonus[atom->body[i]].quat;
  quat[0] = turn.w;
  quat[1] = turn.x;
  quat[2] = turn.y;
  quat[3] = turn.z;
}

void HeldRocks::complete(const std::vector<RockLoad> &loads, std::vector<grist::SphereRates> &rates,
                         double half) const
{
  for (size_t n = 0; n < bodies.size(); n++) {
    const Body &body = bodies[n];
    if (body.is_released) continue;
    grist::RigidBody full = body.motion;
    if (half > 0.0) grist::kick(full, loads[n].force, loads[n].torque, half);
    const Vector3d omega = full.angular_velocity();
    for (int m = body.first; m < body.end; m++)
      rates[members[m].atom] = {full.velocity + cross(omega, body.axes * members[m].place), omega};
  }
}

double HeldRocks::kinetic_energy_of(int i) const
{
  const AtomVecBody::Bonus &bonus = avec->bonus[atom->body[i]];
  const Quaterniond turn = {bonus.quat[0], bonus.quat[1], bonus.quat[2], bonus.quat[3]};
  const Vector3d in_block = conjugate(turn) * grist::vector_at(atom->angmom[i]);
  return 0.5 * force->mvv2e *
      (atom->rmass[i] * squared_norm(grist::vector_at(atom->v[i])) +
       dot(in_block, quotient(in_block, grist::vector_at(bonus.inertia))));
}
