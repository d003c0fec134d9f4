#include "styles/bonds/bond_parallel.h"

#include "atom.h"
#include "bonds/stable_time_step.h"
#include "comm.h"
#include "error.h"
#include "force.h"
#include "memory.h"
#include "modify.h"
#include "neighbor.h"
#include "pair.h"
#include "styles/access/atom_style.h"
#include "styles/access/internal_fixes.h"
#include "styles/access/kernel_instructions.h"
#include "styles/access/run_checks.h"
#include "styles/access/styles_with.h"
#include "styles/bonds/atom_vec_bonded_cluster.h"
#include "styles/bonds/bond_coefficients.h"
#include "styles/bonds/bond_evaluation.h"
#include "styles/bonds/cluster_sorting.h"
#include "styles/bonds/fix_bond_state.h"
#include "styles/commands/input_words.h"
#include "styles/parcels/fix_parcels.h"
#include "styles/state/restart_block.h"
#include "update.h"

#include "bonds/bond_energy.h"
#include "bonds/bond_numbers.h"

#include <algorithm>
#include <cmath>
#include <utility>

using namespace LAMMPS_NS;
using grist::BOND_LANES;
using grist::BondBlock;
using grist::BondMaterial;

static constexpr int MATERIAL_RESTART_VERSION = 9;    // 9: materials as the words of bond_coeff
static constexpr const char *PLACEHOLDER = "GRIST_BOND_STATE_PLACEHOLDER";

BondParallel::BondParallel(LAMMPS *lmp) :
    Bond(lmp), fix_state(nullptr), ghost_cutoff(lmp), weights(lmp)
{
  partial_flag = 1;
  writedata = 1;
  single_extra = SingleBonds::LOADS;
  svector = loads.data();

  // The fix itself is made in init_style(), when its per-atom data have been read from a restart
  // file; its place in the order of fixes, ahead of those that move atoms, is taken now.
  refuse_other_fix(lmp, BOND_STYLE_PARALLEL, FixBondState::ID, "BOND/STATE");
  if (auto *fix = dynamic_cast<FixBondState *>(modify->get_fix_by_id(FixBondState::ID)))
    delete fix->take_hidden_style();
  else
    make_internal_fix(lmp, BOND_STYLE_PARALLEL, PLACEHOLDER, "all DUMMY");
}

