/* Messages of styles between atoms and their ghosts. LAMMPS makes its buffers for as many numbers
   an atom as styles announce before the set-up of a run (comm_forward, comm_reverse), and writes
   beyond them without a check. So all messages of our styles go through here.
*/

#ifndef LMP_GHOST_MESSAGES_H
#define LMP_GHOST_MESSAGES_H

#include "comm.h"
#include "styles/access/lammps_access.h"

namespace LAMMPS_NS {

// An error if there is no room for so many numbers an atom; all ranks give the same ones.
void require_room_for_messages(class LAMMPS *lmp, int numbers, int room);

// size: numbers an atom of this message; 0: as many as the style announces.
template <class Style>
void send_to_ghosts(class LAMMPS *lmp, Comm *comm, Style *style, int size = 0)
{
  require_room_for_messages(lmp, size > 0 ? size : style->comm_forward, room_to_ghosts(comm));
  comm->forward_comm(style, size);
}

template <class Style>
void send_to_owners(class LAMMPS *lmp, Comm *comm, Style *style, int size = 0)
{
  require_room_for_messages(lmp, size > 0 ? size : style->comm_reverse, room_to_owners(comm));
  comm->reverse_comm(style, size);
}

}    // namespace LAMMPS_NS

#endif
