#include "styles/bonds/bond_parallel.h"

#include "atom.h"
#include "bonds/stable_time_step.h"
#include "bonds/strength_scatter.h"
#include "comm.h"
#include "error.h"
#include "force.h"
#include "memory.h"
#include "modify.h"
#include "neighbor.h"
#include "styles/bonds/atom_vec_bonded_cluster.h"
#include "styles/bonds/bond_coefficients.h"
#include "styles/bonds/fix_bond_state.h"
#include "styles/bonds/fix_cluster_order.h"
#include "styles/bonds/special_weights.h"
#include "styles/common/kernel_instructions.h"
#include "styles/common/lammps_access.h"
#include "styles/common/restart_block.h"
#include "update.h"

#include "bonds/bond_energy.h"

#include <algorithm>
#include <cmath>

using namespace LAMMPS_NS;
using grist::BOND_LANES;
using grist::BondBlock;
using grist::BondMaterial;
using grist::BondState;

static constexpr const char *USER = "Bond style parallel";
static constexpr int RESTART_VERSION = 2;    // of the materials in restart files
static constexpr const char *PLACEHOLDER = "GRIST_BOND_STATE_PLACEHOLDER";

/* ---------------------------------------------------------------------- */

BondParallel::BondParallel(LAMMPS *lmp) :
    Bond(lmp), fix_state(nullptr), ghost_cutoff(lmp), scattered(false), length_limit(0.0),
    weight_is_lent(false)
{
  partial_flag = 1;
  writedata = 1;
  single_extra = EXTRAS;
  svector = extras.data();

  // The fix itself is made in init_style(), when its per-atom data have been read from a restart
  // file; its place in the order of fixes, ahead of those that move atoms, is taken now.
  if (auto *fix = dynamic_cast<FixBondState *>(modify->get_fix_by_id(FixBondState::ID)))
    delete fix->take_hidden_style();
  else if (!modify->get_fix_by_id(PLACEHOLDER))
    modify->add_fix(std::string(PLACEHOLDER) + " all DUMMY");
}

// The fix with the states of bonds stays: the same style may be given again before the next run.
BondParallel::~BondParallel()
{
  if (modify->nfix && modify->get_fix_by_id(FixClusterOrder::ID))
    modify->delete_fix(FixClusterOrder::ID);
  if (weight_is_lent) force->special_coul[1] = 1.0;
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
  use_weights_of_bonds(force);    // settings of the user are checked in init_style()
  comm->ghost_velocity = 1;
}

/* ----------------------------------------------------------------------
   bond_coeff types young E tensile s shear t [ratio r] [radius lambda] [beta b] [damping d]
              [weibull m seed]
------------------------------------------------------------------------- */

void BondParallel::coeff(int narg, char **arg)
{
  if (narg < 1) utils::missing_cmd_args(FLERR, "bond_coeff", error);
  if (!allocated) allocate();
  int lo, hi;
  utils::bounds(FLERR, arg[0], 1, atom->nbondtypes, lo, hi, error);

  const BondMaterial material = read_bond_coeff(lmp, narg, arg);
  for (int type = lo; type <= hi; type++) {
    materials[type] = material;
    setflag[type] = 1;
  }
}

/* ---------------------------------------------------------------------- */

void BondParallel::init_style()
{
  settle_instructions(lmp);
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

  use_weights_of_bonds(force);
  check_special_bonds();
  lend_weight();
  comm->ghost_velocity = 1;

  // In some unit styles a pressure is no force per area.
  laws = materials;
  for (auto &law : laws)
    for (double *pressure : {&law.young, &law.tensile, &law.shear}) *pressure /= force->nktv2p;
  scattered = std::any_of(laws.begin(), laws.end(),
                          [](const BondMaterial &law) { return law.weibull > 0.0; });

  find_state_fix();
  set_rigid_types();
  // Spheres of a team have the radii that they had when it was formed.
  fix_state->states.form_teams(modify->get_fix_by_style("^adapt").empty());
  fix_state->states.form_teams_of_released(false);    // a fix that holds clusters wants this, later
  follow_changes();
  fix_state->states.mark_all_new();    // coefficients may have changed
  guard_run(lmp);
  make_order_fix();
  ghost_cutoff.widen();
}