// The fix with the states of bonds stays: the same style may be given again before the next run.
BondParallel::~BondParallel()
{
  stop_sorting_clusters(lmp);
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

// The first bond type whose material has this; 0: there is none.
template <template <class> class PROPERTY> int BondParallel::type_with() const
{
  const auto found = std::find_if(materials.begin(), materials.end(), grist::has<PROPERTY>);
  return found == materials.end() ? 0 : static_cast<int>(found - materials.begin());
}

void BondParallel::settings(int narg, char **arg)
{
  if (narg > 0)
    error->all(FLERR, "Bond style parallel: unexpected argument {} (it takes none)", arg[0]);
  use_weights_of_bonds(force);    // settings of the user are checked in init_style()
  comm->ghost_velocity = 1;
}

/* ----------------------------------------------------------------------
   bond_coeff types young E tensile s shear t | cohesion c angle phi [ratio r] [radius lambda] [beta b]
              [damping d] [weibull m seed | normal sd r seed] [contact no|yes|absolute]
              [soften g | fatigue gamma | weaken T0 T1] [creep T]
------------------------------------------------------------------------- */

void BondParallel::coeff(int narg, char **arg)
{
  if (narg < 1) utils::missing_cmd_args(FLERR, "bond_coeff", error);
  if (!allocated) allocate();
  int lo, hi;
  utils::bounds(FLERR, arg[0], 1, atom->nbondtypes, lo, hi, error);

  InputWords words(lmp, BOND_STYLE_PARALLEL, narg, arg, 1);
  const BondMaterial material = read_bond_coeff(words, arg[0]);
  for (int type = lo; type <= hi; type++) {
    materials[type] = material;
    setflag[type] = 1;
  }
}

void BondParallel::init_style()
{
  refuse_rerun(lmp, "Bond style parallel",
               "frames hold no loads of bonds: bond_style zero, or none with atom_style sphere");
  settle_instructions(lmp);
  if (!atom->style_match("bonded/cluster"))
    error->all(FLERR, "Bond style parallel needs atom_style bonded/cluster (now: {})",
               atom->get_style());
  if (force->newton_bond)
    error->all(
        FLERR,
        "Bond style parallel needs 'newton on off' before the box is defined (now: newton {} on)",
        force->newton_pair ? "on" : "off");
  if (force->bond != this)
    error->all(FLERR, "Bond style parallel cannot be a part of bond_style hybrid");
  if (utils::strmatch(update->integrate_style, "^respa"))
    error->all(FLERR, "Bond style parallel cannot be used with run_style {}",
               update->integrate_style);

  refuse_ghosts_of_a_group(lmp, BOND_STYLE_PARALLEL);
  weights.init();
  comm->ghost_velocity = 1;

  laws.clear();
  for (const BondMaterial &given : materials)
    laws.push_back(
        as_evaluated(grist::bond_numbers(false), given, force->nktv2p, FixParcels::scale(lmp)));
  has_memories = type_with<grist::Remembers>() > 0;
  is_hot = type_with<grist::FollowsTemperature>() > 0;
  has_strengths = has_memories || is_hot || type_with<grist::FollowsIds>() > 0;
  if (is_hot && modify->get_fix_by_style("^heat/gran$").empty())
    error->all(FLERR, "{}: weaken of bond type {} without temperatures (add fix heat/gran)",
               BOND_STYLE_PARALLEL, type_with<grist::FollowsTemperature>());

  find_state_fix();
  set_rigid_types();
  set_contacts();
  // Spheres of a team have the radii that they had when it was formed.
  fix_state->teams.form(modify->get_fix_by_style("^adapt").empty());
  fix_state->teams.form_of_released(false);    // a fix that holds clusters wants this, later
  follow_changes();
  fix_state->states.mark_all_new();    // coefficients may have changed
  guard_run(lmp);
  sort_clusters_last(lmp, BOND_STYLE_PARALLEL);
  ghost_cutoff.widen();
}

void BondParallel::find_state_fix()
{
  fix_state = dynamic_cast<FixBondState *>(modify->get_fix_by_id(FixBondState::ID));
  if (fix_state) return;
  fix_state = dynamic_cast<FixBondState *>(replace_internal_fix(
      lmp, BOND_STYLE_PARALLEL, PLACEHOLDER, FixBondState::ID, "all BOND/STATE"));
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
  std::string problem;
  for (int i = 0; i < atom->nlocal && problem.empty(); i++)
    for (int m = 0; m < atom->num_bond[i]; m++)
      if (is_rigid(atom->bond_type[i][m]))
        problem = fmt::format("{}: atom {} is in a rigid cluster, which no fix moves (add fix "
                              "rigid/cluster)",
                              BOND_STYLE_PARALLEL, atom->tag[i]);
  end_if_any(lmp, problem);
}

// Contacts beside bonds are evaluated by the pair style, which asks for them at each rebuild.
void BondParallel::set_contacts()
{
  std::vector<grist::BondContact> types;
  for (const BondMaterial &material : materials) types.push_back(material.contact);
  fix_state->contacts.set_types(types);
  if (!fix_state->contacts.exist()) return;
  const int type = type_with<grist::HasContactBeside>();
  const char *word = grist::ContactBeside::name_of(materials[type].contact);
  const auto *pair = dynamic_cast<BondContactStyle *>(force->pair);
  if (!pair)
    error->all(FLERR,
               "{}: contact {} of bond type {} with pair_style {} (expected one of spheres, as "
               "hertz/mindlin, or contact no)",
               BOND_STYLE_PARALLEL, word, type, force->pair ? force->pair_style : "none");
  if (const std::string problem = pair->bond_contact_refusal(); !problem.empty())
    error->all(FLERR, "{}: contact {} of bond type {} with {}", BOND_STYLE_PARALLEL, word, type,
               problem);
}

void BondParallel::follow_changes()
{
  if (fix_state->follow_changes() && type_with<grist::FollowsIds>())
    error->all(FLERR, "{}: {}", BOND_STYLE_PARALLEL, grist::STRENGTHS_FOLLOW_IDS);
}

// ---- mass in units of force time^2 / length, whatever the unit style

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
  listeners.for_each([](PairForceListener &listener) { listener.pair_forces_are_complete(); });
  initialize_new_bonds();
  if (is_hot) follow_temperatures();
  BondStates &states = fix_state->states;
  fix_state->teams.update_lanes(states.bonds);
  if (recording.is_on()) dashpots.begin_step(update->ntimestep, update->setupflag != 0);
  flow.assign(recording.is_on() ? atom->nlocal : 0, 0.0);
  if (states.count() == 0) return;
  grist::BondedSpheres of = spheres();
  if (recording.is_on() && is_damped()) of.dashpots = &dashpots;
  if (recording.is_on()) of.flow = flow.data();
  BondEvaluation evaluation(lmp, *fix_state, laws, of, lost);
  if (eflag_atom || vflag_atom)
    evaluation.tally_by(
        [this](const auto &kernel, const BondBlock &block, const auto &on,
               const grist::BondMemories *memories) { tally_atoms(kernel, block, on, memories); });
  else if (evflag)
    evaluation.tally_sums();
  evaluation.run();
  add_tallied(evaluation.sums());
}

