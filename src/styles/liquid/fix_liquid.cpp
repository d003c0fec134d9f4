#include "styles/liquid/fix_liquid.h"

#include "common/constants.h"
#include "styles/access/atom_style.h"
#include "styles/access/ghost_messages.h"
#include "styles/access/rank_vectors.h"
#include "styles/access/run_checks.h"
#include "styles/bonds/atom_vec_bonded_cluster.h"
#include "styles/commands/input_words.h"
#include "styles/commands/named_group.h"
#include "styles/liquid/liquid_checks.h"
#include "styles/parcels/fix_parcels.h"

#include "atom.h"
#include "comm.h"
#include "domain.h"
#include "error.h"
#include "force.h"
#include "memory.h"
#include "neigh_list.h"
#include "neighbor.h"
#include "pair.h"
#include "update.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstring>

using namespace LAMMPS_NS;
using namespace FixConst;

// How far bridges reach, as a part of the skin; a pair may move by the rest in the step of a rebuild.
static constexpr double REACH = 0.9;

static constexpr int RESTART_VERSION = 3;

FixLiquid::FixLiquid(LAMMPS *lmp, int narg, char **arg) :
    RowsFix("Fix liquid", RESTART_VERSION, lmp, narg, arg), walls(lmp, {film, load, fresh, totals})
{
  InputWords words(lmp, name, narg, arg, 3);
  std::vector<Keyword> keywords = {{"spray", [&] { sprays.emplace_back(lmp, words, name); }}};
  add_keywords(keywords, grist::liquid_numbers(), words, given);
  words.read_keywords(keywords);
  if (!has_required(grist::liquid_numbers(), given))
    words.fail("tension, angle and film must be given");
  check_place_for_liquid(lmp, name);

  vector_flag = 1;
  size_vector = 3 + LiquidTotals::COUNT;
  extvector = 1;
  global_freq = 1;
  peratom_flag = 1;
  size_peratom_cols = 0;
  peratom_freq = 1;
  virial_global_flag = thermo_virial = 1;
  maxexchange_dynamic = 1;
  maxexchange = 2;
  comm_forward = 4;
  comm_reverse = 4;
  start_rows();
  for (int i = 0; i < atom->nlocal; i++) set_arrays(i);
}

FixLiquid::~FixLiquid()
{
  memory->destroy(film);
}

void FixLiquid::init()
{
  check_run_of_liquid(lmp, this, name);
  warn_of_empty_group(lmp, this);
  scale_to_parcels();
  for (LiquidSpray &spray : sprays) spray.init();
  walls.connect(longest_gap());
}

// The command coarse may come before or after this fix, as it may for contact laws.
void FixLiquid::scale_to_parcels()
{
  const grist::ParcelScale scale = FixParcels::scale(lmp);
  if (has_given_films && scale.ratio() != parcels)
    error->all(FLERR,
               "{}: coarse {:g} after a run with films of parcels of {:g} (give coarse before the "
               "first run)",
               name, scale.ratio(), parcels);
  parcels = scale.ratio();
  grist::BridgeLaw &law = pairs.law;
  liquid = as_evaluated(grist::liquid_numbers(), given, force->nktv2p, scale);
  law.tension = liquid.tension;
  law.angle = liquid.angle * grist::DEGREE;
  law.viscosity = liquid.viscosity;
  law.smallest_gap = liquid.smallest_gap;
  if (liquid.at_walls >= 0.0) walls.set(law, liquid.at_walls * grist::DEGREE, liquid.share);
}

void FixLiquid::setup_post_neighbor()
{
  walls.check_walls(name);
  post_neighbor();
}

void FixLiquid::post_neighbor()
{
  double volume = 0.0;
  int new_atoms = 0;
  for (int i = 0; i < atom->nlocal; i++) {
    volume += volume_of(i);
    if (film[i] >= 0.0) continue;
    new_atoms++;
    const double radius = atom->radius[i];
    film[i] = atom->mask[i] & groupbit ? 4.0 * grist::PI * radius * radius * liquid.film : 0.0;
    totals.mine[LiquidTotals::SUPPLIED] += film[i];
  }
  check_films();
  totals.after_migration(volume, atom->nlocal - new_atoms, world);
  has_given_films = true;
  load_pairs();
}

double FixLiquid::longest_gap() const
{
  return REACH * neighbor->skin;
}

