#include "styles/access/ghost_messages.h"

#include "error.h"
#include "lammps.h"

#include <cassert>

using namespace LAMMPS_NS;

void LAMMPS_NS::require_room_for_messages(LAMMPS *lmp, int numbers, int room)
{
  assert(numbers > 0);
  if (numbers <= room) return;
  lmp->error->all(FLERR,
                  "A style sends {} numbers for each ghost atom, and LAMMPS has room for {} "
                  "(expected a run without 'pre no' after new styles)",
                  numbers, room);
}
