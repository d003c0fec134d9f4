#include "styles/search/fix_contact_search.h"

#include "comm.h"
#include "error.h"
#include "force.h"
#include "memory.h"
#include "modify.h"
#include "neigh_request.h"
#include "styles/access/internal_fixes.h"
#include "styles/access/lammps_access.h"
#include "styles/access/lammps_compat.h"
#include "styles/access/run_checks.h"

#include <cassert>

using namespace LAMMPS_NS;

FixContactSearch::FixContactSearch(LAMMPS *lmp, int narg, char **arg) :
    Fix(lmp, narg, arg), chosen(narg == 4 ? grist::find_search(arg[3]) : nullptr),
    style_before(neighbor->style), is_printed(false)
{
  if (!chosen || !is_internal_fix_made())
    error->all(FLERR, "Fix CONTACT/SEARCH is made by neighbor_style alone");
}

FixContactSearch::~FixContactSearch()
{
  // LAMMPS deletes it before the fixes when it ends. A `neighbor` command since the last init has
  // the last word.
  if (neighbor && neighbor->style == Neighbor::NSQ) neighbor->style = style_before;
}

int FixContactSearch::setmask()
{
  // Only the hook at setup is used; LAMMPS calls it by the mask of its run-time counterpart.
  return FixConst::POST_NEIGHBOR;
}

// ---- a `neighbor` command may have set another style since the last init

void FixContactSearch::init()
{
  check_multi();
  if (neighbor->style != Neighbor::NSQ) style_before = neighbor->style;
  if (neighbor->style != Neighbor::MULTI) neighbor->style = Neighbor::NSQ;
  is_printed = false;
  refuse_huge_reach(lmp, std::string("Neighbor style ") + chosen->name, neighbor->skin);
}

void FixContactSearch::check_multi() const
{
  assert(chosen);
  if (comm->mode != Comm::MULTI) return;
  if (neighbor->style != Neighbor::MULTI)
    error->all(FLERR,
               "Neighbor style {}: comm_modify mode multi needs the collections of neighbor style "
               "multi (use 'neighbor {} multi')",
               chosen->name, neighbor->skin);
  if (reduces_multi(comm) && !force->newton_pair)
    error->all(FLERR,
               "Neighbor style {}: comm_modify reduce/multi would lose pairs with newton off for "
               "pairs (use 'newton on off' or 'newton on')",
               chosen->name);
}

// ---- units, levels, cells and memory of the last list's search, over all ranks, once a run

void FixContactSearch::print_report()
{
  if (is_printed) return;
  is_printed = true;
  const double mine[4] = {static_cast<double>(last.units),
                          static_cast<double>(last.memory) / 1048576.0, last.primary_cell,
                          last.secondary_cell};
  double sum[4], most[4];
  MPI_Allreduce(mine, sum, 4, MPI_DOUBLE, MPI_SUM, world);
  MPI_Allreduce(mine, most, 4, MPI_DOUBLE, MPI_MAX, world);
  const int my_levels = static_cast<int>(last.levels);
  int levels = 0;
  MPI_Allreduce(&my_levels, &levels, 1, MPI_INT, MPI_MAX, world);
  if (comm->me > 0) return;
  std::string text = fmt::format("  neighbor style {}: ", chosen->name);
  if (sum[0] > 0.0) text += fmt::format("{:.0f} units with ghosts, ", sum[0]);
  if (levels > 0) text += fmt::format("{} levels, ", levels);
  if (most[3] > 0.0) text += fmt::format("cells from {:.4g}, ", most[3]);
  if (most[2] > 0.0) text += fmt::format("cells to {:.4g}, ", most[2]);
  utils::logmesg(lmp, text + fmt::format("{:.3g} MiB\n", sum[1]));
}
