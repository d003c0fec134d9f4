#include "styles/contacts/radius_watch.h"

#include "atom.h"
#include "atom_vec.h"
#include "error.h"
#include "fix.h"
#include "modify.h"
#include "neighbor.h"

#include <algorithm>
#include <cassert>
#include <cmath>

using namespace LAMMPS_NS;

// Shares of the skin.
static constexpr double MOST_GROWTH = 0.25;
static constexpr double HALF = 0.5;
static constexpr double ROUNDING = 1e-9;

// A step before lists run out they must still hold: growth and motion of that step come on top.
static constexpr double EARLY = 0.5;

// atom_style sphere 1 announces that radii change; fixes adapt and set change them in any atom style.
bool LAMMPS_NS::may_change_radii(LAMMPS *lmp)
{
  constexpr int PLACE = 3;    // numbers of a ghost in each step without radii
  Atom *atom = lmp->atom;
  if (atom->style_match("sphere") && atom->avec->size_forward > PLACE) return true;
  if (!lmp->modify->get_fix_by_style("^set$").empty()) return true;
  const auto &fixes = lmp->modify->get_fix_by_style("^adapt");
  return std::any_of(fixes.begin(), fixes.end(),
                     [](const Fix *fix) { return fix->diam_flag != 0; });
}

void RadiusWatch::init(const std::vector<double> &largest_radii, const std::string &name)
{
  assert(largest_radii.size() == static_cast<size_t>(atom->ntypes) + 1);
  user = name;
  largest = largest_radii;
  const double most = *std::max_element(largest.begin(), largest.end());
  for (double &radius : largest)
    if (!(radius > 0.0)) radius = most;    // of a type that has no sphere yet
  varies = may_change_radii(lmp);
}

bool RadiusWatch::lists_run_out()
{
  assert(is_on());
  assert(neighbor->ago == 0 || listed.size() == static_cast<size_t>(atom->nlocal));
  const int count = atom->nlocal;
  if (neighbor->ago == 0) {
    listed.resize(count);
    for (int i = 0; i < count; i++) {
      const double *x = atom->x[i];
      listed[i] = {x[0], x[1], x[2], atom->radius[i]};
    }
  }
  // Skin used since the rebuild; growth beyond the largest radii; growth since the rebuild.
  double used[3] = {0.0, 0.0, 0.0};
  for (int i = 0; i < count; i++) {
    const std::array<double, 4> &then = listed[i];
    const double *x = atom->x[i];
    const double moved = std::hypot(x[0] - then[0], x[1] - then[1], x[2] - then[2]);
    const double grown = std::max(0.0, atom->radius[i] - then[3]);
    used[0] = std::max(used[0], moved + grown);
    used[1] = std::max(used[1], atom->radius[i] - largest[atom->type[i]]);
    used[2] = std::max(used[2], grown);
  }
  MPI_Allreduce(MPI_IN_PLACE, used, 3, MPI_DOUBLE, MPI_MAX, world);
  if (!(used[1] <= MOST_GROWTH * neighbor->skin))
    error->all(
        FLERR,
        "{}: a sphere has grown by {:.4g} beyond the largest radius of its type at the start "
        "of the run (expected at most a quarter of the skin, {:.4g}: a larger skin, or run N "
        "every M NULL, which measures radii again every M steps)",
        user, used[1], MOST_GROWTH * neighbor->skin);
  const bool grows = std::max(used[1], used[2]) > ROUNDING * neighbor->skin;
  if (!grows) return false;    // LAMMPS watches motion alone
  return used[0] > EARLY * (HALF * neighbor->skin - used[1]);
}