void BondParallel::check_special_bonds() const
{
  const double *lj = force->special_lj, *coul = force->special_coul;
  const double coul_1_2 = weight_is_lent ? 0.0 : 1.0;
  if (lj[1] != 0.0 || lj[2] != 1.0 || lj[3] != 1.0 || coul[1] != coul_1_2 || coul[2] != 1.0 ||
      coul[3] != 1.0)
    error->all(FLERR, "Bond style parallel needs 'special_bonds lj 0 1 1 coul 1 1 1'");
}

void BondParallel::find_state_fix()
{
  fix_state = dynamic_cast<FixBondState *>(modify->get_fix_by_id(FixBondState::ID));
  if (fix_state) return;
  if (!modify->get_fix_by_id(PLACEHOLDER))
    error->all(FLERR, "Bond style parallel: its fix {} was removed (leave out unfix)",
               FixBondState::ID);
  fix_state = dynamic_cast<FixBondState *>(
      modify->replace_fix(PLACEHOLDER, std::string(FixBondState::ID) + " all BOND/STATE", 1));
}

// Rigid types need the fix: without it their elements would not be connected.
void BondParallel::set_rigid_types()
{
  std::vector<char> types(materials.size(), 0);
  for (size_t type = 1; type < materials.size(); type++) types[type] = materials[type].rigid;
  fix_state->states.set_rigid_types(types);
  if (!modify->get_fix_by_style("^rigid/cluster$").empty()) return;
  // Clusters that such a fix has held before are bonded again.
  int *flags = dynamic_cast<AtomVecBondedCluster *>(atom->style_match("bonded/cluster"))->is_rigid;
  std::replace_if(
      flags, flags + atom->nlocal, [](int flag) { return flag < 0; }, 0);
  for (int i = 0; i < atom->nlocal; i++)
    for (int m = 0; m < atom->num_bond[i]; m++)
      if (is_rigid(atom->bond_type[i][m]))
        error->one(FLERR,
                   "Bond style parallel: atom {} is in a rigid cluster, which no fix moves (add "
                   "fix rigid/cluster)",
                   atom->tag[i]);
}

void BondParallel::follow_changes()
{
  if (fix_state->follow_changes() && scattered)
    error->all(
        FLERR,
        "Bond style parallel: atoms have got new ids since the last run, which are the seeds "
        "of strengths with weibull (use reset_atoms id before the first run)");
}

namespace {

bool bonds_are_being_created(const Neighbor *neighbor)
{
  for (int n = 0; n < neighbor->nrequest; n++)
    if (is_request_of_command(neighbor->requests[n], "create_bonds")) return true;
  return false;
}

}    // namespace

/* ----------------------------------------------------------------------
   create_bonds many needs its list without bonded pairs, by weights of 0; a run needs them in its
   lists
------------------------------------------------------------------------- */

void BondParallel::lend_weight()
{
  weight_is_lent = bonds_are_being_created(neighbor);
  force->special_coul[1] = weight_is_lent ? 0.0 : 1.0;
}

/* ----------------------------------------------------------------------
   atoms may only be moved in memory after all other fixes have packed their data
------------------------------------------------------------------------- */

void BondParallel::make_order_fix()
{
  if (modify->fix[modify->nfix - 1] == modify->get_fix_by_id(FixClusterOrder::ID)) return;
  if (modify->get_fix_by_id(FixClusterOrder::ID)) modify->delete_fix(FixClusterOrder::ID);
  modify->add_fix(std::string(FixClusterOrder::ID) + " all CLUSTER/ORDER");
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
  length_limit = std::max(comm->cutghostuser, neighbor->cutneighmax);
  if (listener) listener->pair_forces_are_complete();
  initialize_new_bonds();
  BondStates &states = fix_state->states;
  states.update_teams();
  dashpots.begin_step();
  if (states.count() == 0) return;
  // At setup no time has passed since the states were last updated.
  const bool setup = update->setupflag != 0;
  grist::BondedSpheres of = spheres();
  if (recording.is_on() && is_damped()) of.dashpots = &dashpots;
  grist::BondKernel kernel(laws, of, length_limit, setup ? 0.0 : update->dt,
                           setup ? grist::OldNormals::STORED : fix_state->old_normals());
  grist::BondTally sum;
  tallied = &sum;
  if (states.any_resting())
    compute_live(kernel);
  else
    compute_all(kernel);
  add_tallied();
}

