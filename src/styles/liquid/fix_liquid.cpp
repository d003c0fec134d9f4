#include "styles/liquid/fix_liquid.h"

#include "common/constants.h"
#include "styles/bonds/atom_vec_bonded_cluster.h"
#include "styles/common/fix_parcels.h"
#include "styles/common/ghost_messages.h"
#include "styles/common/input_words.h"
#include "styles/common/rank_vectors.h"
#include "styles/common/restart_block.h"
#include "styles/common/run_checks.h"
#include "styles/liquid/liquid_checks.h"

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
#include <cmath>
#include <utility>

using namespace LAMMPS_NS;
using namespace FixConst;

static constexpr int RESTART_VERSION = 2;

// Of the skin: how far bridges reach; the rest is what a pair may move in the step of a rebuild.
static constexpr double REACH = 0.9;

FixLiquid::FixLiquid(LAMMPS *lmp, int narg, char **arg) :
    Fix(lmp, narg, arg), name("Fix liquid"), walls(lmp, film, totals)
{
  grist::BridgeLaw &law = pairs.law;
  InputWords words(lmp, name, narg, arg, 3);
  double degrees = -1.0, at_walls = -1.0;
  thickness = -1.0;
  words.read_keywords(
      {{"tension", [&] { law.tension = words.positive("tension"); }},
       {"angle", [&] { degrees = words.not_negative("angle"); }},
       {"film", [&] { thickness = words.not_negative("film"); }},
       {"viscosity", [&] { law.viscosity = words.not_negative("viscosity"); }},
       {"share", [&] { share = words.between("share", 0.0, 1.0); }},
       {"evaporation", [&] { evaporation = words.not_negative("evaporation"); }},
       {"spray", [&] { sprays.emplace_back(lmp, words, name); }},
       {"walls", [&] { at_walls = words.not_negative("walls"); }},
       {"smallest/gap", [&] { law.smallest_gap = words.positive("smallest/gap"); }}});
  if (law.tension == 0.0 || degrees < 0.0 || thickness < 0.0)
    words.fail("tension, angle and film must be given");
  if (degrees >= 90.0) words.refuse("angle", degrees, "expected 0 to below 90 degrees");
  if (at_walls >= 90.0) words.refuse("walls", at_walls, "expected 0 to below 90 degrees");
  law.angle = degrees * grist::PI / 180.0;
  const grist::ParcelScale parcels = FixParcels::scale(lmp);
  law.tension = parcels("surface tension", grist::Quantity::ENERGY_PER_AREA, law.tension);
  law.viscosity = parcels("viscosity", grist::Quantity::VISCOSITY, law.viscosity);
  if (at_walls >= 0.0) walls.set(law, at_walls * grist::PI / 180.0, share);
  thickness = parcels("film", grist::Quantity::SIZE, thickness);
  evaporation = parcels("evaporation", grist::Quantity::EXCHANGE_PER_AREA, evaporation);
  check_place_for_liquid(lmp, name);

  restart_global = restart_peratom = create_attribute = 1;
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
  comm_forward = 1;
  comm_reverse = 2;
  FixLiquid::grow_arrays(atom->nmax);
  atom->add_callback(Atom::GROW);
  atom->add_callback(Atom::RESTART);
  for (int i = 0; i < atom->nlocal; i++) FixLiquid::set_arrays(i);
}

FixLiquid::~FixLiquid()
{
  atom->delete_callback(id, Atom::GROW);
  atom->delete_callback(id, Atom::RESTART);
  memory->destroy(film);
}

int FixLiquid::setmask()
{
  return PRE_EXCHANGE | POST_NEIGHBOR | PRE_FORCE | POST_RUN;
}

void FixLiquid::init()
{
  check_run_of_liquid(lmp, this, name);
  for (LiquidSpray &spray : sprays) spray.init();
  walls.connect(longest_gap());
}

void FixLiquid::setup_post_neighbor()
{
  walls.check_laws(name);
  post_neighbor();
}

/* ----------------------------------------------------------------------
   what an atom has
------------------------------------------------------------------------- */

void FixLiquid::grow_arrays(int nmax)
{
  memory->grow(film, nmax, "liquid:film");
  kept.resize(nmax);
  walls.resize(nmax);
  vector_atom = film;
}

void FixLiquid::copy_arrays(int i, int j, int)
{
  film[j] = film[i];
  if (i == j) return;
  kept[j] = kept[i];
  walls.copy(i, j);
}

// The radius may not be known yet.
void FixLiquid::set_arrays(int i)
{
  film[i] = -1.0;
  kept[i].clear();
  walls.clear(i);
}

double FixLiquid::volume_of(int i) const
{
  return std::max(film[i], 0.0) + half_of_volumes(kept[i]) + walls.volume_of(i);
}

