#include "styles/feeds/fix_insert.h"

#include "atom.h"
#include "comm.h"
#include "common/space.h"
#include "compute.h"
#include "domain.h"
#include "error.h"
#include "fmt/format.h"
#include "modify.h"
#include "styles/access/atom_editor.h"
#include "styles/access/atom_style.h"
#include "styles/access/run_checks.h"
#include "styles/access/run_time.h"
#include "styles/access/styles_with.h"
#include "styles/commands/input_words.h"
#include "styles/files/output_columns.h"
#include "update.h"
#include "utils.h"

#include "common/constants.h"
#include "particles/assortment.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstring>
#include <numeric>

using namespace LAMMPS_NS;
using grist::FeedParticle;
using grist::Vector3d;

static constexpr int INSERT_RESTART_VERSION = 5;
static constexpr double MANY = 1e5, TOO_MANY = 1e7;    // particles at once

static const char *mix_name(LAMMPS *lmp, int narg, char **arg, const std::string &name)
{
  if (narg < 4) lmp->error->all(FLERR, "{}: no mix (expected the ID of a particle_mix)", name);
  for (int n = 3; n + 1 < narg; n++)
    if (strcmp(arg[n], "distributiontemplate") == 0)
      lmp->error->all(FLERR,
                      "{}: unknown keyword distributiontemplate (of LIGGGHTS: expected the ID of a "
                      "particle_mix behind {}, and then keywords)",
                      name, arg[2]);
  return arg[3];
}

// The same for the same fix ID, and different for others.
static std::uint64_t seed_of(const std::string &id)
{
  std::uint64_t seed = 1;
  for (const char letter : id) seed = grist::mixed_seed(seed, static_cast<unsigned char>(letter));
  return seed;
}

static const std::vector<ForeignWord> WORDS_OF_LIGGGHTS = {
    {"massrate", "expected rate, a mass over time"},
    {"particlerate", "expected rate, a mass over time"},
    {"nparticles", "expected mass with insert/stream, number with insert/pack"},
    {"insertion_face", "expected face and the name of a mesh file"},
    {"extrude_length", "expected depth"},
    {"insert_every", "expected every, in steps; insert/pack fills once, or again with refill yes"},
    {"vel", "expected velocity vx vy vz; with at face, it is the velocity at the face"},
    {"volumefraction_region", "expected fraction"},
    {"particles_in_region", "expected number"},
    {"mass_in_region", "expected mass"},
    {"overlapcheck", "leave it out: new particles never overlap"},
    {"all_in", "leave it out: new particles are inside the space as a whole"},
    {"maxattempt", "leave it out: particles that find no room wait for the next insertion"},
    {"ntry_mc", "leave it out: the volume of a mesh is exact"},
};

// The mean mass of a particle of the mix.
static double mean_mass(const grist::FeedMix &mix)
{
  constexpr int SAMPLE = 1000;
  grist::InsertionQueue sample(mix);
  for (int n = 0; n < SAMPLE; n++) sample.take([](const FeedParticle &) { return 1.0; });
  return std::accumulate(sample.state.mass.begin(), sample.state.mass.end(), 0.0) / SAMPLE;
}

// They end with what they are called here.
static void refuse_words_of_liggghts(LAMMPS *lmp, const InputWords &words, int narg, char **arg,
                                     const grist::FeedMix &mix)
{
  const int n = find_foreign_word(narg, arg, 4, WORDS_OF_LIGGGHTS,
                                  {"region", "mesh", "face", "file", "append"});
  if (n < 0) return;
  const std::string word = arg[n];
  std::string cure = cure_of(word, WORDS_OF_LIGGGHTS);
  const bool counts = word == "particlerate" || word == "nparticles";
  if (counts && n + 1 < narg && utils::is_double(arg[n + 1]))
    cure += fmt::format("; {} particles of this mix have a mass of about {:.6g}", arg[n + 1],
                        utils::numeric(FLERR, arg[n + 1], false, lmp) * mean_mass(mix));
  words.refuse("unknown keyword", word, "of LIGGGHTS: " + cure);
}

FixInsert::FixInsert(LAMMPS *lmp, int narg, char **arg, const std::string &name) :
    RestartedFix(name, INSERT_RESTART_VERSION, lmp, narg, arg), words(lmp, name, narg, arg, 4),
    mix(*FixParticleMix::find(lmp, name, mix_name(lmp, narg, arg, name))), place(lmp, name),
    queue(mix.mix()), report(lmp, name, id, mix.mix())
{
  force_reneighbor = 1;
  next_reneighbor = -1;
  scalar_flag = vector_flag = array_flag = 1;
  global_freq = 1;
  extscalar = extvector = extarray = 1;
  size_vector = 4;
  size_array_rows = mix.mix().count();
  size_array_cols = 4;
  queue.state.seed = seed_of(id);
  inserted.of.resize(mix.mix().count());
  refuse_words_of_liggghts(lmp, words, narg, arg, mix.mix());
  const std::vector<std::string> columns = {"mass_in [mass]", "number_in", "mass_waiting [mass]",
                                            "number_waiting"};
  name_columns(lmp, *this, {{"total_mass_in [mass]"}, columns, columns, {}});
}

