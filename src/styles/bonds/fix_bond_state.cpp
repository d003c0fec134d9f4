#include "styles/bonds/fix_bond_state.h"

#include "atom.h"
#include "bond.h"
#include "comm.h"
#include "domain.h"
#include "error.h"
#include "force.h"
#include "modify.h"
#include "output.h"
#include "styles/access/internal_fixes.h"
#include "styles/access/run_checks.h"
#include "styles/access/styles_with.h"
#include "styles/bonds/atom_vec_bonded_cluster.h"
#include "styles/bonds/turned_clusters.h"
#include "styles/interfaces/bonding_style.h"
#include "update.h"

#include <algorithm>
#include <cstring>

using namespace LAMMPS_NS;
using namespace FixConst;
using grist::BondState;

// Of the states of each atom's bonds.
static constexpr int STATE_RESTART_VERSION = 4;

static AtomVecBondedCluster *clusters_of(LAMMPS *lmp)
{
  auto *avec = dynamic_cast<AtomVecBondedCluster *>(lmp->atom->style_match("bonded/cluster"));
  if (!avec) lmp->error->all(FLERR, "Bond style parallel needs atom_style bonded/cluster");
  return avec;
}

static void take_states(BondStates &states, const grist::BondBlocks &from)
{
  for (int n = 0; n < states.count(); n++)
    if (states.bonds.block_of(n).live >> grist::BondBlocks::lane_of(n) & 1)
      states.bonds.set_state(n, from.state(n));
}

FixBondState::FixBondState(LAMMPS *lmp, int narg, char **arg) :
    RowsFix(BOND_STYLE_PARALLEL, STATE_RESTART_VERSION, lmp, narg, arg),
    SetupMemory([this] { return [this, kept = states.bonds] { take_states(states, kept); }; },
                [this] { states.invalidate_list(); }),
    BondedElements(lmp, this, [avec = clusters_of(lmp)] { return avec->cluster; }), slots(lmp),
    teams(lmp), states(lmp, slots, teams), contacts(lmp, states),
    breaker(lmp, states, slots, break_listeners), normals(grist::OldNormals::STORED),
    hidden_style(nullptr), is_used(true), others_change_bonds(false)
{
  if (!is_internal_fix_made())
    error->all(FLERR, "Fix BOND/STATE is made by bond_style parallel alone");

  nevery = 1;
  comm_forward = 1;
  set_columns();
  start_rows();
}

FixBondState *FixBondState::in_use(const LAMMPS *lmp)
{
  return bond_with<BondingStyle>(lmp) ? internal_fix<FixBondState>(lmp) : nullptr;
}

int FixBondState::setmask()
{
  return PRE_EXCHANGE | PRE_NEIGHBOR | POST_NEIGHBOR | END_OF_STEP | MIN_PRE_EXCHANGE |
      MIN_PRE_NEIGHBOR | MIN_POST_NEIGHBOR;
}

static bool moves_by_velocity(const Fix *fix)
{
  for (const char *style :
       {"nve", "nve/sphere", "nve/limit", "nve/noforce", "leapfrog/sphere", "rigid/cluster"})
    if (strcmp(fix->style, style) == 0) return true;
  return false;
}

// Whether old normals of bonds may be found from the motion in this run: only if plain integration,
// and nothing else, moves atoms, so that positions follow from velocities between two evaluations.
static grist::OldNormals old_normals_of_run(const LAMMPS *lmp)
{
  // One of these fixes must move all atoms: an atom that no fix moves may have a velocity.
  const Modify *modify = lmp->modify;
  bool all_move = false, otherwise = lmp->update->whichflag != 1 || lmp->domain->box_change != 0;
  for (int n = 0; n < modify->nfix; n++) {
    if (!(modify->fmask[n] & (INITIAL_INTEGRATE | POST_INTEGRATE))) continue;
    if (!moves_by_velocity(modify->fix[n])) otherwise = true;
    if (modify->fix[n]->igroup == 0) all_move = true;
  }
  return all_move && !otherwise ? grist::OldNormals::FROM_MOTION : grist::OldNormals::STORED;
}

void FixBondState::init()
{
  is_running = false;
  set_columns();
  show_style();
  is_used = bond_with<BondingStyle>(lmp) != nullptr;
  if (!is_used) {
    states.forget_all();
    contacts.set_types({});
  }
  others_change_bonds = !modify->get_fix_by_style("^bond/").empty();
  normals = old_normals_of_run(lmp);
  states.invalidate_list();
  clusters.mark_changed();
}

void FixBondState::set_columns()
{
  const int columns = std::max(1, atom->bond_per_atom);
  maxexchange = columns * BondState::SIZE;
  slots.set_columns(columns);
}

