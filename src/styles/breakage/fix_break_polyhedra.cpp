#include "styles/breakage/fix_break_polyhedra.h"

#include "atom.h"
#include "atom_vec_body.h"
#include "comm.h"
#include "common/preconditions.h"
#include "error.h"
#include "force.h"
#include "memory.h"
#include "modify.h"
#include "styles/access/atom_style.h"
#include "styles/access/rank_vectors.h"
#include "styles/access/run_checks.h"
#include "styles/access/run_time.h"
#include "styles/access/styles_with.h"
#include "styles/commands/input_words.h"
#include "styles/commands/named_group.h"
#include "styles/files/output_columns.h"
#include "styles/interfaces/bonded_elements.h"
#include "styles/polyhedra/body_polyhedron.h"
#include "update.h"

#include "breakage/hit_monitor.h"
#include "fragments/fragment_shape.h"
#include "particles/assortment.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <unordered_map>
#include <vector>

using namespace LAMMPS_NS;
using namespace FixConst;

static constexpr char USER[] = "Fix break/polyhedra";
static constexpr int FIRST_WORD = 3;    // after fix ID group style
static constexpr int RESTART_VERSION = 5;

// Entries of the vector.
enum { BROKEN, BORN, MASS, HITS, LARGEST, ENTRIES };

// In the order of row_changed().
static const std::vector<std::string> COLUMNS_OF_BODIES = {"strength [energy/mass]",
                                                           "damage",
                                                           "peak [energy/mass]",
                                                           "parent",
                                                           "generation",
                                                           "random_number",
                                                           "least_stored [energy/mass]",
                                                           "origin",
                                                           "origin_size [distance]",
                                                           "origin_sieve_size [distance]",
                                                           "birth [time]",
                                                           "hit_energy [energy/mass]",
                                                           "most_stored [energy/mass]",
                                                           "last_work [energy/mass]",
                                                           "last_stored [energy/mass]",
                                                           "last_contacts"};

FixBreakPolyhedra::FixBreakPolyhedra(LAMMPS *lmp, int narg, char **arg) :
    AtomRows(USER, RESTART_VERSION, lmp, narg, arg),
    settings(read_break_settings(InputWords(lmp, USER, narg, arg, FIRST_WORD))), loads(lmp),
    breaking(lmp, USER, settings.sizes, settings.limits, settings.by_cells, settings.seed),
    file(lmp, USER, {settings.file, settings.append, BODY_EVENTS_HEADER, std::string("fix ") + id}),
    polyhedra(atom), newest{-1, 0, 0}, totals{0, 0, 0, 0.0, 0.0, 0}
{
  if (!polyhedra)
    error->all(FLERR, "{}: atom_style {} (expected body polyhedron)", USER, atom->get_style());
  vector_flag = 1;
  size_vector = ENTRIES;
  global_freq = 1;
  extvector = 0;
  peratom_flag = 1;
  size_peratom_cols = static_cast<int>(COLUMNS_OF_BODIES.size());
  peratom_freq = 1;
  force_reneighbor = 1;
  next_reneighbor = -1;
  pre_exchange_migrate = 1;    // contact histories must be with the atoms before
  name_columns(lmp, *this,
               {{},
                {"broken_bodies", "pieces_made", "mass_broken [mass]", "hits_without_break",
                 "largest_hit [energy/mass]"},
                {},
                COLUMNS_OF_BODIES});
  start_rows();
  for (int i = 0; i < atom->nlocal; i++) set_arrays(i);
}

FixBreakPolyhedra::~FixBreakPolyhedra()
{
  memory->destroy(array_atom);
}

// Their bonds would end at bodies that are gone.
static void refuse_bonded_blocks(LAMMPS *lmp, int groupbit)
{
  const Atom *atom = lmp->atom;
  const BondedElements *bonds = bonded_elements(lmp);
  std::string problem;
  std::vector<BondEnd> of_atom;
  for (int i = 0; bonds && i < atom->nlocal && problem.empty(); i++) {
    if (!(atom->mask[i] & groupbit)) continue;
    bonds->list_bonds(i, of_atom);
    if (!of_atom.empty())
      problem =
          fmt::format("{}: atom {} is bonded to atom {} (only bodies without bonds break; give "
                      "a group without blocks)",
                      USER, atom->tag[i], of_atom.front().partner);
  }
  end_if_any(lmp, problem);
}

