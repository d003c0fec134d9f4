#include "styles/heat/fix_heat_gran.h"

#include "styles/access/atom_style.h"
#include "styles/access/ghost_messages.h"
#include "styles/access/internal_fixes.h"
#include "styles/access/run_checks.h"
#include "styles/access/styles_with.h"
#include "styles/commands/input_words.h"
#include "styles/files/output_columns.h"
#include "styles/interfaces/bonding_style.h"
#include "styles/interfaces/heat_style.h"

#include "bonds/bond_dashpots.h"
#include "common/constants.h"
#include "contacts/contact_laws.h"
#include "heat/conduction.h"
#include "heat/heat_numbers.h"

#include "atom.h"
#include "comm.h"
#include "domain.h"
#include "error.h"
#include "force.h"
#include "group.h"
#include "memory.h"
#include "modify.h"
#include "neighbor.h"
#include "update.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

using namespace LAMMPS_NS;
using namespace FixConst;
using grist::SphereHeat;

static constexpr int RESTART_VERSION = 1;
static constexpr const char *PROPERTY = "GRIST_HEAT";

FixHeatGran::FixHeatGran(LAMMPS *lmp, int narg, char **arg) :
    AtomRows(std::string("Fix heat/gran ") + arg[0], RESTART_VERSION, lmp, narg, arg)
{
  if (igroup != 0) error->all(FLERR, "{}: group {} (expected all)", name, arg[1]);
  if (!atom->radius_flag || !atom->rmass_flag)
    error->all(FLERR, "{}: atom style {} has no radius and mass per atom (expected spheres)", name,
               atom->get_style());
  read(narg, arg);
  scalar_flag = vector_flag = global_freq = 1;
  size_vector = 1 + SUMS;
  extscalar = 0;
  extvector = 1;
  nevery = 1;
  comm_forward = 1;
  comm_reverse = SphereHeat::NUMBERS;
  name_columns(
      lmp, *this,
      {{"temperature"},
       {"thermal [energy]", "losses [energy]", "wall_losses [energy]", "from_walls [energy]",
        "sources [energy]", "convection [energy]", "entered [energy]", "left [energy]"},
       {},
       {}});
  start_rows(false);    // a run begins without losses before it
}

FixHeatGran::~FixHeatGran()
{
  if (!copymode && modify->get_fix_by_id(PROPERTY)) modify->delete_fix(PROPERTY);
}

void FixHeatGran::read(int narg, char **arg)
{
  InputWords words(lmp, name, narg, arg, 3);
  words.read_keywords(
      {{"initial", [&] { initial = grist::heat_numbers::INITIAL.read(words); }},
       {"source", [&] { supplies.read_source(lmp, name, words); }},
       {"feed",
        [&] {
          const std::string feed = words.word("feed");
          feeds.push_back({feed, NumberOrVariable::read(words, grist::heat_numbers::FEED)});
          has_variables |= feeds.back().temperature.is_variable();
        }},
       {"convection", [&] { supplies.read_convection(words); }}});
  if (!words.has_read("initial")) words.fail("no initial temperature (expected initial T)");
}

// Unless a restart file or the input has given temperatures, spheres have the initial one. In a
// property of the input, 0 is what LAMMPS gives to atoms that have none.
void FixHeatGran::post_constructor()
{
  if (atom->temperature_flag != atom->heatflow_flag)
    error->all(FLERR, "{}: atoms have one of temperature and heatflow (expected both or none)",
               name);
  bool is_restored = false;
  if (!atom->temperature_flag) {
    const Fix *made =
        make_internal_fix(lmp, name, PROPERTY, "all property/atom temperature heatflow ghost yes");
    is_restored = made->restart_reset != 0;
  }
  if (!is_restored) std::replace(atom->temperature, atom->temperature + atom->nlocal, 0.0, initial);
  guard_run(lmp);
  FixFullStepRates::of(lmp);
}

