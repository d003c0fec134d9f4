#include "styles/rigid/fix_rigid_cluster.h"

#include "atom.h"
#include "comm.h"
#include "error.h"
#include "force.h"
#include "modify.h"
#include "neighbor.h"
#include "styles/access/kernel_instructions.h"
#include "styles/access/styles_with.h"
#include "styles/bonds/bond_ghost_cutoff.h"
#include "styles/bonds/fix_bond_state.h"
#include "styles/files/output_columns.h"
#include "styles/interfaces/bonding_style.h"
#include "update.h"

#include <algorithm>
#include <cstring>
#include <set>
#include <string>

using namespace LAMMPS_NS;
using namespace FixConst;

static constexpr const char *USER = "Fix rigid/cluster";

static constexpr int RESTART_VERSION = 5;

/* ----------------------------------------------------------------------
   fix ID group rigid/cluster [gravity g vector x y z] [hold yes|no] [release s] [return s]
          [compression w]
------------------------------------------------------------------------- */

static std::vector<Keyword> hold_keywords(InputWords &words, HoldSettings &hold)
{
  return {{"hold", [&] { hold.on = words.yes_or_no("hold"); }},
          {"release", [&] { hold.release = words.positive("release", Quantity::NUMBER); }},
          {"return", [&] { hold.back = words.not_negative("return", Quantity::NUMBER); }},
          {"compression",
           [&] { hold.compression = words.between("compression", Quantity::NUMBER, 0.0, 1.0); }}};
}

FixRigidCluster::FixRigidCluster(LAMMPS *lmp, int narg, char **arg) :
    FixRigidCluster(lmp, narg, arg, HoldSettings())
{
}

FixRigidCluster::FixRigidCluster(LAMMPS *lmp, int narg, char **arg, HoldSettings hold) :
    RowsFix(USER, RESTART_VERSION, lmp, narg, arg,
            [&hold](InputWords &words) { return hold_keywords(words, hold); }),
    reach(lmp)
{
  if (hold.release >= 1.0)
    error->all(FLERR, "{}: release {:g} (expected a share of the strength below 1)", USER,
               hold.release);
  if (hold.back >= hold.release)
    error->all(FLERR, "{}: return {:g} (expected less than release {:g})", USER, hold.back,
               hold.release);
  if (!atom->style_match("bonded/cluster"))
    error->all(FLERR, "{}: atom_style {} (expected bonded/cluster)", USER, atom->get_style());
  for (const Fix *other : modify->get_fix_by_style("^rigid/cluster$"))
    error->all(FLERR, "{}: fix {} is one already (expected one in a run)", USER, other->id);
  rigid_flag = 1;
  vector_flag = global_freq = 1;
  size_vector = 7;
  extvector = 1;
  name_columns(lmp, *this,
               {{},
                {"bodies", "translational [energy]", "rotational [energy]", "held", "releases",
                 "ever_held", "mean_held"},
                {},
                {}});
  maxexchange = RigidBodies::most_numbers();
  comm_forward = comm_reverse = RigidBodies::most_numbers_sent();
  if (hold.on) watched = std::make_unique<WatchedClusters>(lmp, hold);
  bodies = std::make_unique<RigidBodies>(lmp, this, USER, watched.get());
  motion = std::make_unique<ClusterMotion>(lmp, *bodies);
  making = std::make_unique<RigidMaking>(lmp, *bodies, reach, USER);
  if (hold.on) {
    const HeldBodies::Parts parts = {*bodies, *motion, reach, *watched, counts};
    held = std::make_unique<HeldBodies>(lmp, USER, hold, parts);
    force_reneighbor = 1;
    next_reneighbor = -1;
  }
  start_rows();
}

void FixRigidCluster::init()
{
  settle_instructions(lmp);
  FixLeapfrogSphere::init();
  if (held && update->whichflag == 2)
    error->all(FLERR, "{}: minimize with hold yes (expected hold no: bonds of held clusters rest)",
               USER);
  const auto *bond = bond_with<BondingStyle>(lmp);
  if (!bond || (held && !bond->parallel_laws()))
    error->all(FLERR, "{}: bond_style {} (expected parallel, with bond_coeff N rigid)", USER,
               force->bond_style ? force->bond_style : "none");
  for (int type = 1; held && type <= atom->nbondtypes; type++)
    grist::for_each_acting((*bond->parallel_laws())[type], [&](auto term) {
      if (*term.NOT_HELD)
        error->all(FLERR, "{}: hold yes with bond_coeff {} ... {} (expected hold no: {})", USER,
                   type, term.KEYWORD, term.NOT_HELD);
    });
  auto *state = internal_fix<FixBondState>(lmp);
  bodies->bonds = {bond, state, bond->parallel_laws()};
  // Loads go to owners with newton off, too; LAMMPS asks only pair and bond styles for this.
  force->bond->comm_reverse_off = std::max(force->bond->comm_reverse_off, comm_reverse);
  if (held) {
    held->shapes.use_materials();
    breaks = state->subscribe(*this);
    state->teams.form_of_released(true);
    std::set<std::string> notes;
    for (int type = 1; type <= atom->nbondtypes; type++)
      grist::for_each_acting((*bodies->bonds.laws)[type],
                             [&](auto term) { notes.insert(term.WHILE_HELD); });
    for (const std::string &note : notes)
      if (!note.empty())
        utils::logmesg(lmp,
                       "{}: bonds of held clusters {} by loads below the share {:.6g} of their "
                       "strengths (release)\n",
                       USER, note, watched->settings().release);
  }
  check_pairs();
  reach.widen_ghost_cutoff(*bond, held != nullptr);
}