void FixBreakPolyhedra::init()
{
  refuse_respa(lmp, USER);
  refuse_two_dimensions(lmp, USER);
  refuse_rerun(lmp, USER, "hits happen between frames: leave out fix " + std::string(id));
  if (force->newton_pair)
    error->all(FLERR, "{}: newton on (expected newton off, before the box is made)", USER);
  refuse_bonded_blocks(lmp, groupbit);
  warn_of_empty_group(lmp, this);
  loads.record();
}

void FixBreakPolyhedra::setup(int)
{
  // The bodies that break next were found at the end of the last run: a second look would see the
  // forces of set-up, and velocities of the full step.
  file.start();
  decided_at = update->ntimestep;
  next_reneighbor = ordered.empty() ? -1 : update->ntimestep + 1;    // reset_timestep
  if (newest.step != update->ntimestep) newest.step = -1;
  orders = from_all_ranks(orders, world);    // bodies may be on other ranks since then
  loads.gather(groupbit, USER);
  for (int i = 0; i < atom->nlocal; i++) {
    if (!(atom->mask[i] & groupbit) || !begin(i)) continue;
    rows[i].hit.begin_with(load_of(i));
    row_changed(i);
  }
}

// ---- strength

double FixBreakPolyhedra::size(int i) const
{
  assert(is_owned(atom, i));
  const auto solid = polyhedra.shape(i);
  return solid ? grist::equal_volume_diameter(solid.volume()) : 2.0 * atom->radius[i];
}

// A body that this fix has not seen: fed, created, or a piece. False if it has.
bool FixBreakPolyhedra::begin(int i)
{
  if (!begin(i, rows[i])) return false;
  row_changed(i);
  return true;
}

// The same for the state of body i, or a copy of it.
bool FixBreakPolyhedra::begin(int i, BreakableBody &body) const
{
  assert(is_owned(atom, i));
  grist::BodyStrength &of = body.hit.body;
  if (of.number > 0.0) return false;
  of.number = grist::uniform_of_body(settings.seed, atom->tag[i]);
  if (body.generation == 0) {
    body.origin.id = atom->tag[i];
    body.origin.size = size(i);
  }
  const auto solid = polyhedra.shape(i);
  body.hit.strength = solid && grist::can_split(solid.volume(), settings.limits)
      ? settings.model->strength(of, size(i))
      : std::numeric_limits<double>::infinity();
  return true;
}

// ---- hits

void FixBreakPolyhedra::decide_leaving()
{
  if (decided_at == update->ntimestep) return;
  decided_at = update->ntimestep;
  loads.gather(groupbit, USER);
  orders.clear();
  for (int i = 0; i < atom->nlocal; i++) {
    if (!(atom->mask[i] & groupbit)) continue;
    begin(i);    // bodies may have been fed
    if (loads[i].contacts > 0 || rows[i].hit.is_loaded()) follow_loads(i);
  }
  share_orders();
}

// The bodies that break in the next step. Where bodies came from stays as it was: an id that no
// other family of pieces has.
void FixBreakPolyhedra::visit_ids(const IdVisit &visit)
{
  for (BodyBreaking::Order &order : orders) visit(order.id);
  for (tagint &id : ordered) visit(id);
  std::sort(ordered.begin(), ordered.end());
}

// Collective.
void FixBreakPolyhedra::share_orders()
{
  ordered.clear();
  if (!on_any_rank(!orders.empty(), world)) return;
  drop_leaving();
  std::vector<tagint> ids;
  for (const BodyBreaking::Order &order : orders) ids.push_back(order.id);
  ordered = from_all_ranks(ids, world);
  std::sort(ordered.begin(), ordered.end());
  if (!ordered.empty()) next_reneighbor = update->ntimestep + 1;
}