void FixHeatGran::init()
{
  refuse_respa(lmp, name);
  refuse_rerun(lmp, name,
               "temperatures follow from all steps, frames hold none: leave out fix " +
                   std::string(id));
  if (update->whichflag == 2)
    error->all(FLERR, "{}: a minimization has no heat (unfix {} first)", name, id);
  require_temperatures();
  for (const Fix *fix : fixes_of(*modify))
    if (fix != this &&
        (utils::strmatch(fix->style, "^heat/flow$") || utils::strmatch(fix->style, "^heat/gran$")))
      error->all(FLERR, "{}: fix {} of style {} advances temperatures, too (unfix one of them)",
                 name, fix->id, fix->style);
  check_order_of_fixes(lmp);
  pair = pair_with<HeatStyle>(lmp);
  bond = bond_with<BondingStyle>(lmp);
  if (!pair)
    error->all(FLERR, "{}: pair_style {} (expected {})", name,
               force->pair_style ? force->pair_style : "none", grist::listed_springs());
  find_materials();
  walls.find(lmp, name);
  supplies.init(lmp, name);
  for (Feed &feed : feeds) {
    feed.temperature.find(lmp, name);
    if (!dynamic_cast<EnergyTraffic *>(modify->get_fix_by_id(feed.id)))
      error->all(FLERR, "{}: feed {} (expected the ID of a fix that inserts spheres)", name,
                 feed.id);
  }
  records = pair->record_heat();
  if (bond) records.push_back(bond->record_energy());
  foreseen = &FixFullStepRates::of(lmp);
  records.push_back(foreseen->subscribe());
}

void FixHeatGran::require_temperatures() const
{
  if (!atom->temperature_flag || !atom->heatflow_flag)
    error->all(FLERR, "{}: atoms have no temperature (its fix property/atom is gone)", name);
}

void FixHeatGran::find_materials()
{
  assert(pair);
  const int types = atom->ntypes;
  capacity.assign(types + 1, 0.0);
  conductance.clear();
  for (int i = 1; i <= types; i++) {
    capacity[i] = pair->heat_material(i).capacity;
    if (!(capacity[i] > 0.0))
      error->all(FLERR, "{}: no heat of type {} (expected pair_coeff {} {} heat k c)", name, i, i,
                 i);
    for (int j = 1; j <= types; j++) conductance.push_back(pair->heat_conductance(i, j));
  }
}

double FixHeatGran::thermal_mass(int i) const
{
  assert(is_owned(atom, i) && !capacity.empty());
  return atom->rmass[i] * capacity[atom->type[i]];
}

// ---- heat of a step

void FixHeatGran::pre_force(int)
{
  std::fill_n(atom->heatflow, atom->nlocal + atom->nghost, 0.0);
  if (bond && bond->follows_temperature())
    send_to_ghosts(lmp, comm, this);    // for the strengths of their bonds
}

void FixHeatGran::setup(int)
{
  sources = find_energy_sources(lmp, name, OtherStyles::ALLOWED);
  foreseen->start(sources);
  at_setup = true;
  find_heat();
  at_setup = false;
  end_of_step();
}

void FixHeatGran::post_force(int)
{
  foreseen->complete(sources);
  find_heat();
}

void FixHeatGran::find_heat()
{
  const bool evaluates = has_variables || supplies.has_variables() || walls.has_variables();
  if (evaluates) modify->clearstep_compute();
  enter_fed();
  add_entered();
  send_to_ghosts(lmp, comm, this);
  heat.assign(atom->nlocal + atom->nghost, {});
  const int receivers = atom->nlocal + (force->newton_pair ? atom->nghost : 0);
  const grist::SphereRates *rates = foreseen->rates().data();
  pair->add_heat({atom->temperature, atom->type, conductance.data(), atom->ntypes, receivers},
                 rates, heat.data());
  if (bond) add_bonds();
  if (force->newton_pair) send_to_owners(lmp, comm, this);
  add_flows();
  if (evaluates) modify->addstep_compute(update->ntimestep + 1);
}

// Each rank has all bonds of its spheres. A bond is of the material of its spheres.
void FixHeatGran::add_bonds()
{
  assert(bond && is_for_all_atoms(atom, heat));
  std::vector<double> power(atom->nlocal, 0.0), dashpots(atom->nlocal, 0.0);
  bond->add_damping_halves(foreseen->rates().data(), power.data(), dashpots.data());
  for (int i = 0; i < atom->nlocal; i++) {
    HeatBefore &before = rows[i];
    heat[i].losses += power[i] +
        grist::power_at_instant(dashpots[i], before.dashpots, at_setup ? 0.0 : before.change_share);
    before.dashpots = dashpots[i];
    before.change_share = at_setup ? grist::DASHPOTS_SINCE_FULL_STEP
                                   : grist::DASHPOTS_SINCE_HALF_STEP;
    for (int m = 0; m < atom->num_bond[i]; m++) {
      const int j = domain->closest_image(i, atom->map(atom->bond_atom[i][m]));
      if (atom->bond_type[i][m] <= 0 || j < 0) continue;
      const auto [radius, length] = bond->size_of(i, m, j);
      if (!(length > 0.0)) continue;
      const double by_bond = grist::bond_conductance(
          pair->heat_material(atom->type[i]).conductivity,
          pair->heat_material(atom->type[j]).conductivity, grist::PI * radius * radius, length);
      heat[i].flow += by_bond * (atom->temperature[j] - atom->temperature[i]);
      heat[i].conductance += by_bond;
    }
  }
}

