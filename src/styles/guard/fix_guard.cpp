#include "styles/guard/fix_guard.h"

#include "atom.h"
#include "comm.h"
#include "error.h"
#include "fmt/format.h"
#include "force.h"
#include "modify.h"
#include "neighbor.h"
#include "styles/access/internal_fixes.h"
#include "styles/access/run_checks.h"
#include "styles/access/styles_with.h"
#include "styles/commands/input_words.h"
#include "styles/files/output_columns.h"
#include "update.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

using namespace LAMMPS_NS;
using namespace FixConst;

static constexpr const char *USER = "Fix guard";
static constexpr bigint EVERY = 1000;
static constexpr bigint EVERY_WITH_NEWCOMERS = 50;    // at most, while particles arrive

static constexpr double LARGE_OVERLAP = 0.05;
static constexpr double IMPOSSIBLE_OVERLAP = 0.5;

// Shares: the time step over a limit. Up to `safe` is advised; above `warned` the user is warned;
// above `unstable` the results of a run are wrong.
struct TimeLimitShares {
  const char *of;
  double safe, warned, unstable;
};

static constexpr double WORTH_SAYING = 0.01;
static constexpr double NEVER = std::numeric_limits<double>::infinity();
static constexpr TimeLimitShares SHARES[TIME_LIMIT_KINDS] = {
    {"the Rayleigh time", 0.2, 0.25, NEVER},
    {"the shortest contact", 0.05, 0.15, grist::UNSTABLE_SHARE},
    {"what is certainly stable for the bonds", 0.5, 1.0, 2.0},
    {"half a period of the stiffest contact", 0.05, 0.15, grist::UNSTABLE_SHARE},
    {"the time in which the wall moves by the smallest radius", 0.05, 0.1, 1.0},
    {"the time in which a particle moves by its own radius", 0.1, 0.5, 1.0},
    {"the time in which conduction evens out a sphere", 0.25, 0.5, 1.0},
    {"the time in which the viscosity of a bridge stops its spheres", 0.5, 1.0, NEVER}};

// Entries of the output: five shares, two of the overlap, then the other shares.
static constexpr int OVERLAPS = 5, OVERLAP_ENTRIES = 2;

void LAMMPS_NS::guard_run(LAMMPS *lmp)
{
  if (lmp->modify->get_fix_by_style("^guard$").empty())
    make_internal_fix(lmp, USER, FixGuard::DEFAULT_ID, std::string("all ") + FixGuard::STYLE);
}

RunLimits LAMMPS_NS::limits_of_run(LAMMPS *lmp)
{
  RunLimits limits;
  for (GuardedStyle *style : styles_with<GuardedStyle>(lmp)) style->add_limits(limits);
  return limits;
}

static std::vector<TimeLimit> passages_of_run(LAMMPS *lmp)
{
  std::vector<TimeLimit> passages;
  for (GuardedStyle *style : styles_with<GuardedStyle>(lmp)) style->add_passage(passages);
  return passages;
}

void RunLimits::add(TimeLimitKind kind, const std::string &user, const grist::ContactSurvey &survey)
{
  times.push_back({kind, user, survey.shortest});
  overlaps.push_back({user, survey.largest, survey.sum, survey.count});
}

FixGuard::FixGuard(LAMMPS *lmp, int narg, char **arg) :
    Fix(lmp, narg, arg), to_time_step(Answer::END), to_overlap(Answer::END), every(EVERY), next(0),
    particles(-1), starts_anew(true), is_first_step(false), is_postponed(false), is_replaced(false),
    allowed_overlap(LARGE_OVERLAP), shares(TIME_LIMIT_KINDS, 0.0), largest_overlap(0.0),
    mean_overlap(0.0), is_reported(TIME_LIMIT_KINDS, false)
{
  scalar_flag = vector_flag = global_freq = 1;
  extscalar = extvector = 0;
  size_vector = TIME_LIMIT_KINDS + OVERLAP_ENTRIES;
  name_columns(lmp, *this,
               {{"nearest_to_warning"},
                {"rayleigh_share", "contact_share", "bond_share", "overlap_contact_share",
                 "wall_speed_share", "largest_overlap", "mean_overlap", "passage_share",
                 "heat_share", "bridge_share"},
                {},
                {}});

  InputWords words(lmp, USER, narg, arg, 3);
  const auto answer = [&words](const char *to) {
    const std::string word = words.one_of(to, {"error", "warn", "off"});
    return word == "error" ? Answer::END : word == "warn" ? Answer::WARN : Answer::NOTHING;
  };
  words.read_keywords({{"every", [&] { every = words.big_whole("every", 1); }},
                       {"timestep", [&] { to_time_step = answer("timestep"); }},
                       {"overlap", [&] {
                          if (words.next_is_number())
                            allowed_overlap = words.positive("overlap", Quantity::NUMBER);
                          else
                            to_overlap = answer("overlap");
                        }}});
}

