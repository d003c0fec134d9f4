#include "styles/walls/wall_contact_fix.h"

#include "atom.h"
#include "error.h"
#include "force.h"
#include "modify.h"
#include "styles/common/lammps_compat.h"
#include "update.h"

#include "walls/near_cells.h"

#include <algorithm>
#include <utility>

using namespace LAMMPS_NS;
using namespace FixConst;
using grist::MovingSphere;
using grist::SurfaceContact;
using grist::Vector3d;

static constexpr int MAX_CONTACTS = 64;    // of one sphere, in a restart file

// Cells that the wall is asked about before it is asked about their spheres: edge in largest radii, or larger, to
// have so many spheres of the rank to a cell on average, empty ones too.
static constexpr double CELL = 6.0;
static constexpr int SPHERES_PER_CELL = 8;

static Vector3d vector(const double *values)
{
  return {values[0], values[1], values[2]};
}

WallContactFix::WallContactFix(LAMMPS *lmp, int narg, char **arg, std::string name) :
    Fix(lmp, narg, arg), name(std::move(name)), list_made(false), list_count(0), registered(false),
    rigid(nullptr), sums{}, all_sums{}, summed(true)
{
  if (!atom->radius_flag || !atom->rmass_flag || !atom->omega_flag || !atom->torque_flag)
    error->all(FLERR,
               "{}: atom style {} has no radius, mass, omega or torque per atom (expected spheres)",
               this->name, atom->get_style());
  scalar_flag = vector_flag = global_freq = 1;
  size_vector = TOUCHING;
  extscalar = extvector = 1;
  restart_peratom = create_attribute = 1;
}

WallContactFix::~WallContactFix()
{
  if (copymode || !registered) return;
  atom->delete_callback(id, Atom::GROW);
  atom->delete_callback(id, Atom::RESTART);
}

void WallContactFix::complete(std::unique_ptr<WallLaw> contact_law)
{
  law = std::move(contact_law);
  memory_of_contacts.set_width(law->width());
  WallContactFix::grow_arrays(atom->nmax);
  atom->add_callback(Atom::GROW);
  atom->add_callback(Atom::RESTART);
  registered = true;
}

int WallContactFix::setmask()
{
  return POST_FORCE;
}

void WallContactFix::init()
{
  if (utils::strmatch(update->integrate_style, "^respa"))
    error->all(FLERR, "{}: run_style {} (expected verlet)", name, update->integrate_style);
  rigid = nullptr;
  for (Fix *fix : modify->get_fix_list())
    if (fix->rigid_flag && !rigid) rigid = fix;
  law->init();
}

void WallContactFix::setup(int vflag)
{
  list_made = false;
  post_force(vflag);
}

/* ---------------------------------------------------------------------- */

void WallContactFix::post_force(int)
{
  move_wall();
  if (list_is_old()) make_list();
  std::fill_n(sums, SUMS, 0.0);
  summed = false;
  law->begin_step(!update->setupflag);
  for (size_t n = 0; n < near.size(); n++) touch(static_cast<int>(n));
}

bool WallContactFix::list_is_old() const
{
  return !list_made || neighbor->ago == 0 || list_is_useless() ||
      wall->shift_since_mark(extent) > 0.5 * neighbor->skin;
}

/* ----------------------------------------------------------------------
   a sphere that is not listed has nothing to remember
------------------------------------------------------------------------- */

void WallContactFix::make_list()
{
  const double half_skin = 0.5 * neighbor->skin;
  const double margin =
      (neighbor->ago == 0 ? half_skin : 2.0 * half_skin) + (wall->moves() ? half_skin : 0.0);
  const bool all = list_is_useless();
  near.clear();
  wall->mark();
  const double largest = find_extent();
  grist::NearCells cells(*wall, extent, largest + margin, CELL * largest,
                         atom->nlocal / SPHERES_PER_CELL);
  const auto is_near = [&](int i) {
    const Vector3d x = vector(atom->x[i]);
    return all || (cells.may_hold_near(x) && wall->enlist(x, law->reach(atom->radius[i]) + margin));
  };
  for (int i = 0; i < atom->nlocal; i++)
    if ((atom->mask[i] & groupbit) && is_near(i))
      near.push_back(i);
    else
      memory_of_contacts.clear(i);
  if (!extent.isEmpty()) {
    extent.min().array() -= neighbor->skin;
    extent.max().array() += neighbor->skin;
  }
  memory_of_contacts.compact(atom->nlocal);
  look_up_body_masses();
  list_made = true;
  list_count++;
}

// Returns the largest reach.
double WallContactFix::find_extent()
{
  double largest = 0.0;
  extent.setEmpty();
  for (int i = 0; i < atom->nlocal; i++) {
    extent.extend(vector(atom->x[i]));
    largest = std::max(largest, law->reach(atom->radius[i]));
  }
  return largest;
}

