#include "styles/bonds/bond_parallel.h"

#include "atom.h"
#include "bonds/strength_scatter.h"
#include "comm.h"
#include "domain.h"
#include "error.h"
#include "force.h"
#include "memory.h"
#include "modify.h"
#include "neighbor.h"
#include "pair.h"
#include "styles/bonds/fix_bond_state.h"
#include "styles/bonds/fix_cluster_order.h"
#include "styles/common/lammps_compat.h"
#include "update.h"

#include "bonds/bond_energy.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <stdexcept>

using namespace LAMMPS_NS;
using Eigen::Map;
using Eigen::Vector3d;
using grist::BOND_LANES;
using grist::BondBlock;
using grist::BondMaterial;
using grist::BondState;

static constexpr const char *PLACEHOLDER = "GRIST_BOND_STATE_PLACEHOLDER";

// Bonds may stretch this much over their length at setup before the ghost cutoff must be widened by hand.
static constexpr double STRETCH_ALLOWANCE = 1.2;

/* ---------------------------------------------------------------------- */

BondParallel::BondParallel(LAMMPS *lmp) :
    Bond(lmp), fix_state(nullptr), cutoff_is_ours(false), scattered(false), length_limit(0.0),
    time_step_told(false)
{
  partial_flag = 1;
  writedata = 1;

  // The fix itself is made in init_style(), when a restart file has handed over its per-atom data; its place
  // in the order of fixes, ahead of those that move atoms, is taken now.
  if (!modify->get_fix_by_id(FixBondState::ID) && !modify->get_fix_by_id(PLACEHOLDER))
    modify->add_fix(std::string(PLACEHOLDER) + " all DUMMY");
}

BondParallel::~BondParallel()
{
  for (const char *id : {PLACEHOLDER, FixBondState::ID, FixClusterOrder::ID})
    if (modify->nfix && modify->get_fix_by_id(id)) modify->delete_fix(id);
  if (allocated) memory->destroy(setflag);
}

void BondParallel::allocate()
{
  allocated = 1;
  const int n = atom->nbondtypes;
  materials.resize(n + 1);
  memory->create(setflag, n + 1, "bond:setflag");
  std::fill_n(setflag, n + 1, 0);
}

/* ---------------------------------------------------------------------- */

void BondParallel::settings(int narg, char **arg)
{
  if (narg > 0)
    error->all(FLERR, "Bond style parallel: unexpected argument {} (it takes none)", arg[0]);
  use_special_bonds();
  comm->ghost_velocity = 1;
}

/* ----------------------------------------------------------------------
   LAMMPS' own defaults drop bonded pairs from the lists for good; a bond that breaks must find its pair there.
   A setting of the user's own is left alone, and checked in init_style().
------------------------------------------------------------------------- */

void BondParallel::use_special_bonds()
{
  for (int k = 1; k <= 3; k++)
    if (force->special_lj[k] != 0.0 || force->special_coul[k] != 0.0) return;
  for (int k = 1; k <= 3; k++) {
    force->special_lj[k] = k == 1 ? 0.0 : 1.0;
    force->special_coul[k] = 1.0;
  }
}

/* ----------------------------------------------------------------------
   bond_coeff types young E tensile s shear t [ratio r] [radius lambda] [beta b] [damping d] [weibull m seed]
------------------------------------------------------------------------- */

