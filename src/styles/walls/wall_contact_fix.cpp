#include "styles/walls/wall_contact_fix.h"

#include "styles/common/restart_block.h"
#include "styles/common/run_checks.h"
#include "styles/contacts/contact_keywords.h"

#include "common/prefetch.h"
#include "contacts/wall_contacts.h"

#include "atom.h"
#include "comm.h"
#include "error.h"
#include "fmt/format.h"
#include "update.h"

#include <algorithm>
#include <utility>

using namespace LAMMPS_NS;
using namespace FixConst;
using grist::ContactMemory;
using grist::MovingSphere;
using grist::SurfaceContact;
using grist::Vector3d;
using grist::WallTotals;

static constexpr int MANY_CONTACTS =
    64;    // of one sphere; buffers for more are made when there are more

// Contacts that are found before forces are evaluated in blocks, and spheres whose memory is asked for ahead.
static constexpr int BATCH = 4 * SphereWallLaw::LANES, PREFETCH_AHEAD = 6;

// Layout of the restart block, and of the row of an atom (ContactMemory::pack).
static constexpr int RESTART_VERSION = 2;

static Vector3d vector(const double *values)
{
  return {values[0], values[1], values[2]};
}

WallContactFix::WallContactFix(LAMMPS *lmp, int narg, char **arg, std::string name) :
    Fix(lmp, narg, arg), name(std::move(name)), list(lmp, groupbit), body_masses(lmp),
    counted_last(-1), evaluated(-1), registered(false), most_contacts(MANY_CONTACTS)
{
  scalar_flag = vector_flag = global_freq = 1;
  size_vector = WallTotals::TOUCHING;
  extscalar = extvector = 1;
  restart_global = restart_peratom = create_attribute = 1;
}

WallContactFix::~WallContactFix()
{
  if (copymode || !registered) return;
  atom->delete_callback(id, Atom::GROW);
  atom->delete_callback(id, Atom::RESTART);
}

void WallContactFix::set_surface(const SurfaceRequest &request)
{
  wall->surface_motion = request.motion;
  if (request.driven) surface_drive = std::make_unique<SurfaceDrive>(lmp, name, *request.driven);
}

void WallContactFix::complete(std::unique_ptr<WallLaw> contact_law)
{
  if (!atom->radius_flag || !atom->rmass_flag || !atom->omega_flag || !atom->torque_flag)
    error->all(FLERR,
               "{}: atom style {} has no radius, mass, omega or torque per atom (expected spheres)",
               name, atom->get_style());
  complete_for_any(std::move(contact_law));
}

void WallContactFix::complete_for_any(std::unique_ptr<WallLaw> contact_law)
{
  law = std::move(contact_law);
  histories.set_width(law->width());
  maxexchange = ContactMemory::packed_size_of(MANY_CONTACTS, law->width());
  maxexchange_dynamic = 1;
  WallContactFix::grow_arrays(atom->nmax);
  atom->add_callback(Atom::GROW);
  atom->add_callback(Atom::RESTART);
  registered = true;
}

void WallContactFix::post_constructor()
{
  guard_run(lmp);
}

int WallContactFix::setmask()
{
  return POST_FORCE;
}

void WallContactFix::init()
{
  refuse_respa(lmp, name);
  evaluated = -1;    // atoms may have other indices now
  body_masses.find_fix();
  law->init();
  if (surface_drive) surface_drive->find();
  if (restored && *restored != law->form())
    error->all(FLERR, "{}: {}, but the restart file has springs of {}", name,
               stock_text(law->form()), stock_text(*restored));
  restored.reset();
}

void WallContactFix::setup(int vflag)
{
  list.invalidate();
  post_force(vflag);
}

/* ----------------------------------------------------------------------
   forces
------------------------------------------------------------------------- */

void WallContactFix::post_force(int)
{
  move_wall();
  if (surface_drive) surface_drive->drive(wall->surface_motion);
  if (!list.is_valid(*wall)) rebuild_list();
  evaluated = update->ntimestep;
  report.begin_step();
  law->begin_step(!update->setupflag);
  if (SphereWallLaw *blocks = law->blocks())
    compute_in_blocks(*blocks);
  else
    for (size_t n = 0; n < list.spheres().size(); n++) compute_contacts(static_cast<int>(n));
}

// A sphere that is not listed has no contacts, so its histories end.
void WallContactFix::rebuild_list()
{
  list.build(*wall, *law);
  histories.keep_only(list.spheres());
  body_masses.update();
  list_made();
}

MovingSphere WallContactFix::sphere(int i) const
{
  return {vector(atom->x[i]), vector(atom->v[i]), omega(i), atom->radius[i], atom->rmass[i]};
}

Vector3d WallContactFix::omega(int i) const
{
  return vector(atom->omega[i]);
}

