#include "styles/rocks/held_rocks.h"

#include "atom.h"
#include "atom_vec_body.h"
#include "comm.h"
#include "domain.h"
#include "fix_gravity.h"
#include "force.h"
#include "modify.h"
#include "styles/access/atom_style.h"
#include "styles/access/lammps_access.h"
#include "styles/access/rank_vectors.h"
#include "styles/blocks/bond_face.h"
#include "styles/blocks/fix_face_bonds.h"
#include "styles/polyhedra/pair_polyhedron.h"
#include "styles/rigid/periods.h"
#include "update.h"

#include "common/decompositions.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <map>

using namespace LAMMPS_NS;
using grist::ElementLoad;
using grist::Matrix3d;
using grist::Quaterniond;
using grist::Vector3d;

static constexpr double WAIT = 3.0;    // periods without load, before a rock is held again
static constexpr double UNKNOWN = 1e300;
static constexpr double IN_PLACE = 1e-9;    // over the radius; of velocities over their size

HeldRocks::HeldRocks(LAMMPS *lmp, std::vector<HeldBlock> &rows, RockShapes &shapes,
                     const HoldRocks &settings) :
    Pointers(lmp),
    rows(rows), shapes(shapes), set(settings)
{
}

void HeldRocks::init(FixFaceBonds &of)
{
  faces = &of;
  avec = atom_style<AtomVecBody>(atom);
  gravity.clear();
  for (Fix *fix : modify->get_fix_by_style("^gravity$"))
    gravity.push_back(dynamic_cast<FixGravity *>(fix));
}

// ---- bodies of this rank

void HeldRocks::forget_bodies()
{
  for (int i = 0; i < atom->nlocal; i++) {
    if (const Body *body = body_of(i)) rows[i].rock.motion = body->motion;
    rows[i].body = -1;
  }
  bodies.clear();
  members.clear();
}

void HeldRocks::attach()
{
  std::vector<Body> before = std::move(bodies);
  bodies.clear();
  members.clear();
  are_loads_known = false;
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

void HeldRocks::kick(double half)
{
  if (!are_loads_known) find_loads();
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
      const Vector3d spin = transposed(body.axes) * body.omega;
      for (int m = body.first; m < body.end; m++) place(body, spin, members[m], dt > 0.0);
    }
  }
}

void HeldRocks::place_velocities()
{
  move(0.0);
}

void HeldRocks::set_angular_momentum(int i, const Vector3d &omega)
{
  const AtomVecBody::Bonus &bonus = avec->bonus[atom->body[i]];
  const Quaterniond turn = {bonus.quat[0], bonus.quat[1], bonus.quat[2], bonus.quat[3]};
  const Vector3d in_block = conjugate(turn) * omega;
  grist::copy_to(atom->angmom[i], turn * product(grist::vector_at(bonus.inertia), in_block));
}

Matrix3d HeldRocks::inertia_in_rock(int i) const
{
  const Matrix3d turn = rotation_matrix(rows[i].turn);
  const Vector3d moments = grist::vector_at(avec->bonus[atom->body[i]].inertia);
  return turn * Matrix3d::diagonal(moments) * transposed(turn);
}

// spin: the angular velocity in the axes of the body.
void HeldRocks::place(const Body &body, const Vector3d &spin, const Member &member, bool has_moved)
{
  const int i = member.atom;
  const Vector3d arm = body.axes * member.place;
  grist::copy_to(atom->v[i], body.motion.velocity + cross(body.omega, arm));
  grist::copy_to(atom->angmom[i], body.axes * (member.inertia * spin));
  if (!has_moved) return;
  grist::copy_to(atom->x[i], body.motion.position + arm + member.shift);
  const Quaterniond turn = body.motion.orientation * member.turn;
  double *quat = avec->bonus[atom->body[i]].quat;
  quat[0] = turn.w;
  quat[1] = turn.x;
  quat[2] = turn.y;
  quat[3] = turn.z;
}

