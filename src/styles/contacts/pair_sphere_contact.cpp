#include "styles/contacts/pair_sphere_contact.h"

#include "common/constants.h"
#include "contacts/contact_force.h"
#include "contacts/contact_laws.h"
#include "contacts/contact_limits.h"
#include "records/contact_sums.h"

#include "atom.h"
#include "comm.h"
#include "error.h"
#include "fix.h"
#include "fix_dummy.h"
#include "force.h"
#include "memory.h"
#include "modify.h"
#include "neigh_list.h"
#include "neighbor.h"
#include "styles/access/inserting_fixes.h"
#include "styles/access/internal_fixes.h"
#include "styles/access/kernel_instructions.h"
#include "styles/access/lammps_compat.h"
#include "styles/access/run_checks.h"
#include "styles/commands/input_words.h"
#include "styles/contacts/contact_keywords.h"
#include "styles/contacts/heat_conductance.h"
#include "update.h"

#include <algorithm>
#include <cassert>
#include <limits>

using namespace LAMMPS_NS;
using grist::ContactForm;
using grist::ContactKind;
using grist::ContactPairs;

static constexpr const char *PLACEHOLDER = "GRIST_CONTACT_HISTORY_PLACEHOLDER";
static constexpr int SINGLE_EXTRA = 12;    // of compute pair/local: p1 to p12

PairSphereContact::PairSphereContact(LAMMPS *lmp, ContactKind kind) :
    PairWithReach(lmp), kind(kind),
    name(std::string("Pair style ") + grist::description(kind).name), history(nullptr),
    spheres(lmp), radius_watch(lmp), contact_form(ContactForm::CONSISTENT),
    single_pairs(lmp, table, spheres, history), begun(lmp, single_pairs)
{
  single_enable = 1;
  restartinfo = 1;
  writedata = 1;
  no_virial_fdotr_compute = 1;
  centroidstressflag = CENTROID_NOTAVAIL;
  finitecutflag = 1;
  comm_forward = 1;
  single_extra = SINGLE_EXTRA;
  svector = new double[SINGLE_EXTRA];

  // The fix itself is made in init_style(), when a restart file has handed over its per-atom data;
  // its place in the order of fixes, ahead of those that move atoms, is taken now.
  refuse_other_fix(lmp, name, FixContactHistory::ID, "CONTACT/HISTORY");
  make_internal_fix(lmp, name, PLACEHOLDER, "all DUMMY");
}

PairSphereContact::~PairSphereContact()
{
  if (copymode) return;
  delete[] svector;
  for (const char *id : {FixContactHistory::ID, PLACEHOLDER})    // neither after an error
    if (modify->get_fix_by_id(id)) modify->delete_fix(id);
  if (!allocated) return;
  memory->destroy(setflag);
  memory->destroy(cutsq);
}

void PairSphereContact::allocate()
{
  allocated = 1;
  const int n = atom->ntypes + 1;
  memory->create(setflag, n, n, "pair:setflag");
  memory->create(cutsq, n, n, "pair:cutsq");
  for (int i = 0; i < n; i++) std::fill_n(setflag[i], n, 0);
  table.emplace(lmp, kind, name);
}

void PairSphereContact::settings(int narg, char **arg)
{
  InputWords words(lmp, name, narg, arg);
  contact_form = ContactForm::CONSISTENT;
  words.read_keywords({{"stock", [&] { contact_form = read_stock(words); }}});
  comm->ghost_velocity = 1;
}

void PairSphereContact::coeff(int narg, char **arg)
{
  if (!allocated) allocate();
  table->read(narg, arg);
  mark_given();
}

void PairSphereContact::mark_given()
{
  for (int i = 1; i <= atom->ntypes; i++)
    for (int j = i; j <= atom->ntypes; j++)
      if (table->is_given(i, j)) setflag[i][j] = 1;
}