void BondParallel::coeff(int narg, char **arg)
{
  if (narg < 1) utils::missing_cmd_args(FLERR, "bond_coeff", error);
  if (!allocated) allocate();
  int lo, hi;
  utils::bounds(FLERR, arg[0], 1, atom->nbondtypes, lo, hi, error);

  BondMaterial material;
  const std::vector<std::pair<const char *, double *>> keywords = {
      {"young", &material.young},     {"ratio", &material.ratio},    {"tensile", &material.tensile},
      {"shear", &material.shear},     {"radius", &material.radius},  {"beta", &material.beta},
      {"damping", &material.damping}, {"weibull", &material.weibull}};
  const std::vector<std::string> required = {"young", "tensile", "shear"};
  std::vector<std::string> given;

  for (int iarg = 1; iarg < narg; iarg += 2) {
    const auto keyword = std::find_if(keywords.begin(), keywords.end(), [&](const auto &k) {
      return strcmp(k.first, arg[iarg]) == 0;
    });
    if (keyword == keywords.end())
      error->all(FLERR,
                 "Bond style parallel: unknown bond_coeff keyword {} (expected young, ratio, "
                 "tensile, shear, radius, beta, damping or weibull)",
                 arg[iarg]);
    if (iarg + 1 >= narg)
      error->all(FLERR, "Bond style parallel: bond_coeff keyword {} has no value", arg[iarg]);
    const bool endless = strcmp(arg[iarg + 1], "none") == 0 &&
        (keyword->second == &material.tensile || keyword->second == &material.shear);
    *keyword->second = endless ? std::numeric_limits<double>::infinity()
                               : utils::numeric(FLERR, arg[iarg + 1], false, lmp);
    given.emplace_back(arg[iarg]);
    if (keyword->second == &material.weibull) read_seed(narg, arg, ++iarg, material);
  }

  for (const auto &name : required)
    if (std::find(given.begin(), given.end(), name) == given.end())
      error->all(FLERR, "Bond style parallel: bond_coeff for type {} lacks the keyword {}", arg[0],
                 name);
  try {
    grist::check(material);
  } catch (const std::invalid_argument &invalid) {
    error->all(FLERR, "Bond style parallel: {}", invalid.what());
  }
  for (int type = lo; type <= hi; type++) {
    materials[type] = material;
    setflag[type] = 1;
  }
}

// arg[iarg] is the modulus, the seed follows.
void BondParallel::read_seed(int narg, char **arg, int iarg, BondMaterial &material)
{
  if (material.weibull == 0.0)
    error->all(FLERR, "Bond style parallel: weibull 0 (must be positive)");
  if (iarg + 1 >= narg)
    error->all(FLERR, "Bond style parallel: bond_coeff keyword weibull has no seed");
  material.seed = utils::inumeric(FLERR, arg[iarg + 1], false, lmp);
  if (material.seed <= 0)
    error->all(FLERR, "Bond style parallel: weibull seed {} (must be positive)", material.seed);
}

/* ---------------------------------------------------------------------- */

void BondParallel::init_style()
{
  if (!atom->style_match("bonded/cluster"))
    error->all(FLERR, "Bond style parallel needs atom_style bonded/cluster (now: {})",
               atom->get_style());
  if (force->newton_bond)
    error->all(FLERR, "Bond style parallel needs 'newton on off' before the box is defined");
  if (force->bond != this)
    error->all(FLERR, "Bond style parallel cannot be a part of bond_style hybrid");
  if (utils::strmatch(update->integrate_style, "^respa"))
    error->all(FLERR, "Bond style parallel cannot be used with run_style {}",
               update->integrate_style);

  use_special_bonds();
  const double *lj = force->special_lj, *coul = force->special_coul;
  if (lj[1] != 0.0 || lj[2] != 1.0 || lj[3] != 1.0 || coul[1] != 1.0 || coul[2] != 1.0 ||
      coul[3] != 1.0)
    error->all(FLERR, "Bond style parallel needs 'special_bonds lj 0 1 1 coul 1 1 1'");
  comm->ghost_velocity = 1;

  // In some unit styles a pressure is no force per area.
  laws = materials;
  for (auto &law : laws)
    for (double *pressure : {&law.young, &law.tensile, &law.shear}) *pressure /= force->nktv2p;
  scattered = std::any_of(laws.begin(), laws.end(),
                          [](const BondMaterial &law) { return law.weibull > 0.0; });

  fix_state = dynamic_cast<FixBondState *>(modify->get_fix_by_id(FixBondState::ID));
  if (!fix_state)
    fix_state = dynamic_cast<FixBondState *>(
        modify->replace_fix(PLACEHOLDER, std::string(FixBondState::ID) + " all BOND/STATE", 1));
  fix_state->forget_damping();    // coefficients may be new
  put_order_last();
  widen_ghost_cutoff();
}

/* ----------------------------------------------------------------------
   atoms may only be moved in memory when all other fixes have packed what they know of them
------------------------------------------------------------------------- */