// Elements of a body must not push each other apart.
void FixRigidCluster::check_pairs() const
{
  if (!force->pair || neighbor->nex_mol > 0 || strcmp(force->pair_style, "zero") == 0) return;
  for (const char *ours : {"^CONTACT/SEARCH$", "^CONTACT/HISTORY$"})
    if (!modify->get_fix_by_style(ours).empty()) return;
  error->all(FLERR,
             "{}: pair_style {} would act inside rigid clusters (add neighbor_style multilevel, or "
             "neigh_modify exclude molecule/intra all)",
             USER, force->pair_style);
}

void FixRigidCluster::post_run()
{
  FixLeapfrogSphere::post_run();
  counter.leave(update);
  const auto mine = motion->own_totals();
  totals_at_end = {on_all_ranks(mine[0]), on_all_ranks(mine[1]), on_all_ranks(mine[2])};
}

void FixRigidCluster::reset_dt()
{
  const double before = time_step();
  FixLeapfrogSphere::reset_dt();
  follow_counter(counter.jump(update));
  if (watched && before > 0.0 && before != time_step()) watched->scale_waits(before / time_step());
}

void FixRigidCluster::setup_pre_exchange()
{
  follow_counter(counter.enter(update));
  widen_bonded_collections(lmp, reach.of_ghosts());
}

// ---- bodies at a rebuild

void FixRigidCluster::update_bodies()
{
  bodies->messages.find_owners();
  if (held) held->form(groupbit);
  making->form_new(groupbit);
  if (const tagint broken = making->incomplete_cluster(); broken > 0)
    bodies->error_not_whole(broken);
  bodies->attach(held && held->has_news());
  motion->forget_loads();
  if (held) held->attach();
  left_out = bodies->is_element();
}

// Commands may have moved, changed or deleted elements since the last run: they are the truth then.
void FixRigidCluster::setup_pre_neighbor()
{
  totals_at_end.reset();
  internal_fix<FixBondState>(lmp)->update_clusters();
  bodies->messages.find_owners();
  if (!bodies->messages.all_agree(making->incomplete_cluster() == 0)) bodies->dissolve();
  update_bodies();
  if (!making->elements_are_in_place()) {
    bodies->dissolve();
    update_bodies();
  }
  counts.held_steps = counts.steps = 0.0;
}

// All forces are known.
void FixRigidCluster::final_integrate()
{
  totals_at_end.reset();    // a run without `pre` has no setup
  if (held) {
    const HeldBodies::Released now = held->release_loaded();
    if (now.any_here) left_out = bodies->is_element();
    if (now.lists_are_old) next_reneighbor = update->ntimestep + 1;
  }
  FixLeapfrogSphere::final_integrate();
}

void FixRigidCluster::pass(Pass what)
{
  FixLeapfrogSphere::pass(what);
  motion->pass(what, time_step(), half_step(), gravity());
}

/* ----------------------------------------------------------------------
   number of bodies, translational and rotational energy; clusters: held now, releases so far, held
   once, mean held in this run
------------------------------------------------------------------------- */

double FixRigidCluster::compute_vector(int n)
{
  const double unit = n == 1 || n == 2 ? force->mvv2e : 1.0;
  if (n < 3 && totals_at_end) return unit * (*totals_at_end)[n];
  const double mine = n < 3 ? motion->own_totals()[n]
      : n == 3              ? counts.held_now
      : n == 4              ? counts.totals.releases
      : n == 5              ? counts.totals.held_once
                            : counts.mean_held();
  return unit * on_all_ranks(mine);
}

double FixRigidCluster::on_all_ranks(double mine) const
{
  double all = 0.0;
  MPI_Allreduce(&mine, &all, 1, MPI_DOUBLE, MPI_SUM, world);
  return all;
}

// The mass that counts in a contact, as fix rigid offers it to pair styles.
void *FixRigidCluster::extract(const char *name, int &dimension)
{
  dimension = 1;
  if (strcmp(name, "body") == 0)
    return const_cast<int *>(
        (held ? held->bodies_in_contacts() : bodies->bodies_of_atoms()).data());
  if (strcmp(name, "masstotal") == 0) return const_cast<double *>(bodies->masses().data());
  return nullptr;
}

// ---- restart files

void FixRigidCluster::transfer_state(grist::Archive &archive)
{
  HoldCounts::Totals all;
  if (!archive.reads()) MPI_Reduce(&counts.totals, &all, 2, MPI_DOUBLE, MPI_SUM, 0, world);
  double reach_of_bodies = reach.of_bodies();
  std::vector<double> shapes;
  if (held) shapes = held->shapes.pack();
  archive(reach_of_bodies, all, shapes);
  counter.transfer(archive, update);
  if (!archive.reads()) return;
  reach.set_of_bodies(reach_of_bodies);
  if (comm->me == 0) counts.totals = all;
  if (held) held->shapes.unpack(shapes);
}

// ---- energy

void FixRigidCluster::add_atom_motion(AtomMotion &to)
{
  FixLeapfrogSphere::add_atom_motion(to);
  to.bodies.push_back(this);
}

void FixRigidCluster::complete(std::vector<grist::SphereRates> &rates, double half_step)
{
  if (half_step > 0.0) {
    motion->complete_step(half_step, gravity(), rates);
    return;
  }
  for (int i = 0; i < atom->nlocal; i++)
    if (has(i)) rates[i] = rates_now(i);
}

double FixRigidCluster::twice_kinetic_energy(int i, const grist::SphereRates &rates) const
{
  return atom->rmass[i] * (squared_norm(rates.velocity) + motion->spin_energy(i, rates.omega));
}
