#include "styles/integrate/fix_leapfrog_sphere.h"

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

static constexpr double INERTIA = 0.4;    // of a sphere, over m r^2
static constexpr int BLOCK = 64;          // spheres whose factors are worked out together

/* ----------------------------------------------------------------------
   fix ID group leapfrog/sphere [gravity g vector x y z]
------------------------------------------------------------------------- */

FixLeapfrogSphere::FixLeapfrogSphere(LAMMPS *lmp, int narg, char **arg) :
    Fix(lmp, narg, arg), pull{}, falls(false), half_kick(0.0), dt(0.0), may_wait(false),
    pending(false), pass_count(0)
{
  read_keywords(narg, arg);
  if (!atom->omega_flag || !atom->torque_flag || !atom->radius_flag || !atom->rmass_flag)
    error->all(FLERR,
               "Fix leapfrog/sphere: atom style {} has no radius, mass, omega or torque per atom "
               "(expected spheres)",
               atom->get_style());
  dynamic_group_allow = 1;
  time_integrate = 1;
}

void FixLeapfrogSphere::read_keywords(int narg, char **arg)
{
  if (narg == 3) return;
  if (strcmp(arg[3], "gravity") != 0)
    error->all(FLERR,
               "Fix leapfrog/sphere: unknown keyword {} (expected gravity; fix nve/sphere has "
               "update and disc)",
               arg[3]);
  if (narg != 9 || strcmp(arg[5], "vector") != 0)
    error->all(FLERR, "Fix leapfrog/sphere: gravity has {} values (expected 5: g vector x y z)",
               narg - 4);
  const double magnitude = utils::numeric(FLERR, arg[4], false, lmp);
  double length2 = 0.0;
  for (int k = 0; k < 3; k++) {
    pull[k] = utils::numeric(FLERR, arg[6 + k], false, lmp);
    length2 += pull[k] * pull[k];
  }
  if (!(length2 > 0.0) || !std::isfinite(length2) || !std::isfinite(magnitude))
    error->all(FLERR,
               "Fix leapfrog/sphere: gravity {} vector {} {} {} has no size or direction (expected "
               "finite numbers and a vector that is not zero)",
               arg[4], arg[6], arg[7], arg[8]);
  for (double &component : pull) component *= magnitude / std::sqrt(length2);
  falls = true;
  scalar_flag = global_freq = extscalar = 1;
}

int FixLeapfrogSphere::setmask()
{
  return INITIAL_INTEGRATE | FINAL_INTEGRATE;
}

void FixLeapfrogSphere::init()
{
  if (utils::strmatch(update->integrate_style, "^respa"))
    error->all(FLERR, "Fix leapfrog/sphere: run_style {} (expected verlet)",
               update->integrate_style);
  for (int i = 0; i < atom->nlocal; i++)
    if ((atom->mask[i] & groupbit) && !(atom->radius[i] > 0.0))
      error->one(FLERR, "Fix leapfrog/sphere: atom {} has radius {} (expected more than 0)",
                 atom->tag[i], atom->radius[i]);
  if (falls) warn_of_other_gravity();
  reset_dt();
}

// Atoms that are yet to come are in the same group, or nobody knows of them.
void FixLeapfrogSphere::warn_of_other_gravity() const
{
  for (const Fix *other : modify->get_fix_by_style("^gravity")) {
    const int both = groupbit | other->groupbit, *mask = atom->mask;
    const int shared = other->igroup == igroup ||
        std::any_of(mask, mask + atom->nlocal, [both](int bits) { return (bits & both) == both; });
    int any = 0;
    MPI_Allreduce(&shared, &any, 1, MPI_INT, MPI_MAX, world);
    if (any && comm->me == 0)
      error->warning(FLERR, "Fix leapfrog/sphere: gravity acts twice, by this fix and by fix {}",
                     other->id);
  }
}

void FixLeapfrogSphere::reset_dt()
{
  // A half kick belongs to the step that it ends.
  post_run();
  dt = update->dt;
  half_kick = 0.5 * update->dt * force->ftm2v;
}

/* ----------------------------------------------------------------------
   who can look at velocities between the end of a step and the start of the next?
   replica commands stop and go on between steps as they like
------------------------------------------------------------------------- */

void FixLeapfrogSphere::setup(int)
{
  looks_every.clear();
  bool replicas = universe->nworlds > 1;
  for (int i = 0; i < modify->nfix; i++) {
    const Fix *fix = modify->fix[i];
    if (utils::strmatch(fix->style, "^EVENT")) replicas = true;
    const bool blind = strcmp(fix->style, "breakage") == 0;
    if ((modify->fmask[i] & END_OF_STEP) && !blind) looks_every.push_back(std::max(1, fix->nevery));
  }
  std::sort(looks_every.begin(), looks_every.end());
  looks_every.erase(std::unique(looks_every.begin(), looks_every.end()), looks_every.end());
  const bool plain_run = strcmp(update->integrate_style, "verlet") == 0 && !replicas;
  may_wait = plain_run && !meets_other_integrators();
}

