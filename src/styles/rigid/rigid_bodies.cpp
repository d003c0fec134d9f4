#include "styles/rigid/rigid_bodies.h"

#include "atom.h"
#include "comm.h"
#include "domain.h"
#include "error.h"
#include "fix.h"
#include "force.h"
#include "styles/bonds/atom_vec_bonded_cluster.h"
#include "styles/bonds/collection_reach.h"
#include "styles/rigid/periods.h"
#include "update.h"

#include <Eigen/LU>

#include <algorithm>

using namespace LAMMPS_NS;
using grist::Matrix3d;
using grist::RigidBody;
using grist::Vector3d;
using Pass = FixLeapfrogSphere::Pass;
using Place = Eigen::Map<Vector3d>;

RigidBodies::RigidBodies(LAMMPS *lmp, Fix *fix, const std::string &user) :
    Pointers(lmp),
    messages(lmp, fix, dynamic_cast<AtomVecBondedCluster *>(atom->style_match("bonded/cluster"))),
    user(user), avec(dynamic_cast<AtomVecBondedCluster *>(atom->style_match("bonded/cluster")))
{
}

/* ----------------------------------------------------------------------
   one pass
------------------------------------------------------------------------- */

void RigidBodies::pass(Pass what, double dt, double half, const double *gravity)
{
  if (!loads_are_known && any_split) exchange_loads();
  const Vector3d weight = Vector3d(gravity) / force->ftm2v;    // force per mass
  const bool moves = what != Pass::FINISH;
  grist::PosedBody *block[grist::RIGID_BLOCK];
  const Body *chosen[grist::RIGID_BLOCK];
  const int count = static_cast<int>(bodies.size());
  for (int next = 0; next < count;) {
    int size = 0;
    for (; size < grist::RIGID_BLOCK && next < count; next++) {
      Body &body = bodies[next];
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
RigidBodies::Load RigidBodies::whole_load_of(const Body &body, const Vector3d &weight)
{
  Load load;
  if (loads_are_known) {
    load = loads[&body - bodies.data()];
  } else if (body.is_split) {
    load = messages.read<Load>(body.owner);
  } else {
    load = load_of(body);
  }
  load.force += body.motion.mass * weight;
  return load;
}

void RigidBodies::kick(Body &body, double half, const Vector3d &weight, bool twice)
{
  const Load load = whole_load_of(body, weight);
  grist::kick(body.motion, load.force, load.torque, half);
  if (twice) grist::kick(body.motion, load.force, load.torque, half);
}

// Load of its elements on this rank.
RigidBodies::Load RigidBodies::load_of(const Body &body) const
{
  Load sum;
  if (body.first == body.end) return sum;
  const double *f = atom->f[0], *torque = atom->torque[0];
  for (int n = body.first; n < body.end; n++) {
    const auto i = static_cast<size_t>(members[n].atom);
    const Vector3d on(f + 3 * i);
    sum.force += on;
    sum.torque += (body.axes * members[n].place).cross(on) + Vector3d(torque + 3 * i);
  }
  return sum;
}

void RigidBodies::move_elements(const Body &body, bool has_moved) const
{
  if (body.first == body.end) return;
  double *x = atom->x[0], *v = atom->v[0], *omega = atom->omega[0];
  const grist::Matrix3d axes = body.axes;
  const Vector3d position = body.motion.position, velocity = body.motion.velocity,
                 rate = body.omega;
  const Member *const list = members.data();
  const bool is_shifted = body.is_shifted;
  for (int n = body.first, end = body.end; n < end; n++) {
    const auto i = 3 * static_cast<size_t>(list[n].atom);
    const Vector3d arm = axes * list[n].place;
    Place(v + i) = velocity + rate.cross(arm);
    Place(omega + i) = rate;
    if (!has_moved) continue;
    Place(x + i) = position + arm;
    if (is_shifted) Place(x + i) += shifts[n];
  }
}

// Loads of bodies with elements on several ranks go to the owner's rank, which sums them, and back.
void RigidBodies::exchange_loads()
{
  messages.begin<Load>();
  for (const Body &body : bodies)
    if (body.is_split) messages.write(body.owner, load_of(body));
  messages.gather();
  messages.spread();
}

/* ----------------------------------------------------------------------
   for an energy balance
------------------------------------------------------------------------- */

void RigidBodies::complete_step(double half, const double *gravity,
                                std::vector<grist::SphereRates> &rates)
{
  if (any_split) exchange_loads();
  const Vector3d weight = Vector3d(gravity) / force->ftm2v;
  for (const Body &body : bodies) {
    if (body.is_released) continue;
    RigidBody full = body.motion;
    const Load load = whole_load_of(body, weight);
    grist::kick(full, load.force, load.torque, half);
    const Vector3d omega = full.angular_velocity();
    for (int n = body.first; n < body.end; n++) {
      const Vector3d arm = body.axes * members[n].place;
      rates[members[n].atom] = {full.velocity + omega.cross(arm), omega};
    }
  }
}

double RigidBodies::spin_energy(int i, const Vector3d &omega) const
{
  const Body &body = bodies[body_of[i]];
  const Vector3d in_body = body.axes.transpose() * omega;
  return in_body.dot(body.spin * in_body);
}

/* ----------------------------------------------------------------------
   after a rebuild: which elements this rank has
------------------------------------------------------------------------- */

void RigidBodies::attach()
{
  send_bodies();
  const int nlocal = atom->nlocal;
  body_of.assign(nlocal, -1);
  element_flags.assign(nlocal, 0);
  std::vector<Body> now;
  std::unordered_map<tagint, int> known;
  tagint last = 0;
  int body = -1;
  for (int i = 0; i < nlocal; i++) {
    if (!avec->is_rigid[i]) continue;
    element_flags[i] = 1;
    if (avec->cluster[i] != last) body = find_body(i, now, known);
    last = avec->cluster[i];
    body_of[i] = body;
    now[body].end++;
  }
  bodies = std::move(now);
  list_members();
  body_masses.clear();
  for (Body &one : bodies) {
    one.pose();
    body_masses.push_back(one.motion.mass);
  }
  loads_are_known = false;
  find_what_any_rank_has();
  if (!held) return;
  free_since_rebuild.clear();
  has_broken = false;
  if (any_held && any_split) find_owner_ranks();
  contact_body_of = body_of;
  for (int &n : contact_body_of)
    if (n >= 0 && bodies[n].shape >= 0) n = -1;
  held->find_watched();
}

// Collective.
void RigidBodies::find_what_any_rank_has()
{
  enum { HELD = 1, SPLIT = 2 };
  int mine = 0, any = 0;
  held_now = 0.0;
  for (const Body &body : bodies) {
    mine |= (body.shape >= 0 ? HELD : 0) | (body.is_split ? SPLIT : 0);
    if (body.shape >= 0 && body.owner < atom->nlocal) held_now++;
  }
  if (least_contact.is_known) mine |= HELD;    // all ranks have yet to get it
  MPI_Allreduce(&mine, &any, 1, MPI_INT, MPI_BOR, world);
  any_held = any & HELD;
  any_split = any & SPLIT;
}

void RigidBodies::find_owner_ranks()
{
  messages.begin<Sharing>();
  for (const Body &body : bodies)
    if (body.is_split)
      messages.write(body.owner, body.owner < atom->nlocal ? Sharing{comm->me, 0} : Sharing{0, 1});
  messages.gather();
  messages.spread();
  for (Body &body : bodies) {
    if (!body.is_split) continue;
    const auto sharing = messages.read<Sharing>(body.owner);
    body.owner_rank = sharing.owner_rank;
    body.copies = sharing.copies;
  }
}

std::vector<char> RigidBodies::is_element() const
{
  const bool any = std::find(element_flags.begin(), element_flags.end(), 1) != element_flags.end();
  return any ? element_flags : std::vector<char>();
}

// The body of owned element i, which may be known already.
int RigidBodies::find_body(int i, std::vector<Body> &now, std::unordered_map<tagint, int> &known)
{
  const tagint id = avec->cluster[i];
  const auto [entry, is_new] = known.try_emplace(id, static_cast<int>(now.size()));
  if (!is_new) return entry->second;
  int owner = atom->map(id);
  if (owner < 0) error_not_whole(id);
  if (owner < atom->nlocal) {
    Body body = bodies[kept[owner]];
    kept[owner] = entry->second;
    body.owner = owner;
    body.first = body.end = 0;
    now.push_back(body);
    return entry->second;
  }
  owner = domain->closest_image(i, owner);
  Body body = messages.read<Body>(owner);
  body.owner = owner;
  now.push_back(body);
  return entry->second;
}

void RigidBodies::list_members()
{
  int first = 0;
  for (Body &body : bodies) {
    const int count = body.end;
    body.first = body.end = first;
    first += count;
    body.is_split = count < body.count;
  }
  members.resize(first);
  shifts.assign(first, Vector3d::Zero());
  for (int i = 0; i < atom->nlocal; i++)
    if (body_of[i] >= 0)
      members[bodies[body_of[i]].end++] = {places[i], i, held ? held->element(i) : -1};
  for (Body &body : bodies) find_shifts(body);
}

// The body follows its owner through periodic borders.
void RigidBodies::find_shifts(Body &body)
{
  RigidBody &motion = body.motion;
  const Vector3d owner = motion.position + motion.orientation * body.owner_place;
  motion.position += nearest_period(domain, Place(atom->x[body.owner]) - owner);
  body.is_shifted = false;
  for (int n = body.first; n < body.end; n++) {
    const Vector3d here = motion.position + motion.orientation * members[n].place;
    shifts[n] = nearest_period(domain, Place(atom->x[members[n].atom]) - here);
    if (!shifts[n].isZero(0.0)) body.is_shifted = true;
  }
}

/* ---------------------------------------------------------------------- */

std::array<double, 3> RigidBodies::own_totals() const
{
  std::array<double, 3> sum = {0.0, 0.0, 0.0};
  for (const Body &body : bodies) {
    if (body.owner >= atom->nlocal || body.is_released) continue;
    sum[0] += 1.0;
    sum[1] += body.motion.kinetic_energy();
    sum[2] += body.motion.rotational_energy();
  }
  return sum;
}

void RigidBodies::error_not_whole(tagint cluster) const
{
  error->one(
      FLERR,
      "{}: rigid cluster {} is not whole at step {} (an element left the box or was deleted: "
      "fix outflow removes clusters whole; or it is larger than the ghost cutoff {}: widen "
      "it with comm_modify cutoff{})",
      user, cluster, Pointers::update->ntimestep, ghost_reach_of_bonded(lmp),
      comm->mode == Comm::MULTI ? "/multi" : "");
}

/* ----------------------------------------------------------------------
   atoms, as LAMMPS moves them
------------------------------------------------------------------------- */

void RigidBodies::grow(int nmax)
{
  places.resize(nmax, Vector3d::Zero());
  kept.resize(nmax, -1);
  if (held) held->grow(nmax);
}

void RigidBodies::copy(int i, int j)
{
  places[j] = places[i];
  kept[j] = kept[i];
  if (held) held->copy(i, j);
}

void RigidBodies::clear(int i)
{
  places[i].setZero();
  kept[i] = -1;
  if (held) held->clear(i);
}

// kind, and by its bits: what is known of a cluster that may be held; place; body
int RigidBodies::pack(int i, double *buffer) const
{
  const bool is_element = avec->is_rigid[i] != 0, has_body = is_element && kept[i] >= 0;
  buffer[0] = (is_element ? ELEMENT : 0) | (has_body ? OWNER : 0) |
      (avec->is_rigid[i] < 0 ? HELD : 0) | (held ? MARKED : 0);
  double *out = buffer + 1;
  if (held) {
    held->pack(i, out);
    out += HeldClusters::NUMBERS;
  }
  if (is_element) {
    Vector3d::Map(out) = places[i];
    out += 3;
  }
  if (has_body) { out = grist::write_numbers(bodies[kept[i]], out); }
  return static_cast<int>(out - buffer);
}

// A held cluster from a restart file stays bonded where nothing is held now.
int RigidBodies::unpack(int i, const double *buffer)
{
  clear(i);
  const int kind = static_cast<int>(buffer[0]);
  const bool is_left = (kind & HELD) && !held;
  avec->is_rigid[i] = !(kind & ELEMENT) || is_left ? 0 : kind & HELD ? -1 : 1;
  const double *in = buffer + 1;
  if (kind & MARKED) {
    if (held) held->unpack(i, in);
    in += HeldClusters::NUMBERS;
  }
  if (kind & ELEMENT) {
    places[i] = Vector3d(in);
    in += 3;
  }
  if (kind & OWNER) {
    grist::NumberReader reader(in);
    Body body;
    Body::transfer(reader, body);
    in = reader.end();
    if (!is_left) {
      kept[i] = static_cast<int>(bodies.size());
      bodies.push_back(body);
    }
  }
  return static_cast<int>(in - buffer);
}

double RigidBodies::memory_usage() const
{
  return static_cast<double>(places.capacity() * (sizeof(Vector3d) + sizeof(int)) +
                             bodies.capacity() * sizeof(Body) +
                             members.capacity() * (sizeof(Member) + sizeof(Vector3d))) +
      (held ? held->memory_usage() : 0.0) + messages.memory_usage();
}