// At the start of a run. Films under a spray may grow, so that bridges take less than they could.
void FixLiquid::check_films()
{
  if (update->setupflag == 0) return;
  double mine = 0.0, reach = 0.0;
  for (int i = 0; i < atom->nlocal; i++) {
    if (sprays.empty())
      mine = std::max({mine, pairs.law.rupture_gap(2.0 * liquid.share * film[i]),
                       walls.longest_gap_of(film[i])});
    for (const KeptBridge &entry : kept[i])
      mine = std::max(mine, pairs.law.rupture_gap(entry.volume));
  }
  MPI_Allreduce(&mine, &reach, 1, MPI_DOUBLE, MPI_MAX, world);
  if (reach > longest_gap())
    error->all(FLERR,
               "{}: bridges reach {:.4g} (set the skin of neighbor above {:.4g}, now {:.4g})", name,
               reach, reach / REACH, neighbor->skin);
}

double FixLiquid::gap(int i, int j) const
{
  assert(i != j && is_owned_or_ghost(atom, i) && is_owned_or_ghost(atom, j));
  const double *a = atom->x[i], *b = atom->x[j];
  return std::sqrt((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]) +
                   (a[2] - b[2]) * (a[2] - b[2])) -
      atom->radius[i] - atom->radius[j];
}

// Whether the partner is still there, within the list. The map may name atoms that were deleted.
bool FixLiquid::has(const KeptBridge &entry, int i) const
{
  assert(is_owned(atom, i) && entry.volume >= 0.0);
  const int j = atom->map(entry.partner);
  if (j < 0 || j >= atom->nlocal + atom->nghost || atom->tag[j] != entry.partner) return false;
  return gap(i, domain->closest_image(i, j)) < 0.5 * (1.0 + REACH) * neighbor->skin;
}

void FixLiquid::load_pairs()
{
  assert(kept.size() >= static_cast<size_t>(atom->nlocal));
  for (int i = 0; i < atom->nlocal; i++) {
    auto &of = kept[i];
    const auto gone = std::partition(of.begin(), of.end(),
                                     [&](const KeptBridge &entry) { return has(entry, i); });
    for (auto entry = gone; entry != of.end(); ++entry) {
      film[i] += 0.5 * entry->volume;
      totals.mine[LiquidTotals::BROKEN] += 0.5;
    }
    of.erase(gone, of.end());
  }

  const auto *avec = atom_style<AtomVecBondedCluster>(atom);
  const NeighList *list = force->pair->list;
  pairs.clear();
  for (int ii = 0; ii < list->inum; ii++) {
    const int i = list->ilist[ii];
    for (int jj = 0; jj < list->numneigh[i]; jj++) {
      const int j = list->firstneigh[i][jj] & NEIGHMASK;
      const bool one_cluster =
          avec && avec->cluster[i] != 0 && avec->cluster[i] == avec->cluster[j];
      const bool bonded = force->special_lj[list->firstneigh[i][jj] >> SBBITS & 3] == 0.0;
      const auto entry = std::find_if(kept[i].begin(), kept[i].end(), [&](const KeptBridge &one) {
        return one.partner == atom->tag[j];
      });
      if (entry != kept[i].end() && entry->volume > 0.0)
        pairs.add(i, j, grist::bridge_radius(atom->radius[i], atom->radius[j]), entry->volume);
      else if (!one_cluster && !bonded)
        pairs.add_dry(i, j);
    }
  }
  rains = false;
  fresh.assign(atom->nlocal, 0.0);
  change_films({});    // ghosts are new
}

// ---- new and broken bridges

// Vectors are read by four numbers, of which the last one is of the next sphere.
void FixLiquid::read_places()
{
  const int nall = atom->nlocal + atom->nghost;
  assert(is_for_all_atoms(atom, load));
  place.resize(std::max(nall, 1));    // kernels read one, whatever they are asked for
  motion.resize(place.size());
  if (nall == 0) return;
  const double *x = atom->x[0], *v = atom->v[0], *radius = atom->radius, *loads = load.data();
  grist::SpherePlace *places = place.data();
  grist::WetMotion *motions = motion.data();
  for (int i = 0; i < nall - 1; i++, x += 3, v += 3) {
    std::memcpy(&places[i], x, sizeof(places[i]));
    std::memcpy(&motions[i], v, sizeof(motions[i]));
    places[i].radius = radius[i];
    motions[i].load = loads[i];
  }
  const int last = nall - 1;
  std::copy_n(atom->x[last], 3, place[last].x);
  std::copy_n(atom->v[last], 3, motion[last].velocity);
  place[last].radius = atom->radius[last];
  motion[last].load = load[last];
}

