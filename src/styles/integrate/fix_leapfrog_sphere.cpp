#include "styles/integrate/fix_leapfrog_sphere.h"

#include "common/space.h"
#include "styles/access/rank_vectors.h"
#include "styles/access/reads_no_velocities.h"
#include "styles/access/run_checks.h"
#include "styles/commands/named_group.h"
#include "styles/files/output_columns.h"

#include "common/constants.h"

#include "atom.h"
#include "comm.h"
#include "domain.h"
#include "error.h"
#include "force.h"
#include "modify.h"
#include "output.h"
#include "universe.h"
#include "update.h"

#include <algorithm>
#include <cmath>
#include <cstring>

using namespace LAMMPS_NS;
using namespace FixConst;
using Pass = FixLeapfrogSphere::Pass;

static constexpr int BLOCK = 64;    // spheres whose factors are computed together

// ---- fix ID group leapfrog/sphere [gravity g vector x y z]

FixLeapfrogSphere::FixLeapfrogSphere(LAMMPS *lmp, int narg, char **arg) :
    FixLeapfrogSphere(lmp, narg, arg, [](InputWords &) { return std::vector<Keyword>(); })
{
}

FixLeapfrogSphere::FixLeapfrogSphere(LAMMPS *lmp, int narg, char **arg, const MoreKeywords &more) :
    Fix(lmp, narg, arg), user(std::string("Fix ") + arg[2]), acceleration{}, added{},
    has_gravity(false), weights_in_forces(false), half_kick(0.0), dt(0.0), may_delay(false),
    pending(false), pass_count(0)
{
  read_keywords(narg, arg, more);
  if (!atom->omega_flag || !atom->torque_flag || !atom->radius_flag || !atom->rmass_flag)
    error->all(FLERR,
               "{}: atom style {} has no radius, mass, omega or torque per atom (expected spheres)",
               user, atom->get_style());
  dynamic_group_allow = 1;
  time_integrate = 1;
}

void FixLeapfrogSphere::read_keywords(int narg, char **arg, const MoreKeywords &more)
{
  InputWords words(lmp, user, narg, arg, 3);
  std::vector<Keyword> keywords = {
      {"gravity", [&] {
         const int first = words.position();
         words.need(5, "gravity", "g vector x y z");
         const double magnitude = words.finite("gravity", Quantity::ACCELERATION);
         words.one_of("gravity", {"vector"});
         const grist::Vector3d along = words.vector("gravity vector", Quantity::NUMBER);
         if (!(squared_norm(along) > 0.0) || !std::isfinite(squared_norm(along)))
           words.refuse("gravity vector",
                        std::string(arg[first + 2]) + " " + arg[first + 3] + " " + arg[first + 4],
                        "must have a finite length above 0");
         set_gravity(magnitude, along.data());
       }}};
  for (const Keyword &keyword : more(words)) keywords.push_back(keyword);
  words.read_keywords(keywords);
}

void FixLeapfrogSphere::set_gravity(double magnitude, const double *along)
{
  const double length2 = along[0] * along[0] + along[1] * along[1] + along[2] * along[2];
  for (int k = 0; k < 3; k++) acceleration[k] = along[k] * (magnitude / std::sqrt(length2));
  has_gravity = true;
  scalar_flag = global_freq = extscalar = 1;
  name_columns(lmp, *this, {{"gravitational [energy]"}, {}, {}, {}});
}

void FixLeapfrogSphere::init()
{
  if (utils::strmatch(update->integrate_style, "^respa"))
    error->all(FLERR, "{}: run_style {} (expected verlet)", user, update->integrate_style);
  std::string problem;
  for (int i = 0; i < atom->nlocal && problem.empty(); i++)
    if ((atom->mask[i] & groupbit) && !(atom->radius[i] > 0.0))
      problem = fmt::format("{}: atom {} has radius {:g} (expected more than 0)", user,
                            atom->tag[i], atom->radius[i]);
  end_if_any(lmp, problem);
  warn_of_empty_group(lmp, this);
  if (has_gravity) warn_of_other_gravity();
  reset_dt();    // before the next lines: what is pending belongs to the last run
  weights_in_forces = weights_are_forces();
  for (int k = 0; k < 3; k++) added[k] = weights_in_forces ? 0.0 : acceleration[k];
}