void HeldRocks::complete(std::vector<grist::SphereRates> &rates, double half)
{
  if (half > 0.0) find_loads();
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

// ---- loads

void HeldRocks::find_gravity()
{
  fields.clear();
  for (const FixGravity *fix : gravity)
    if (!gravity_is_off(fix)) fields.emplace_back(fix->groupbit, gravity_of(fix));
}

// A uniform gravity deforms nothing.
Vector3d HeldRocks::weight_of(int i) const
{
  Vector3d sum = Vector3d::zero();
  for (const auto &[groups, field] : fields)
    if (atom->mask[i] & groups) sum += atom->rmass[i] * field;
  return sum;
}

// Of contacts with a potential. What others store is found from the power of their forces, which knows of
// no such way.
double HeldRocks::work_on_way(int i, const Vector3d &moved, const Vector3d &turned) const
{
  const auto *pair = dynamic_cast<const PairPolyhedron *>(force->pair);
  const int type = atom->type[i];
  if (!pair || pair->law_of(type, type).normal != grist::NormalLaw::ENERGY) return 0.0;
  return dot(grist::vector_at(atom->f[i]), moved) + dot(grist::vector_at(atom->torque[i]), turned);
}

HeldRocks::Load HeldRocks::load_of(const Body &body) const
{
  Load sum;
  for (int m = body.first; m < body.end; m++) {
    const Member &one = members[m];
    const Vector3d f = grist::vector_at(atom->f[one.atom]),
                   t = grist::vector_at(atom->torque[one.atom]);
    sum.force += f;
    sum.torque += cross(body.axes * one.place, f) + t;
    const Vector3d pressed = f - weight_of(one.atom);
    const double size = squared_norm(pressed), turn = squared_norm(t);
    if (size > 0.0) sum.share += one.by_force * std::sqrt(size);
    if (turn > 0.0) sum.share += one.by_torque * std::sqrt(turn);
  }
  const double part = static_cast<double>(body.end - body.first) / body.count;
  sum.share += part * body.by_spin * squared_norm(body.omega);
  if (body.slot >= 0 && !body.shape.shape) sum.is_asked = 1.0;
  if (body.slot >= 0 || sum.share > set.release) sum.other_share = share_by_solved(body);
  return sum;
}

// The share of strength is no more than that of the loads that were solved for and what the change of
// loads can do: bodies at rest are solved for once.
double HeldRocks::share_by_solved(const Body &body) const
{
  if (body.solved_share < 0.0) return UNKNOWN;
  const Matrix3d to_axes = transposed(body.axes);
  const Vector3d spin = to_axes * body.omega;
  const double part = static_cast<double>(body.end - body.first) / body.count;
  double sum = part *
      (body.solved_share +
       body.by_spin * norm(spin - body.solved_spin) * (norm(spin) + norm(body.solved_spin)));
  for (int m = body.first; m < body.end; m++) {
    const Member &one = members[m];
    const grist::ElementVector &then = body.solved[m - body.first];
    const Vector3d f = grist::vector_at(atom->f[one.atom]) - weight_of(one.atom);
    const Vector3d t = grist::vector_at(atom->torque[one.atom]);
    sum += one.by_force * norm(to_axes * f - then.linear) +
        one.by_torque * norm(to_axes * t - then.angular);
  }
  return sum;
}

void HeldRocks::remember_solved(Body &body, double share)
{
  const Matrix3d to_axes = transposed(body.axes);
  body.solved_share = share;
  body.solved_spin = to_axes * body.omega;
  body.solved.resize(body.end - body.first);
  for (int m = body.first; m < body.end; m++) {
    const int i = members[m].atom;
    body.solved[m - body.first] = {to_axes * (grist::vector_at(atom->f[i]) - weight_of(i)),
                                   to_axes * grist::vector_at(atom->torque[i])};
  }
}

void HeldRocks::find_loads()
{
  find_gravity();
  loads.resize(bodies.size());
  for (size_t n = 0; n < bodies.size(); n++)
    loads[n] = bodies[n].is_released ? Load() : load_of(bodies[n]);
  if (!split.empty()) sum_over_ranks();
  are_loads_known = true;
}

void HeldRocks::sum_over_ranks()
{
  constexpr int NUMBERS = sizeof(Load) / sizeof(double);
  std::vector<Load> mine(split.size()), all(split.size());
  for (size_t n = 0; n < bodies.size(); n++)
    if (bodies[n].slot >= 0) mine[bodies[n].slot] = loads[n];
  MPI_Allreduce(mine.data(), all.data(), NUMBERS * static_cast<int>(split.size()), MPI_DOUBLE,
                MPI_SUM, world);
  for (size_t n = 0; n < bodies.size(); n++)
    if (bodies[n].slot >= 0) loads[n] = all[bodies[n].slot];
  split_loads = all;
}

std::vector<BlockLoad> HeldRocks::loads_here(const Body &body) const
{
  std::vector<BlockLoad> found;
  for (int m = body.first; m < body.end; m++) {
    const int i = members[m].atom;
    found.push_back({body.id, atom->tag[i], grist::vector_at(atom->f[i]) - weight_of(i),
                     grist::vector_at(atom->torque[i])});
  }
  return found;
}

// ---- release

bool HeldRocks::release_loaded()
{
  bool any = false;
  for (size_t n = 0; n < bodies.size(); n++) {
    Body &body = bodies[n];
    if (body.is_released || body.slot >= 0 || !is_at_risk(loads[n])) continue;
    if (!body.shape.shape) find_shape(body, records_here(body));
    any |= release_if_loaded(body, loads_here(body));
  }
  if (!split.empty()) any |= release_split();
  return any;
}

std::vector<BlockRecord> HeldRocks::records_here(const Body &body) const
{
  std::vector<BlockRecord> found;
  for (int m = body.first; m < body.end; m++)
    found.push_back(shapes.record_of(members[m].atom, body.id, true));
  std::sort(found.begin(), found.end(),
            [](const BlockRecord &a, const BlockRecord &b) { return a.tag < b.tag; });
  return found;
}

// The axes of a shape that this rank knows may be other ones than those of the rock.
void HeldRocks::find_shape(Body &body, const std::vector<BlockRecord> &blocks)
{
  body.shape = shapes.find(shapes.definition_of(blocks));
  const Member &member = members[body.first];
  const tagint tag = atom->tag[member.atom];
  for (size_t e = 0; e < blocks.size(); e++)
    if (blocks[e].tag == tag) {
      const Matrix3d &of_shape = body.shape.shape->definition().blocks[e].place.rotation;
      body.shape.turn = rotation_matrix(member.turn) * transposed(of_shape);
    }
}

// All ranks know which of these rocks are at risk, as their loads are sums over all ranks.
bool HeldRocks::release_split()
{
  bool is_any = false, is_asked = false;
  for (const Load &load : split_loads) {
    is_any |= is_at_risk(load);
    is_asked |= is_at_risk(load) && load.is_asked > 0.0;
  }
  if (!is_any) return false;
  std::vector<BlockLoad> mine;
  std::vector<BlockRecord> known;
  for (size_t n = 0; n < bodies.size(); n++) {
    const Body &body = bodies[n];
    if (body.slot < 0 || body.is_released || !is_at_risk(loads[n])) continue;
    const std::vector<BlockLoad> here = loads_here(body);
    mine.insert(mine.end(), here.begin(), here.end());
    if (!(loads[n].is_asked > 0.0)) continue;
    const std::vector<BlockRecord> records = records_here(body);
    known.insert(known.end(), records.begin(), records.end());
  }
  std::map<tagint, std::vector<BlockLoad>> on;
  for (const BlockLoad &load : from_all_ranks(mine, world)) on[load.rock].push_back(load);
  std::map<tagint, std::vector<BlockRecord>> records;
  if (is_asked) records = shapes.shared(known);
  bool any = false;
  for (size_t n = 0; n < bodies.size(); n++) {
    Body &body = bodies[n];
    if (body.slot < 0 || body.is_released || !is_at_risk(loads[n])) continue;
    if (!body.shape.shape) find_shape(body, records.at(body.id));
    any |= release_if_loaded(body, on.at(body.id));
  }
  return any;
}

// on: of all blocks.
bool HeldRocks::release_if_loaded(Body &body, const std::vector<BlockLoad> &on)
{
  std::vector<BlockLoad> sorted = on;
  std::sort(sorted.begin(), sorted.end(),
            [](const BlockLoad &a, const BlockLoad &b) { return a.tag < b.tag; });
  assert(static_cast<int>(sorted.size()) == body.count);
  const Matrix3d to_axes = transposed(body.axes * body.shape.turn);
  std::vector<ElementLoad> of_shape;
  for (int e = 0; e < body.count; e++) {
    const BlockLoad &one = sorted[e];
    if (is_zero(one.force) && is_zero(one.torque)) continue;
    of_shape.push_back(
        body.shape.scale.to_shape(ElementLoad{e, to_axes * one.force, to_axes * one.torque}));
  }
  const grist::HeldRock &rock = *body.shape.shape;
  const std::vector<double> shares =
      rock.shares(of_shape, body.shape.scale.to_shape(to_axes * body.omega), set.compression);
  double most = 0.0;
  for (size_t n = 0; n < shares.size(); n++) {
    const grist::RockFace &face = rock.definition().faces[n];
    most = std::max(most,
                    shares[n] / shapes.strength(face.type, sorted[face.a].tag, sorted[face.b].tag));
  }
  if (!(most > set.release)) {
    remember_solved(body, most);
    return false;
  }
  std::vector<tagint> tags;
  for (const BlockLoad &one : sorted) tags.push_back(one.tag);
  release(body, of_shape, tags);
  return true;
}

// Blocks go to where the loads have moved them, with momentum and angular momentum kept, and get the
// forces of their faces in this step.
void HeldRocks::release(Body &body, const std::vector<ElementLoad> &on,
                        const std::vector<tagint> &tags)
{
  const grist::ShapeScale &scale = body.shape.scale;
  const double length = scale.length;
  const Matrix3d axes = body.axes * body.shape.turn;
  const grist::ReleasedState state =
      body.shape.shape->released(on, scale.to_shape(transposed(axes) * body.omega));
  const Matrix3d inertia =
      force->ftm2v * scale.mass * length * length * (axes * state.inertia * transposed(axes));
  const Vector3d omega = grist::solve_symmetric(inertia, body.motion.angular_momentum);
  const double wait = std::max(1.0, std::ceil(WAIT * body.period / update->dt));
  for (int m = body.first; m < body.end; m++) {
    const Member &one = members[m];
    const int i = one.atom;
    const auto e = std::lower_bound(tags.begin(), tags.end(), atom->tag[i]) - tags.begin();
    const Vector3d moved = axes * scale.displacement(state.displacement[e].linear),
                   turned = axes * state.displacement[e].angular;
    const Vector3d f = grist::vector_at(atom->f[i]);
    energy -= kinetic_energy_of(i) + work_on_way(i, moved, turned);
    const Vector3d arm = body.axes * one.place + moved;
    grist::copy_to(atom->v[i], body.motion.velocity + cross(omega, arm));
    grist::add_to(atom->x[i], moved);
    double *quat = avec->bonus[atom->body[i]].quat;
    const Quaterniond turn = normalized(grist::quaternion_of(grist::rotation_of(turned)) *
                                        Quaterniond{quat[0], quat[1], quat[2], quat[3]});
    quat[0] = turn.w;
    quat[1] = turn.x;
    quat[2] = turn.y;
    quat[3] = turn.z;
    set_angular_momentum(i, omega);
    energy += kinetic_energy_of(i);
    // Forces stay on their lines; those of faces in the units of the rock.
    const grist::ElementVector &faces_on = state.on_elements[e];
    grist::add_to(atom->f[i], length * length * (axes * faces_on.linear));
    grist::add_to(atom->torque[i],
                  length * length * length * (axes * faces_on.angular) - cross(moved, f));
    HeldBlock &row = rows[i];
    row.state = Holding::RELEASED;
    row.body = -1;
    row.wait = wait;
    row.unloaded_from = static_cast<double>(update->ntimestep) + wait;
    faces->set_held(i, false);
  }
  const double part = static_cast<double>(body.end - body.first) / body.count;
  energy += part * length * length * length * state.energy;
  if (atom->map(body.id) >= 0 && atom->map(body.id) < atom->nlocal) releases++;
  body.is_released = true;
}