int FixLiquid::pack_exchange(int i, double *buf)
{
  buf[0] = film[i];
  const int n = 1 + pack(kept[i], buf + 1);
  return n + walls.pack(i, buf + n);
}

int FixLiquid::unpack_exchange(int i, double *buf)
{
  film[i] = buf[0];
  kept[i].clear();
  const int n = 1 + unpack(kept[i], buf + 1);
  return n + walls.unpack(i, buf + n);
}

void FixLiquid::pre_exchange()
{
  if (!pairs_newer) return;
  const int nall = atom->nlocal + atom->nghost;
  for (int i = 0; i < nall; i++) kept[i].clear();
  for (const auto &bridge : pairs.bridges()) {
    kept[bridge.a].push_back({atom->tag[bridge.b], bridge.volume});
    kept[bridge.b].push_back({atom->tag[bridge.a], bridge.volume});
  }
  sends_kept = true;
  comm->reverse_comm_variable(this);

  double volume = 0.0;
  maxexchange = 0;
  for (int i = 0; i < atom->nlocal; i++) {
    maxexchange = std::max(maxexchange, 1 + packed_size(kept[i]) + walls.packed_size(i));
    volume += volume_of(i);
  }
  totals.before_migration(volume, atom->nlocal);
  pairs_newer = false;
}

int FixLiquid::pack_reverse_comm_size(int n, int first)
{
  int size = 0;
  for (int i = first; i < first + n; i++) size += packed_size(kept[i]);
  return size;
}

void FixLiquid::post_neighbor()
{
  double volume = 0.0;
  int fresh = 0;
  for (int i = 0; i < atom->nlocal; i++) {
    volume += volume_of(i);
    if (film[i] >= 0.0) continue;
    fresh++;
    const double radius = atom->radius[i];
    film[i] = atom->mask[i] & groupbit ? 4.0 * grist::PI * radius * radius * thickness : 0.0;
    totals.mine[LiquidTotals::SUPPLIED] += film[i];
  }
  check_films();
  totals.after_migration(volume, atom->nlocal - fresh, world);
  load();
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
      mine = std::max(
          {mine, pairs.law.rupture_gap(2.0 * share * film[i]), walls.longest_gap_of(film[i])});
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
  const double *a = atom->x[i], *b = atom->x[j];
  return std::sqrt((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]) +
                   (a[2] - b[2]) * (a[2] - b[2])) -
      atom->radius[i] - atom->radius[j];
}

// Whether the partner is still there, within the list. The map may name atoms that were deleted.
bool FixLiquid::has(const KeptBridge &entry, int i) const
{
  const int j = atom->map(entry.partner);
  if (j < 0 || j >= atom->nlocal + atom->nghost || atom->tag[j] != entry.partner) return false;
  return gap(i, domain->closest_image(i, j)) < 0.5 * (1.0 + REACH) * neighbor->skin;
}

void FixLiquid::load()
{
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

  const auto *avec = dynamic_cast<AtomVecBondedCluster *>(atom->style_match("bonded/cluster"));
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
      if (entry != kept[i].end())
        pairs.add(i, j, entry->volume);
      else if (!one_cluster && !bonded)
        pairs.add_dry(i, j);
    }
  }
}

/* ----------------------------------------------------------------------
   new and broken bridges
------------------------------------------------------------------------- */

void FixLiquid::read_places()
{
  const int nall = atom->nlocal + atom->nghost;
  place.resize(std::max(nall, 1));    // kernels read one, whatever they are asked for
  for (int i = 0; i < nall; i++) {
    const double *x = atom->x[i];
    place[i] = {{x[0], x[1], x[2]}, atom->radius[i]};
  }
}

void FixLiquid::act()
{
  read_places();
  const grist::BridgeScene scene = {place.data(), atom->v[0], atom->f[0], vflag_global != 0,
                                    recording.is_on()};
  pairs.begin_step(scene);
  const std::vector<int> &touching = pairs.find_touching(scene);
  if (on_any_rank(!pairs.broken.empty() || !touching.empty(), world)) {
    std::vector<double> volumes;
    change_films(touching, volumes);
    pairs.make(volumes, scene);
    totals.mine[LiquidTotals::BROKEN] += static_cast<double>(pairs.broken.size());
  }
  if (vflag_global)
    for (int k = 0; k < 6; k++) virial[k] += pairs.virial[k];
}