void BondParallel::tally_atoms(const grist::BondKernel &kernel, const BondBlock &block,
                               const grist::BondBlockForces &on,
                               const grist::BondMemories *memories)
{
  for (int lane = 0; lane < BOND_LANES; lane++)
    if (block.live >> lane & 1)
      ev_tally_xyz(block.a[lane], block.b[lane], atom->nlocal, force->newton_bond,
                   kernel.energy(block, on, lane, memories), on.force_a[0][lane],
                   on.force_a[1][lane], on.force_a[2][lane], -on.distance[0][lane],
                   -on.distance[1][lane], -on.distance[2][lane]);
}

void BondParallel::add_tallied(const grist::BondTally &sums)
{
  for (int lane = 0; lane < BOND_LANES; lane++) {
    if (eflag_global) energy += sums.energy[lane];
    for (int k = 0; vflag_global && k < 6; k++) virial[k] += sums.virial[k][lane];
  }
}

// ---- energy of the bonds, for compute energy/balance

void BondParallel::add_stored(grist::StoredEnergy &to, const grist::SphereSelection &of) const
{
  if (fix_state->states.count() == 0) return;
  to.bond += grist::stored_energy(fix_state->states.bonds, laws, spheres(), of);
}

bool BondParallel::is_damped() const
{
  return std::any_of(laws.begin(), laws.end(),
                     [](const BondMaterial &law) { return law.damping > 0.0; });
}

// For a selection, bonds are evaluated again: velocities must still be those of the last
// evaluation.
void BondParallel::add_powers(grist::EnergyFlows &to, const grist::SphereRates *rates,
                              const grist::SphereSelection &of) const
{
  if (of.has_all())
    to[grist::BOND_DAMPING] += dashpots.at_instant();
  else if (is_damped() && fix_state->states.count() > 0)
    to[grist::BOND_DAMPING] +=
        grist::damping_power(fix_state->states.bonds.blocks, laws, spheres(),
                             update->setupflag ? 0.0 : update->dt, rates, of);
}

// Of all atoms, owned and ghost: as forces have been computed with.
static std::vector<grist::SphereRates> rates_of_half_step(const Atom *atom)
{
  std::vector<grist::SphereRates> rates;
  rates.reserve(atom->nlocal + atom->nghost);
  for (int i = 0; i < atom->nlocal + atom->nghost; i++)
    rates.push_back({grist::vector_at(atom->v[i]), grist::vector_at(atom->omega[i])});
  return rates;
}

void BondParallel::add_damping_halves(const grist::SphereRates *, double *power,
                                      double *half_a_step_before) const
{
  if (is_damped() && fix_state->states.count() > 0)
    grist::add_damping_halves(fix_state->states.bonds.blocks, laws, spheres(),
                              update->setupflag ? 0.0 : update->dt, rates_of_half_step(atom).data(),
                              half_a_step_before);
  for (size_t i = 0; i < flow.size() && !update->setupflag; i++) power[i] += flow[i] / update->dt;
}

// Bonds of rigid clusters have no state, and keep their length.
BondSize BondParallel::size_of(int i, int m, int j) const
{
  const int type = atom->bond_type[i][m];
  const double *a = atom->x[i], *b = atom->x[j];
  return {laws[type].radius * std::min(atom->radius[i], atom->radius[j]),
          is_rigid(type) ? std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])
                         : fix_state->states.length_of_slot(i, m)};
}

std::optional<BondReading> BondParallel::reading(int i, int m, int j) const
{
  const bool is_of_body = is_rigid(atom->bond_type[i][m]) ||
      atom_style<AtomVecBondedCluster>(atom)->is_rigid[i] != 0;
  return is_of_body ? std::nullopt : single_bonds().reading(i, m, j);
}

void BondParallel::take_events(grist::EnergyLedger &ledger)
{
  const grist::BondLosses taken = std::exchange(lost, {});
  ledger.add_broken_bond(fix_state->take_broken_energy() + taken.damage);
  ledger.add_flow(grist::BOND_DAMPING, taken.flow);
}

/* ----------------------------------------------------------------------
   energy of one bond, the force along it over its length, and its loads in svector, as last
   evaluated
------------------------------------------------------------------------- */