grist::BridgeScene FixLiquid::scene()
{
  assert(!place.empty());
  const grist::WetSpheres spheres = {place.data(), motion.data(), update->dt * force->ftm2v};
  return {spheres, atom->f[0], vflag_global != 0, recording.is_on(), rains};
}

// Where liquid falls, it may wet any sphere, and this rank does not know which ghosts.
void FixLiquid::act()
{
  read_places();
  if (walls.makes_bridges() && on_any_rank(walls.take_changed(), world)) change_films({});
  const grist::BridgeScene now = scene();
  pairs.begin_step(now);
  const std::vector<int> &touching = pairs.find_touching(now, rains ? nullptr : is_wet.data());
  if (rains || on_any_rank(!pairs.broken.empty() || !touching.empty(), world)) {
    change_films(touching);
    const std::vector<double> volumes = volumes_of(touching);
    count_released(touching, volumes);
    totals.mine[LiquidTotals::FORMED] += pairs.make(volumes, now);
    totals.mine[LiquidTotals::BROKEN] += static_cast<double>(pairs.broken.size());
    pour();
    pairs.end_step();
  }
  if (vflag_global)
    for (int k = 0; k < 6; k++) virial[k] += pairs.virial[k];
}

// What spheres get back from bridges that have broken and give to others; how many bridges they
// have, and whether they are wet.
void FixLiquid::change_films(const std::vector<int> &touching)
{
  record_changes(touching);
  sends_kept = false;
  send_to_owners(lmp, comm, this);
  const size_t nall = changes.size();
  shares.assign(nall, {});
  load.assign(nall, 0.0);
  is_wet.assign(nall, 0);
  for (int i = 0; i < atom->nlocal; i++) share_film(i);
  send_to_ghosts(lmp, comm, this);
  walls.share_counts();
}

// As this rank sees them.
void FixLiquid::record_changes(const std::vector<int> &touching)
{
  changes.assign(atom->nlocal + atom->nghost, {});
  for (const auto &bridge : pairs.broken)
    for (const int i : {bridge.a, bridge.b}) changes[i].returned += 0.5 * bridge.volume;
  for (const auto &bridge : pairs.bridges())
    for (const int i : {bridge.a, bridge.b}) changes[i].bridges++;
  for (const int n : touching)
    for (const int i : pairs.dry_pair(n)) changes[i].made++;
  for (const int n : pairs.closed)
    for (const int i : {pairs.bridges()[n].a, pairs.bridges()[n].b}) changes[i].closed++;
}

void FixLiquid::share_film(int i)
{
  assert(is_owned(atom, i) && film[i] >= 0.0);
  assert(is_for_all_atoms(atom, changes) && is_for_all_atoms(atom, shares));
  const Changes &now = changes[i];
  const double most = 0.5 * pairs.law.volume_of_rupture(longest_gap());
  film[i] += now.returned;
  const double before = film[i];
  shares[i].given = grist::film_share(film[i], liquid.share, now.made, most);
  film[i] = std::max(0.0, film[i] - now.made * shares[i].given);
  if (before > 0.0) fresh[i] *= film[i] / before;
  shares[i].poured = grist::film_share(fresh[i], liquid.share, now.closed, most);
  film[i] = std::max(0.0, film[i] - now.closed * shares[i].poured);
  fresh[i] = std::max(0.0, fresh[i] - now.closed * shares[i].poured);
  const int bridges = now.bridges + now.made + walls.bridges_of(i);
  load[i] = std::max(1, bridges) / (atom->rmass ? atom->rmass[i] : atom->mass[atom->type[i]]);
  is_wet[i] = grist::film_share(film[i], liquid.share, 1, most) > 0.0;
}

std::vector<double> FixLiquid::volumes_of(const std::vector<int> &touching) const
{
  assert(is_for_all_atoms(atom, shares));
  std::vector<double> volumes;
  for (const int n : touching) {
    const auto [i, j] = pairs.dry_pair(n);
    volumes.push_back(shares[i].given + shares[j].given);
  }
  return volumes;
}

