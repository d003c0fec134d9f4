#include "styles/bonds/special_weights.h"

#include "error.h"
#include "force.h"
#include "neighbor.h"
#include "styles/access/lammps_access.h"

#include <algorithm>

using namespace LAMMPS_NS;

void LAMMPS_NS::use_weights_of_bonds(Force *force)
{
  const auto is_default = [](const double *weights) {
    return std::all_of(weights + 1, weights + 4, [](double weight) { return weight == 0.0; });
  };
  if (!is_default(force->special_lj) || !is_default(force->special_coul)) return;
  for (int k = 1; k <= 3; k++) {
    force->special_lj[k] = k == 1 ? 0.0 : 1.0;
    force->special_coul[k] = 1.0;
  }
}

namespace {

bool bonds_are_being_created(const Neighbor *neighbor)
{
  for (int n = 0; n < neighbor->nrequest; n++)
    if (is_request_of_command(neighbor->requests[n], "create_bonds")) return true;
  return false;
}

}    // namespace

SpecialWeights::~SpecialWeights()
{
  if (is_lent) force->special_coul[1] = 1.0;
}

void SpecialWeights::init()
{
  use_weights_of_bonds(force);
  check();
  is_lent = bonds_are_being_created(neighbor);
  force->special_coul[1] = is_lent ? 0.0 : 1.0;
}

void SpecialWeights::check() const
{
  const double *lj = force->special_lj, *coul = force->special_coul;
  const double coul_1_2 = is_lent ? 0.0 : 1.0;
  if (lj[1] != 0.0 || lj[2] != 1.0 || lj[3] != 1.0 || coul[1] != coul_1_2 || coul[2] != 1.0 ||
      coul[3] != 1.0)
    error->all(FLERR, "Bond style parallel needs 'special_bonds lj 0 1 1 coul 1 1 1'");
}