std::vector<Keyword> FixInsert::common_keywords()
{
  const auto read_orientation = [this] {
    const std::string what = words.one_of("orientation", {"random", "fixed", "axis"});
    orientation.random = what == "random";
    if (what != "axis") return;
    words.need(4, "orientation axis", "an axis and an angle");
    const Vector3d axis = words.axis("orientation axis");
    const double angle = words.finite("orientation angle", Quantity::ANGLE) * grist::DEGREE;
    orientation.given = rotation_matrix(angle, axis);
  };
  return {
      {"region", [this] { place.read_region(words); }},
      {"mesh", [this] { place.read_mesh(words); }},
      {"velocity", [this] { velocity = words.vector("velocity", Quantity::VELOCITY); }},
      {"omega", [this] { omega = words.vector("omega", Quantity::ANGULAR_VELOCITY); }},
      {"orientation", read_orientation},
      {"every", [this] { every = words.big_whole("every", 1); }},
      {"seed", [this] { queue.state.seed = words.whole("seed", 1); }},
      {"file", [this] { report.read_file(words, "file"); }},
      {"append", [this] { report.read_file(words, "append"); }},
  };
}

double FixInsert::waiting_amount() const
{
  double sum = 0.0;
  for (const FeedParticle &particle : queue.state.waiting) sum += amount(particle);
  return sum;
}

// LAMMPS' temperatures, and with them the thermo keyword ke, count particles at the start of a run
// alone: for an empty box they would stay 0.
static void count_degrees_of_freedom(const Modify &modify)
{
  std::string words[2] = {"dynamic/dof", "yes"};
  char *arguments[2] = {words[0].data(), words[1].data()};
  for (Compute *compute : computes_of(modify))
    if (compute->tempflag) compute->modify_params(2, arguments);
}

// An error where the space is narrower than a particle.
static void check_size(const grist::FeedMix &mix, const InsertionPlace &place, Error *error,
                       const std::string &name)
{
  const Vector3d across = place.container().extent().sizes();
  for (int n = 0; n < mix.count(); n++) {
    const double room = mix.least_room(n);
    if (room <= least_of(across)) continue;
    const std::string units = room > grist::OTHER_UNITS * greatest_of(across)
        ? "; of a shape in other units: scale 0.001?"
        : "";
    error->all(FLERR,
               "{}: component {} needs room of {:.6g} ({} is {:.6g} across; a larger one or "
               "smaller particles are needed{})",
               name, mix.components()[n].name, room, place.text(), least_of(across), units);
  }
}

void FixInsert::init()
{
  refuse_rerun(lmp, name, "frames hold all particles: leave out fix " + std::string(id));
  require_mix();
  place.open();
  check_size(mix.mix(), place, error, name);
  creation = std::make_unique<ParticleCreation>(lmp, mix, groupbit, name);
  count_degrees_of_freedom(*modify);
}

void FixInsert::require_mix() const
{
  if (mix_life.expired())
    error->all(FLERR, "{}: the particle_mix of fix {} was removed (leave out unfix)", name, id);
}

// After reset_timestep all goes on as if the counter had not been set.
void FixInsert::follow_counter()
{
  const RunCounter::Jump jump = counter.enter(update);
  if (!has_begun()) return;
  move_times(jump.time);
  next_step += jump.steps;
  if (entered.step >= 0) entered.step += jump.steps;
}

void FixInsert::stretch_wait(double ratio)
{
  assert(ratio > 0.0);
  if (!has_begun()) return;
  const bigint rest = next_step - update->ntimestep;
  if (rest <= 0) return;
  next_step = update->ntimestep + std::max<bigint>(1, std::llround(ratio * rest));
  if (next_reneighbor >= 0) next_reneighbor = next_step;
}

void FixInsert::check_number(double more)
{
  const double number = std::min(1e300, queue.number_due(queue.state.amount + more, amounts()));
  if (number <= MANY) return;
  const std::string text =
      fmt::format("{} {}: about {:.3g} particles at once in {}", name, id, number, place.text());
  if (number > TOO_MANY)
    error->all(FLERR, "{} (at most {:g}; are the sizes in the unit of length of the input?)", text,
               TOO_MANY);
  if (comm->me == 0) utils::logmesg(lmp, text + "\n");
}

