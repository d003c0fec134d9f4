#include "wall_contact_fix.h"

#include "atom.h"
#include "contact_keywords.h"
#include "error.h"
#include "force.h"
#include "lammps_compat.h"
#include "modify.h"
#include "pair_hertz_mindlin.h"
#include "update.h"

#include "mechanics/near_cells.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

using namespace LAMMPS_NS;
using namespace FixConst;
using grist::ContactMemory;
using grist::MovingSphere;
using grist::SphereContactHistory;
using grist::SurfaceContact;
using grist::Vector3d;

static constexpr int MAX_WIDTH = 6;        // numbers of a history
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
    Fix(lmp, narg, arg), name(std::move(name)), history_width(MAX_WIDTH), list_made(false),
    list_count(0), registered(false), rigid(nullptr), sums{}, all_sums{}, summed(true)
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

void WallContactFix::complete(int narg, char **arg, int iarg)
{
  keywords = std::make_unique<ContactKeywords>(narg, arg, iarg, name, lmp);
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
  make_laws();
}

/* ----------------------------------------------------------------------
   what is not given for the wall is that of the type: a wall of the same material
------------------------------------------------------------------------- */

void WallContactFix::make_laws()
{
  const auto *pair = dynamic_cast<PairHertzMindlin *>(force->pair_match("hertz/mindlin", 1));
  const double unknown = std::numeric_limits<double>::quiet_NaN();
  laws.resize(atom->ntypes + 1);
  history_width = 3;
  for (int type = 1; type <= atom->ntypes; type++) {
    grist::ElasticMaterial sphere = {0.0, unknown};
    grist::ContactCoefficients coefficients;
    if (pair) {
      sphere = pair->material(type);
      coefficients = pair->contact(type);
    }
    grist::ElasticMaterial wall_material = {sphere.young * force->nktv2p, sphere.poisson};
    keywords->set(wall_material);
    wall_material.young /= force->nktv2p;
    keywords->set(coefficients);
    if (!(wall_material.young > 0.0) || std::isnan(wall_material.poisson))
      error->all(FLERR, "{}: no {} of the wall (expected the keyword, or pair_style hertz/mindlin)",
                 name, wall_material.young > 0.0 ? "poisson" : "young");
    if (!pair) sphere = wall_material;
    laws[type] = grist::HertzMindlin(sphere, wall_material, coefficients);
    if (coefficients.rolling == grist::RollingLaw::SPRING) history_width = MAX_WIDTH;
  }
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
  records.clear();
  for (const int i : near) touch(i, !update->setupflag);
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
    return all || (cells.may_hold_near(x) && wall->is_near(x, atom->radius[i] + margin));
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

// Returns the largest radius.
double WallContactFix::find_extent()
{
  double largest = 0.0;
  extent.setEmpty();
  for (int i = 0; i < atom->nlocal; i++) {
    extent.extend(vector(atom->x[i]));
    largest = std::max(largest, atom->radius[i]);
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

void WallContactFix::touch(int i, bool advance)
{
  MovingSphere sphere = {vector(atom->x[i]), vector(atom->v[i]), vector(atom->omega[i]),
                         atom->radius[i], atom->rmass[i]};
  wall->find_contacts(sphere.position, sphere.radius, found);
  if (found.empty()) {
    memory_of_contacts.clear(i);
    return;
  }
  if (!body_mass.empty() && body_mass[i] > 0.0) sphere.mass = body_mass[i];
  sphere.mass /= force->ftm2v;
  ContactMemory::Kept *kept = memory_of_contacts.update(i, found);
  for (const SurfaceContact &at : found) {
    const grist::SphereContact contact =
        wall_contact(sphere, at.normal, sphere.radius - at.distance, at.curvature, at.velocity,
                     at.spin, update->dt, advance);
    const grist::SphereContactForce on = hertz_mindlin(laws[atom->type[i]], contact, kept->history);
    add(i, sphere, at, on);
    if (recording) records.push_back({i, contact, {at.velocity, at.spin}, on, kept->history});
    kept++;
  }
  sums[TOUCHING] += 1.0;
}

// The wall takes the opposite force, and so much torque that no angular momentum is lost: by the law the force acts on
// the sphere with its radius as the lever.
void WallContactFix::add(int i, const MovingSphere &sphere, const SurfaceContact &at,
                         const grist::SphereContactForce &contact)
{
  const Vector3d torque =
      contact.torque_a + (sphere.position - wall->reference_point()).cross(contact.force);
  for (int d = 0; d < 3; d++) {
    atom->f[i][d] += contact.force[d];
    atom->torque[i][d] += contact.torque_a[d];
    sums[FORCE + d] -= contact.force[d];
    sums[TORQUE + d] -= torque[d];
  }
  sums[POWER] += contact.force.dot(at.velocity) + contact.rolling.dot(at.spin);
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
  int m = 0;
  buf[m++] = memory_of_contacts.count(i);
  buf[m++] = history_width;
  for (int k = 0; k < memory_of_contacts.count(i); k++) {
    const ContactMemory::Kept &kept = memory_of_contacts.begin(i)[k];
    buf[m++] = kept.surface;
    for (int n = 0; n < history_width; n++)
      buf[m++] = n < 3 ? kept.history.shear[n] : kept.history.roll[n - 3];
  }
  return m;
}

void WallContactFix::unpack(int i, const double *buf)
{
  const int count = static_cast<int>(*buf++), width = static_cast<int>(*buf++);
  memory_of_contacts.clear(i);
  for (int k = 0; k < count; k++) {
    ContactMemory::Kept kept = {static_cast<int>(*buf++), SphereContactHistory()};
    for (int n = 0; n < width; n++)
      (n < 3 ? kept.history.shear[n] : kept.history.roll[n - 3]) = *buf++;
    memory_of_contacts.append(i, kept);
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
  return 3 + memory_of_contacts.count(i) * (1 + history_width);
}

int WallContactFix::maxsize_restart()
{
  return 3 + MAX_CONTACTS * (1 + MAX_WIDTH);
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
