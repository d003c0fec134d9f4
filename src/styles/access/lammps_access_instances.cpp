#include "styles/access/lammps_access_instances.h"

#include "styles/access/lammps_access_member.h"

#include "bond.h"
#include "fix.h"
#include "pair.h"

using namespace LAMMPS_NS;
using namespace LAMMPS_NS::lammps_access;

namespace LAMMPS_NS::lammps_access {

GRIST_OPEN_MEMBER(PairInstance, Pair, int, instance_me);
GRIST_OPEN_MEMBER(BondInstance, Bond, int, instance_me);
GRIST_OPEN_MEMBER(FixInstance, Fix, int, instance_me);

}    // namespace LAMMPS_NS::lammps_access

int LAMMPS_NS::instance_number(const Pair *style)
{
  return style->*member(PairInstance());
}

int LAMMPS_NS::instance_number(const Bond *style)
{
  return style->*member(BondInstance());
}

int LAMMPS_NS::instance_number(const Fix *fix)
{
  return fix->*member(FixInstance());
}
