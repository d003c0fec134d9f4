#include "styles/energy/fix_collisions.h"

#include "styles/access/ghost_messages.h"
#include "styles/access/rank_vectors.h"
#include "styles/access/run_checks.h"
#include "styles/access/run_time.h"
#include "styles/commands/input_words.h"
#include "styles/commands/named_group.h"
#include "styles/files/output_columns.h"

#include "atom.h"
#include "comm.h"
#include "error.h"
#include "fmt/format.h"
#include "force.h"
#include "modify.h"
#include "neighbor.h"
#include "update.h"

#include <algorithm>

using namespace LAMMPS_NS;
using namespace FixConst;
using grist::CollisionSpectrum;
using grist::ContactKey;
using grist::ContactLoss;
using grist::OpenContact;

static constexpr const char *FIX_COLLISIONS = "Fix collisions";
static constexpr int COLLISIONS_RESTART_VERSION = 4;
static constexpr int MOST_BINS = 10000;
static constexpr const char *HEADER = "step,time [time],type,other,from [energy],to [energy],"
                                      "contacts,energy [energy],friction [energy],"
                                      "contacts_per_time [1/time],power [power]\n";

// Entries of the vector, and columns of the array.
enum { CONTACTS, ENERGY, FRICTION, OPEN, OPEN_ENERGY, COLLISION_ENTRIES };
enum { FROM, TO, BIN_CONTACTS, BIN_ENERGY, BIN_FRICTION, COLUMNS };

// ---- fix ID group collisions N bins least most number keyword value ...

FixCollisions::FixCollisions(LAMMPS *lmp, int narg, char **arg) :
    RestartedFix(FIX_COLLISIONS, COLLISIONS_RESTART_VERSION, lmp, narg, arg),
    settings(read_settings(narg, arg))
{
  bins.emplace(settings.least, settings.most, settings.between);
  ended.emplace(*bins, number_of_kinds());
  report = std::make_unique<ReportFile>(
      lmp, FIX_COLLISIONS,
      ReportFile::Request{settings.file, settings.append, HEADER, std::string("fix ") + id});
  written.step = update->ntimestep;
  written.time = run_time(update);
  counter.leave(update);
  vector_flag = array_flag = 1;
  size_vector = COLLISION_ENTRIES;
  size_array_rows = bins->count();
  size_array_cols = COLUMNS;
  nevery = global_freq = 1;
  extvector = 1;
  extarray = 0;
  dynamic_group_allow = 1;
  name_columns(
      lmp, *this,
      {{},
       {"contacts", "energy [energy]", "friction [energy]", "open_contacts",
        "open_energy [energy]"},
       {"from [energy]", "to [energy]", "contacts", "energy [energy]", "friction [energy]"},
       {}});
}

FixCollisions::Settings FixCollisions::read_settings(int narg, char **arg)
{
  InputWords words(lmp, FIX_COLLISIONS, narg, arg, 3);
  Settings read;
  read.every = words.whole("N", 1);
  const auto read_file = [&](bool append) {
    read.file = words.word(append ? "append" : "file");
    read.append = append;
  };
  const auto read_bins = [&] {
    words.need(3, "bins", "two energies and a number");
    read.least = words.positive("bins", Quantity::ENERGY);
    read.most = words.positive("bins", Quantity::ENERGY);
    if (read.most <= read.least)
      words.refuse("bins", read.most, fmt::format("expected more than {:g}", read.least));
    read.between = words.whole("bins", 1);
    if (read.between > MOST_BINS)
      words.refuse("bins", read.between, fmt::format("expected at most {}", MOST_BINS));
  };
  words.read_keywords({{"bins", read_bins}, {"file", [&] { read_file(false); }}, {"append", [&] {
                                                                                    read_file(true);
                                                                                  }}});
  if (read.between == 0)
    error->all(FLERR, "{}: no bins (expected bins, two energies and a number)", FIX_COLLISIONS);
  return read;
}

