#include "styles/contacts/sphere_gather.h"

#include "atom.h"
#include "comm.h"
#include "error.h"
#include "fix.h"
#include "force.h"
#include "modify.h"
#include "pair.h"
#include "styles/common/lammps_compat.h"

#include <algorithm>

using namespace LAMMPS_NS;
using grist::SphereMotion;
using grist::SpherePlace;
using grist::Vector3d;

// Spheres are read by the list of those in pairs below this share: reading all of them forward costs less a sphere.
static constexpr double FEW = 0.6;

SphereGather::SphereGather(LAMMPS *lmp) : Pointers(lmp), rigid(nullptr), freeze_group(0) {}

void SphereGather::init(const std::string &user)
{
  const auto freezes = modify->get_fix_by_style("^freeze");
  if (freezes.size() > 1)
    error->all(FLERR, "{}: {} fixes freeze (at most 1)", user, freezes.size());
  freeze_group = freezes.empty() ? 0 : freezes.front()->groupbit;
  rigid = nullptr;
  for (auto *fix : modify->get_fix_list()) {
    if (!fix->rigid_flag) continue;
    if (rigid)
      error->all(FLERR, "{}: fixes {} and {} are both rigid (at most 1)", user, rigid->id, fix->id);
    rigid = fix;
  }
}

/* ---------------------------------------------------------------------- */

void SphereGather::update_body_masses(Pair *pair)
{
  if (!rigid) return;
  int unused;
  const auto *body = static_cast<int *>(rigid->extract("body", unused));
  const auto *mass = static_cast<double *>(rigid->extract("masstotal", unused));
  body_mass.assign(atom->nlocal + atom->nghost, 0.0);
  for (int i = 0; i < atom->nlocal; i++)
    if (body[i] >= 0) body_mass[i] = mass[body[i]];
  comm->forward_comm(pair);
}

int SphereGather::pack(int n, const int *list, double *buf) const
{
  for (int k = 0; k < n; k++) buf[k] = body_mass[list[k]];
  return n;
}

void SphereGather::unpack(int n, int first, const double *buf)
{
  std::copy_n(buf, n, body_mass.begin() + first);
}

inline double SphereGather::mass_of(int i) const
{
  const bool in_body = rigid && body_mass[i] > 0.0;
  return (in_body ? body_mass[i] : atom->rmass[i]) / force->ftm2v;
}

double SphereGather::inertial_mass(int i) const
{
  return mass_of(i);
}

/* ---------------------------------------------------------------------- */

SpherePlace SphereGather::place_of(int i) const
{
  const double *x = atom->x[i];
  return {{x[0], x[1], x[2]}, atom->radius[i]};
}

SphereMotion SphereGather::motion_of(int i) const
{
  const double *v = atom->v[i], *omega = atom->omega[i];
  return {{v[0], v[1], v[2]},
          {omega[0], omega[1], omega[2]},
          mass_of(i),
          atom->type[i] - 1,
          (atom->mask[i] & freeze_group) != 0};
}

grist::MovingSphere SphereGather::sphere(int i) const
{
  return {Vector3d(atom->x[i]), Vector3d(atom->v[i]), Vector3d(atom->omega[i]), atom->radius[i],
          mass_of(i)};
}

inline void SphereGather::read_one(int i)
{
  place[i] = place_of(i);
  motion[i] = motion_of(i);
}

// With the readers of one sphere inlined: calls would cost a fifth of a step with few contacts.
[[gnu::flatten]] void SphereGather::read(const std::vector<int> &members)
{
  const int nall = atom->nlocal + atom->nghost;
  place.resize(nall);
  motion.resize(nall);
  if (static_cast<double>(members.size()) < FEW * nall)
    for (const int i : members) read_one(i);
  else
    for (int i = 0; i < nall; i++) read_one(i);
}

double SphereGather::memory_usage() const
{
  return static_cast<double>(place.capacity()) * sizeof(SpherePlace) +
      static_cast<double>(motion.capacity()) * sizeof(SphereMotion) +
      static_cast<double>(body_mass.capacity()) * sizeof(double);
}