// After a restart more may be due than was before: a later stop, another mass, number or fraction.
void FixInsert::setup_pre_exchange()
{
  assert(creation);
  follow_counter();
  report.start();
  place.update();
  const bool begins = !has_begun();
  entered.at_setup = inserts_at_setup() && (begins || queue.is_due(due(), amounts()));
  if (entered.at_setup)
    insert();
  else if (begins)
    next_step = update->ntimestep + every;
  if (const bigint late = update->ntimestep - next_step; late >= 0)
    next_step += every * (late / every + 1);
  set_next();
  if (!report.has_rows()) report.write_rows(inserted, queue);
}

void FixInsert::pre_exchange()
{
  if (next_reneighbor != update->ntimestep) return;
  insert();
  set_next();
}

void FixInsert::insert()
{
  assert(creation && every > 0);
  place.update();
  const double now = due();
  const bool at_once = entered.at_setup || queue.state.particles == 0;
  if (at_once) check_number(now - queue.state.amount);
  queue.draw(now, amounts(), at_once);
  const std::vector<FeedParticle> wanted = queue.state.waiting;
  highest = LAMMPS_NS::highest_given(lmp);    // several fixes give ids in turn
  const std::vector<NewParticle> found = find_places();
  highest = highest_of_all(lmp, highest);
  entered.step = update->ntimestep;
  entered.after = highest.atom;
  creation->create(found, highest);
  entered.last = highest.atom;
  const double before = inserted.mass(-1);
  for (const NewParticle &particle : found) count(particle.drawn);
  const InsertionReport::Insertion now_inserted = {wanted, found.size(),
                                                   inserted.mass(-1) - before};
  report.add(now_inserted, inserted, queue, place.text(), inserts_at_setup());
  report.write_rows(inserted, queue);
  next_step = update->ntimestep + every;
}

std::vector<NewParticle> FixInsert::find_places()
{
  std::vector<FeedParticle> &waiting = queue.state.waiting;
  std::vector<grist::SizedShape> shapes;
  for (const FeedParticle &particle : waiting)
    shapes.push_back({&mix.mix().shape(particle), particle.size});
  const auto poses = place.place(
      shapes, orientation,
      grist::mixed_seed(~queue.state.seed, static_cast<std::uint64_t>(update->ntimestep)));
  std::vector<NewParticle> found;    // the first ones
  size_t n = 0;
  for (; n < waiting.size() && poses[n]; n++)
    found.push_back({waiting[n], poses[n]->position, velocity_at(poses[n]->position), omega,
                     quaternion_of(poses[n]->rotation)});
  waiting.erase(waiting.begin(), waiting.begin() + static_cast<std::ptrdiff_t>(n));
  return found;
}

void FixInsert::count(const FeedParticle &particle)
{
  assert(particle.component >= 0 && particle.component < static_cast<int>(inserted.of.size()));
  grist::InsertedTotals::Total &total = inserted.of[particle.component];
  for (int m = 0; m < mix.atoms_of(particle); m++) total.mass.add(creation->atom_mass(particle, m));
  total.number++;
}

bool FixInsert::mark_entered(std::vector<char> &marks) const
{
  assert(is_for_all_atoms(atom, marks));
  if (entered.step != update->ntimestep || entered.last == entered.after) return false;
  for (int i = 0; i < atom->nlocal + atom->nghost; i++)
    if (atom->tag[i] > entered.after && atom->tag[i] <= entered.last) marks[i] = 1;
  return true;
}

void FixInsert::post_run()
{
  counter.leave(update);
  report.print_sizes(queue);
}

double FixInsert::compute_array(int component, int column)
{
  assert(component >= -1 && component < size_array_rows);
  assert(column >= 0 && column < size_array_cols);
  require_mix();
  switch (column) {
    case 0: return inserted.mass(component);
    case 1: return static_cast<double>(inserted.number(component));
    case 2: return queue.waiting_mass(component);
    default: return static_cast<double>(queue.waiting_number(component));
  }
}

// ---- with the sizes by which another mix is known

void FixInsert::transfer_state(grist::Archive &archive)
{
  const bigint step = counter.transfer(archive, update);
  const size_t components = inserted.of.size();
  std::vector<double> sizes = queue.first_sizes();
  archive(queue.state, inserted.of, highest, next_step, sizes);
  if (!archive.reads()) return;
  if (inserted.of.size() != components)
    error->all(FLERR, "{} {}: a mix of {} components (the restart file is of {})", name, id,
               components, inserted.of.size());
  if (sizes != queue.first_sizes())
    error->all(FLERR, "{} {}: another mix than that of the restart file (give the same one)", name,
               id);
  report.continue_from(step);
}