/* ----------------------------------------------------------------------
   fixes that act between our second half kick and our next first one
   those that integrate atoms of their own neither see nor move ours
------------------------------------------------------------------------- */

bool FixLeapfrogSphere::meets_other_integrators() const
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
    const int hook = before ? INITIAL_INTEGRATE : FINAL_INTEGRATE;
    if ((modify->fmask[i] & hook) && !own_atoms) return true;
  }
  return false;
}

bool FixLeapfrogSphere::can_wait() const
{
  const bigint step = update->ntimestep;
  if (!may_wait || step == output->next || step == update->laststep) return false;
  return std::none_of(looks_every.begin(), looks_every.end(),
                      [step](int every) { return step % every == 0; });
}

/* ---------------------------------------------------------------------- */

void FixLeapfrogSphere::initial_integrate(int)
{
  if (pending)
    advance<Pass::FINISH_AND_START>();
  else
    advance<Pass::START>();
  pending = false;
}

void FixLeapfrogSphere::final_integrate()
{
  pending = can_wait();
  if (!pending) advance<Pass::FINISH>();
}

// A run that was broken off by a time limit stops between two steps.
void FixLeapfrogSphere::post_run()
{
  if (pending) advance<Pass::FINISH>();
  pending = false;
}

/* ----------------------------------------------------------------------
   one component: rate = velocity or spin, change: in half a step
   the two half kicks are rounded one after the other, as if they were apart
------------------------------------------------------------------------- */

template <Pass PASS> static inline void kick(double &rate, double change)
{
  rate += change;
  if (PASS == Pass::FINISH_AND_START) rate += change;
}

namespace {

// x, y, z of one sphere after the other.
struct Coordinates {
  double *x, *v, *omega;
  const double *f, *torque;
};

// Half a step over the mass and over the moment of inertia, three times for each sphere of a block.
struct Factors {
  double kick[3 * BLOCK], turn[3 * BLOCK];
  double fall[3 * BLOCK];    // change of velocity by gravity
};

}    // namespace

template <Pass PASS, bool FALLS>
static void advance_block(const Coordinates &of, const Factors &factors, int first, int count,
                          double dt)
{
  double *__restrict x = of.x + first, *__restrict v = of.v + first,
                     *__restrict omega = of.omega + first;
  const double *__restrict f = of.f + first, *__restrict torque = of.torque + first;
  for (int k = 0; k < count; k++) {
    kick<PASS>(v[k], FALLS ? factors.kick[k] * f[k] + factors.fall[k] : factors.kick[k] * f[k]);
    if (PASS != Pass::FINISH) x[k] += dt * v[k];
  }
  for (int k = 0; k < count; k++) kick<PASS>(omega[k], factors.turn[k] * torque[k]);
}

// Blocks of spheres of the group that follow each other in memory: all of them, if the group is all.
template <Pass PASS> void FixLeapfrogSphere::advance()
{
  pass_count++;
  const int count = igroup == atom->firstgroup ? atom->nfirst : atom->nlocal;
  if (count == 0) return;
  const Coordinates of = {atom->x[0], atom->v[0], atom->omega[0], atom->f[0], atom->torque[0]};
  const double *radius = atom->radius, *rmass = atom->rmass;
  const int *mask = atom->mask;
  const bool all = igroup == 0;
  const double half_turn = half_kick / INERTIA;
  Factors factors;
  for (int k = 0; k < 3 * BLOCK; k++) factors.fall[k] = half_kick * pull[k % 3];
  for (int first = 0; first < count;) {
    if (!all && !(mask[first] & groupbit)) {
      first++;
      continue;
    }
    const int room = std::min(BLOCK, count - first);
    int size = all ? room : 1;
    while (size < room && (mask[first + size] & groupbit)) size++;
    for (int k = 0; k < size; k++) {
      const double r = radius[first + k], m = rmass[first + k];
      std::fill_n(factors.kick + 3 * k, 3, half_kick / m);
      std::fill_n(factors.turn + 3 * k, 3, half_turn / (r * r * m));
    }
    if (falls)
      advance_block<PASS, true>(of, factors, 3 * first, 3 * size, dt);
    else
      advance_block<PASS, false>(of, factors, 3 * first, 3 * size, dt);
    first += size;
  }
}

/* ----------------------------------------------------------------------
   potential energy in the field of gravity, 0 at the origin, as fix gravity counts it
------------------------------------------------------------------------- */

double FixLeapfrogSphere::compute_scalar()
{
  double mine = 0.0, all = 0.0;
  for (int i = 0; i < atom->nlocal; i++) {
    if (!(atom->mask[i] & groupbit)) continue;
    double x[3];
    domain->unmap(atom->x[i], atom->image[i], x);
    for (int k = 0; k < 3; k++) mine -= atom->rmass[i] * pull[k] * x[k];
  }
  MPI_Allreduce(&mine, &all, 1, MPI_DOUBLE, MPI_SUM, world);
  return all;
}