void BondParallel::compute_all(grist::BondKernel &kernel)
{
  const int count = static_cast<int>(fix_state->states.bonds.blocks.size());
  // Tallies need the forces of each bond.
  for (int k = evflag ? 0 : compute_teams(kernel); k < count; k++) compute_block(kernel, k);
}

void BondParallel::compute_block(grist::BondKernel &kernel, int k)
{
  auto &bonds = fix_state->states.bonds;
  grist::BondBlockForces on;
  kernel.prefetch(bonds.blocks, k);
  if (const auto events = kernel.evaluate(bonds.blocks[k], bonds.normals[k], on, strengths_of(k)))
    handle_events(k, events, kernel, on);
  kernel.add(bonds.blocks[k], on);
  if (!evflag) return;
  if (eflag_atom || vflag_atom)
    tally_atoms(kernel, bonds.blocks[k], on);
  else
    kernel.tally(bonds.blocks[k], on, *tallied);
}

void BondParallel::compute_team(grist::BondKernel &kernel, const grist::BondTeam &team,
                                const grist::BondTeam *next)
{
  kernel.evaluate_team(team, next, fix_state->states.bonds,
                       [&](int k, const grist::BondEvents &events, const auto &on) {
                         handle_events(k, events, kernel, on);
                       });
}

// Returns the first block that is of none.
int BondParallel::compute_teams(grist::BondKernel &kernel)
{
  const std::vector<grist::BondTeam> &teams = fix_state->states.teams();
  for (size_t t = 0; t < teams.size(); t++) {
    if (teams[t].is_like)
      compute_team(kernel, teams[t], t + 1 < teams.size() ? &teams[t + 1] : nullptr);
    else
      for (int k = teams[t].first; k < teams[t].end(); k++) compute_block(kernel, k);
  }
  return teams.empty() ? 0 : teams.back().end();
}

// While bonds rest: teams and blocks that have bonds that do not. Teams first: they set what
// dashpots exert on their spheres, to which others add.
void BondParallel::compute_live(grist::BondKernel &kernel)
{
  const BondStates &states = fix_state->states;
  const auto like_team_of = [&](int k) {
    const grist::BondTeam *team = evflag ? nullptr : states.team_of(k);
    return team && team->is_like ? team : nullptr;
  };
  std::vector<char> team_is_done(states.teams().size(), 0);
  for (const int k : states.live_blocks())
    if (const grist::BondTeam *team = like_team_of(k)) {
      char &is_done = team_is_done[team - states.teams().data()];
      if (!is_done) compute_team(kernel, *team, nullptr);
      is_done = 1;
    }
  for (const int k : states.live_blocks())
    if (!like_team_of(k)) compute_block(kernel, k);
}

/* ----------------------------------------------------------------------
   bonds that a fix sets free after the forces of this step: what compute() would have added
------------------------------------------------------------------------- */

void BondParallel::add_forces_of(int n)
{
  const auto &bonds = fix_state->states.bonds;
  const BondBlock &block = bonds.block_of(n);
  const int lane = grist::BondBlocks::lane_of(n), ends[2] = {block.a[lane], block.b[lane]};
  const auto at = [&](double **vectors, int end) { return Eigen::Vector3d(vectors[ends[end]]); };
  BondState state = bonds.state(n);
  const grist::BondForces on = grist::update_bond(
      laws[block.type[lane]], block.damping_of(lane),
      {at(atom->x, 1) - at(atom->x, 0), at(atom->v, 1) - at(atom->v, 0), at(atom->omega, 0),
       at(atom->omega, 1), atom->radius[ends[0]], atom->radius[ends[1]], 0.0, 0.0, 0.0},
      state);
  const Eigen::Vector3d torques[2] = {on.torque_a, on.torque_b};
  for (int end = 0; end < 2; end++) {
    if (ends[end] >= atom->nlocal) continue;
    Eigen::Map<Eigen::Vector3d> f(atom->f[ends[end]]), torque(atom->torque[ends[end]]);
    f += (end == 0 ? 1.0 : -1.0) * on.force_a;
    torque += torques[end];
  }
}