// Atoms that are inserted later belong to the same group as this fix, or are not checked.
void FixLeapfrogSphere::warn_of_other_gravity() const
{
  for (const Fix *other : modify->get_fix_by_style("^gravity")) {
    const int both = groupbit | other->groupbit, *mask = atom->mask;
    const bool shared = other->igroup == igroup ||
        std::any_of(mask, mask + atom->nlocal, [both](int bits) { return (bits & both) == both; });
    if (on_any_rank(shared, world) && comm->me == 0)
      error->warning(FLERR, "{}: gravity acts twice, by this fix and by fix {}", user, other->id);
  }
}

/* ----------------------------------------------------------------------
   whether a fix may set forces to other values, so that weights must be part of them before it acts
   Grist's own fixes only add to forces or read them; fix GROUP updates dynamic groups
------------------------------------------------------------------------- */

bool FixLeapfrogSphere::weights_are_forces() const
{
  if (!has_gravity) return false;
  for (int i = 0; i < modify->nfix; i++) {
    const Fix *fix = modify->fix[i];
    const bool only_adds = dynamic_cast<const EnergyStyle *>(fix) ||
        strcmp(fix->style, "GROUP") == 0;
    if ((modify->fmask[i] & POST_FORCE) && !only_adds) return true;
  }
  return false;
}

// Ghosts have no weight: their forces are added to those of their owners next.
void FixLeapfrogSphere::pre_reverse(int, int)
{
  if (!weights_in_forces) return;
  const int count = igroup == atom->firstgroup ? atom->nfirst : atom->nlocal;
  for (int i = 0; i < count; i++) {
    if (!(atom->mask[i] & groupbit)) continue;
    for (int k = 0; k < 3; k++) atom->f[i][k] += atom->rmass[i] * acceleration[k];
  }
}

void FixLeapfrogSphere::reset_dt()
{
  // A half kick belongs to the step that it ends.
  FixLeapfrogSphere::post_run();
  dt = update->dt;
  half_kick = 0.5 * update->dt * force->ftm2v;
}

/* ----------------------------------------------------------------------
   finds the fixes that can read velocities between the end of a step and the start of the next
   replica commands may read them at any step
------------------------------------------------------------------------- */

void FixLeapfrogSphere::setup(int)
{
  read_intervals.clear();
  next_reads.clear();
  bool replicas = universe->nworlds > 1;
  for (int i = 0; i < modify->nfix; i++) {
    Fix *fix = modify->fix[i];
    if (utils::strmatch(fix->style, "^EVENT")) replicas = true;
    const auto *reader = dynamic_cast<const ReadsNoVelocities *>(fix);
    if (reader && !reader->reads_velocities_at_end()) continue;
    int dim = 0;
    const auto *next_read = static_cast<const bigint *>(fix->extract("next_read", dim));
    if (next_read)
      next_reads.push_back(next_read);
    else if (modify->fmask[i] & END_OF_STEP)
      read_intervals.push_back(std::max(1, fix->nevery));
  }
  std::sort(read_intervals.begin(), read_intervals.end());
  read_intervals.erase(std::unique(read_intervals.begin(), read_intervals.end()),
                       read_intervals.end());
  const bool plain_run = strcmp(update->integrate_style, "verlet") == 0 && !replicas;
  may_delay = plain_run && !other_fixes_change_velocities();
}

/* ----------------------------------------------------------------------
   true if another fix acts between the second half kick of a step and the first of the next
   integrators with atoms of their own neither read nor change those of this fix; what only reads forces
   may advance temperatures then
------------------------------------------------------------------------- */

