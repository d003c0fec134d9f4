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
#include <utility>

using namespace LAMMPS_NS;
using namespace FixConst;
using grist::ContactMemory;
using grist::Vector3d;
using grist::WallTotals;

// Contacts of one sphere that buffers have room for at first; they grow when there are more.
static constexpr int MANY_CONTACTS = 64;

static constexpr int RESTART_VERSION = 10;

// Springs that were there before.
static void take_back(const grist::ContactMemory &kept, grist::ContactMemory &histories, int count)
{
  for (int i = 0; i < count; i++)
    for (int k = 0; k < histories.count(i); k++)
      if (const double *before = kept.find(i, histories.surface(i, k)))
        std::copy_n(before, histories.width(), histories.history_at(histories.place(i) + k));
}

WallContactFix::WallContactFix(LAMMPS *lmp, int narg, char **arg, std::string name) :
    RowsFix(std::move(name), RESTART_VERSION, lmp, narg, arg), SetupMemory([this] {
      return [this, kept = histories] { take_back(kept, histories, atom->nlocal); };
    }),
    list(lmp, groupbit), body_masses(lmp), blocks(lmp), evaluated(-1)
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
  start(nullptr, nullptr);
}

void WallContactFix::complete_for_bodies(std::unique_ptr<PolyhedronWallLaw> contact_law,
                                         std::unique_ptr<PolyhedraOnWall> contacts)
{
  PolyhedronWallLaw *bodies = contact_law.get();
  law = std::move(contact_law);
  start(bodies, std::move(contacts));
}

void WallContactFix::start(PolyhedronWallLaw *bodies, std::unique_ptr<PolyhedraOnWall> polyhedra)
{
  single = std::make_unique<SingleContacts>(lmp, *law, bodies, std::move(polyhedra));
  histories.set_width(law->width());
  maxexchange = ContactMemory::size_of(MANY_CONTACTS, law->width());
  maxexchange_dynamic = 1;
  start_rows();
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

// ---- forces

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
  const WallStep step = step_of_wall();
  if (SphereWallLaw *kernel = law->in_blocks())
    blocks.compute(list, *kernel, step);
  else
    single->compute(list, step);
  driven_pull = bridges.add_pulls(*atom, list, *single, step, law->inertia, body_velocity(),
                                  measures_resistance ? &resistance : nullptr);
  make_room();
}

// A sphere that is not listed has no contacts, so its histories end.
void WallContactFix::rebuild_list()
{
  list.build(*wall, *law, bridges.reach_beyond());
  histories.keep_only(list.spheres());
  body_masses.update();
  single->list(list);
}

void WallContactFix::change_surfaces()
{
  list.invalidate();
  single->mark_former(histories);
}

// Makes room for the histories of a sphere that migrates to another rank.
void WallContactFix::make_room()
{
  maxexchange =
      std::max(maxexchange, ContactMemory::size_of(histories.most_contacts(), law->width()));
}

void WallContactFix::tally(const SphereAtWall &contact, const WallLaw::Force &force, bool began)
{
  if (tallies()) tally_contact(contact, force, began);
  if (!measures_resistance) return;
  const Vector3d place = contact.at.place(contact.sphere.position);
  resistance.add(place - wall->reference_point(), contact.at.normal,
                 law->tangent(contact, least_overlap(place)));
}

void WallContactFix::tally_polyhedron(int n, const SphereAtWall &as_sphere,
                                      const PolyhedraOnWall::Contact &contact,
                                      const WallLaw::Force &force, bool began)
{
  const Vector3d place = as_sphere.sphere.position + contact.overlap.centroid;
  if (tallies()) {
    SphereAtWall shown = as_sphere;
    shown.at.surface = surface_at(n, place, contact.at.surface);
    tally_contact(shown, force, began);
  }
  if (measures_resistance)
    resistance.add(
        place + contact.at.image - wall->reference_point(), contact.at.normal,
        law_of_bodies()->tangent(as_sphere.i, contact.overlap, contact.at.image, contact.share));
}

// ---- for fix guard, which may call this before the list of this step is made

void WallContactFix::add_limits(RunLimits &limits)
{
  grist::ContactSurvey survey;
  if (evaluated == update->ntimestep || list.is_valid(*wall))
    single->survey(list, step_of_wall(), survey);
  limits.add(law->limit_kind(), fmt::format("{} {}", name, id), survey);
}

void WallContactFix::add_passage(std::vector<TimeLimit> &to)
{
  to.push_back(
      {TimeLimitKind::PASSAGE, fmt::format("{} {}", name, id), single->shortest_passage(groupbit)});
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

// ---- output

double WallContactFix::memory_usage()
{
  return histories.memory_usage() + body_masses.memory_usage() + blocks.memory_usage() +
      static_cast<double>(list.spheres().capacity() * sizeof(int));
}

void WallContactFix::transfer_state(grist::Archive &archive)
{
  grist::ContactForm form = law->form();
  archive(form);
  if (archive.reads()) restored = form;
}