double BondParallel::single(int type, double rsq, int i, int j, double &fforce)
{
  fforce = 0.0;
  loads.fill(0.0);
  if (type <= 0 || is_rigid(type) || !single_bonds().find_loads(type, rsq, i, j, loads)) return 0.0;
  fforce = -loads[SingleBonds::TENSION] / std::sqrt(rsq);
  return loads[SingleBonds::ENERGY];
}

SingleBonds BondParallel::single_bonds() const
{
  if (!is_initialized() || internal_fix<FixBondState>(lmp) != fix_state)
    error->one(FLERR, "{}: bonds have no values yet (run 0 first)", BOND_STYLE_PARALLEL);
  return {lmp, laws, fix_state->states};
}

// ---- damping coefficients and strengths of new bonds

void BondParallel::initialize_new_bonds()
{
  auto &bonds = fix_state->states.bonds;
  bonds.strengths.resize(has_strengths ? bonds.blocks.size() : 0);
  bonds.memories.resize(has_memories ? bonds.blocks.size() : 0);
  for (const int n : fix_state->states.take_new_bonds()) {
    BondBlock &block = bonds.block_of(n);
    const int lane = n % BOND_LANES, a = block.a[lane], b = block.b[lane];
    block.set_damping(lane,
                      grist::bond_damping(laws[block.type[lane]], atom->radius[a], atom->radius[b],
                                          inertial_mass(a), inertial_mass(b),
                                          block.length_initial[lane]));
    if (has_strengths) set_strength(n);
  }
}

// Strengths at the temperatures of the step.
void BondParallel::follow_temperatures()
{
  const auto &bonds = fix_state->states.bonds;
  for (size_t k = 0; k < bonds.blocks.size(); k++)
    for (int lane = 0; lane < BOND_LANES; lane++)
      if (bonds.blocks[k].live >> lane & 1 &&
          grist::has<grist::FollowsTemperature>(laws[bonds.blocks[k].type[lane]]))
        set_strength(static_cast<int>(k) * BOND_LANES + lane);
}

void BondParallel::set_strength(int n)
{
  auto &bonds = fix_state->states.bonds;
  const BondBlock &block = bonds.block_of(n);
  const int lane = bonds.lane_of(n);
  const BondMaterial &law = laws[block.type[lane]];
  const int a = block.a[lane], b = block.b[lane];
  const double length = block.length_initial[lane];
  bonds.set_strength(n, {law, atom->radius[a], atom->radius[b], length},
                     single_strength(atom, law, a, b));
  if (!((block.live | block.resting) >> lane & 1)) return;
  if (const std::string why = grist::refusal(law, length); !why.empty())
    error->one(FLERR, "{}: bond of type {} between atoms {} and {}: {}", BOND_STYLE_PARALLEL,
               block.type[lane], atom->tag[a], atom->tag[b], why);
}

// ---- for fix guard

void BondParallel::add_limits(RunLimits &limits)
{
  std::vector<double> mass(atom->nlocal);
  for (int i = 0; i < atom->nlocal; i++) mass[i] = inertial_mass(i);
  grist::AskBeside beside;
  if (const auto *pair = dynamic_cast<BondContactStyle *>(force->pair);
      pair && fix_state->contacts.exist())
    beside = [pair](int a, int b, double counts_from) {
      return pair->stiffness_beside_bond(a, b, counts_from);
    };
  limits.times.push_back(
      {TimeLimitKind::BONDS, BOND_STYLE_PARALLEL,
       grist::stable_time_step(fix_state->states.bonds, laws, atom->radius, mass, beside)});
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

// ---- coefficients in restart and data files; the fix writes the state of the bonds

void BondParallel::write_restart(FILE *fp)
{
  RestartWriter out(MATERIAL_RESTART_VERSION);
  for (int type = 1; type <= atom->nbondtypes; type++)
    out.add_text(bond_coeff_text(materials[type]));
  FixParcels::write_restart(lmp, out);
  out.write(fp);
}

void BondParallel::read_restart(FILE *fp)
{
  allocate();
  RestartReader in(lmp, BOND_STYLE_PARALLEL, MATERIAL_RESTART_VERSION, fp);
  for (int type = 1; type <= atom->nbondtypes; type++) {
    InputWords words(lmp, BOND_STYLE_PARALLEL, in.get_text());
    materials[type] = read_bond_coeff(words, std::to_string(type));
  }
  FixParcels::read_restart(lmp, BOND_STYLE_PARALLEL, in);
  in.end();
  std::fill_n(setflag + 1, atom->nbondtypes, 1);
}

void BondParallel::write_data(FILE *fp)
{
  for (int type = 1; type <= atom->nbondtypes; type++)
    utils::print(fp, "{}{}\n", type, bond_coeff_text(materials[type]));
}
