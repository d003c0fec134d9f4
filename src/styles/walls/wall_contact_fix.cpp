#include "styles/walls/wall_contact_fix.h"

#include "styles/access/run_checks.h"
#include "styles/commands/named_group.h"
#include "styles/contacts/contact_keywords.h"
#include "styles/files/output_columns.h"

#include "atom.h"
#include "comm.h"
#include "error.h"
#include "fmt/format.h"
#include "update.h"

#include "common/preconditions.h"

#include <algorithm>
#include <limits>
#include <utility>

using namespace LAMMPS_NS;
using namespace FixConst;
using grist::ContactMemory;
using grist::MovingSphere;
using grist::Vector3d;
using grist::vector_at;
using grist::WallContact;
using grist::WallTotals;

// Contacts of one sphere that buffers have room for at first; they grow when there are more.
static constexpr int MANY_CONTACTS = 64;

static constexpr int RESTART_VERSION = 8;

WallContactFix::WallContactFix(LAMMPS *lmp, int narg, char **arg, std::string name) :
    RowsFix(std::move(name), RESTART_VERSION, lmp, narg, arg), list(lmp, groupbit),
    body_masses(lmp), blocks(lmp), evaluated(-1)
{
  scalar_flag = vector_flag = global_freq = 1;
  size_vector = WallTotals::TOUCHING;
  extscalar = extvector = 1;
  name_columns(lmp, *this,
               {{"touching"},
                {"force_x [force]", "force_y [force]", "force_z [force]", "torque_x [torque]",
                 "torque_y [torque]", "torque_z [torque]", "power [power]"},
                {},
                {}});
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
  law = std::move(contact_law);
  start_histories();
}

void WallContactFix::complete_for_bodies(std::unique_ptr<PolyhedronWallLaw> contact_law,
                                         std::unique_ptr<PolyhedraOnWall> contacts)
{
  body_law = contact_law.get();
  polyhedra = std::move(contacts);
  law = std::move(contact_law);
  start_histories();
}

void WallContactFix::start_histories()
{
  histories.set_width(law->width());
  maxexchange = ContactMemory::size_of(MANY_CONTACTS, law->width());
  maxexchange_dynamic = 1;
  start_rows();
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
  if (update->whichflag == 2)
    error->all(FLERR, "{}: a minimization has no walls (unfix {} first)", name, id);
  warn_of_empty_group(lmp, this);
  evaluated = -1;    // atoms may have other indices now
  body_masses.find_fix();
  blocks.init();
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
  if (is_rerun(lmp)) histories.keep_only({});    // frames hold no springs
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
  resistance.clear();
  law->center_velocity = wall->center_velocity();
  law->begin_step(!update->setupflag);
  if (SphereWallLaw *kernel = law->in_blocks())
    blocks.compute(list, *kernel,
                   {*wall, histories, body_masses, report.here,
                    tallies() || measures_resistance ? this : nullptr});
  else
    for (size_t n = 0; n < list.spheres().size(); n++) compute_contacts(static_cast<int>(n));
  add_bridges();
  make_room();
}

// A sphere that is not listed has no contacts, so its histories end.
void WallContactFix::rebuild_list()
{
  list.build(*wall, *law, bridges.expired() ? 0.0 : farthest_bridge);
  histories.keep_only(list.spheres());
  body_masses.update();
  if (!body_law) return;
  body_law->bodies.find_shapes(atom->nlocal);
  polyhedra->list(list.spheres(), list.margin());
}

void WallContactFix::change_surfaces()
{
  list.invalidate();
  if (!body_law) return;
  body_law->bodies.find_shapes(atom->nlocal);
  for (int i = 0; i < atom->nlocal; i++)
    if (is_polyhedron(i)) histories.mark_former(i);
}

MovingSphere WallContactFix::sphere(int i) const
{
  return {vector_at(atom->x[i]), vector_at(atom->v[i]), omega(i), atom->radius[i], atom->rmass[i]};
}

Vector3d WallContactFix::omega(int i) const
{
  return body_law ? body_law->bodies.omega(i) : vector_at(atom->omega[i]);
}

// n: number in the wall list.
void WallContactFix::compute_contacts(int n)
{
  const int i = list.spheres()[n];
  if (body_law) body_law->bodies.update_one(i);
  if (is_polyhedron(i))
    compute_polyhedron(n, i);
  else
    compute_sphere(n, i);
}

