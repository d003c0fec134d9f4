#include "styles/search/fix_contact_search.h"

#include "comm.h"
#include "error.h"
#include "memory.h"
#include "neigh_request.h"
#include "styles/common/lammps_compat.h"

#include "search/fixed_cubes.h"
#include "search/multilevel_grid.h"
#include "search/munjiza/mmr.h"
#include "search/munjiza/mr_linear.h"
#include "search/single_level_grid.h"
#include "search/two_level_grid.h"

using namespace LAMMPS_NS;
using grist::PairSearch;

/* ---------------------------------------------------------------------- */

FixContactSearch::FixContactSearch(LAMMPS *lmp, int narg, char **arg) :
    Fix(lmp, narg, arg), style_before(neighbor->style), told(false)
{
  if (narg != 4) error->all(FLERR, "Fix CONTACT/SEARCH is made by neighbor_style alone");
  name = arg[3];
}

FixContactSearch::~FixContactSearch()
{
  if (neighbor) neighbor->style = style_before;    // gone before the fixes when LAMMPS ends
}

int FixContactSearch::setmask()
{
  // Only the hook at setup does something; LAMMPS calls it by the mask of its run-time counterpart.
  return FixConst::POST_NEIGHBOR;
}

/* ----------------------------------------------------------------------
   a `neighbor` command since then may have set another style
------------------------------------------------------------------------- */

void FixContactSearch::init()
{
  if (neighbor->style != Neighbor::NSQ) style_before = neighbor->style;
  neighbor->style = Neighbor::NSQ;
  told = false;
}

/* ---------------------------------------------------------------------- */

std::unique_ptr<PairSearch> FixContactSearch::make_search(const std::string &name)
{
  if (name == "multilevel") return std::make_unique<grist::MultilevelGrid>();
  if (name == "twolevel") return std::make_unique<grist::TwoLevelGrid>();
  if (name == "mr") return std::make_unique<grist::MrLinear>();
  if (name == "mmr") return std::make_unique<grist::Mmr>();
  if (name == "cubes") return std::make_unique<grist::FixedCubes>();
  if (name == "grid") return std::make_unique<grist::SingleLevelGrid>();
  return nullptr;
}

std::unique_ptr<PairSearch> FixContactSearch::make_search() const
{
  return make_search(name);
}

/* ----------------------------------------------------------------------
   what the search of the last list was like, over all ranks, once a run
------------------------------------------------------------------------- */

void FixContactSearch::tell()
{
  if (told) return;
  told = true;
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
  std::string text = fmt::format("  neighbor style {}: ", name);
  if (sum[0] > 0.0) text += fmt::format("{:.0f} units with ghosts, ", sum[0]);
  if (levels > 0) text += fmt::format("{} levels, ", levels);
  if (most[3] > 0.0) text += fmt::format("cells from {:.4g}, ", most[3]);
  if (most[2] > 0.0) text += fmt::format("cells to {:.4g}, ", most[2]);
  utils::logmesg(lmp, text + fmt::format("{:.3g} MiB\n", sum[1]));
}

double FixContactSearch::memory_usage()
{
  return static_cast<double>(last.memory);
}
