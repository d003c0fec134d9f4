#include "styles/walls/wall_contact_fix.h"

#include "styles/common/restart_block.h"
#include "styles/common/run_checks.h"
#include "styles/contacts/contact_keywords.h"

#include "common/prefetch.h"
#include "common/vector_sums.h"
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
using grist::CenterBatch;
using grist::ContactMemory;
using grist::MovingSphere;
using grist::SurfaceContact;
using grist::Vector3d;
using grist::WallTotals;

static constexpr int MANY_CONTACTS =
    64;    // of one sphere; buffers for more are made when there are more

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
  prefetch_spheres(0, spheres);
  for (int first = 0; first < spheres; first += CenterBatch::MOST) {
    collect_contacts(first, std::min(CenterBatch::MOST, spheres - first), blocks);
    const int count = static_cast<int>(waiting.size());
    evaluate_first(count / SphereWallLaw::LANES * SphereWallLaw::LANES, blocks);
  }
  evaluate_first(static_cast<int>(waiting.size()), blocks);
}

// Of a batch. The spheres at a wall lie far apart in memory.
void WallContactFix::prefetch_spheres(int first, int spheres) const
{
  for (int n = first; n < std::min(first + CenterBatch::MOST, spheres); n++) {
    const int i = list.spheres()[n];
    for (double *const *of : {atom->x, atom->v, atom->omega, atom->f, atom->torque})
      grist::prefetch(of[0] + 3 * static_cast<size_t>(i));
    grist::prefetch(atom->radius + i);
    grist::prefetch(atom->rmass + i);
    histories.prefetch(i);
  }
}

void WallContactFix::gather_centers(int first, int count, CenterBatch &centers) const
{
  const bool beyond = law->blocks()->reaches_beyond();
  for (int k = 0; k < count; k++) {
    const int i = list.spheres()[first + k];
    const double *x = atom->x[0] + 3 * static_cast<size_t>(i), radius = atom->radius[i];
    for (int d = 0; d < 3; d++) centers.x[d][k] = x[d];
    centers.reach[k] = beyond ? law->reach(radius) : radius;
  }
  for (int k = count; k % grist::WallTouches::WHOLE != 0; k++) {
    for (auto &lane : centers.x) lane[k] = lane[0];
    centers.reach[k] = centers.reach[0];
  }
}

void WallContactFix::collect_contacts(int first, int count, SphereWallLaw &blocks)
{
  const size_t before = found.size();
  CenterBatch centers;
  int counts[CenterBatch::MOST];
  gather_centers(first, count, centers);
  prefetch_spheres(first + CenterBatch::MOST, static_cast<int>(list.spheres().size()));
  wall->add_batch(first, centers, count, found, counts);
  const bool reads_below = law->form() == grist::ContactForm::CONSISTENT &&
      (wall->moves() || wall->surface_motion.moves());
  SurfaceContact *at = found.data() + before;
  for (int k = 0; k < count; at += counts[k++]) {
    const int i = list.spheres()[first + k];
    if (reads_below)
      for (int c = 0; c < counts[k]; c++) read_velocity_below(at[c], atom->radius[i]);
    await_forces(i, at, counts[k]);
  }
  if (blocks.reaches_beyond()) drop_idle(before, blocks);
}

// The contacts of sphere i wait, their histories ready.
void WallContactFix::await_forces(int i, const SurfaceContact *contacts, int count)
{
  if (count == 0) {
    histories.clear(i);
    return;
  }
  if (!histories.holds(i, contacts, count)) {
    histories.update(i, contacts, count, *wall);
    make_room(i);
  }
  const int place = histories.place(i);
  for (int k = 0; k < count; k++) {
    grist::prefetch(histories.history_at(place + k));
    Waiting &one = waiting.emplace_back();    // a copy would wait for its parts
    one.i = i;
    one.place = place + k;
    one.began = histories.began(k);
  }
}

// Of number k of those that wait. Valid until the next contacts are collected.
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
  for (int first = 0; first < most; first += SphereWallLaw::LANES) {
    SphereWallLaw::BlockContacts contacts;
    for (int k = first; k < std::min(first + SphereWallLaw::LANES, most); k++)
      contacts.add(block_contact(k));
    add_forces(first, contacts.count, blocks.evaluate(contacts, wall->reference_point()));
  }
  found.erase(found.begin(), found.begin() + most);
  waiting.erase(waiting.begin(), waiting.begin() + most);
}

void WallContactFix::add_forces(size_t first, int count, const grist::WallBlock &block)
{
  grist::WallForceRows rows;
  scatter(block, count, rows);
  const grist::WallSums sums = grist::sums(block, count);
  report.here.add_contacts(sums.force, sums.torque, sums.power);
  int touching = 0;
  for (int k = 0; k < count; k++) {
    const int i = waiting[first + k].i;
    const size_t three = 3 * static_cast<size_t>(i);
    const grist::WallForceRow &on = rows.of[k];
    grist::add_vector(atom->f[0] + three, on.force, on.force[2]);
    grist::add_vector(atom->torque[0] + three, on.torque, on.torque[2]);
    touching += i != counted_last;
    counted_last = i;
  }
  report.here.add_touching_spheres(touching);
  if (tallies())
    for (int k = 0; k < count; k++) tally_lane(first + k, k, block);
}

// Number n of those that wait.
void WallContactFix::tally_lane(size_t n, int lane, const grist::WallBlock &block)
{
  const auto &[i, place, began] = waiting[n];
  MovingSphere sphere = this->sphere(i);
  sphere.mass = body_masses.mass(i);
  tally(sphere, found[n],
        {grist::get(block.force, lane), grist::get(block.torque, lane),
         grist::get(block.rolling, lane), true},
        began);
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

std::string WallContactFix::energy_refusal() const
{
  return law->recording() ? "" : "the models of fix wall/gran do not report what they store";
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