void BondParallel::put_order_last()
{
  if (modify->get_fix_by_id(FixClusterOrder::ID)) modify->delete_fix(FixClusterOrder::ID);
  modify->add_fix(std::string(FixClusterOrder::ID) + " all CLUSTER/ORDER");
}

/* ----------------------------------------------------------------------
   ghosts must reach the far end of every bond; the pair cutoff alone may not
------------------------------------------------------------------------- */

void BondParallel::widen_ghost_cutoff()
{
  if (comm->cutghostuser > 0.0 && !cutoff_is_ours) return;
  const double here = longest_bond_here();
  double longest = 0.0;
  MPI_Allreduce(&here, &longest, 1, MPI_DOUBLE, MPI_MAX, world);
  const double needed = STRETCH_ALLOWANCE * longest + neighbor->skin;
  const double by_pairs = force->pair ? force->pair->cutforce + neighbor->skin : 0.0;
  comm->cutghostuser = longest > 0.0 && needed > by_pairs ? needed : 0.0;
  cutoff_is_ours = true;
}

// Among bonds whose two atoms this rank can see before ghosts are made; the others are checked at setup.
double BondParallel::longest_bond_here() const
{
  if (!atom->map_style) return 0.0;
  double longest = 0.0;
  for (int i = 0; i < atom->nlocal; i++)
    for (int m = 0; m < atom->num_bond[i]; m++) {
      const int j = atom->map(atom->bond_atom[i][m]);
      if (j < 0 || j >= atom->nlocal) continue;
      double d[3];
      for (int k = 0; k < 3; k++) d[k] = atom->x[j][k] - atom->x[i][k];
      minimum_image(domain, d);
      longest = std::max(longest, Map<Vector3d>(d).norm());
    }
  return longest;
}

/* ----------------------------------------------------------------------
   mass in units of force time^2 / length, whatever the unit style
------------------------------------------------------------------------- */

double BondParallel::inertial_mass(int i) const
{
  return atom->rmass[i] / force->ftm2v;
}

grist::BondedSpheres BondParallel::spheres() const
{
  return {atom->x[0], atom->v[0],      atom->omega[0], atom->radius,
          atom->f[0], atom->torque[0], atom->nlocal};
}

void BondParallel::compute(int eflag, int vflag)
{
  ev_init(eflag, vflag);
  const bool setup = update->setupflag != 0;
  length_limit = std::max(comm->cutghostuser, neighbor->cutneighmax);
  meet_newcomers();
  if (fix_state->nbonds > 0) {
    // At setup no time has passed since the states were last brought up to date.
    const double dt = setup ? 0.0 : update->dt;
    grist::BondKernel kernel(laws, spheres(), length_limit, dt,
                             setup ? grist::OldNormals::STORED : fix_state->old_normals());
    grist::BondBlockForces on;
    auto &blocks = fix_state->bonds.blocks;
    auto &normals = fix_state->bonds.normals;
    const int count = static_cast<int>(blocks.size());
    for (int k = 0; k < count; k++) {
      kernel.look_ahead(blocks, k);
      BondBlock &block = blocks[k];
      if (const auto attention = kernel.evaluate(block, normals[k], on, strengths_of(k)))
        attend(k, attention, kernel, on);
      kernel.add(block, on);
      if (evflag) tally(kernel, block, on);
    }
  }
  if (setup) check_time_step();
}

/* ----------------------------------------------------------------------
   bonds that are new here: the viscous coefficients that their spheres give them, and their strength
------------------------------------------------------------------------- */

void BondParallel::meet_newcomers()
{
  auto &bonds = fix_state->bonds;
  bonds.strengths.resize(scattered ? bonds.blocks.size() : 0);
  for (const int n : fix_state->take_newcomers()) {
    BondBlock &block = bonds.block_of(n);
    const int lane = n % BOND_LANES, a = block.a[lane], b = block.b[lane];
    block.set_damping(lane,
                      grist::bond_damping(laws[block.type[lane]], atom->radius[a], atom->radius[b],
                                          inertial_mass(a), inertial_mass(b),
                                          block.length_initial[lane]));
    if (scattered) set_strength(n);
  }
}