// Settings of the run and atom styles that it does not support.
static void check_surroundings(LAMMPS *lmp, const Pair *pair, const std::string &name)
{
  const Atom *atom = lmp->atom;
  const Force *force = lmp->force;
  Error *error = lmp->error;
  if (force->pair != pair) error->all(FLERR, "{} cannot be a part of pair_style hybrid", name);
  refuse_respa(lmp, name);
  refuse_tiled_newton(lmp, name);
  refuse_ghosts_of_a_group(lmp, name);
  if (!atom->radius_flag || !atom->rmass_flag || !atom->omega_flag || !atom->torque_flag)
    error->all(FLERR, "{} needs an atom style with radius, rmass, omega and torque (now: {})", name,
               lmp->atom->get_style());
  for (int k = 1; k <= 3; k++)
    if (force->special_lj[k] != 0.0 && force->special_lj[k] != 1.0)
      error->all(FLERR, "{}: special_bonds lj weight {:g} (must be 0 or 1)", name,
                 force->special_lj[k]);
}

void PairSphereContact::init_style()
{
  settle_instructions(lmp);
  check_surroundings(lmp, this, name);
  table->check();
  spheres.init(name);
  comm->ghost_velocity = 1;
  table->check_parts(contact_form);
  largest = largest_radii(lmp);
  radius_watch.init(largest, name);
  table->complete(contact_form);
  refuse_huge_reach(lmp, name,
                    2.0 * *std::max_element(largest.begin(), largest.end()) + neighbor->skin);

  neighbor->add_request(this, list_request());
  FixKnownIds::require(lmp, name, !history);
  if (!history) {
    const std::string words = fmt::format("all CONTACT/HISTORY {}", FixContactHistory::NUMBERS);
    history = dynamic_cast<FixContactHistory *>(
        replace_internal_fix(lmp, name, PLACEHOLDER, FixContactHistory::ID, words));
    history->pair = this;
    history->broken = &begun;
    history->contact_form = contact_form;
  }
  require_internal_fix(lmp, name, FixContactHistory::ID, history);
  if (history->contact_form != contact_form)
    error->all(FLERR, "{}: {} after a run with {} (expected the same, as springs would be wrong)",
               name, stock_text(contact_form), stock_text(history->contact_form));
  history->rebuilds_on_demand(radius_watch.is_on());
  history->layout = scene().mode.history();
  history->remembers_touch = cohesion().remembers_touch;
  history->contact_form = contact_form;
  begun.activate(compute_flag != 0);
  guard_run(lmp);
}

// Lists of spheres hold pairs that are nearer than radii and skin at a rebuild. Contacts that
// remember touch (jkr) may be as far as their reach then; contacts that begin beyond touch (capped)
// need their reach besides the skin. LAMMPS' own searches have no such lists: theirs are by cutoffs
// of types.
int PairSphereContact::list_request()
{
  assert(largest.size() == static_cast<size_t>(atom->ntypes) + 1);
  const double most = *std::max_element(largest.begin(), largest.end());
  double farthest = 0.0;
  for (int i = 1; i <= atom->ntypes; i++)
    for (int j = 1; j <= atom->ntypes; j++)
      farthest = std::max(farthest, table->reach_beyond_touch(i, j, most, most));
  const double in_lists = cohesion().remembers_touch ? neighbor->skin : 0.0;
  beyond_lists = std::max(0.0, farthest - in_lists);
  const bool has_search = !modify->get_fix_by_style("^CONTACT/SEARCH").empty();
  return beyond_lists > 0.0 && !has_search ? NeighConst::REQ_DEFAULT : NeighConst::REQ_SIZE;
}

double PairSphereContact::init_one(int i, int j)
{
  assert(i >= 1 && i <= j && j <= atom->ntypes);
  assert(largest.size() == static_cast<size_t>(atom->ntypes) + 1);
  // A type that has no sphere yet must not make the cells of a search small.
  const double most = *std::max_element(largest.begin(), largest.end());
  const bool has_both = largest[i] > 0.0 && largest[j] > 0.0;
  const double radius_i = has_both ? largest[i] : most, radius_j = has_both ? largest[j] : most;
  return radius_i + radius_j + table->reach_beyond_touch(i, j, radius_i, radius_j);
}