void FixCollisions::init()
{
  if (update->whichflag == 2)
    error->all(FLERR, "{}: a minimization has no collisions (unfix {} first)", FIX_COLLISIONS, id);
  refuse_rerun(lmp, FIX_COLLISIONS,
               "collisions happen between frames: leave out fix " + std::string(id));
  check_order_of_fixes(lmp);
  warn_of_empty_group(lmp, this);
  losses = std::make_unique<ContactLosses>(lmp);
  foreseen = &FixFullStepRates::of(lmp);
  foresees = foreseen->subscribe();
  wall_numbers.clear();
  for (const std::string &wall : losses->walls()) {
    const auto found = std::find(walls.begin(), walls.end(), wall);
    wall_numbers.push_back(static_cast<int>(found - walls.begin()));
    if (found == walls.end()) walls.push_back(wall);
  }
  ended->grow(number_of_kinds());
}

// A contact whose particle is gone ends in the next run, under an id that no atom has.
static void visit_particle(std::int64_t &id, const AtomNamer::IdVisit &visit)
{
  auto now = static_cast<tagint>(id);
  visit(now);
  id = now == 0 ? -id : now;
}

void FixCollisions::visit_ids(const IdVisit &visit)
{
  const auto renamed = [&visit](std::vector<OpenContact> contacts) {
    for (OpenContact &contact : contacts) {
      ContactKey &key = contact.key;
      visit_particle(key.a, visit);
      if (key.b < 0) continue;    // a wall
      visit_particle(key.b, visit);
      key = ContactKey::of_pair(key.a, key.b);
    }
    return contacts;
  };
  open.replace(renamed(open.all()));
  restored = renamed(restored);
}

// ---- kinds of contacts: pairs of types first, then each wall with all types

int FixCollisions::kind_of_types(int type_a, int type_b) const
{
  const int less = std::min(type_a, type_b) - 1, more = std::max(type_a, type_b) - 1;
  return more * (more + 1) / 2 + less;
}

int FixCollisions::kind_of_wall(int type, int wall) const
{
  const int types = atom->ntypes;
  return types * (types + 1) / 2 + wall * types + type - 1;
}

// "type,other" of a row: a wall by the id of its fix.
std::string FixCollisions::label_of(int kind) const
{
  for (int more = 1; more <= atom->ntypes; more++)
    for (int less = 1; less <= more; less++)
      if (kind_of_types(less, more) == kind) return fmt::format("{},{}", less, more);
  const int rest = kind - kind_of_wall(1, 0);
  return fmt::format("{},{}", rest % atom->ntypes + 1, walls[rest / atom->ntypes]);
}

void FixCollisions::setup(int)
{
  written.time += counter.enter(update).time;
  report->start();
  sources = find_energy_sources(lmp, FIX_COLLISIONS);
  summed_at = -1;
  foreseen->start(sources);
  open.begin_step(0.0);
  add_losses(true);
  std::vector<OpenContact> parts = from_all_ranks(open.take_unseen(), world);
  parts.insert(parts.end(), restored.begin(), restored.end());
  settle(parts);
  if (restored_step == update->ntimestep)
    for (const OpenContact &contact : restored) open.set_power(contact.key, contact.power);
  restored.clear();
  record_leaving();
}

void FixCollisions::post_force(int)
{
  summed_at = -1;
  foreseen->complete(sources);
  open.begin_step(update->dt);
  add_losses(false);
  close_unseen();
}

// With newton off, contacts across a border are evaluated on both sides; the rank of the smaller id
// counts them.
bool FixCollisions::is_evaluated_twice(const ContactPlace &at) const
{
  return !force->newton_pair && at.b >= atom->nlocal && atom->tag[at.a] > atom->tag[at.b];
}

// Whether this rank counts a contact, and this group.
bool FixCollisions::counts(const ContactPlace &at) const
{
  const int *mask = atom->mask;
  if (at.b < 0) return mask[at.a] & groupbit;
  if (at.beside_bond) return false;
  return !is_evaluated_twice(at) && ((mask[at.a] | mask[at.b]) & groupbit);
}