// Of number n in the wall list.
void WallContactFix::compute_contacts(int n)
{
  const int i = list.spheres()[n];
  MovingSphere sphere = this->sphere(i);
  wall->find_listed(n, sphere.position, law->reach(sphere.radius), found);
  if (found.empty()) {
    histories.clear(i);
    return;
  }
  if (law->form() == grist::ContactForm::CONSISTENT)
    for (SurfaceContact &at : found) read_velocity_below(at, sphere.radius);
  sphere.mass = body_masses.mass(i);
  double *history = histories.update(i, found, *wall);
  make_room(i);
  bool touching = false;
  for (size_t k = 0; k < found.size(); k++) {
    const SurfaceContact &at = found[k];
    const WallLaw::Force contact = law->force(i, sphere, at, history);
    history += law->width();
    if (!contact.touching) continue;
    add_force(i, sphere, at, contact, histories.began(static_cast<int>(k)));
    touching = true;
  }
  if (touching) report.here.add_touching_sphere();
}

// For the histories of this sphere, when it goes to another rank.
void WallContactFix::make_room(int i)
{
  maxexchange = std::max(maxexchange, histories.packed_size(i, law->width()));
}

void WallContactFix::add_force(int i, const MovingSphere &sphere, const SurfaceContact &at,
                               const WallLaw::Force &contact, bool began)
{
  for (int d = 0; d < 3; d++) {
    atom->f[i][d] += contact.force[d];
    atom->torque[i][d] += contact.torque[d];
  }
  report.here.add_contact(at, sphere.position, wall->reference_point(), contact.force,
                          contact.torque, contact.rolling);
  tally(sphere, at, contact, began);
}

/* ----------------------------------------------------------------------
   forces in blocks: contacts are evaluated together, and added in the order in which they were found
------------------------------------------------------------------------- */

void WallContactFix::compute_in_blocks(SphereWallLaw &blocks)
{
  found.clear();
  waiting.clear();
  counted_last = -1;
  const int spheres = static_cast<int>(list.spheres().size());
  for (int n = 0; n < spheres; n++) {
    if (n + PREFETCH_AHEAD < spheres) prefetch_sphere(n + PREFETCH_AHEAD);
    collect_contacts(n, blocks);
    const int count = static_cast<int>(waiting.size());
    if (count >= BATCH) evaluate_first(count / SphereWallLaw::LANES * SphereWallLaw::LANES, blocks);
  }
  evaluate_first(static_cast<int>(waiting.size()), blocks);
}

// The spheres at a wall lie far apart in memory.
void WallContactFix::prefetch_sphere(int n) const
{
  const int i = list.spheres()[n];
  for (double *const *of : {atom->x, atom->v, atom->omega, atom->f, atom->torque})
    grist::prefetch(of[0] + 3 * static_cast<size_t>(i));
  grist::prefetch(atom->radius + i);
  grist::prefetch(atom->rmass + i);
}

void WallContactFix::collect_contacts(int n, SphereWallLaw &blocks)
{
  const int i = list.spheres()[n];
  const double radius = atom->radius[i];
  const size_t first = found.size();
  wall->add_listed(n, vector(atom->x[0] + 3 * static_cast<size_t>(i)), law->reach(radius), found);
  const int count = static_cast<int>(found.size() - first);
  if (count == 0) {
    histories.clear(i);
    return;
  }
  if (law->form() == grist::ContactForm::CONSISTENT)
    for (int k = 0; k < count; k++) read_velocity_below(found[first + k], radius);
  histories.update(i, found.data() + first, count, *wall);
  make_room(i);
  for (int k = 0; k < count; k++)
    waiting.push_back({i, histories.place(i) + k, histories.began(k)});
  if (blocks.reaches_beyond()) drop_idle(first, blocks);
}

// Of number k of those that wait. Valid until the next contact is collected.
SphereWallLaw::BlockContact WallContactFix::block_contact(size_t k)
{
  const Waiting &one = waiting[k];
  return {one.i, body_masses.mass(one.i), &found[k], histories.history_at(one.place)};
}

// Those from the first on that are within reach and do not act.
void WallContactFix::drop_idle(size_t first, SphereWallLaw &blocks)
{
  size_t kept = first;
  for (size_t k = first; k < waiting.size(); k++) {
    if (!blocks.acts(block_contact(k))) continue;
    found[kept] = found[k];
    waiting[kept++] = waiting[k];
  }
  found.resize(kept);
  waiting.resize(kept);
}

void WallContactFix::evaluate_first(int most, SphereWallLaw &blocks)
{
  SphereWallLaw::BlockContact contacts[SphereWallLaw::LANES];
  for (int first = 0; first < most; first += SphereWallLaw::LANES) {
    const int count = std::min(SphereWallLaw::LANES, most - first);
    for (int k = 0; k < count; k++) contacts[k] = block_contact(first + k);
    add_forces(first, count, blocks.evaluate(contacts, count));
  }
  found.erase(found.begin(), found.begin() + most);
  waiting.erase(waiting.begin(), waiting.begin() + most);
}