void PairSphereContact::compute(int eflag, int vflag)
{
  assert(history);
  ev_init(eflag, vflag);
  if (neighbor->ago == 0) spheres.update_body_masses(this);
  history->begin_update();
  begun.add_work();
  if (radius_watch.is_on() && radius_watch.lists_run_out()) history->rebuild_in_next_step();
  const int nall = atom->nlocal + atom->nghost;
  if (recording.is_on()) losses.begin_step(foreseen_rates(lmp), heat_recording.is_on());
  heat.clear();
  spheres.keep_rates(rate_recording.is_on());
  if (nall == 0) return show_watches();

  spheres.read(history->pairs.members);
  const grist::ContactSink sink{atom->f[0],
                                atom->torque[0],
                                receivers(),
                                evflag ? static_cast<grist::ContactTally *>(this) : nullptr,
                                recording.is_on() ? &losses : nullptr,
                                heat_recording.is_on() ? &heat : nullptr};
  single_pairs.mark_evaluated();
  grist::add_contact_forces(scene(), history->pairs, sink);
  show_watches();
}

grist::ContactScene PairSphereContact::scene() const
{
  return {spheres.place.data(),
          spheres.motion.data(),
          table->laws(),
          table->has_one_law() ? 1 : atom->ntypes,
          {kind, table->part(grist::ROLLING_PART), contact_form, table->part(grist::COHESION_PART),
           update->dt, update->setupflag == 0, false, table->part(grist::TWISTING_PART)}};
}

void PairSphereContact::contact(int a, int b, const double *force_a, const double *apart)
{
  ev_tally_xyz(a, b, atom->nlocal, force->newton_pair, 0.0, 0.0, force_a[0], force_a[1], force_a[2],
               apart[0], apart[1], apart[2]);
}

// ---- energy

void PairSphereContact::add_powers(grist::EnergyFlows &to, const grist::SphereRates *rates,
                                   const grist::SphereSelection &of) const
{
  if (!compute_flag) return;
  if (of.has_all())
    losses.add_powers(to, rates);
  else
    ContactStyle::add_powers(to, rates, of);
}

// None with pair_modify compute no, where no contact acts.
void PairSphereContact::show_contacts(grist::ContactVisitor &visitor) const
{
  if (!compute_flag) return;
  require_internal_fix(lmp, name, FixContactHistory::ID, history);    // also between runs
  single_pairs.show(visitor);
}

void PairSphereContact::add_stored(grist::StoredEnergy &to, const grist::SphereSelection &of) const
{
  ContactStyle::add_stored(to, of);
  begun.add_stored(to, of);
}

double PairSphereContact::lost_at_once(const grist::SphereRates *rates,
                                       const grist::SphereSelection &of) const
{
  assert(history);
  grist::LossSum loss(rates, of);
  single_pairs.show_changes(loss);
  return loss.sum;
}

/* ----------------------------------------------------------------------
   p1 to p12 of compute pair/local: tangential force on the first (3), its size, torque of rolling
   and twisting on the first (3), its size, overlap, vector from the second to the first (3)
------------------------------------------------------------------------- */

double PairSphereContact::single(int i, int j, int, int, double, double, double factor_lj,
                                 double &fforce)
{
  fforce = 0.0;
  std::fill_n(svector, SINGLE_EXTRA, 0.0);
  if (!history || modify->get_fix_by_id(FixContactHistory::ID) != history)
    error->one(FLERR, "{}: pairs have no values yet (run 0 first)", name);
  const ContactPairs::Bonding bonding = history->bonding(i, j);
  const bool is_excluded = factor_lj == 0.0 && !bonding.is_intact;
  if (!compute_flag || is_excluded || !single_pairs.acts(i, j)) return 0.0;

  const grist::SphereContact contact = single_pairs.contact_of(i, j, bonding);
  grist::SphereContactHistory remembered = history->find(i, j);
  const grist::SphereContactForce on =
      contact_force(single_pairs.law_of(i, j), contact, remembered);

  const double distance =
      contact.radius_a + contact.radius_b - single_pairs.contact_of(i, j).overlap;
  const grist::Vector3d apart = distance * contact.normal;
  std::copy_n(on.tangential.data(), 3, svector);
  svector[3] = norm(on.tangential);
  std::copy_n(on.rolling.data(), 3, svector + 4);
  svector[7] = norm(on.rolling);
  svector[8] = contact.overlap;
  std::copy_n(apart.data(), 3, svector + 9);
  fforce = on.normal / distance;
  return 0.0;
}