void FixGuard::post_constructor()
{
  for (const Fix *other : modify->get_fix_by_style("^guard$"))
    if (other != this && std::string(other->id) != DEFAULT_ID)
      error->all(FLERR, "{}: fix {} is one already (expected one in a run)", USER, other->id);
}

// The guard of the input replaces the one that styles have made. LAMMPS loses the mask of a fix
// that deletes another one in its constructor.
void FixGuard::init()
{
  is_replaced = std::string(id) == DEFAULT_ID && modify->get_fix_by_style("^guard$").size() > 1;
  if (!(update->dt > 0.0))
    error->all(FLERR, "{}: timestep {:g} (must be positive, as contacts and walls divide by it)",
               USER, update->dt);
}

void FixGuard::setup(int)
{
  if (is_replaced) return;
  const bool is_continued = particles < 0 && update->ntimestep > 0;    // after a restart
  starts_anew = atom->natoms > particles && !is_continued;
  look(true);
  is_first_step = true;
}

// After the forces of the pair style. A wall that comes later in the order of fixes may have no
// list at setup, but has one in the first step.
void FixGuard::post_force(int)
{
  if (is_replaced) return;
  if (atom->natoms > particles) next = std::min(next, last + EVERY_WITH_NEWCOMERS);
  particles = std::min(particles, atom->natoms);
  if (neighbor->ago == 0) look_for_passages();
  if (!is_first_step && update->ntimestep < next) return;
  if (neighbor->ago == 0 && !std::exchange(is_postponed, true)) return;    // lists of walls are old
  is_postponed = false;
  look(is_first_step);
  is_first_step = false;
}

// What is not judged is measured all the same, for the output.
void FixGuard::look(bool at_setup)
{
  require_finite_numbers();
  RunLimits limits = limits_of_run(lmp);
  const std::vector<TimeLimit> passages = passages_of_run(lmp);
  limits.times.insert(limits.times.end(), passages.begin(), passages.end());
  std::fill(shares.begin(), shares.end(), 0.0);
  judge_times(limits.times);
  measure_overlaps(limits.overlaps);
  if (to_overlap != Answer::NOTHING)
    for (const OverlapReading &reading : limits.overlaps) judge(reading, at_setup && starts_anew);
  particles = atom->natoms;
  last = update->ntimestep;
  next = (last / every + 1) * every;
}

static bool is_finite(const double *v)
{
  return std::isfinite(v[0]) && std::isfinite(v[1]) && std::isfinite(v[2]);
}

// LAMMPS looks for such numbers among positions at a rebuild alone, which they never cause.
void FixGuard::require_finite_numbers() const
{
  std::string problem;
  for (int i = 0; i < atom->nlocal && problem.empty(); i++) {
    if (is_finite(atom->x[i]) && is_finite(atom->v[i]) && is_finite(atom->f[i])) continue;
    problem = fmt::format(
        "{}: particle {} has a position, velocity or force that is not finite "
        "(are density, stiffness, lengths and timestep in the units of the input, and do no "
        "two particles lie in one place?)",
        USER, atom->tag[i]);
  }
  end_if_any(lmp, problem);
}

// A particle that is fast enough to pass a wall in a step makes lists be rebuilt in each step.
void FixGuard::look_for_passages()
{
  shares[static_cast<int>(TimeLimitKind::PASSAGE)] = 0.0;
  judge_times(passages_of_run(lmp));
}

// ---- the time step

void FixGuard::judge_times(const std::vector<TimeLimit> &times)
{
  const std::vector<TimeLimit> least = measure_times(times);
  if (to_time_step == Answer::NOTHING) return;
  report();
  for (const TimeLimit &limit : least) judge(limit);
}

// The least times of all ranks.
std::vector<TimeLimit> FixGuard::measure_times(const std::vector<TimeLimit> &times)
{
  std::vector<double> here, least(times.size());
  for (const TimeLimit &limit : times) here.push_back(limit.time);
  MPI_Allreduce(here.data(), least.data(), static_cast<int>(here.size()), MPI_DOUBLE, MPI_MIN,
                world);
  std::vector<TimeLimit> all = times;
  for (size_t n = 0; n < all.size(); n++) {
    all[n].time = least[n];
    double &share = shares[static_cast<int>(all[n].kind)];
    share = std::max(share, update->dt / least[n]);
  }
  return all;
}