void WallContactFix::look_up_body_masses()
{
  body_mass.clear();
  if (!rigid) return;
  int dimension = 0;
  const int *body = static_cast<int *>(rigid->extract("body", dimension));
  const double *mass = static_cast<double *>(rigid->extract("masstotal", dimension));
  if (!body || !mass) return;
  body_mass.resize(atom->nlocal);
  for (int i = 0; i < atom->nlocal; i++) body_mass[i] = body[i] >= 0 ? mass[body[i]] : 0.0;
}

/* ---------------------------------------------------------------------- */

void WallContactFix::touch(int n)
{
  const int i = near[n];
  MovingSphere sphere = {vector(atom->x[i]), vector(atom->v[i]), vector(atom->omega[i]),
                         atom->radius[i], atom->rmass[i]};
  wall->find_listed(n, sphere.position, law->reach(sphere.radius), found);
  if (found.empty()) {
    memory_of_contacts.clear(i);
    return;
  }
  if (!body_mass.empty() && body_mass[i] > 0.0) sphere.mass = body_mass[i];
  double *history = memory_of_contacts.update(i, found, *wall);
  bool touching = false;
  for (const SurfaceContact &at : found) {
    const WallLaw::Force contact = law->force(i, sphere, at, history);
    history += law->width();
    if (!contact.touching) continue;
    add(i, sphere, at, contact);
    touching = true;
  }
  if (touching) sums[TOUCHING] += 1.0;
}

// The wall takes the opposite force, and so much torque that no angular momentum is lost: by the law the force acts on
// the sphere with its radius as the lever.
void WallContactFix::add(int i, const MovingSphere &sphere, const SurfaceContact &at,
                         const WallLaw::Force &contact)
{
  const Vector3d torque =
      contact.torque + (sphere.position - wall->reference_point()).cross(contact.force);
  for (int d = 0; d < 3; d++) {
    atom->f[i][d] += contact.force[d];
    atom->torque[i][d] += contact.torque[d];
    sums[FORCE + d] -= contact.force[d];
    sums[TORQUE + d] -= torque[d];
  }
  sums[POWER] += contact.force.dot(at.velocity) + contact.rolling.dot(at.spin);
  tally(sphere, at, contact);
}

/* ---------------------------------------------------------------------- */

void WallContactFix::sum_up()
{
  if (summed) return;
  MPI_Allreduce(sums, all_sums, SUMS, MPI_DOUBLE, MPI_SUM, world);
  summed = true;
}

double WallContactFix::compute_scalar()
{
  sum_up();
  return all_sums[TOUCHING];
}

double WallContactFix::compute_vector(int n)
{
  sum_up();
  return all_sums[n];
}

/* ----------------------------------------------------------------------
   a row in a buffer: number of contacts, numbers of a history, then surface and history of each
------------------------------------------------------------------------- */

int WallContactFix::pack(int i, double *buf) const
{
  const int width = law->width_in_use();
  int m = 0;
  buf[m++] = memory_of_contacts.count(i);
  buf[m++] = width;
  for (int k = 0; k < memory_of_contacts.count(i); k++) {
    buf[m++] = memory_of_contacts.surface(i, k);
    std::copy_n(memory_of_contacts.history(i, k), width, buf + m);
    m += width;
  }
  return m;
}

void WallContactFix::unpack(int i, const double *buf)
{
  const int count = static_cast<int>(*buf++), width = static_cast<int>(*buf++);
  std::vector<double> history(law->width(), 0.0);
  memory_of_contacts.clear(i);
  for (int k = 0; k < count; k++) {
    std::copy_n(buf + 1, std::min(width, law->width()), history.begin());
    memory_of_contacts.append(i, static_cast<int>(*buf), history.data());
    buf += 1 + width;
  }
}

int WallContactFix::pack_exchange(int i, double *buf)
{
  return pack(i, buf);
}

int WallContactFix::unpack_exchange(int i, double *buf)
{
  unpack(i, buf);
  return 2 + static_cast<int>(buf[0]) * (1 + static_cast<int>(buf[1]));
}

int WallContactFix::pack_restart(int i, double *buf)
{
  buf[0] = size_restart(i);
  pack(i, buf + 1);
  return static_cast<int>(buf[0]);
}

void WallContactFix::unpack_restart(int i, int nth)
{
  const double *extra = atom->extra[i];
  for (int k = 0; k < nth; k++) extra += static_cast<int>(*extra);
  unpack(i, extra + 1);
}

int WallContactFix::size_restart(int i)
{
  return 3 + memory_of_contacts.count(i) * (1 + law->width_in_use());
}

int WallContactFix::maxsize_restart()
{
  return 3 + MAX_CONTACTS * (1 + law->width());
}

/* ---------------------------------------------------------------------- */

void WallContactFix::grow_arrays(int nmax)
{
  memory_of_contacts.resize(nmax);
}

void WallContactFix::copy_arrays(int i, int j, int)
{
  memory_of_contacts.copy(i, j);
}

void WallContactFix::set_arrays(int i)
{
  memory_of_contacts.clear(i);
}

double WallContactFix::memory_usage()
{
  return memory_of_contacts.memory_usage() + static_cast<double>(near.capacity() * sizeof(int)) +
      static_cast<double>(body_mass.capacity() * sizeof(double));
}