// Walls, sources and surroundings; then the heat flow of each sphere, with the losses of the step.
void FixHeatGran::add_flows()
{
  assert(is_for_all_atoms(atom, heat) && rows.size() >= static_cast<size_t>(atom->nlocal));
  const double dt = update->dt;
  const WallConduction::Sums by_walls = walls.add(lmp, name, foreseen->rates().data(), heat.data());
  const double step = at_setup ? 0.0 : dt, per_time = at_setup ? 0.0 : 1.0 / dt;
  supplies.begin_step(lmp, name);
  const bool is_supplied = !supplies.is_empty();

  double *heatflow = atom->heatflow, all_lost = 0.0;
  for (int i = 0; i < atom->nlocal; i++) {
    const SphereHeat &of = heat[i];
    HeatBefore &before = rows[i];
    const double lost =
        0.5 * step * (of.losses + before.losses) - of.held + before.held + of.at_once;
    heatflow[i] += of.flow + per_time * lost;
    all_lost += lost;
    before.losses = of.losses;
    before.held = of.held;
    before.conductance = of.conductance;
  }
  if (!at_setup) sums[LOSSES] += all_lost;
  for (int i = 0; is_supplied && i < atom->nlocal; i++) {
    const HeatSupplies::Power supplied = supplies.of(*atom, i);
    heatflow[i] += supplied.convected + supplied.made;
    sums[CONVECTION] += step * supplied.convected;
    sums[SOURCES] += step * supplied.made;
    rows[i].conductance += supplied.conductance;
  }
  sums[FROM_WALLS] += step * by_walls.conducted;
  if (!at_setup) {
    const double lost = 0.5 * dt * (by_walls.losses + walls_before.losses) - by_walls.held +
        walls_before.held + by_walls.at_once;
    sums[LOSSES] += lost;
    sums[WALL_LOSSES] += lost;
  }
  walls_before.losses = by_walls.losses;
  walls_before.held = by_walls.held;
}

void FixHeatGran::final_integrate()
{
  const double dt = update->dt, *of_type = capacity.data(), *heatflow = atom->heatflow;
  const int *type = atom->type;
  double *temperature = atom->temperature, sum = 0.0;
  for (int i = 0; i < atom->nlocal; i++) {
    temperature[i] += dt * heatflow[i] / (atom->rmass[i] * of_type[type[i]]);
    sum += temperature[i];
  }
  if (std::isfinite(sum)) return;
  for (int i = 0; i < atom->nlocal; i++)
    if (!std::isfinite(temperature[i]))
      error->one(FLERR,
                 "{}: the temperature of atom {} is not finite at step {} (a source, a wall or "
                 "another fix gives no finite heat)",
                 name, atom->tag[i], update->ntimestep);
}

// ---- spheres that come and go

void FixHeatGran::enter_fed()
{
  for (const Feed &feed : feeds) {
    marks.assign(atom->nlocal + atom->nghost, 0);
    auto *traffic = dynamic_cast<EnergyTraffic *>(modify->get_fix_by_id(feed.id));
    const bool any = traffic &&
        (at_setup ? traffic->mark_entered_at_setup(marks) : traffic->mark_entered(marks));
    const double temperature = value(feed.temperature);
    if (!any) continue;
    for (int i = 0; i < atom->nlocal; i++)
      if (marks[i]) atom->temperature[i] = temperature;
  }
}