// Kinds that have not been named yet, in one line.
void FixGuard::report()
{
  std::string line;
  for (int kind = 0; kind < TIME_LIMIT_KINDS; kind++) {
    if (is_reported[kind] || shares[kind] < WORTH_SAYING) continue;
    is_reported[kind] = true;
    line += fmt::format("{}{:.3g} % of {}", line.empty() ? "" : ", ", 100.0 * shares[kind],
                        SHARES[kind].of);
  }
  if (!line.empty() && comm->me == 0)
    utils::logmesg(lmp, "  guard: timestep {:.4g} is {}\n", update->dt, line);
}

void FixGuard::judge(const TimeLimit &limit)
{
  const TimeLimitShares &of = SHARES[static_cast<int>(limit.kind)];
  const double share = update->dt / limit.time;
  if (share <= of.warned || !is_news(limit.user + of.of, share)) return;
  const bool ends = share > of.unstable;
  say(ends, to_time_step,
      fmt::format("{}: timestep {:.4g} is {:.3g} % of {}, {:.4g} (expected at most {:.3g} %: "
                  "timestep {:.3g}{})",
                  limit.user, update->dt, 100.0 * share, of.of, limit.time, 100.0 * of.safe,
                  of.safe * limit.time, ends ? ", or fix guard timestep warn" : ""));
}

// ---- the overlap

void FixGuard::measure_overlaps(std::vector<OverlapReading> &overlaps)
{
  double sum = 0.0, count = 0.0;
  largest_overlap = mean_overlap = 0.0;
  for (OverlapReading &reading : overlaps) {
    const double totals[2] = {reading.sum, reading.count}, largest = reading.largest;
    double all[2];
    MPI_Allreduce(totals, all, 2, MPI_DOUBLE, MPI_SUM, world);
    MPI_Allreduce(&largest, &reading.largest, 1, MPI_DOUBLE, MPI_MAX, world);
    reading.sum = all[0];
    reading.count = all[1];
    sum += reading.sum;
    count += reading.count;
    largest_overlap = std::max(largest_overlap, reading.largest);
  }
  if (count > 0.0) mean_overlap = sum / count;
}

// Elements of a rigid template overlap. With bonds of a type that is not rigid they are contacts.
static const char *apart_or_rigid(bool has_bonds)
{
  return has_bonds ? "particles that start apart, bond_coeff N rigid for the clusters of a rigid "
                     "template, or fix guard overlap warn"
                   : "particles that start apart, or fix guard overlap warn";
}

void FixGuard::judge(const OverlapReading &reading, bool is_start)
{
  if (!(reading.largest > allowed_overlap) || !is_news(reading.user + " overlap", reading.largest))
    return;
  const bool ends = is_start && reading.largest > IMPOSSIBLE_OVERLAP;
  say(ends, to_overlap,
      fmt::format("{}: the largest overlap is {:.3g} % of a radius, the mean {:.3g} % (expected at "
                  "most {:.3g} %: {})",
                  reading.user, 100.0 * reading.largest, 100.0 * reading.sum / reading.count,
                  100.0 * allowed_overlap,
                  ends ? apart_or_rigid(force->bond) : "stiffer contacts, or a smaller timestep"));
}

// Warned of once, and again when it has doubled.
bool FixGuard::is_news(const std::string &what, double value)
{
  double &before = warned[what];
  if (before > 0.0 && value < 2.0 * before) return false;
  before = value;
  return true;
}

void FixGuard::say(bool ends, Answer answer, const std::string &sentence) const
{
  if (ends && answer == Answer::END) error->all(FLERR, sentence);
  if (comm->me == 0) error->warning(FLERR, sentence);
}

/* ----------------------------------------------------------------------
   the greatest share of what is warned of; vector: shares of the time step by kind, with the
   largest and the mean overlap in entries 6 and 7
------------------------------------------------------------------------- */

double FixGuard::compute_scalar()
{
  double greatest = largest_overlap / allowed_overlap;
  for (int kind = 0; kind < TIME_LIMIT_KINDS; kind++)
    greatest = std::max(greatest, shares[kind] / SHARES[kind].warned);
  return greatest;
}

double FixGuard::compute_vector(int n)
{
  if (n < OVERLAPS) return shares[n];
  if (n < OVERLAPS + OVERLAP_ENTRIES) return n == OVERLAPS ? largest_overlap : mean_overlap;
  return shares[n - OVERLAP_ENTRIES];
}