void BondParallel::set_strength(int n)
{
  const BondBlock &block = fix_state->bonds.block_of(n);
  const int lane = n % BOND_LANES;
  const BondMaterial &law = laws[block.type[lane]];
  double factor = 1.0;
  if (law.weibull > 0.0)
    factor = grist::weibull_factor(law.weibull, law.seed, atom->tag[block.a[lane]],
                                   atom->tag[block.b[lane]]);
  using Range = std::numeric_limits<float>;
  fix_state->bonds.strengths[n / BOND_LANES].factor[lane] =
      static_cast<float>(std::clamp<double>(factor, Range::min(), Range::max()));
}

const grist::BondStrengths *BondParallel::strengths_of(int k) const
{
  return scattered ? &fix_state->bonds.strengths[k] : nullptr;
}

/* ----------------------------------------------------------------------
   lanes of block k that reached a strength break; one of impossible length ends the run
------------------------------------------------------------------------- */

void BondParallel::attend(int k, const grist::BondAttention &attention,
                          const grist::BondKernel &kernel, const grist::BondBlockForces &on)
{
  const BondBlock &block = fix_state->bonds.blocks[k];
  if (attention.failed) count_never_taken(block, attention.failed, on);
  for (int lane = 0; lane < BOND_LANES; lane++) {
    if (attention.refused >> lane & 1)
      refuse_length(atom->tag[block.a[lane]], atom->tag[block.b[lane]], on.length[lane]);
    if (attention.failed >> lane & 1)
      fix_state->break_bond(k * BOND_LANES + lane, kernel.failure(block, on, lane, strengths_of(k)),
                            kernel.energy(block, on, lane));
  }
}

/* ---------------------------------------------------------------------- */

void BondParallel::tally(const grist::BondKernel &kernel, const BondBlock &block,
                         const grist::BondBlockForces &on)
{
  for (int lane = 0; lane < BOND_LANES; lane++)
    if (block.live >> lane & 1)
      ev_tally_xyz(block.a[lane], block.b[lane], atom->nlocal, force->newton_bond,
                   kernel.energy(block, on, lane), on.force_a[0][lane], on.force_a[1][lane],
                   on.force_a[2][lane], -on.distance[0][lane], -on.distance[1][lane],
                   -on.distance[2][lane]);
}

/* ---------------------------------------------------------------------- */

void BondParallel::refuse_length(tagint tag_a, tagint tag_b, double length) const
{
  if (length == 0.0)
    error->one(FLERR, "Bond style parallel: atoms {} and {} of a bond lie on each other", tag_a,
               tag_b);
  error->one(
      FLERR,
      "Bond style parallel: the bond between atoms {} and {} is {} long at step {} (the ghost "
      "cutoff is {}; widen it with comm_modify cutoff, or the run is unstable)",
      tag_a, tag_b, length, update->ntimestep, length_limit);
}

/* ----------------------------------------------------------------------
   tell the bonds' own stable time step once, and warn when the run exceeds it by far
------------------------------------------------------------------------- */

void BondParallel::check_time_step()
{
  const int nlocal = atom->nlocal;
  std::vector<double> translation(nlocal, 0.0), rotation(nlocal, 0.0);
  double damping = 0.0;
  for (int n = 0; n < fix_state->nbonds; n++) {
    const BondBlock &block = fix_state->bonds.block_of(n);
    const int lane = n % BOND_LANES, a = block.a[lane], b = block.b[lane];
    if (!(block.live >> lane & 1)) continue;
    const int type = block.type[lane];
    const auto stiffness = grist::greatest_stiffness(laws[type], atom->radius[a], atom->radius[b],
                                                     block.length_initial[lane]);
    for (const int i : {a, b})
      if (i < nlocal) {
        translation[i] += stiffness.translation;
        rotation[i] += i == a ? stiffness.rotation_a : stiffness.rotation_b;
      }
    damping = std::max(damping, materials[type].damping);
  }

  double least = std::numeric_limits<double>::max(), stable = 0.0;
  for (int i = 0; i < nlocal; i++)
    if (translation[i] > 0.0)
      least = std::min(least,
                       grist::stable_time_step(inertial_mass(i), atom->radius[i], translation[i],
                                               rotation[i], damping));
  MPI_Allreduce(&least, &stable, 1, MPI_DOUBLE, MPI_MIN, world);
  if (stable == std::numeric_limits<double>::max() || comm->me > 0) return;
  if (update->dt > 2.0 * stable)
    error->warning(FLERR,
                   "Bond style parallel: timestep {} is more than twice what is certainly stable "
                   "for these bonds ({:.4g})",
                   update->dt, stable);
  else if (!time_step_told)
    utils::logmesg(
        lmp, "  bond style parallel: stable up to a timestep of {:.4g} for certain, now {:.4g}\n",
        stable, update->dt);
  time_step_told = true;
}