void FixHeatGran::add_entered()
{
  sums[LEFT] += at_setup ? 0.0 : leaving;    // at a setup it is still here
  leaving = 0.0;
  marks.assign(atom->nlocal + atom->nghost, 0);
  bool any = false;
  for (const EnergyTraffic *traffic : sources.traffic)
    any = (at_setup ? traffic->mark_entered_at_setup(marks) : traffic->mark_entered(marks)) || any;
  if (!any) return;
  for (int i = 0; i < atom->nlocal; i++)
    if (marks[i]) sums[ENTERED] += thermal_mass(i) * atom->temperature[i];
}

void FixHeatGran::end_of_step()
{
  if (sources.traffic.empty()) return;
  marks.assign(atom->nlocal + atom->nghost, 0);
  bool any = false;
  for (EnergyTraffic *traffic : sources.traffic) {
    traffic->decide_leaving();
    any = traffic->mark_leaving(marks) || any;
  }
  leaving = 0.0;
  if (!any) return;
  for (int i = 0; i < atom->nlocal; i++)
    if (marks[i]) leaving += thermal_mass(i) * atom->temperature[i];
}

// ---- output

double FixHeatGran::thermal_energy_here() const
{
  double energy = 0.0;
  for (int i = 0; i < atom->nlocal; i++) energy += thermal_mass(i) * atom->temperature[i];
  return energy;
}

// The mean temperature, by m c.
double FixHeatGran::compute_scalar()
{
  if (capacity.empty()) return 0.0;    // before the first run
  require_temperatures();
  double here[2] = {thermal_energy_here(), 0.0}, all[2];
  for (int i = 0; i < atom->nlocal; i++) here[1] += thermal_mass(i);
  MPI_Allreduce(here, all, 2, MPI_DOUBLE, MPI_SUM, world);
  return all[1] > 0.0 ? all[0] / all[1] : 0.0;
}

double FixHeatGran::compute_vector(int n)
{
  assert(n >= 0 && n < size_vector);
  if (capacity.empty()) return 0.0;
  if (n == 0) require_temperatures();
  const double here = n == 0 ? thermal_energy_here() : sums[n - 1];
  double all = 0.0;
  MPI_Allreduce(&here, &all, 1, MPI_DOUBLE, MPI_SUM, world);
  return all;
}

// Over each sphere: m c over all that it conducts. Beyond this time the explicit step may grow.
void FixHeatGran::add_limits(RunLimits &limits)
{
  double least = std::numeric_limits<double>::infinity();
  if (!capacity.empty())
    for (int i = 0; i < atom->nlocal; i++)
      if (rows[i].conductance > 0.0) least = std::min(least, thermal_mass(i) / rows[i].conductance);
  limits.times.push_back({TimeLimitKind::HEAT, name, least});
}

// ---- atoms that migrate, ghosts, restart

void FixHeatGran::set_arrays(int i)
{
  AtomRows::set_arrays(i);
  if (!atom->temperature_flag || !atom->heatflow_flag) return;    // init() ends the run
  atom->temperature[i] = initial;
  atom->heatflow[i] = 0.0;
}

int FixHeatGran::pack_forward_comm(int n, int *list, double *buf, int, int *)
{
  for (int k = 0; k < n; k++) buf[k] = atom->temperature[list[k]];
  return n;
}

void FixHeatGran::unpack_forward_comm(int n, int first, double *buf)
{
  assert(first >= atom->nlocal);
  std::copy_n(buf, n, atom->temperature + first);
}

int FixHeatGran::pack_reverse_comm(int n, int first, double *buf)
{
  assert(static_cast<size_t>(first + n) <= heat.size());
  for (int i = first; i < first + n; i++) {
    const SphereHeat &of = heat[i];
    for (const double number : {of.flow, of.conductance, of.losses, of.held, of.at_once})
      *buf++ = number;
  }
  return n * SphereHeat::NUMBERS;
}

void FixHeatGran::unpack_reverse_comm(int n, int *list, double *buf)
{
  for (int k = 0; k < n; k++) {
    SphereHeat &to = heat[list[k]];
    for (double *number : {&to.flow, &to.conductance, &to.losses, &to.held, &to.at_once})
      *number += *buf++;
  }
}

void FixHeatGran::transfer_state(grist::Archive &archive)
{
  std::array<double, SUMS> all{};
  if (!archive.reads()) MPI_Allreduce(sums.data(), all.data(), SUMS, MPI_DOUBLE, MPI_SUM, world);
  archive(all);
  if (archive.reads() && comm->me == 0) sums = all;
}
