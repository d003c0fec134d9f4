#include "styles/contacts/sphere_gather.h"

#include "atom.h"
#include "comm.h"
#include "error.h"
#include "fix.h"
#include "force.h"
#include "modify.h"
#include "neighbor.h"
#include "pair.h"
#include "styles/access/atom_style.h"
#include "styles/access/ghost_messages.h"
#include "styles/access/lammps_compat.h"
#include "styles/access/styles_with.h"
#include "update.h"

#include <algorithm>
#include <cassert>

using namespace LAMMPS_NS;
using grist::SphereMotion;
using grist::SpherePlace;

// Spheres are read by the list of those in pairs below this share: reading all of them forward
// costs less a sphere.
static constexpr double FEW = 0.6;

SphereGather::SphereGather(LAMMPS *lmp) : Pointers(lmp), rigid(nullptr), freeze_group(0) {}

void SphereGather::init(const std::string &user)
{
  const auto freezes = modify->get_fix_by_style("^freeze");
  if (freezes.size() > 1)
    error->all(FLERR, "{}: {} fixes freeze (at most 1)", user, freezes.size());
  freeze_group = freezes.empty() ? 0 : freezes.front()->groupbit;
  rigid = nullptr;
  for (auto *fix : fixes_of(*modify)) {
    if (!fix->rigid_flag) continue;
    if (rigid)
      error->all(FLERR, "{}: fixes {} and {} are both rigid (at most 1)", user, rigid->id, fix->id);
    rigid = fix;
  }
}

void SphereGather::update_body_masses(Pair *pair)
{
  assert(pair && neighbor->ago == 0);
  if (!rigid) return;
  int unused;
  const auto *body = static_cast<int *>(rigid->extract("body", unused));
  const auto *mass = static_cast<double *>(rigid->extract("masstotal", unused));
  body_mass.assign(atom->nlocal + atom->nghost, 0.0);
  for (int i = 0; i < atom->nlocal; i++)
    if (body[i] >= 0) body_mass[i] = mass[body[i]];
  send_to_ghosts(lmp, comm, pair);
}

int SphereGather::pack(int n, const int *list, double *buf) const
{
  assert(
      std::all_of(list, list + n, [&](int i) { return i < static_cast<int>(body_mass.size()); }));
  for (int k = 0; k < n; k++) buf[k] = body_mass[list[k]];
  return n;
}

inline double SphereGather::mass_of(int i) const
{
  assert(is_owned_or_ghost(atom, i));
  assert(!rigid || i < static_cast<int>(body_mass.size()));
  const bool in_body = rigid && body_mass[i] > 0.0;
  return (in_body ? body_mass[i] : atom->rmass[i]) / force->ftm2v;
}

double SphereGather::inertial_mass(int i) const
{
  return mass_of(i);
}

SpherePlace SphereGather::place_of(int i) const
{
  assert(is_owned_or_ghost(atom, i));
  const double *x = atom->x[i];
  return {{x[0], x[1], x[2]}, atom->radius[i]};
}

SphereMotion SphereGather::motion_of(int i) const
{
  assert(is_owned_or_ghost(atom, i));
  const double *v = atom->v[i], *omega = atom->omega[i];
  return {{v[0], v[1], v[2]},
          {omega[0], omega[1], omega[2]},
          mass_of(i),
          atom->type[i] - 1,
          (atom->mask[i] & freeze_group) != 0};
}

grist::MovingSphere SphereGather::sphere(int i) const
{
  assert(is_owned_or_ghost(atom, i));
  return {grist::vector_at(atom->x[i]), grist::vector_at(atom->v[i]),
          grist::vector_at(atom->omega[i]), atom->radius[i], mass_of(i)};
}

namespace {

// The arrays of class Atom, in local variables: the compiler must take for granted that those of
// the class change with everything that is written.
struct AtomArrays {
  const double *x, *v, *omega, *radius, *rmass;
  const int *type, *mask;
  double mass_factor;
  int freeze_group;

  void read(int i, SpherePlace &place, SphereMotion &motion) const
  {
    const size_t k = 3 * static_cast<size_t>(i);
    place = {{x[k], x[k + 1], x[k + 2]}, radius[i]};
    motion = {{v[k], v[k + 1], v[k + 2]},
              {omega[k], omega[k + 1], omega[k + 2]},
              rmass[i] / mass_factor,
              type[i] - 1,
              (mask[i] & freeze_group) != 0};
  }
};

template <class Read> void for_those(const std::vector<int> &members, int count, const Read &read)
{
  if (static_cast<double>(members.size()) < FEW * count)
    for (const int i : members) read(i);
  else
    for (int i = 0; i < count; i++) read(i);
}

}    // namespace

void SphereGather::read(const std::vector<int> &members)
{
  assert(std::all_of(members.begin(), members.end(),
                     [this](int i) { return is_owned_or_ghost(atom, i); }));
  const int nall = atom->nlocal + atom->nghost;
  place.resize(nall);
  motion.resize(nall);
  if (nall == 0) return;
  const AtomArrays of = {atom->x[0], atom->v[0], atom->omega[0], atom->radius, atom->rmass,
                         atom->type, atom->mask, force->ftm2v,   freeze_group};
  SpherePlace *places = place.data();
  SphereMotion *motions = motion.data();
  for_those(members, nall, [=](int i) { of.read(i, places[i], motions[i]); });
  if (rigid) for_those(members, nall, [&](int i) { motion[i].mass = mass_of(i); });
}

void SphereGather::keep_rates(bool wanted)
{
  evaluated_rates.clear();
  if (!wanted) return;
  evaluated_at = update->ntimestep;
  for (int i = 0; i < atom->nlocal + atom->nghost; i++)
    evaluated_rates.push_back({grist::vector_at(atom->v[i]), grist::vector_at(atom->omega[i])});
}

grist::MovingSphere SphereGather::evaluated_sphere(int i) const
{
  assert(is_owned_or_ghost(atom, i));
  grist::MovingSphere then = sphere(i);
  const bool is_kept = update->whichflag == 1 && evaluated_at == update->ntimestep;
  if (!is_kept || i >= static_cast<int>(evaluated_rates.size())) return then;
  then.velocity = evaluated_rates[i].velocity;
  then.omega = evaluated_rates[i].omega;
  return then;
}

double SphereGather::memory_usage() const
{
  return static_cast<double>(place.capacity()) * sizeof(SpherePlace) +
      static_cast<double>(motion.capacity()) * sizeof(SphereMotion) +
      static_cast<double>(body_mass.capacity()) * sizeof(double) +
      static_cast<double>(evaluated_rates.capacity()) * sizeof(Rates);
}