/* ----------------------------------------------------------------------
   LAMMPS adds half to this for its own estimate of the ghost cutoff, which is only used without a pair style
------------------------------------------------------------------------- */

double BondParallel::equilibrium_distance(int)
{
  return cutoff_is_ours ? std::max(0.0, comm->cutghostuser - neighbor->skin) / 1.5 : 0.0;
}

/* ----------------------------------------------------------------------
   coefficients in restart and data files; the state of the bonds is the fix's
------------------------------------------------------------------------- */

void BondParallel::write_restart(FILE *fp)
{
  fwrite(&materials[1], sizeof(BondMaterial), atom->nbondtypes, fp);
}

void BondParallel::read_restart(FILE *fp)
{
  allocate();
  const int n = atom->nbondtypes;
  if (comm->me == 0)
    utils::sfread(FLERR, &materials[1], sizeof(BondMaterial), n, fp, nullptr, error);
  MPI_Bcast(&materials[1], n * static_cast<int>(sizeof(BondMaterial)), MPI_BYTE, 0, world);
  std::fill_n(setflag + 1, n, 1);
}

void BondParallel::write_data(FILE *fp)
{
  for (int type = 1; type <= atom->nbondtypes; type++) {
    const BondMaterial &m = materials[type];
    const auto strength = [](double value) {
      return std::isinf(value) ? std::string("none") : fmt::format("{:.17g}", value);
    };
    utils::print(fp,
                 "{} young {:.17g} ratio {:.17g} tensile {} shear {} radius {:.17g} beta {:.17g} "
                 "damping {:.17g}{}\n",
                 type, m.young, m.ratio, strength(m.tensile), strength(m.shear), m.radius, m.beta,
                 m.damping,
                 m.weibull > 0.0 ? fmt::format(" weibull {:.17g} {}", m.weibull, m.seed) : "");
  }
}

/* ----------------------------------------------------------------------
   energy of one bond, and the force along it over its length
------------------------------------------------------------------------- */

double BondParallel::single(int type, double rsq, int i, int j, double &fforce)
{
  fforce = 0.0;
  if (type <= 0 || i >= atom->nlocal) return 0.0;
  const double length = std::sqrt(rsq);
  for (int m = 0; m < atom->num_bond[i]; m++) {
    BondState state;
    if (atom->bond_atom[i][m] != atom->tag[j] || !fix_state->state_of_slot(i, m, state)) continue;
    const grist::BondSection section(laws[type], atom->radius[i], atom->radius[j],
                                     state.length_initial);
    fforce = -section.tension * (length - state.length_initial) / length;
    return grist::elastic_energy(section, state, length);
  }
  return 0.0;
}

/* ----------------------------------------------------------------------
   for compute energy/balance
------------------------------------------------------------------------- */

void BondParallel::count_never_taken(const BondBlock &block, grist::BondMask failed,
                                     const grist::BondBlockForces &on)
{
  if (update->setupflag) return;
  for (int lane = 0; lane < BOND_LANES; lane++)
    if ((failed >> lane & 1) && block.a[lane] < atom->nlocal)
      never_taken += 0.5 * update->dt * grist::elastic_power(block, on, lane, laws, spheres());
}

double BondParallel::stored_energy() const
{
  if (fix_state->nbonds == 0) return 0.0;
  return grist::stored_energy(fix_state->bonds.blocks, laws, spheres());
}

double BondParallel::damping_power(const grist::SphereRates *rates) const
{
  const bool damped = std::any_of(laws.begin(), laws.end(),
                                  [](const BondMaterial &law) { return law.damping > 0.0; });
  if (!damped || fix_state->nbonds == 0) return 0.0;
  return grist::damping_power(fix_state->bonds.blocks, laws, spheres(), rates);
}
