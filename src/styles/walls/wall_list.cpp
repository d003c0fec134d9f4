#include "styles/walls/wall_list.h"

#include "atom.h"
#include "styles/access/lammps_compat.h"

#include "walls/near_cells.h"

#include <algorithm>

using namespace LAMMPS_NS;
using grist::Vector3d;
using grist::WallSurface;

// Cells that are tested before their spheres are: the least edge in largest reaches, and the
// average number of spheres of the rank per cell, empty cells included. Cells are larger where this
// needs it.
static constexpr double CELL = 6.0;
static constexpr int SPHERES_PER_CELL = 8;

static Vector3d place(const double *x)
{
  return {x[0], x[1], x[2]};
}

WallList::WallList(LAMMPS *lmp, int groupbit) :
    Pointers(lmp), groupbit(groupbit), valid(false), count(0)
{
}

bool WallList::is_valid(const WallSurface &wall) const
{
  return valid && neighbor->ago != 0 && !wall.changes_shape() &&
      !(wall.shift_since_list(extent) > 0.5 * neighbor->skin);
}

void WallList::build(WallSurface &wall, const WallLaw &law, double farther)
{
  beyond_reach = find_margin(wall) + farther;
  const bool all = wall.changes_shape();
  near.clear();
  wall.begin_list();
  const double largest = find_extent(law);
  grist::NearCells cells(wall, extent, largest + beyond_reach, CELL * largest,
                         atom->nlocal / SPHERES_PER_CELL);
  grist::CenterBatch batch;
  int gathered = 0, atoms[grist::CenterBatch::MOST];
  const auto list_batch = [&] {
    batch.fill(gathered);
    const std::uint64_t listed = wall.list(batch, gathered);
    for (int k = 0; k < gathered; k++)
      if (listed >> k & 1) near.push_back(atoms[k]);
    gathered = 0;
  };
  for (int i = 0; i < atom->nlocal; i++) {
    if (!(atom->mask[i] & groupbit)) continue;
    const Vector3d x = place(atom->x[i]);
    if (all) {
      near.push_back(i);
    } else if (cells.may_hold_near(x)) {
      batch.set(gathered, x, law.reach(atom->radius[i]) + beyond_reach);
      atoms[gathered++] = i;
      if (gathered == grist::CenterBatch::MOST) list_batch();
    }
  }
  list_batch();
  grow_extent();
  valid = true;
  count++;
}

double WallList::find_margin(const WallSurface &wall) const
{
  const double half_skin = 0.5 * neighbor->skin;
  return (neighbor->ago == 0 ? half_skin : 2.0 * half_skin) + (wall.moves() ? half_skin : 0.0);
}

// Returns the largest reach.
double WallList::find_extent(const WallLaw &law)
{
  double largest = 0.0;
  extent = {};
  for (int i = 0; i < atom->nlocal; i++) {
    extent.extend(place(atom->x[i]));
    largest = std::max(largest, law.reach(atom->radius[i]));
  }
  return largest;
}

void WallList::grow_extent()
{
  if (extent.is_empty()) return;
  extent.low -= Vector3d::all(neighbor->skin);
  extent.high += Vector3d::all(neighbor->skin);
}
