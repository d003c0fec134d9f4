#include "styles/energy/fix_energy_balance.h"

#include "styles/access/fix_evaluated_atoms.h"
#include "styles/access/internal_fixes.h"
#include "styles/access/styles_with.h"
#include "styles/energy/energy_readings.h"
#include "styles/interfaces/bonding_style.h"

#include "atom.h"
#include "comm.h"
#include "error.h"
#include "output.h"
#include "pair.h"
#include "update.h"
#include "utils.h"

#include <algorithm>
#include <cstring>
#include <utility>

using namespace LAMMPS_NS;
using namespace FixConst;
using grist::EnergyFlows;
using grist::EnergyLedger;
using grist::StoredEnergy;

static constexpr int BALANCE_RESTART_VERSION = 8;

FixEnergyBalance::FixEnergyBalance(LAMMPS *lmp, int narg, char **arg) :
    RestartedFix(COMPUTE_ENERGY_BALANCE, BALANCE_RESTART_VERSION, lmp, narg, arg), others(lmp),
    insertions(lmp)
{
  if (!is_internal_fix_made())
    error->all(FLERR, "Fix ENERGY/BALANCE is made by compute energy/balance alone");
  nevery = 1;
}

void FixEnergyBalance::sample_every(int steps, Compute *of)
{
  every = steps;
  reader = of;
}

void FixEnergyBalance::init()
{
  sources = find_energy_sources(lmp, COMPUTE_ENERGY_BALANCE, OtherStyles::ALLOWED);
  others.init(sources);
  insertions.init(sources.inserters);
  if (!sources.inserters.empty()) sources.traffic.push_back(&insertions);
  samples_each_step = every == 1 || needs_each_step();
  if (every > 1 && samples_each_step && comm->me == 0)
    utils::logmesg(lmp,
                   "  {}: every {} has no effect: particles come or go, contacts jump, or bridges "
                   "of a viscous liquid form\n",
                   COMPUTE_ENERGY_BALANCE, every);
  foreseen = &FixFullStepRates::of(lmp);
  is_sampled = false;
  record(true);
}

// Particles that come or go, and contacts that lose energy or begin to lose it at once, do so in any
// step.
bool FixEnergyBalance::needs_each_step() const
{
  return !sources.traffic.empty() ||
      std::any_of(sources.contacts.begin(), sources.contacts.end(),
                  [](const ContactStyle *style) { return style->may_lose_at_once(); }) ||
      std::any_of(sources.styles.begin(), sources.styles.end(),
                  [](const EnergyStyle *style) { return style->power_begins_at_once(); });
}

// Whether they are read one by one; those of walls also where other fixes add forces (OtherForces).
bool FixEnergyBalance::shows_contacts_of(const ContactStyle *style) const
{
  return !sources.traffic.empty() || style->may_lose_at_once() ||
      (sources.other_fixes && !dynamic_cast<const Pair *>(style));
}

bool FixEnergyBalance::is_due(bigint step) const
{
  return samples_each_step || step % every == 0 || step == update->laststep ||
      step == output->next || reader->matchstep(step);
}

// In the present step.
void FixEnergyBalance::record(bool sampled)
{
  if (sampled == is_sampled) return;
  is_sampled = sampled;
  records.clear();
  if (!sampled) return;
  for (EnergyStyle *style : sources.styles) records.push_back(style->record_energy());
  for (ContactStyle *style : sources.contacts)
    if (shows_contacts_of(style)) records.push_back(style->record_contacts());
}

void FixEnergyBalance::pre_force(int)
{
  record(is_due(update->ntimestep));
  foresees.reset();
  if (!is_sampled && !is_due(update->ntimestep + 1)) return;
  foresees = foreseen->subscribe();
  if (is_sampled) foreseen->foresee();
}

// ---- at the start of a run velocities are those of a full step

static grist::BondDashpots *dashpots_of_bonds(const LAMMPS *lmp)
{
  auto *bond = bond_with<BondingStyle>(lmp);
  return bond ? bond->counted_dashpots() : nullptr;
}