double PairSphereContact::radii2cut(double r1, double r2)
{
  double farthest = 0.0;
  if (cohesion().acts_apart)
    for (int i = 1; i <= atom->ntypes; i++)
      for (int j = 1; j <= atom->ntypes; j++)
        farthest = std::max(farthest, table->reach_beyond_touch(i, j, r1, r2));
  return r1 + r2 + farthest;
}

void PairSphereContact::read_restart(FILE *file)
{
  if (!allocated) allocate();
  contact_form = table->read_restart(file);
  mark_given();
}

// ---- for fix guard

// The least over the spheres of this rank. A sphere of a rigid body is as heavy as the body, as in
// its contacts.
static double rayleigh_time(const LAMMPS *lmp, const ContactTable &table,
                            const SphereGather &spheres)
{
  const Atom *atom = lmp->atom;
  double least = std::numeric_limits<double>::infinity();
  for (int i = 0; i < atom->nlocal; i++) {
    const grist::Elasticity &material = table.elasticity(atom->type[i]);
    const double poisson = material[grist::HertzMindlin::POISSON];
    const double shear_modulus =
        material[grist::HertzMindlin::YOUNG] / lmp->force->nktv2p / (2.0 * (1.0 + poisson));
    const double mass = spheres.inertial_mass(i);
    least =
        std::min(least,
                 grist::rayleigh_time(atom->radius[i], mass / grist::sphere_volume(atom->radius[i]),
                                      shear_modulus, poisson));
  }
  return least;
}

// Pairs whose bonds have broken since the forces were computed have spheres that were not read then.
void PairSphereContact::add_limits(RunLimits &limits)
{
  if (!compute_flag) return;
  if (grist::description(kind).by_material)
    limits.times.push_back({TimeLimitKind::RAYLEIGH, name, rayleigh_time(lmp, *table, spheres)});
  spheres.read(history->pairs.members);
  const auto survey = grist::survey_contacts(scene(), history->pairs, receivers());
  limits.add(TimeLimitKind::CONTACT, name, survey);
}

std::string PairSphereContact::bond_contact_refusal() const
{
  if (table->part(grist::COHESION_PART) == 0) return {};
  return fmt::format("cohesion {} (expected contact no, or cohesion none: the bond holds the pair)",
                     cohesion().name);
}

grist::StiffnessBeside PairSphereContact::stiffness_beside_bond(int i, int j, double from) const
{
  if (!compute_flag) return {};
  const auto of = grist::contact_stiffness(single_pairs.law_of(i, j),
                                           single_pairs.contact_of(i, j, {true, from}));
  return {of.normal, of.shear, of.roll};
}

// ---- for fix heat/gran

double PairSphereContact::heat_conductance(int type_a, int type_b) const
{
  const auto side = [&](int type) { return HeatSide{table->elasticity(type), table->heat(type)}; };
  return LAMMPS_NS::heat_conductance(kind, side(type_a), side(type_b));
}

void PairSphereContact::add_heat(const grist::HeatScene &scene, const grist::SphereRates *rates,
                                 grist::SphereHeat *to)
{
  assert(history);
  if (!compute_flag) return;
  add_pair_heat(heat, losses.powers_of_entries(rates), scene, to);
  single_pairs.add_heat_of_changes(scene, rates, to);
}