// A body that another fix removes in the next step does not break.
void FixBreakPolyhedra::drop_leaving()
{
  std::vector<char> marks(atom->nlocal + atom->nghost, 0);
  for (EnergyTraffic *other : fixes_with<EnergyTraffic>(lmp)) {
    if (other == this) continue;
    other->decide_leaving();
    other->mark_leaving(marks);
  }
  std::vector<tagint> leaving;
  for (int i = 0; i < atom->nlocal; i++)
    if (marks[i]) leaving.push_back(atom->tag[i]);
  std::sort(leaving.begin(), leaving.end());
  orders.erase(std::remove_if(orders.begin(), orders.end(),
                              [&leaving](const BodyBreaking::Order &order) {
                                return std::binary_search(leaving.begin(), leaving.end(), order.id);
                              }),
               orders.end());
}

grist::HitLoad FixBreakPolyhedra::load_of(int i) const
{
  assert(is_owned(atom, i) && atom->rmass[i] > 0.0);
  const BodyLoads::Load &load = loads[i];
  const double mass = atom->rmass[i];
  return {load.energy.work / mass, load.energy.stored / mass, load.contacts};
}

void FixBreakPolyhedra::follow_loads(int i)
{
  assert(is_owned(atom, i) && (atom->mask[i] & groupbit));
  grist::HitState &hit = rows[i].hit;
  const auto by_motion = [&] { return loads.approach(i) / atom->rmass[i]; };
  const grist::HitResult result = follow_hit(hit, *settings.model, size(i), load_of(i), by_motion);
  row_changed(i);
  totals.largest = std::max(totals.largest, hit.energy);
  if (result.event == grist::HitEvent::ENDED) totals.hits++;
  if (result.event == grist::HitEvent::BROKEN)
    orders.push_back({atom->tag[i], result.energy, result.t10, loads.strongest_contact(i),
                      rows[i].generation, origin_of_pieces(i)});
}

// ---- pieces

void FixBreakPolyhedra::pre_exchange()
{
  if (next_reneighbor != update->ntimestep) return;
  std::vector<BodyBreaking::Born> born;
  tagint &highest = totals.highest;
  highest = LAMMPS_NS::highest_given(lmp).atom;    // other fixes may have given ids in between
  const std::vector<BrokenBody> events = breaking.run(orders, highest, born);
  orders.clear();
  ordered.clear();
  if (!events.empty()) newest = {update->ntimestep, events.front().first - 1, highest};
  begin_pieces(born, events);
  for (const BrokenBody &event : events) {
    totals.broken++;
    totals.born += event.pieces;
    totals.mass += event.mass;
  }
  write_rows(events);
  if (events.empty()) return;
  listeners.for_each([&](BodyBreakListener &listener) { listener.bodies_broken(events); });
}

void FixBreakPolyhedra::begin_pieces(const std::vector<BodyBreaking::Born> &born,
                                     const std::vector<BrokenBody> &events)
{
  std::unordered_map<tagint, const BrokenBody *> event_of;
  for (const BrokenBody &event : events) event_of[event.parent] = &event;
  for (const BodyBreaking::Born &piece : born) {
    const BrokenBody &event = *event_of[piece.parent];
    BreakableBody &mine = rows[piece.i];
    mine.parent = event.parent;
    mine.generation = event.generation + 1;
    mine.origin = event.origin;
    begin(piece.i);
    row_changed(piece.i);
  }
}

void FixBreakPolyhedra::write_rows(const std::vector<BrokenBody> &events)
{
  if (!file.is_open()) return;
  std::string rows;
  for (const BrokenBody &event : events)
    rows += row_of_event(event, update->ntimestep, run_time(update));
  file.write(rows);
}

// ---- bodies that break and their pieces, for compute energy/balance