void FixEnergyBalance::setup(int)
{
  foresees = foreseen->subscribe();
  foreseen->start(sources);
  if (totals.started)
    add_entered_at_setup();
  else
    begin_accounting();
  // A run that continues from a restart file takes up its powers.
  const bool continues = totals.restored.step == update->ntimestep;
  latest = powers();
  if (continues) latest = comm->me == 0 ? totals.restored.powers : grist::EnergyFlows{};
  totals.ledger.begin(*latest);
  unsampled = continues ? totals.restored.unsampled : 0.0;
  if (grist::BondDashpots *dashpots = continues ? dashpots_of_bonds(lmp) : nullptr)
    dashpots->continue_from(comm->me == 0 ? totals.restored.dashpots : 0.0);
  totals.restored = {};
  others.take_work_on_driven(sources, true);
  driven_until = update->ntimestep;
  insertions.look_ahead();
  find_leaving();
}

// What happened before, such as bonds that broke and clusters that became rigid at this setup, is
// in what is stored now.
void FixEnergyBalance::begin_accounting()
{
  add_events();
  totals.ledger = EnergyLedger();
  totals.start = stored_on_all_ranks();
  totals.started = true;
}

// These enter with what they store now, since no step has passed.
void FixEnergyBalance::add_entered_at_setup()
{
  if (mark_spheres(false,
                   [this](const EnergyTraffic &one) { return one.mark_entered_at_setup(marks); }))
    totals.ledger.add_entered(energy_part(lmp, sources, foreseen->rates(), marks), 0.0);
}

EnergyFlows FixEnergyBalance::powers()
{
  EnergyFlows out = energy_powers(sources, foreseen->rates());
  out[grist::OTHER_WORK] = others.power_of_fixes(sources, foreseen->rates());
  for (const BodyMotion *bodies : sources.motion.bodies)
    out[grist::OTHER_WORK] += bodies->power_of_constraints();
  out[grist::OTHER_CONTACTS] = -others.power_of_pair(foreseen->rates());
  return out;
}

// Adds the work of the step that ends now, once.
void FixEnergyBalance::add_work_on_driven()
{
  if (driven_until < 0 || driven_until == update->ntimestep) return;
  driven_until = update->ntimestep;
  totals.ledger.add_flow(grist::OTHER_WORK, others.take_work_on_driven(sources, false));
}

void FixEnergyBalance::post_force(int)
{
  unsampled += update->dt;
  add_events();
  if (!is_sampled) return;
  foreseen->complete(sources);
  if (leaving) totals.ledger.add_left(*leaving);
  if (breaking) totals.ledger.add_broken_bodies(*breaking);
  latest = powers();
  totals.ledger.advance(*latest, std::exchange(unsampled, 0.0));
  totals.ledger.add_flow(grist::CONTACT_DAMPING, lost_at_once(sources, foreseen->rates()));
  add_entered();
}

// After all fixes have decided what leaves; rates, contacts and positions are still those of
// post_force.
void FixEnergyBalance::end_of_step()
{
  add_work_on_driven();
  insertions.look_ahead();
  find_leaving();
}

// A run that was stopped may end at a step that is not sampled.
void FixEnergyBalance::post_run()
{
  totals.at_end.reset();
  if (is_sampled)
    totals.at_end = balance_of_records();
  else
    totals.ledger.advance(std::exchange(unsampled, 0.0));
}

/* ----------------------------------------------------------------------
   spheres that come and go. A sphere in contact with one of them is moved by their force for half a
   step without them: the work of this force is a part of the energy that enters or leaves with
   them.
------------------------------------------------------------------------- */

// mark(a source of traffic, marks): whether it has marked any.
template <class Mark> bool FixEnergyBalance::mark_spheres(bool that_break, const Mark &mark)
{
  if (sources.traffic.empty()) return false;
  marks.assign(atom->nlocal + atom->nghost, 0);
  bool any = false;
  for (const EnergyTraffic *traffic : sources.traffic)
    if (traffic->breaks_bodies() == that_break) any = mark(*traffic) || any;
  return any;
}

void FixEnergyBalance::add_entered()
{
  if (const Part entered = entered_part(false)) totals.ledger.add_entered(*entered, update->dt);
  if (const Part pieces = entered_part(true)) totals.ledger.add_pieces(*pieces, update->dt);
}