bool FixLeapfrogSphere::other_fixes_change_velocities() const
{
  bool before = true;
  for (int i = 0; i < modify->nfix; i++) {
    const Fix *fix = modify->fix[i];
    if (fix == this) {
      before = false;
      continue;
    }
    const bool own_atoms = utils::strmatch(fix->style, "^nve") ||
        utils::strmatch(fix->style, "^rigid") || strcmp(fix->style, style) == 0 ||
        strcmp(fix->style, "move") == 0;
    const auto *reader = dynamic_cast<const EnergyStyle *>(fix);
    if (reader && reader->only_reads_forces()) continue;
    const int hook = before ? INITIAL_INTEGRATE : FINAL_INTEGRATE;
    if ((modify->fmask[i] & hook) && !own_atoms) return true;
  }
  return false;
}

bool FixLeapfrogSphere::can_delay() const
{
  const bigint step = update->ntimestep;
  if (!may_delay || step == output->next || step == update->laststep) return false;
  return std::none_of(read_intervals.begin(), read_intervals.end(),
                      [step](int every) { return step % every == 0; }) &&
      std::none_of(next_reads.begin(), next_reads.end(),
                   [step](const bigint *next) { return step == *next; });
}

void FixLeapfrogSphere::initial_integrate(int)
{
  pass(pending ? Pass::FINISH_AND_START : Pass::START);
  pending = false;
}

void FixLeapfrogSphere::final_integrate()
{
  pending = can_delay();
  if (!pending) pass(Pass::FINISH);
}

// A run that a time limit ends stops between two steps.
void FixLeapfrogSphere::post_run()
{
  if (pending) pass(Pass::FINISH);
  pending = false;
}

void FixLeapfrogSphere::pass(Pass what)
{
  if (what == Pass::FINISH) advance<Pass::FINISH>();
  if (what == Pass::START) advance<Pass::START>(rates_to_foresee(lmp));
  if (what == Pass::FINISH_AND_START) advance<Pass::FINISH_AND_START>(rates_to_foresee(lmp));
}

/* ----------------------------------------------------------------------
   one component: rate = velocity or angular velocity, change: in half a step
   the two half kicks are rounded one after the other, as if they were apart
------------------------------------------------------------------------- */

template <Pass PASS> static inline void kick(double &rate, double change)
{
  rate += change;
  if (PASS == Pass::FINISH_AND_START) rate += change;
}

namespace {

// x, y, z of one sphere after the other. foreseen: v and omega half a step later; null: not needed.
struct Coordinates {
  double *x, *v, *omega;
  const double *f, *torque;
  grist::SphereRates *foreseen;
};

// Half a step over the mass and over the moment of inertia, three times for each sphere of a block.
struct Factors {
  double kick[3 * BLOCK], turn[3 * BLOCK];
  double fall[3 * BLOCK];    // change of velocity by gravity
};

}    // namespace

// Vectors go by four numbers, of which the next vector takes the place of the last one.
static void put_side_by_side(const double *v, const double *omega, grist::SphereRates *to,
                             int count)
{
  double *next = &to->velocity[0];
  for (int k = 0; k < count - 1; k++, next += 6) {
    std::memcpy(next, v + 3 * k, 4 * sizeof(double));
    std::memcpy(next + 3, omega + 3 * k, 4 * sizeof(double));
  }
  to[count - 1] = {grist::vector_at(v, count - 1), grist::vector_at(omega, count - 1)};
}