FixCollisions::Kind FixCollisions::kind_of(const ContactPlace &at) const
{
  const int *type = atom->type;
  const tagint *tag = atom->tag;
  if (at.b >= 0)
    return {ContactKey::of_pair(tag[at.a], tag[at.b]), kind_of_types(type[at.a], type[at.b])};
  const int wall = wall_numbers[at.wall];
  return {ContactKey::of_wall(tag[at.a], wall), kind_of_wall(type[at.a], wall)};
}

void FixCollisions::add_losses(bool at_setup)
{
  const bool some_entered =
      !at_setup && mark([this](const EnergyTraffic &one) { return one.mark_entered(marks); });
  losses->for_each(foreseen->rates().data(), [&](const LossNow &now) {
    if (!counts(now.at)) return;
    const Kind kind = kind_of(now.at);
    if (some_entered && now.touches && is_marked(now.at)) {
      open.add_brought(kind.key, kind.number, now.power);
      return;
    }
    if (now.touches) open.add(kind.key, kind.number, now.power);
    if (now.at_once != 0.0 && !at_setup) open.add_at_once(kind.key, kind.number, now.at_once);
  });
  if (!some_entered) return;
  losses->for_each_held([&](const ContactPlace &at, const ContactLoss &held) {
    if (is_marked(at) && counts(at)) open.bring(kind_of(at).key, held);
  });
}

// Particles that are removed before the next step.
void FixCollisions::record_leaving()
{
  for (EnergyTraffic *traffic : sources.traffic) traffic->decide_leaving();
  if (!mark([this](const EnergyTraffic &one) { return one.mark_leaving(marks); })) return;
  losses->for_each_held([&](const ContactPlace &at, const ContactLoss &held) {
    if (is_marked(at) && counts(at)) open.take_along(kind_of(at).key, held);
  });
}

// mark(a source of traffic): whether it has marked any.
template <class Mark> bool FixCollisions::mark(const Mark &mark)
{
  if (sources.traffic.empty()) return false;
  marks.assign(atom->nlocal + atom->nghost, 0);
  bool any = false;
  for (const EnergyTraffic *traffic : sources.traffic) any = mark(*traffic) || any;
  return any;
}

// Between two rebuilds each contact is evaluated by the same ranks.
void FixCollisions::close_unseen()
{
  const std::vector<OpenContact> unseen = open.take_unseen();
  if (neighbor->ago == 0)
    settle(from_all_ranks(unseen, world));
  else
    for (const OpenContact &contact : unseen) close(contact);
}

// Parts of contacts that were not seen where they were before, of all ranks: those that go on
// elsewhere get their part, the others have ended.
void FixCollisions::settle(const std::vector<OpenContact> &parts)
{
  const std::vector<OpenContact> contacts = grist::merged(parts);
  if (contacts.empty()) return;
  std::vector<int> here(contacts.size()), goes_on(contacts.size());
  for (std::size_t n = 0; n < contacts.size(); n++) here[n] = open.adopt(contacts[n]);
  MPI_Allreduce(here.data(), goes_on.data(), static_cast<int>(here.size()), MPI_INT, MPI_MAX,
                world);
  if (comm->me > 0) return;
  for (std::size_t n = 0; n < contacts.size(); n++)
    if (!goes_on[n]) close(contacts[n]);
}

// ---- output

// Collective; computed once a step.
void FixCollisions::sum_over_ranks()
{
  if (summed_at == update->ntimestep) return;
  summed_at = update->ntimestep;
  sums.resize(ended->numbers.size());
  MPI_Allreduce(ended->numbers.data(), sums.data(), static_cast<int>(sums.size()), MPI_DOUBLE,
                MPI_SUM, world);
  double mine[2] = {0.0, 0.0};
  for (const OpenContact &contact : open.all()) {
    mine[0] += 1.0;
    mine[1] += contact.lost.total;
  }
  MPI_Allreduce(mine, open_sums, 2, MPI_DOUBLE, MPI_SUM, world);
}

double FixCollisions::compute_vector(int n)
{
  sum_over_ranks();
  if (n == OPEN || n == OPEN_ENERGY) return open_sums[n - OPEN];
  CollisionSpectrum all(*bins, 0);
  all.numbers = sums;
  const CollisionSpectrum::Entry total = all.total();
  return n == CONTACTS ? total.contacts : n == ENERGY ? total.loss.total : total.loss.friction;
}

