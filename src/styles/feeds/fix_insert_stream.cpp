#include "styles/feeds/fix_insert_stream.h"

#include "comm.h"
#include "error.h"
#include "fix_gravity.h"
#include "fmt/format.h"
#include "force.h"
#include "modify.h"
#include "styles/access/lammps_access.h"
#include "styles/access/run_time.h"
#include "styles/access/styles_with.h"
#include "styles/interfaces/energy_style.h"
#include "update.h"
#include "utils.h"

#include <algorithm>
#include <cassert>

using namespace LAMMPS_NS;

static constexpr double DEPTH =
    3.0;    // of the space in front of a face, over the largest particle's diameter
static constexpr double CROWDED = 0.25;    // of solid, in the space of one insertion

FixInsertStream::FixInsertStream(LAMMPS *lmp, int narg, char **arg) :
    FixInsert(lmp, narg, arg, "Fix insert/stream")
{
  std::vector<Keyword> keywords = common_keywords();
  keywords.push_back({"face", [this] { place.read_face(words); }});
  keywords.push_back({"depth", [this] { depth = words.positive("depth", Quantity::LENGTH); }});
  keywords.push_back(
      {"rate", [this] { stream.rate = words.positive("rate", Quantity::MASS_RATE); }});
  keywords.push_back({"start", [this] {
                        stream.start = words.finite("start", Quantity::DURATION);
                        start_is_given = true;
                      }});
  keywords.push_back({"stop", [this] { stream.stop = words.finite("stop", Quantity::DURATION); }});
  keywords.push_back({"mass", [this] { stream.most = words.positive("mass", Quantity::MASS); }});
  keywords.push_back({"ahead", [this] { is_ahead = words.yes_or_no("ahead"); }});
  const auto of_all = std::find_if(keywords.begin(), keywords.end(),
                                   [](const Keyword &one) { return one.name == "velocity"; });
  of_all->read = [this, read = of_all->read] {
    read();
    at_face = words.next_is("at");
    if (!at_face) return;
    words.word("velocity");
    words.one_of("velocity at", {"face"});
  };
  words.read_keywords(keywords);
  if (!place.is_given()) words.refuse("no", "face", "keyword face, region or mesh is required");
  if (stream.rate == 0.0) words.refuse("no", "rate", "keyword rate, a mass over time, is required");
  if (place.is_face() && is_zero(velocity))
    words.refuse("no", "velocity", "a face needs one, across it");
  if (!place.is_face() && is_zero(velocity) && every == 0)
    words.refuse("no", "every", "keyword every is required where the velocity is zero");
  if (at_face && !place.is_face()) words.refuse("velocity at", "face", "only with keyword face");
  if (depth > 0.0 && !place.is_face()) words.refuse("depth", depth, "only with a face");
  given_every = every;
  open_file();
}

// The largest diameter of bounding spheres.
static double largest_diameter(const grist::FeedMix &mix)
{
  double radius = 0.0;
  for (int n = 0; n < mix.count(); n++) radius = std::max(radius, mix.largest_radius(n));
  return 2.0 * radius;
}

// Volume of solid of a unit mass of the mix.
static double solid_per_mass(const grist::FeedMix &mix)
{
  double volume = 0.0;
  for (const grist::MixComponent &component : mix.components())
    volume += component.fraction / component.density;
  return volume;
}

// Not before init: a restart file may have an earlier start.
void FixInsertStream::init()
{
  if (!has_begun()) set_start();
  if (stream.stop && *stream.stop <= stream.start)
    error->all(FLERR, "{}: stop {:g} (must be after the start, {:g})", name, *stream.stop,
               stream.start);
  if (place.is_face()) {
    const double length = depth > 0.0 ? depth : DEPTH * largest_diameter(mix.mix());
    place.set_sweep(-length * normalized(velocity));
  }
  FixInsert::init();
  if (at_face) set_arrival();
  set_schedule();
  check_number(stream.rate * static_cast<double>(every) * update->dt);
  warn_of_crowd();
}

// Nothing is due of the time before the first run.
void FixInsertStream::set_start()
{
  const double now = run_time(update);
  if (start_is_given && now - stream.start > update->dt && comm->me == 0)
    error->warning(FLERR, "{} {}: start {:g} is before its first run: it starts now, at {:g}", name,
                   id, stream.start, now);
  if (!start_is_given || stream.start < now) stream.start = now;
}