// A bridge begins and ends in the middle between two steps.
void FixLiquid::count_released(const std::vector<int> &touching, const std::vector<double> &volumes)
{
  assert(touching.size() == volumes.size());
  const grist::BridgeScene now = scene();
  const double half_step = update->setupflag ? 0.0 : 0.5 * update->dt;    // velocities are behind
  for (size_t n = 0; n < touching.size(); n++) {
    const auto [i, j] = pairs.dry_pair(touching[n]);
    lost -= pairs.energy_before(i, j, volumes[n], half_step, now);
  }
  for (const auto &bridge : pairs.broken)
    lost += pairs.energy_before(bridge.a, bridge.b, bridge.volume, half_step, now);
}

// Liquid that has fallen on spheres that touch, into their bridges.
void FixLiquid::pour()
{
  for (const int n : pairs.closed) {
    const auto &bridge = pairs.bridges()[n];
    const double volume = shares[bridge.a].poured + shares[bridge.b].poured;
    if (volume > 0.0) lost += pairs.pour(n, volume, place.data());
  }
}

// What a film has lost after rounding counts, so that the account closes at any length of a run.
void FixLiquid::evaporate()
{
  if (liquid.evaporation == 0.0) return;
  const double depth = liquid.evaporation * update->dt;
  double gone = 0.0;
  for (int i = 0; i < atom->nlocal; i++) {
    const double radius = atom->radius[i], before = film[i];
    film[i] = std::max(0.0, before - depth * 4.0 * grist::PI * radius * radius);
    gone += before - film[i];
  }
  totals.add(LiquidTotals::EVAPORATED, gone);
}

void FixLiquid::setup_pre_force(int vflag)
{
  if (vflag)
    v_init(vflag);
  else
    evflag = vflag_global = 0;
  act();
  pairs_newer = true;
}

void FixLiquid::pre_force(int vflag)
{
  evaporate();
  spray();
  setup_pre_force(vflag);
}

void FixLiquid::spray()
{
  rains = false;
  if (sprays.empty()) return;
  fresh.assign(atom->nlocal, 0.0);
  for (const LiquidSpray &one : sprays)
    rains = one.add_to(film, fresh,
                       [this](double volume) { totals.add(LiquidTotals::SUPPLIED, volume); }) ||
        rains;
}

// ---- energy and output

void FixLiquid::add_stored(grist::StoredEnergy &to, const grist::SphereSelection &of) const
{
  for (const auto &bridge : pairs.bridges())
    if (of.has(bridge.a) || of.has(bridge.b)) to.normal += pairs.energy(bridge, place.data());
  walls.add_stored(to, of);
}

void FixLiquid::add_powers(grist::EnergyFlows &to, const grist::SphereRates *rates,
                           const grist::SphereSelection &of) const
{
  pairs.losses.for_each_power(rates, [&](int a, int b, double power) {
    if (of.has(a) || of.has(b)) to[grist::CONTACT_DAMPING] += power;
  });
  walls.add_powers(to, rates, of);
}

void FixLiquid::add_limits(RunLimits &limits)
{
  if (pairs.law.viscosity == 0.0) return;
  double time = walls.shortest_time();
  if (place.size() >= load.size() && !load.empty()) {
    for (size_t i = 0; i < load.size(); i++) motion[i].load = load[i];
    time = std::min(time, pairs.shortest_time(scene().spheres, is_wet.data()) / force->ftm2v);
  }
  limits.times.push_back({TimeLimitKind::BRIDGE, name, time});
}

// Volumes of films and bridges; evaporated, left and supplied; numbers of bridges made and broken;
// volume of bridges with walls.
double FixLiquid::compute_vector(int n)
{
  assert(n >= 0 && n < size_vector);
  constexpr int AT_WALLS = 2 + LiquidTotals::COUNT;
  if (n > 1 && n < AT_WALLS) return totals.of_all_ranks(world)[n - 2];
  double mine = 0.0, all = 0.0;
  for (int i = 0; i < atom->nlocal; i++)
    mine += n == 0 ? std::max(film[i], 0.0) : walls.volume_of(i);
  if (n == 1)
    for (const auto &bridge : pairs.bridges()) mine += bridge.volume;
  MPI_Allreduce(&mine, &all, 1, MPI_DOUBLE, MPI_SUM, world);
  return all;
}