/* ----------------------------------------------------------------------
   at the end of a run, and before a restart file is written: normals as they are now, because atoms
   may be moved by other means next
------------------------------------------------------------------------- */

// ---- at a rebuild

// Atoms are about to migrate: both ranks of a border bond must agree on it.
void FixBondState::prepare_exchange()
{
  share_border_breaks();
  if (others_change_bonds) states.follow_bonds();
}

void FixBondState::setup_pre_exchange()
{
  if (is_used) prepare_exchange();
  if (const auto *style = bond_with<BondingStyle>(lmp)) style->widen_ghosts();
}

void FixBondState::setup_pre_neighbor()
{
  is_running = true;
  pre_neighbor();
}

// The order of atoms in memory and of pairs in lists follows the clusters. They are found before
// both are made, so that neither depends on whether a report has asked for clusters since the last
// bond broke.
void FixBondState::pre_exchange()
{
  if (!is_used) return;
  prepare_exchange();
  clusters.update_ids();
}

void FixBondState::pre_neighbor()
{
  if (!is_used) return;
  set_columns();
  hidden_style = force->bond;
  force->bond = nullptr;
}

void FixBondState::post_neighbor()
{
  if (!is_used) return;
  if (hidden_style) force->bond = take_hidden_style();
  states.renumber();
  clusters.update_ids();
}

void FixBondState::setup_post_neighbor()
{
  post_neighbor();
  if (is_used) follow_turned_clusters(lmp, states.bonds, clusters.ids());
}

// The number of bonds that LAMMPS prints and writes.
void FixBondState::end_of_step()
{
  is_running = true;    // after `run ... pre no`, too
  if (update->ntimestep == output->next) count_broken();
}

void FixBondState::count_broken()
{
  const bigint mine = breaker.take_broken();
  bigint all = 0;
  MPI_Allreduce(&mine, &all, 1, MPI_LMP_BIGINT, MPI_SUM, world);
  atom->nbonds -= all;
}

void FixBondState::post_run()
{
  is_running = false;
  if (!is_used) return;
  share_border_breaks();
  clusters.update_ids();    // as in pre_exchange(), for the next run
  clusters.remember();
  count_broken();
  if (atom->x) store_normals();
}

/* ----------------------------------------------------------------------
   an error while lists were built, which a program that uses LAMMPS as a library has caught, left
   the style hidden
------------------------------------------------------------------------- */

void FixBondState::show_style()
{
  if (!hidden_style) return;
  Bond *style = take_hidden_style();
  if (force->bond) return;
  force->bond = style;
  style->init();
}

// ---- what commands between runs may have done

bool FixBondState::follow_changes()
{
  set_columns();
  const bool ids_are_new = states.follow_ids();
  states.follow_bonds();
  refuse_second_bonds();
  return ids_are_new;
}

void FixBondState::refuse_second_bonds() const
{
  std::string problem;
  for (int i = 0; i < atom->nlocal && problem.empty(); i++) {
    const tagint *first = atom->bond_atom[i], *end = first + atom->num_bond[i];
    for (const tagint *partner = first; partner != end; ++partner)
      if (std::find(first, partner, *partner) != partner)
        problem = fmt::format(
            "Bond style parallel: atoms {} and {} have two bonds (one between two spheres is "
            "the limit; one that delete_bonds has turned off counts until it is removed)",
            atom->tag[i], *partner);
  }
  end_if_any(lmp, problem);
}

// A bond that is turned off has a type below 0.
void FixBondState::list_bonds(int i, std::vector<BondEnd> &to) const
{
  to.clear();
  for (int m = 0; m < atom->num_bond[i]; m++)
    if (atom->bond_type[i][m] > 0) to.push_back({atom->bond_atom[i][m], atom->bond_type[i][m], m});
}

void FixBondState::break_bond(int n, grist::BondFailure failure, double energy)
{
  breaker.break_bond(n, failure, energy);
  clusters.mark_changed();
}

/* ----------------------------------------------------------------------
   states of bonds travel with the atoms. Between runs normals are stored already, and atoms may have
   changed their places.
------------------------------------------------------------------------- */

void FixBondState::transfer_row(grist::Archive &archive, int i)
{
  std::vector<BondState> of_atom(atom->num_bond[i]);
  for (int m = 0; m < atom->num_bond[i]; m++) {
    if (!archive.reads()) states.state_of_slot(i, m, of_atom[m]);
    archive(of_atom[m]);
  }
  if (!archive.reads()) return;
  if (is_used)
    states.arrive(i, of_atom);
  else
    slots.clear(i);
}