// The contacts of number n of the wall list: a batch of one.
const std::vector<WallContact> &WallContactFix::contacts_of(int n, double reach)
{
  assert(n >= 0 && n < static_cast<int>(list.spheres().size()));
  return single.find(*wall, n, vector_at(atom->x[list.spheres()[n]]), reach);
}

void WallContactFix::compute_sphere(int n, int i)
{
  const auto &found = contacts_of(n, law->reach(atom->radius[i]));
  if (found.empty()) {
    histories.clear(i);
    return;
  }
  SphereAtWall contact = {i, sphere(i), {}};
  contact.sphere.mass = body_masses.mass(i);
  double *history = histories.update(i, found, *wall);
  bool touching = false;
  for (size_t k = 0; k < found.size(); k++) {
    contact.at = found[k];
    if (law->form() == grist::ContactForm::CONSISTENT)
      read_velocity_below(contact.at, contact.sphere.radius);
    const WallLaw::Force force = law->one_by_one()->force(contact, history);
    history += law->width();
    if (!force.touching) continue;
    add_force(contact, force);
    tally(contact, force, histories.began(static_cast<int>(k)));
    touching = true;
  }
  if (touching) report.here.add_touching_sphere();
}

// The wall takes the force where a polyhedron overlaps it most, and slip is that there.
void WallContactFix::compute_polyhedron(int n, int i)
{
  const auto &contacts = polyhedra->find(n, i);
  if (contacts.empty()) {
    histories.clear(i);
    return;
  }
  double *history = polyhedra->histories(i, histories);
  const PolyhedronBodies &bodies = body_law->bodies;
  const Vector3d &position = bodies.pose(i).position;
  for (size_t k = 0; k < contacts.size(); k++) {
    const PolyhedraOnWall::Contact &contact = contacts[k];
    const WallLaw::Force force =
        body_law->force(i, contact.overlap, contact.at, contact.share, history);
    history += body_law->width();
    const Vector3d &arm = contact.overlap.centroid;
    WallContact at = contact.at;
    if (tallies()) at.surface = surface_at(n, position + arm, at.surface);
    const SphereAtWall body = {i,
                               {position, bodies.velocity(i, arm), Vector3d::zero(),
                                bodies.radius(i), contact.share * atom->rmass[i]},
                               at};
    add_force(body, force);
    if (tallies()) tally_contact(body, force, polyhedra->began(static_cast<int>(k), histories));
    if (measures_resistance)
      resistance.add(position + arm + at.image - wall->reference_point(), at.normal,
                     body_law->tangent(i, contact.overlap, at.image, contact.share));
  }
  polyhedra->store(i, histories);
  report.here.add_touching_sphere();
}

// Their pull acts along the normal, on the center of the sphere.
void WallContactFix::add_bridges()
{
  const auto liquid = bridges.lock();
  driven_pull = 0.0;
  if (!liquid) return;
  const grist::RigidVelocity body = body_velocity();
  liquid->begin_step(list);
  for (size_t n = 0; n < list.spheres().size(); n++) {
    const int i = list.spheres()[n];
    const double reach = liquid->reach(i, histories.count(i) > 0);
    if (reach == 0.0) continue;
    const MovingSphere sphere = this->sphere(i);
    const auto &found = contacts_of(static_cast<int>(n), reach);
    const auto &pulls = liquid->pulls(i, sphere, found, *wall, law->inertia);
    for (size_t k = 0; k < found.size(); k++) {
      const Vector3d place = found[k].place(sphere.position);
      if (measures_resistance)
        resistance.add(place - wall->reference_point(), found[k].normal,
                       {0.0, 0.0, pulls[k].resistance, 0.0});
      if (pulls[k].force == 0.0) continue;
      const WallLaw::Force pull = {-pulls[k].force * found[k].normal, Vector3d::zero(),
                                   Vector3d::zero(), true};
      const SphereAtWall contact = {i, sphere, found[k]};
      add_force(contact, pull);
      driven_pull += dot(pull.force, found[k].velocity - body.at(place));
      if (tallies()) tally_contact(contact, pull, false);
    }
  }
}

// Makes room for the histories of a sphere that migrates to another rank.
void WallContactFix::make_room()
{
  maxexchange =
      std::max(maxexchange, ContactMemory::size_of(histories.most_contacts(), law->width()));
}

