#include "styles/bonds/bond_evaluation.h"

#include "atom.h"
#include "comm.h"
#include "error.h"
#include "neighbor.h"
#include "styles/bonds/fix_bond_state.h"
#include "update.h"

#include "bonds/bond_energy.h"

#include <algorithm>
#include <utility>

using namespace LAMMPS_NS;
using grist::BOND_LANES;
using grist::BondBlock;
using grist::BondBlockForces;
using grist::BondTeam;

// At setup no time has passed since the states were last updated.
BondEvaluation::BondEvaluation(LAMMPS *lmp, FixBondState &fix_state,
                               const std::vector<grist::BondMaterial> &laws,
                               const grist::BondedSpheres &spheres, grist::BondLosses &lost) :
    Pointers(lmp),
    fix_state(fix_state), bonds(fix_state.states.bonds), laws(laws), spheres(spheres), lost(lost),
    length_limit(std::max(comm->cutghostuser, neighbor->cutneighmax)),
    kernel(laws, spheres, length_limit, update->setupflag ? 0.0 : update->dt,
           update->setupflag ? grist::OldNormals::STORED : fix_state.old_normals())
{
}

void BondEvaluation::tally_by(TallyBlock caller)
{
  is_tallied = true;
  tally_block = std::move(caller);
}

void BondEvaluation::run()
{
  if (fix_state.states.live_blocks().any_bond_rests())
    compute_live();
  else
    compute_all();
  lost.damage += kernel.lost().damage;
  lost.flow += kernel.lost().flow;
}

void BondEvaluation::compute_all()
{
  const int count = static_cast<int>(bonds.blocks.size());
  for (int k = compute_teams(); k < count; k++) compute_block(k);
}

void BondEvaluation::compute_block(int k)
{
  BondBlockForces on;
  kernel.prefetch(bonds.blocks, k);
  if (const auto events =
          kernel.evaluate(bonds.blocks[k], bonds.normals[k], on, strengths_of(k), memories_of(k)))
    handle_events(k, events, on);
  kernel.add(bonds.blocks[k], on);
  if (is_tallied) tally(k, on);
}

void BondEvaluation::tally(int k, const BondBlockForces &on)
{
  if (tally_block)
    tally_block(kernel, bonds.blocks[k], on, memories_of(k));
  else
    kernel.tally(bonds.blocks[k], on, tallied, memories_of(k));
}

// Forces are summed in the same order whether they are tallied or not: an output of energy or
// pressure does not change the run.
void BondEvaluation::compute_team(const BondTeam &team, const BondTeam *next)
{
  grist::BondKernel::Show show;
  if (is_tallied) show = [this](int k, const BondBlockForces &on) { tally(k, on); };
  kernel.evaluate_team(
      team, next, bonds,
      [this](int k, const grist::BondEvents &events, const BondBlockForces &on) {
        handle_events(k, events, on);
      },
      show);
}

// Returns the first block that is of none.
int BondEvaluation::compute_teams()
{
  const std::vector<BondTeam> &teams = fix_state.teams.all();
  for (size_t t = 0; t < teams.size(); t++) {
    if (teams[t].is_like)
      compute_team(teams[t], t + 1 < teams.size() ? &teams[t + 1] : nullptr);
    else
      for (int k = teams[t].first; k < teams[t].end(); k++) compute_block(k);
  }
  return teams.empty() ? 0 : teams.back().end();
}

// While bonds rest: teams and blocks that have bonds that do not. Teams first: they set what
// dashpots exert on their spheres, to which others add.
void BondEvaluation::compute_live()
{
  const BondTeams &teams = fix_state.teams;
  const std::vector<int> &blocks = fix_state.states.live_blocks().blocks();
  const auto like_team_of = [&](int k) {
    const BondTeam *team = teams.of_block(k);
    return team && team->is_like ? team : nullptr;
  };
  std::vector<char> team_is_done(teams.all().size(), 0);
  for (const int k : blocks)
    if (const BondTeam *team = like_team_of(k)) {
      char &is_done = team_is_done[team - teams.all().data()];
      if (!is_done) compute_team(*team, nullptr);
      is_done = 1;
    }
  for (const int k : blocks)
    if (!like_team_of(k)) compute_block(k);
}

// ---- lanes of block k that reached a strength break; a bond of impossible length ends the run

void BondEvaluation::handle_events(int k, const grist::BondEvents &events,
                                   const BondBlockForces &on)
{
  const BondBlock &block = bonds.blocks[k];
  grist::BondStrengths *strengths = strengths_of(k);
  grist::BondMemories *memories = memories_of(k);
  if (events.failed) take_from_lost(block, events.failed, on, memories);
  for (int lane = 0; lane < BOND_LANES; lane++) {
    if (events.bad_length >> lane & 1)
      error_bad_length(atom->tag[block.a[lane]], atom->tag[block.b[lane]], on.length[lane]);
    if (events.failed >> lane & 1)
      fix_state.break_bond(k * BOND_LANES + lane,
                           kernel.failure(block, on, lane, strengths, memories),
                           kernel.fracture_energy(block, on, lane, memories));
  }
}

void BondEvaluation::take_from_lost(const BondBlock &block, grist::BondMask failed,
                                    const BondBlockForces &on, const grist::BondMemories *memories)
{
  for (int lane = 0; lane < BOND_LANES; lane++) {
    if (!(failed >> lane & 1) || block.a[lane] >= atom->nlocal) continue;
    if (kernel.takes_energy(block, lane))
      lost.damage -= kernel.fracture_energy(block, on, lane, memories);
    if (!update->setupflag)
      lost.damage -=
          0.5 * update->dt * grist::elastic_power(block, on, lane, laws, spheres, update->dt);
  }
}

void BondEvaluation::error_bad_length(tagint tag_a, tagint tag_b, double length) const
{
  if (length == 0.0)
    error->one(
        FLERR,
        "Bond style parallel: atoms {} and {} of a bond lie on each other at step {} (set apart "
        "what was moved there, or the run is unstable)",
        tag_a, tag_b, update->ntimestep);
  error->one(
      FLERR,
      "Bond style parallel: the bond between atoms {} and {} is {} long at step {} (the ghost "
      "cutoff is {}; widen it with comm_modify cutoff, or the run is unstable)",
      tag_a, tag_b, length, update->ntimestep, length_limit);
}