bool FixBreakPolyhedra::mark_leaving(std::vector<char> &marks) const
{
  assert(is_for_all_atoms(atom, marks) && grist::is_ascending(ordered));
  for (int i = 0; i < atom->nlocal + atom->nghost && !ordered.empty(); i++)
    if (std::binary_search(ordered.begin(), ordered.end(), atom->tag[i])) marks[i] = 1;
  return !ordered.empty();
}

bool FixBreakPolyhedra::mark_entered(std::vector<char> &marks) const
{
  assert(is_for_all_atoms(atom, marks));
  if (newest.step != update->ntimestep) return false;
  for (int i = 0; i < atom->nlocal + atom->nghost; i++)
    if (atom->tag[i] > newest.after && atom->tag[i] <= newest.last) marks[i] = 1;
  return true;
}

// ---- where bodies come from, for reports

// The sieve diameter of a body is found when it breaks: few do at a time.
BodyOrigin FixBreakPolyhedra::origin_of_pieces(int i) const
{
  assert(is_owned(atom, i) && polyhedra.shape(i));
  BodyOrigin origin = rows[i].origin;
  if (rows[i].generation == 0)
    origin.sieve = grist::sieve_diameter_of_corners(polyhedra.shape(i).corners());
  return origin;
}

// A report may come before this fix has seen the body, and must not change what it sees: the loads
// of a body at that moment begin its first hit.
BodyLineage FixBreakPolyhedra::lineage(int i) const
{
  assert(is_owned(atom, i));
  const bool is_mine = atom->mask[i] & groupbit;
  BreakableBody body = rows[i];
  if (is_mine) begin(i, body);
  return {body.parent, body.generation, body.origin, body.birth,
          is_mine && std::isfinite(body.hit.strength)};
}

// ---- bodies broken, pieces born, mass broken, hits that ended, largest specific energy of a hit

double FixBreakPolyhedra::compute_vector(int n)
{
  assert(n >= 0 && n < ENTRIES);
  if (n == BROKEN) return static_cast<double>(totals.broken);
  if (n == BORN) return static_cast<double>(totals.born);
  if (n == MASS) return totals.mass;
  const double mine = n == HITS ? static_cast<double>(totals.hits) : totals.largest;
  double all = 0.0;
  MPI_Allreduce(&mine, &all, 1, MPI_DOUBLE, n == HITS ? MPI_SUM : MPI_MAX, world);
  return all;
}

// ---- the state of bodies

void FixBreakPolyhedra::grow_arrays(int nmax)
{
  AtomRows::grow_arrays(nmax);
  memory->grow(array_atom, nmax, size_peratom_cols, "break/polyhedra:array_atom");
}

void FixBreakPolyhedra::begin_row(int i)
{
  rows[i] = {};
  rows[i].birth = run_time(update);
}

// Shows it in the array of LAMMPS.
void FixBreakPolyhedra::row_changed(int i)
{
  assert(i >= 0 && i < static_cast<int>(rows.size()));
  const BreakableBody &body = rows[i];
  const grist::HitState &hit = body.hit;
  const auto id = [](tagint tag) { return static_cast<double>(tag); };
  const auto columns = {
      hit.strength,          hit.body.damage,   hit.peak,        id(body.parent),
      1.0 * body.generation, hit.body.number,   hit.least,       id(body.origin.id),
      body.origin.size,      body.origin.sieve, body.birth,      hit.energy,
      hit.most_stored,       hit.last.work,     hit.last.stored, 1.0 * hit.last.contacts};
  std::copy(columns.begin(), columns.end(), array_atom[i]);
}

void FixBreakPolyhedra::transfer_state(grist::Archive &archive)
{
  Totals all = totals;
  if (!archive.reads()) {
    all.hits = static_cast<bigint>(compute_vector(HITS));
    all.largest = compute_vector(LARGEST);
  }
  bigint step = update->ntimestep;
  archive(all, step);
  if (!archive.reads()) return;
  totals = all;
  if (settings.append && step == update->ntimestep) file.continue_from(step);
  if (comm->me != 0) totals.hits = 0;
}