void WallContactFix::add_forces(size_t first, int count, const grist::WallBlock &block)
{
  const Vector3d reference = wall->reference_point();
  const bool has_tally = tallies();
  WallTotals sums = report.here;    // in registers
  for (int k = 0; k < count; k++) {
    const auto &[i, place, began] = waiting[first + k];
    const SurfaceContact &at = found[first + k];
    const WallLaw::Force on = {grist::get(block.force, k), grist::get(block.torque, k),
                               grist::get(block.rolling, k), true};
    using Map = Eigen::Map<Vector3d>;
    const size_t three = 3 * static_cast<size_t>(i);
    Map(atom->f[0] + three) += on.force;
    Map(atom->torque[0] + three) += on.torque;
    sums.add_contact(at, Map(atom->x[0] + three), reference, on.force, on.torque, on.rolling);
    if (i != counted_last) sums.add_touching_sphere();
    counted_last = i;
    if (!has_tally) continue;
    MovingSphere sphere = this->sphere(i);
    sphere.mass = body_masses.mass(i);
    tally(sphere, at, on, began);
  }
  report.here = sums;
}

/* ----------------------------------------------------------------------
   for fix guard, which may ask before the list of this step is made
------------------------------------------------------------------------- */

void WallContactFix::add_limits(RunLimits &limits)
{
  grist::ContactSurvey survey;
  if (evaluated == update->ntimestep || list.is_valid(*wall))
    for (size_t n = 0; n < list.spheres().size(); n++) survey_contacts(static_cast<int>(n), survey);
  limits.add(law->limit_kind(), fmt::format("{} {}", name, id), survey);
}

void WallContactFix::survey_contacts(int n, grist::ContactSurvey &survey)
{
  const int i = list.spheres()[n];
  MovingSphere sphere = this->sphere(i);
  wall->find_listed(n, sphere.position, law->reach(sphere.radius), found);
  sphere.mass = body_masses.mass(i);
  for (const SurfaceContact &at : found) law->survey(i, sphere, at, survey);
}

/* ----------------------------------------------------------------------
   output
------------------------------------------------------------------------- */

double WallContactFix::compute_scalar()
{
  return report.value(WallTotals::TOUCHING, world);
}

double WallContactFix::compute_vector(int n)
{
  return report.value(n, world);
}

double WallContactFix::memory_usage()
{
  return histories.memory_usage() + body_masses.memory_usage() +
      static_cast<double>(list.spheres().capacity() * sizeof(int));
}

/* ----------------------------------------------------------------------
   histories travel with atoms
------------------------------------------------------------------------- */

void WallContactFix::grow_arrays(int nmax)
{
  histories.resize(nmax);
}

void WallContactFix::copy_arrays(int i, int j, int)
{
  histories.copy(i, j);
}

void WallContactFix::set_arrays(int i)
{
  histories.clear(i);
}

int WallContactFix::pack_exchange(int i, double *buf)
{
  return histories.pack(i, law->width_in_use(), buf);
}

int WallContactFix::unpack_exchange(int i, double *buf)
{
  const int length = histories.unpack(i, buf);
  make_room(i);
  return length;
}

/* ----------------------------------------------------------------------
   restart: a block with the state of the wall, and a row for each atom, with its length first
------------------------------------------------------------------------- */

void WallContactFix::write_restart(FILE *file)
{
  RestartWriter out(RESTART_VERSION);
  out.add(law->form());
  add_state(out);
  int most = MANY_CONTACTS;
  for (int i = 0; i < atom->nlocal; i++) most = std::max(most, histories.count(i));
  MPI_Allreduce(&most, &most_contacts, 1, MPI_INT, MPI_MAX, world);
  if (comm->me == 0) out.write_for_fix(file);
}

void WallContactFix::restart(char *buf)
{
  RestartReader in(lmp, name, RESTART_VERSION, buf);
  grist::ContactForm form{};
  in.get(form);
  get_state(in);
  in.end();
  restored = form;
}

int WallContactFix::pack_restart(int i, double *buf)
{
  buf[0] = size_restart(i);
  histories.pack(i, law->width_in_use(), buf + 1);
  return static_cast<int>(buf[0]);
}

void WallContactFix::unpack_restart(int i, int nth)
{
  refuse_unless_restarted(lmp, this, name);
  const double *extra = atom->extra[i];
  for (int k = 0; k < nth; k++) extra += static_cast<int>(*extra);
  histories.unpack(i, extra + 1);
  make_room(i);
}

int WallContactFix::size_restart(int i)
{
  return 1 + histories.packed_size(i, law->width_in_use());
}

// LAMMPS calls it after write_restart().
int WallContactFix::maxsize_restart()
{
  return 1 + ContactMemory::packed_size_of(most_contacts, law->width());
}