FixEnergyBalance::Part FixEnergyBalance::entered_part(bool as_pieces)
{
  if (!mark_spheres(as_pieces,
                    [this](const EnergyTraffic &one) { return one.mark_entered(marks); }))
    return {};
  grist::EnergyPart part = energy_part(lmp, sources, foreseen->rates(), marks);
  part.stored.kinetic += 0.5 * update->dt * power_on_unmarked(sources, foreseen->rates(), marks);
  totals.ledger.add_flow(grist::CONTACT_DAMPING,
                         -lost_at_once(sources, foreseen->rates(), grist::SphereSelection(marks)));
  return part;
}

void FixEnergyBalance::find_leaving()
{
  for (EnergyTraffic *traffic : sources.traffic) traffic->decide_leaving();
  leaving = leaving_part(false);
  breaking = leaving_part(true);
}

FixEnergyBalance::Part FixEnergyBalance::leaving_part(bool that_break)
{
  if (!mark_spheres(that_break,
                    [this](const EnergyTraffic &one) { return one.mark_leaving(marks); }))
    return {};
  grist::EnergyPart part = energy_part(lmp, sources, foreseen->rates(), marks);
  part.stored.kinetic -= 0.5 * update->dt * power_on_unmarked(sources, foreseen->rates(), marks);
  return part;
}

StoredEnergy FixEnergyBalance::stored_on_all_ranks() const
{
  const auto mine = stored_energy(lmp, sources).to_array();
  std::array<double, StoredEnergy::SIZE> all;
  MPI_Allreduce(mine.data(), all.data(), StoredEnergy::SIZE, MPI_DOUBLE, MPI_SUM, world);
  return StoredEnergy::from_array(all);
}

EnergyLedger::Sums FixEnergyBalance::sums_of_all_ranks()
{
  add_work_on_driven();
  add_events();
  const EnergyLedger::Sums mine = totals.ledger.sums();
  EnergyLedger::Sums all;
  MPI_Allreduce(mine.data(), all.data(), EnergyLedger::SIZE, MPI_DOUBLE, MPI_SUM, world);
  return all;
}

// Records name atoms by their order in memory. Velocities that a command has set are read anew.
grist::EnergyBalance FixEnergyBalance::balance()
{
  sources.read_later.check(lmp, COMPUTE_ENERGY_BALANCE);
  const auto &atoms = FixEvaluatedAtoms::of(lmp);
  if (atoms.is_running()) return balance_of_records();
  if (!totals.at_end || !atoms.has_all_atoms()) ask_for_run(lmp, COMPUTE_ENERGY_BALANCE);
  if (atoms.has_velocities()) return *totals.at_end;
  if (!atoms.has_order()) ask_for_run(lmp, COMPUTE_ENERGY_BALANCE);
  return balance_of_records();
}

grist::EnergyBalance FixEnergyBalance::balance_of_records()
{
  if (!is_sampled)
    error->all(FLERR,
               "{}: step {} was not sampled (expected a multiple of every {}, or an output that is "
               "due at this step)",
               COMPUTE_ENERGY_BALANCE, update->ntimestep, every);
  const StoredEnergy now = stored_on_all_ranks();
  if (!totals.started) return energy_balance(now, now, {});
  return energy_balance(now, totals.start, sums_of_all_ranks());
}

// ---- the sums so far, which rank 0 continues, and what was stored at the start

void FixEnergyBalance::transfer_state(grist::Archive &archive)
{
  EnergyLedger::Sums sums{};
  if (!archive.reads()) {
    sources.read_later.check(lmp, COMPUTE_ENERGY_BALANCE);
    sums = sums_of_all_ranks();
  }
  // Between runs the next one begins with powers of its own.
  const bool is_in_run = latest && update->whichflag > 0;
  Restored next = {is_in_run ? update->ntimestep : -1, {}, unsampled, 0.0};
  if (const grist::BondDashpots *bonds = dashpots_of_bonds(lmp); bonds && !archive.reads()) {
    const double mine = bonds->by_half_steps();
    MPI_Allreduce(&mine, &next.dashpots, 1, MPI_DOUBLE, MPI_SUM, world);
  }
  if (!archive.reads() && is_in_run)
    MPI_Allreduce(latest->data(), next.powers.data(), grist::ENERGY_FLOWS, MPI_DOUBLE, MPI_SUM,
                  world);
  archive(sums, totals.start, next);
  if (!archive.reads()) return;
  totals.restored = next;
  totals.ledger.set_sums(comm->me == 0 ? sums : EnergyLedger::Sums{});
  totals.started = true;
}