void WallContactFix::add_force(const SphereAtWall &contact, const WallLaw::Force &on)
{
  assert(contact.i >= 0 && contact.i < atom->nlocal);
  for (int d = 0; d < 3; d++) {
    atom->f[contact.i][d] += on.force[d];
    atom->torque[contact.i][d] += on.torque[d];
  }
  report.here.add_contact(contact.at, contact.sphere.position + contact.at.image,
                          wall->reference_point(), on.force, on.torque, on.rolling);
}

void WallContactFix::tally(const SphereAtWall &contact, const WallLaw::Force &force, bool began)
{
  if (tallies()) tally_contact(contact, force, began);
  if (!measures_resistance) return;
  const Vector3d place = contact.at.place(contact.sphere.position);
  resistance.add(place - wall->reference_point(), contact.at.normal,
                 law->tangent(contact, least_overlap(place)));
}

/* ----------------------------------------------------------------------
   for fix guard, which may call this before the list of this step is made
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
  if (body_law) body_law->bodies.update_one(i);
  if (is_polyhedron(i)) {
    for (const PolyhedraOnWall::Contact &contact : polyhedra->find(n, i))
      body_law->survey(i, contact.overlap, survey);
    return;
  }
  MovingSphere sphere = this->sphere(i);
  sphere.mass = body_masses.mass(i);
  for (const WallContact &at : contacts_of(n, law->reach(sphere.radius)))
    law->survey({i, sphere, at}, survey);
}

// Radius; of a polyhedron the inner radius.
double WallContactFix::thickness(int i) const
{
  return is_polyhedron(i) ? body_law->bodies.shape(i)->inner_radius() : atom->radius[i];
}

double WallContactFix::thinnest() const
{
  double least = std::numeric_limits<double>::infinity();
  if (body_law) body_law->bodies.find_shapes(atom->nlocal);
  for (int i = 0; i < atom->nlocal; i++)
    if (atom->mask[i] & groupbit) least = std::min(least, thickness(i));
  return least;
}

void WallContactFix::add_passage(std::vector<TimeLimit> &to)
{
  double least = std::numeric_limits<double>::infinity();
  if (body_law) body_law->bodies.find_shapes(atom->nlocal);
  for (int i = 0; i < atom->nlocal; i++) {
    if (!(atom->mask[i] & groupbit)) continue;
    const double speed = norm(vector_at(atom->v[i]));
    if (speed > 0.0) least = std::min(least, thickness(i) / speed);
  }
  to.push_back({TimeLimitKind::PASSAGE, fmt::format("{} {}", name, id), least});
}

std::string WallContactFix::energy_refusal() const
{
  return law->recording() ? "" : "the models of fix wall/gran do not report what they store";
}

/* ----------------------------------------------------------------------
   energies of blocks of contacts; those of a selection are of contacts that are recorded one by one
------------------------------------------------------------------------- */

// Null: contacts are shown.
const SphereWallLaw *WallContactFix::law_with_flows() const
{
  const SphereWallLaw *kernel = law->in_blocks();
  return kernel && kernel->has_flows() ? kernel : nullptr;
}

// Spheres and surfaces are where they were when forces were computed.
void WallContactFix::add_stored(grist::StoredEnergy &to, const grist::SphereSelection &of) const
{
  const SphereWallLaw *kernel = law_with_flows();
  if (!kernel) return ContactStyle::add_stored(to, of);
  assert(of.has_all());
  for (const SphereAtWall &contact : blocks.find_again(*wall, *kernel))
    if (const double *history = histories.find(contact.i, contact.at.surface))
      add(to, kernel->stored_energy(contact, history), 1.0);
}

void WallContactFix::add_powers(grist::EnergyFlows &to, const grist::SphereRates *rates,
                                const grist::SphereSelection &of) const
{
  const SphereWallLaw *kernel = law_with_flows();
  if (!kernel) return ContactStyle::add_powers(to, rates, of);
  assert(of.has_all());
  kernel->add_powers(to, rates);
  to[grist::WALL_WORK] += blocks.power();
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
  return histories.memory_usage() + body_masses.memory_usage() + blocks.memory_usage() +
      static_cast<double>(list.spheres().capacity() * sizeof(int));
}

/* ---------------------------------------------------------------------- */

void WallContactFix::transfer_state(grist::Archive &archive)
{
  grist::ContactForm form = law->form();
  archive(form);
  if (archive.reads()) restored = form;
}
