#include "styles/rigid/rigid_bodies.h"

#include "atom.h"
#include "comm.h"
#include "common/space.h"
#include "domain.h"
#include "error.h"
#include "styles/access/atom_style.h"
#include "styles/bonds/atom_vec_bonded_cluster.h"
#include "styles/bonds/bond_ghost_cutoff.h"
#include "styles/rigid/periods.h"
#include "update.h"

#include <algorithm>
#include <cassert>

using namespace LAMMPS_NS;
using grist::RigidBody;
using grist::Vector3d;

RigidBodies::RigidBodies(LAMMPS *lmp, Fix *fix, const std::string &user, WatchedClusters *watched) :
    Pointers(lmp), messages(lmp, fix, atom_style<AtomVecBondedCluster>(atom)), user(user),
    watched(watched), avec(atom_style<AtomVecBondedCluster>(atom))
{
}

// ---- bodies that begin and end

void RigidBodies::mark(int i, int kind)
{
  assert(is_owned(atom, i) && kind != 0);
  avec->is_rigid[i] = kind;
  kept[i] = -1;
}

void RigidBodies::add(const Body &body)
{
  assert(is_owned(atom, body.owner) && body.motion.mass > 0.0);
  kept[body.owner] = static_cast<int>(bodies.size());
  bodies.push_back(body);
}

void RigidBodies::release(Body &body)
{
  assert(!body.is_released && body.first <= body.end);
  for (int n = body.first; n < body.end; n++) {
    const int i = member_list[n].atom;
    avec->is_rigid[i] = 0;
    element_flags[i] = 0;
    body_of[i] = -1;
  }
  if (body.owner < atom->nlocal) kept[body.owner] = -1;
  body.is_released = true;
}

void RigidBodies::dissolve()
{
  std::fill_n(avec->is_rigid, atom->nlocal + atom->nghost, 0);
  std::fill(kept.begin(), kept.end(), -1);
  bodies.clear();
}

void RigidBodies::send()
{
  if (comm->nprocs == 1) return;
  messages.begin<Body>();
  for (int i = 0; i < atom->nlocal; i++)
    if (messages.is_owner(i) && kept[i] >= 0) messages.write(i, bodies[kept[i]]);
  messages.spread();
}

// ---- after a rebuild: which elements this rank has

void RigidBodies::attach(bool has_news)
{
  send();
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
  find_what_any_rank_has(has_news);
  if (any_held_body && any_split_body) find_owner_ranks();
}

// Collective.
void RigidBodies::find_what_any_rank_has(bool has_news)
{
  enum { HELD = 1, SPLIT = 2 };
  int mine = has_news ? HELD : 0, any = 0;
  for (const Body &body : bodies)
    mine |= (body.shape >= 0 ? HELD : 0) | (body.is_split ? SPLIT : 0);
  MPI_Allreduce(&mine, &any, 1, MPI_INT, MPI_BOR, world);
  any_held_body = any & HELD;
  any_split_body = any & SPLIT;
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
  assert(is_owned(atom, i) && avec->is_rigid[i]);
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
  member_list.resize(first);
  shifts.assign(first, Vector3d::zero());
  for (int i = 0; i < atom->nlocal; i++)
    if (body_of[i] >= 0)
      member_list[bodies[body_of[i]].end++] = {places[i], i, watched ? watched->element(i) : -1};
  for (Body &body : bodies) find_shifts(body);
}

// The body follows its owner through periodic borders.
void RigidBodies::find_shifts(Body &body)
{
  assert(is_owned_or_ghost(atom, body.owner));
  RigidBody &motion = body.motion;
  const Vector3d owner = motion.position + motion.orientation * body.owner_place;
  motion.position += nearest_period(domain, grist::vector_at(atom->x[body.owner]) - owner);
  body.is_shifted = false;
  for (int n = body.first; n < body.end; n++) {
    const Vector3d here = motion.position + motion.orientation * member_list[n].place;
    shifts[n] = nearest_period(domain, grist::vector_at(atom->x[member_list[n].atom]) - here);
    if (!is_zero(shifts[n])) body.is_shifted = true;
  }
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

// ---- atoms, as LAMMPS moves them

void RigidBodies::grow(int nmax)
{
  places.resize(nmax, Vector3d::zero());
  kept.resize(nmax, -1);
  if (watched) watched->marks.resize(nmax);
}

void RigidBodies::copy(int i, int j)
{
  assert(i >= 0 && j >= 0 && std::max(i, j) < static_cast<int>(places.size()));
  places[j] = places[i];
  kept[j] = kept[i];
  if (watched) watched->marks[j] = watched->marks[i];
}

void RigidBodies::clear(int i)
{
  places[i] = {};
  kept[i] = -1;
  if (watched) watched->marks[i] = {};
}

int RigidBodies::most_numbers()
{
  return grist::row_size(Row()) + grist::row_size(WatchedClusters::Mark()) +
      grist::row_size(Vector3d()) + grist::row_size(Body());
}

// A held cluster from a restart file stays bonded where nothing is held now.
void RigidBodies::transfer(grist::Archive &archive, int i)
{
  if (archive.reads()) clear(i);
  Row row = {avec->is_rigid[i], watched != nullptr, avec->is_rigid[i] && kept[i] >= 0};
  archive(row);
  WatchedClusters::Mark unused;
  if (row.is_marked) archive(watched ? watched->marks[i] : unused);
  if (row.is_rigid) archive(places[i]);
  Body body;
  if (row.owns_body && !archive.reads()) body = bodies[kept[i]];
  if (row.owns_body) archive(body);
  if (!archive.reads()) return;
  const bool is_left = row.is_rigid < 0 && !watched;
  avec->is_rigid[i] = is_left ? 0 : row.is_rigid;
  if (!row.owns_body || is_left) return;
  kept[i] = static_cast<int>(bodies.size());
  bodies.push_back(body);
}

double RigidBodies::memory_usage() const
{
  return static_cast<double>(places.capacity() * (sizeof(Vector3d) + sizeof(int)) +
                             bodies.capacity() * sizeof(Body) +
                             member_list.capacity() * (sizeof(Member) + sizeof(Vector3d))) +
      (watched ? static_cast<double>(watched->marks.capacity() * sizeof(WatchedClusters::Mark))
               : 0.0) +
      messages.memory_usage();
}