// What spheres get back from bridges that have broken, and give to those that are made: volumes.
void FixLiquid::change_films(const std::vector<int> &touching, std::vector<double> &volumes)
{
  const int nall = atom->nlocal + atom->nghost;
  returned.assign(nall, 0.0);
  made.assign(nall, 0);
  for (const auto &bridge : pairs.broken)
    for (const int i : {bridge.a, bridge.b}) returned[i] += 0.5 * bridge.volume;
  for (const int n : touching)
    for (const int i : pairs.dry_pair(n)) made[i]++;
  sends_kept = false;
  send_to_owners(lmp, comm, this);
  given.assign(nall, 0.0);
  const double most = 0.5 * pairs.law.volume_of_rupture(longest_gap());
  for (int i = 0; i < atom->nlocal; i++) {
    film[i] += returned[i];
    given[i] = grist::film_share(film[i], share, made[i], most);
    film[i] = std::max(0.0, film[i] - made[i] * given[i]);
  }
  send_to_ghosts(lmp, comm, this);
  for (const int n : touching) {
    const auto [i, j] = pairs.dry_pair(n);
    volumes.push_back(given[i] + given[j]);
    lost -= pairs.law.energy(grist::bridge_radius(atom->radius[i], atom->radius[j]), volumes.back(),
                             0.0);
  }
  totals.mine[LiquidTotals::FORMED] += static_cast<double>(touching.size());
}

int FixLiquid::pack_forward_comm(int n, int *list, double *buf, int, int *)
{
  for (int k = 0; k < n; k++) buf[k] = given[list[k]];
  return n;
}

void FixLiquid::unpack_forward_comm(int n, int first, double *buf)
{
  std::copy_n(buf, n, given.begin() + first);
}

// Of fixed size in change_bridges(), of varying size in pre_exchange().
int FixLiquid::pack_reverse_comm(int n, int first, double *buf)
{
  int m = 0;
  for (int i = first; i < first + n; i++) {
    if (!sends_kept) {
      buf[m++] = returned[i];
      buf[m++] = made[i];
      continue;
    }
    m += pack(kept[i], buf + m);
  }
  return m;
}

void FixLiquid::unpack_reverse_comm(int n, int *list, double *buf)
{
  int m = 0;
  for (int k = 0; k < n; k++) {
    const int i = list[k];
    if (!sends_kept) {
      returned[i] += buf[m++];
      made[i] += static_cast<int>(buf[m++]);
      continue;
    }
    m += unpack(kept[i], buf + m);
  }
}

// What a film has lost after rounding counts, so that the account closes at any length of a run.
void FixLiquid::evaporate()
{
  if (evaporation == 0.0) return;
  const double depth = evaporation * update->dt;
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
  for (const LiquidSpray &spray : sprays) totals.add(LiquidTotals::SUPPLIED, spray.add_to(film));
  setup_pre_force(vflag);
}

/* ----------------------------------------------------------------------
   energy and output
------------------------------------------------------------------------- */

void FixLiquid::add_stored(grist::StoredEnergy &to, const grist::SphereSelection &of) const
{
  for (const auto &bridge : pairs.bridges())
    if (bridge.volume > 0.0 && (of.has(bridge.a) || of.has(bridge.b)))
      to.normal += pairs.energy(bridge, place.data());
  walls.add_stored(to, of);
}

void FixLiquid::add_powers(grist::EnergyFlows &to, const grist::SphereRates *rates,
                           const grist::SphereSelection &of) const
{
  for (const auto &one : pairs.drags)
    if (of.has(one.a) || of.has(one.b))
      to[grist::CONTACT_DAMPING] += dot(one.on_a, rates[one.b].velocity - rates[one.a].velocity);
  walls.add_powers(to, rates, of);
}

void FixLiquid::take_events(grist::EnergyLedger &ledger)
{
  ledger.add_flow(grist::CONTACT_DAMPING, std::exchange(lost, 0.0) + walls.take_lost());
}

// Volumes of films and bridges; evaporated, left and supplied; numbers of bridges made and broken;
// volume of bridges with walls.
double FixLiquid::compute_vector(int n)
{
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

void FixLiquid::write_restart(FILE *file)
{
  pre_exchange();
  const LiquidTotals::Values all = totals.of_all_ranks(world);
  if (comm->me > 0) return;
  RestartWriter out(RESTART_VERSION);
  out.add(all);
  walls.add_state(out);
  out.write_for_fix(file);
}

void FixLiquid::restart(char *buffer)
{
  RestartReader in(lmp, name, RESTART_VERSION, buffer);
  in.get(totals.mine);
  walls.get_state(in);
  in.end();
  if (comm->me > 0) totals.mine.fill(0.0);
}

int FixLiquid::pack_restart(int i, double *buffer)
{
  return close_restart_numbers(buffer, pack_exchange(i, buffer + 1));
}

int FixLiquid::size_restart(int i)
{
  return 1 + packed_size(kept[i]) + walls.packed_size(i) + RESTART_NUMBERS_MORE;
}

int FixLiquid::maxsize_restart()
{
  int most = 0;
  for (int i = 0; i < atom->nlocal; i++) most = std::max(most, size_restart(i));
  return most;
}

void FixLiquid::unpack_restart(int i, int nth)
{
  refuse_unless_restarted(lmp, this, name);
  unpack_exchange(i, const_cast<double *>(restart_numbers(lmp, name, i, nth)));
}