// The acceleration [length/time^2] of constant gravity on new atoms, which are in the group of the
// fix and in all.
static grist::Vector3d gravity_on(LAMMPS *lmp, const std::string &name, int groups)
{
  AtomMotion motion;
  for (Fix *fix : fixes_of(*lmp->modify)) {
    if (auto *style = dynamic_cast<EnergyStyle *>(fix)) style->add_atom_motion(motion);
    if (!utils::strmatch(fix->style, "^gravity")) continue;
    const auto *stock = static_cast<FixGravity *>(fix);
    if (gravity_varies(stock))
      lmp->error->all(FLERR,
                      "{}: fix {} of style gravity varies (velocity at face needs a constant)",
                      name, fix->id);
    if (!gravity_is_off(stock))
      motion.gravity.push_back({fix->groupbit, gravity_of(stock), GravityField::Part::FORCES});
  }
  grist::Vector3d sum = grist::Vector3d::zero();
  for (const GravityField &gravity : motion.gravity)
    if (gravity.groupbit & groups) sum += gravity.acceleration;
  return lmp->force->ftm2v * sum;
}

void FixInsertStream::set_arrival()
{
  assert(place.is_face() && at_face);
  const grist::Vector3d gravity = gravity_on(lmp, name, groupbit | 1);
  arrival = grist::FaceArrival{velocity, gravity, place.swept_face().normal()};
  const double top = place.swept_face().top(), greatest = arrival->greatest_height();
  if (top > greatest)
    error->all(FLERR,
               "{} {}: depth {:.6g} across the face (at most {:.6g}, from where a particle at rest "
               "arrives with the velocity at the face; a smaller depth or a higher velocity helps)",
               name, id, top, greatest);
}

grist::Vector3d FixInsertStream::velocity_at(const grist::Vector3d &at) const
{
  return arrival ? arrival->velocity_from(place.swept_face().height_of(at)) : velocity;
}

// By default, insertions are so far apart that the particles of one have left the space before the
// next.
void FixInsertStream::set_schedule()
{
  every = given_every;
  if (every == 0) every = grist::steps_to_leave(longest_way(), norm(velocity), update->dt);
  if (is_ahead) stream.lead = static_cast<double>(every) * update->dt;
}

// Through the space, at the given velocity.
double FixInsertStream::longest_way() const
{
  assert(!is_zero(velocity));
  if (arrival) return arrival->time_from(place.swept_face().top()) * norm(velocity);
  if (place.is_face()) return depth > 0.0 ? depth : DEPTH * largest_diameter(mix.mix());
  return dot(place.container().extent().sizes(), absolute(normalized(velocity)));
}

// For fix dt/reset, and for timestep: maybe before init().
void FixInsertStream::reset_dt()
{
  if (every == 0) return;
  const auto before = static_cast<double>(every);
  set_schedule();
  stretch_wait(static_cast<double>(every) / before);
}

void FixInsertStream::warn_of_crowd() const
{
  const double mass = stream.rate * static_cast<double>(every) * update->dt;
  const double share = mass * solid_per_mass(mix.mix()) / place.container().volume();
  if (share > CROWDED && comm->me == 0)
    error->warning(
        FLERR,
        "{}: {:.6g} of mass every {} steps is {:.3g} of the volume of {} (about {} finds "
        "room; a larger space, a higher velocity or keyword every help)",
        name, mass, every, share, place.text(), CROWDED);
}

double FixInsertStream::amount(const grist::FeedParticle &particle) const
{
  return mix.mix().mass(particle);
}

// The rate of the restart file holds until its time, the given one from there on.
void FixInsertStream::transfer_state(grist::Archive &archive)
{
  FixInsert::transfer_state(archive);
  double time = run_time(update), rate = stream.rate;
  auto change = stream.change.value_or(grist::StreamSchedule::Change{stream.start, 0.0});
  archive(time, rate, stream.start, change);
  if (!archive.reads() || !has_begun()) return;
  stream.change = change;
  if (rate == stream.rate) return;
  stream.change_from(rate, time);
  if (comm->me == 0)
    utils::logmesg(lmp, "{} {}: the rate is {:.6g} from time {:.6g} on, and was {:.6g}\n", name, id,
                   stream.rate, time, rate);
}
