#include "styles/parcels/coarse.h"

#include "styles/parcels/fix_parcels.h"

#include "domain.h"
#include "error.h"

#include <string>
#include <vector>

using namespace LAMMPS_NS;

void Coarse::command(int narg, char **arg)
{
  if (domain->box_exist == 0)
    error->all(FLERR, "Command coarse must be used after the simulation box is defined");
  FixParcels::begin(lmp, std::vector<std::string>(arg, arg + narg));
}