template <Pass PASS, bool FALLS, bool FORESEES>
static void advance_block(const Coordinates &of, const Factors &factors, int first, int spheres,
                          double dt)
{
  const int count = 3 * spheres;
  double *__restrict x = of.x + 3 * first, *__restrict v = of.v + 3 * first,
                     *__restrict omega = of.omega + 3 * first;
  const double *__restrict f = of.f + 3 * first, *__restrict torque = of.torque + 3 * first;
  double next_v[3 * BLOCK], next_omega[3 * BLOCK];
  for (int k = 0; k < count; k++) {
    const double change = FALLS ? factors.kick[k] * f[k] + factors.fall[k] : factors.kick[k] * f[k];
    kick<PASS>(v[k], change);
    if (PASS != Pass::FINISH) x[k] += dt * v[k];
    if (FORESEES) next_v[k] = v[k] + change;
  }
  for (int k = 0; k < count; k++) {
    const double change = factors.turn[k] * torque[k];
    kick<PASS>(omega[k], change);
    if (FORESEES) next_omega[k] = omega[k] + change;
  }
  if (FORESEES) put_side_by_side(next_v, next_omega, of.foreseen + first, spheres);
}

template <Pass PASS, bool FALLS>
static void advance_block(const Coordinates &of, const Factors &factors, int first, int spheres,
                          double dt)
{
  if (PASS != Pass::FINISH && of.foreseen)
    advance_block<PASS, FALLS, true>(of, factors, first, spheres, dt);
  else
    advance_block<PASS, FALLS, false>(of, factors, first, spheres, dt);
}

// Blocks of spheres of the group that follow each other in memory: all of them, if the group is
// all.
template <Pass PASS> void FixLeapfrogSphere::advance(grist::SphereRates *foreseen)
{
  pass_count++;
  const int count = igroup == atom->firstgroup ? atom->nfirst : atom->nlocal;
  if (count == 0) return;
  const Coordinates of = {atom->x[0], atom->v[0],      atom->omega[0],
                          atom->f[0], atom->torque[0], foreseen};
  const double *radius = atom->radius, *rmass = atom->rmass;
  const int *mask = atom->mask;
  const bool all = igroup == 0 && left_out.empty();
  const auto is_moved = [&](int i) {
    return (mask[i] & groupbit) && (left_out.empty() || !left_out[i]);
  };
  const double half_turn = half_kick / grist::SPHERE_INERTIA;
  Factors factors;
  for (int k = 0; k < 3 * BLOCK; k++) factors.fall[k] = half_kick * added[k % 3];
  for (int first = 0; first < count;) {
    if (!left_out.empty()) {
      const void *next = std::memchr(left_out.data() + first, 0, count - first);
      if (!next) return;
      first = static_cast<int>(static_cast<const char *>(next) - left_out.data());
    }
    if (!all && !is_moved(first)) {
      first++;
      continue;
    }
    const int room = std::min(BLOCK, count - first);
    int size = all ? room : 1;
    while (size < room && is_moved(first + size)) size++;
    for (int k = 0; k < size; k++) {
      const double r = radius[first + k], m = rmass[first + k];
      std::fill_n(factors.kick + 3 * k, 3, half_kick / m);
      std::fill_n(factors.turn + 3 * k, 3, half_turn / (r * r * m));
    }
    if (has_gravity && !weights_in_forces)
      advance_block<PASS, true>(of, factors, first, size, dt);
    else
      advance_block<PASS, false>(of, factors, first, size, dt);
    first += size;
  }
}

// ---- potential energy of gravity, 0 at the origin, as in fix gravity

double FixLeapfrogSphere::compute_scalar()
{
  double mine = 0.0, all = 0.0;
  for (int i = 0; i < atom->nlocal; i++) {
    if (!(atom->mask[i] & groupbit)) continue;
    double x[3];
    domain->unmap(atom->x[i], atom->image[i], x);
    for (int k = 0; k < 3; k++) mine -= atom->rmass[i] * acceleration[k] * x[k];
  }
  MPI_Allreduce(&mine, &all, 1, MPI_DOUBLE, MPI_SUM, world);
  return all;
}

void FixLeapfrogSphere::add_atom_motion(AtomMotion &to)
{
  to.integrated |= groupbit;
  using Part = GravityField::Part;
  to.gravity.push_back({groupbit, grist::vector_at(acceleration),
                        weights_are_forces() ? Part::FORCES_BEFORE_FIXES : Part::MOTION});
}