double FixCollisions::compute_array(int bin, int column)
{
  if (column == FROM) return bins->from(bin);
  if (column == TO) return bins->to(bin);
  sum_over_ranks();
  CollisionSpectrum all(*bins, 0);
  all.numbers = sums;
  const CollisionSpectrum::Entry entry = all.of_bin(bin);
  return column == BIN_CONTACTS ? entry.contacts
      : column == BIN_ENERGY    ? entry.loss.total
                                : entry.loss.friction;
}

void FixCollisions::end_of_step()
{
  record_leaving();
  if (update->ntimestep % settings.every) return;
  sum_over_ranks();
  write_rows();
}

void FixCollisions::write_rows()
{
  CollisionSpectrum all(*bins, 0), before(*bins, 0);
  all.numbers = sums;
  before.numbers = written.numbers;
  before.grow(all.kinds());
  const double time = run_time(update);
  std::string rows;
  for (int kind = 0; report->is_open() && kind < all.kinds(); kind++)
    if (all.has(kind)) rows += rows_of(kind, all, before, time - written.time);
  if (report->is_open()) report->write(rows);
  written = {update->ntimestep, time, sums};
}

// All bins with a border of a number: 0 to the first, ..., the last to inf.
std::string FixCollisions::rows_of(int kind, const CollisionSpectrum &all,
                                   const CollisionSpectrum &before, double duration) const
{
  const std::string label = label_of(kind);
  const double per_time = duration > 0.0 ? 1.0 / duration : 0.0;
  std::string rows;
  for (int bin = 0; bin < bins->count(); bin++) {
    const CollisionSpectrum::Entry now = all.entry(kind, bin), then = before.entry(kind, bin);
    rows += fmt::format("{},{:.9g},{},{:.9g},{:.9g},{:.0f},{:.12g},{:.12g},{:.9g},{:.9g}\n",
                        update->ntimestep, run_time(update), label, bins->from(bin), bins->to(bin),
                        now.contacts, now.loss.total, now.loss.friction,
                        per_time * (now.contacts - then.contacts),
                        per_time * (now.loss.total - then.loss.total));
  }
  return rows;
}

// ---- restart: the spectrum, the contacts that are open, and the names of walls that both refer to

void FixCollisions::transfer_state(grist::Archive &archive)
{
  check_bins(archive);
  std::vector<double> counted;
  std::vector<OpenContact> all;
  if (!archive.reads()) {
    summed_at = -1;
    sum_over_ranks();
    counted = sums;
    all = to_first_rank(open.all(), world);
    all.insert(all.end(), restored.begin(), restored.end());
  }
  bigint in_run = update->whichflag > 0 ? update->ntimestep : -1;
  archive(walls, counted, all, written, in_run);
  const bigint step = counter.transfer(archive, update);
  if (!archive.reads()) return;
  restored = all;
  restored_step = in_run;
  ended->grow(number_of_kinds());
  if (comm->me == 0) ended->numbers = counted;
  if (settings.append && step == update->ntimestep) report->continue_from(step);
}

// A run that reads other bins ends.
void FixCollisions::check_bins(grist::Archive &archive) const
{
  struct Bins {
    double least, most;
    int between, types;
  };
  const Bins mine = {settings.least, settings.most, settings.between, atom->ntypes};
  Bins then = mine;
  archive(then);
  if (then.types != mine.types || then.least != mine.least || then.most != mine.most ||
      then.between != mine.between)
    error->all(FLERR,
               "{}: bins {:g} {:g} {} of {} types (the restart file has bins {:g} {:g} {} of {} "
               "types)",
               FIX_COLLISIONS, mine.least, mine.most, mine.between, mine.types, then.least,
               then.most, then.between, then.types);
}

double FixCollisions::memory_usage()
{
  return static_cast<double>(open.count()) * sizeof(OpenContact) +
      static_cast<double>(ended->numbers.capacity()) * sizeof(double);
}