double BondParallel::energy_of(int n) const
{
  const auto &bonds = fix_state->states.bonds;
  const BondBlock &block = bonds.block_of(n);
  const int lane = grist::BondBlocks::lane_of(n), a = block.a[lane], b = block.b[lane];
  const BondState state = bonds.state(n);
  const grist::BondSection section(laws[block.type[lane]], atom->radius[a], atom->radius[b],
                                   state.length_initial);
  const double length = (Eigen::Vector3d(atom->x[b]) - Eigen::Vector3d(atom->x[a])).norm();
  return grist::elastic_energy(section, state, length);
}

/* ----------------------------------------------------------------------
   damping coefficients and strengths of new bonds
------------------------------------------------------------------------- */

void BondParallel::initialize_new_bonds()
{
  auto &bonds = fix_state->states.bonds;
  bonds.strengths.resize(scattered ? bonds.blocks.size() : 0);
  for (const int n : fix_state->states.take_new_bonds()) {
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
  auto &bonds = fix_state->states.bonds;
  const BondBlock &block = bonds.block_of(n);
  const int lane = bonds.lane_of(n);
  const BondMaterial &law = laws[block.type[lane]];
  bonds.strengths[n / BOND_LANES].factor[lane] = grist::strength_factor(
      law.weibull, law.seed, atom->tag[block.a[lane]], atom->tag[block.b[lane]]);
}

const grist::BondStrengths *BondParallel::strengths_of(int k) const
{
  return scattered ? &fix_state->states.bonds.strengths[k] : nullptr;
}

/* ----------------------------------------------------------------------
   lanes of block k that reached a strength break; a bond of impossible length ends the run
------------------------------------------------------------------------- */

void BondParallel::handle_events(int k, const grist::BondEvents &events,
                                 const grist::BondKernel &kernel, const grist::BondBlockForces &on)
{
  const BondBlock &block = fix_state->states.bonds.blocks[k];
  if (events.failed) add_untaken_energy(block, events.failed, on);
  for (int lane = 0; lane < BOND_LANES; lane++) {
    if (events.bad_length >> lane & 1)
      error_bad_length(atom->tag[block.a[lane]], atom->tag[block.b[lane]], on.length[lane]);
    if (events.failed >> lane & 1)
      fix_state->break_bond(k * BOND_LANES + lane, kernel.failure(block, on, lane, strengths_of(k)),
                            kernel.energy(block, on, lane));
  }
}

/* ---------------------------------------------------------------------- */

void BondParallel::error_bad_length(tagint tag_a, tagint tag_b, double length) const
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
   for fix guard
------------------------------------------------------------------------- */

void BondParallel::add_limits(RunLimits &limits)
{
  std::vector<double> mass(atom->nlocal);
  for (int i = 0; i < atom->nlocal; i++) mass[i] = inertial_mass(i);
  limits.times.push_back(
      {TimeLimitKind::BONDS, USER,
       grist::stable_time_step(fix_state->states.bonds, laws, atom->radius, mass)});
}

/* ----------------------------------------------------------------------
   LAMMPS adds half to this for its own estimate of the ghost cutoff, which is only used without a
   pair style. An estimate above the cutoff, by rounding, would make it warn.
------------------------------------------------------------------------- */

double BondParallel::equilibrium_distance(int)
{
  constexpr double LESS_THAN_ROUNDED = (1.0 - 1e-12) / 1.5;
  if (!ghost_cutoff.is_set_here()) return 0.0;
  return std::max(0.0, comm->cutghostuser - neighbor->skin) * LESS_THAN_ROUNDED;
}

/* ----------------------------------------------------------------------
   coefficients in restart and data files; the fix writes the state of the bonds
------------------------------------------------------------------------- */

void BondParallel::write_restart(FILE *fp)
{
  RestartWriter out(RESTART_VERSION);
  out.add(&materials[1], atom->nbondtypes);
  out.write(fp);
}

void BondParallel::read_restart(FILE *fp)
{
  allocate();
  RestartReader in(lmp, USER, RESTART_VERSION, fp);
  in.get(&materials[1], atom->nbondtypes);
  in.end();
  std::fill_n(setflag + 1, atom->nbondtypes, 1);
}

void BondParallel::write_data(FILE *fp)
{
  for (int type = 1; type <= atom->nbondtypes; type++)
    utils::print(fp, "{} {}\n", type, bond_coeff_text(materials[type]));
}
