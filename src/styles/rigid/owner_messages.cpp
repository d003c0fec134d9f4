#include "styles/rigid/owner_messages.h"

#include "atom.h"
#include "comm.h"
#include "fix.h"
#include "styles/access/ghost_messages.h"
#include "styles/bonds/atom_vec_bonded_cluster.h"

#include <algorithm>
#include <cassert>

using namespace LAMMPS_NS;

OwnerMessages::OwnerMessages(LAMMPS *lmp, Fix *fix, AtomVecBondedCluster *avec) :
    Pointers(lmp), fix(fix), avec(avec)
{
}

void OwnerMessages::find_owners()
{
  const int nall = atom->nlocal + atom->nghost;
  slots.assign(nall, -1);
  owners = 0;
  for (int i = 0; i < nall; i++)
    if (avec->is_rigid[i] && avec->cluster[i] == atom->tag[i]) slots[i] = owners++;
}

void OwnerMessages::begin(int message_size)
{
  assert(message_size > 0);
  size = message_size;
  numbers.assign(static_cast<size_t>(owners) * size, 0.0);
}

void OwnerMessages::gather()
{
  assert(size > 0);
  send_to_owners(lmp, comm, fix, size);
}

void OwnerMessages::spread()
{
  assert(size > 0);
  send_to_ghosts(lmp, comm, fix, size);
}

void OwnerMessages::spread_flags()
{
  sends_flags = true;
  send_to_ghosts(lmp, comm, fix, 1);
  sends_flags = false;
  find_owners();
}

bool OwnerMessages::all_agree(bool here) const
{
  const int mine = here;
  int all = 0;
  MPI_Allreduce(&mine, &all, 1, MPI_INT, MPI_MIN, world);
  return all;
}

// ---- both sides skip atoms that are no owners

int OwnerMessages::pack_forward(int n, const int *list, double *buffer) const
{
  if (sends_flags) {
    for (int k = 0; k < n; k++) buffer[k] = avec->is_rigid[list[k]];
    return n;
  }
  double *out = buffer;
  for (int k = 0; k < n; k++)
    if (is_owner(list[k])) out = std::copy_n(place_of(list[k]), size, out);
  return static_cast<int>(out - buffer);
}

void OwnerMessages::unpack_forward(int n, int first, const double *buffer)
{
  if (sends_flags) {
    for (int k = 0; k < n; k++) avec->is_rigid[first + k] = static_cast<int>(buffer[k]);
    return;
  }
  for (int i = first; i < first + n; i++) {
    if (!is_owner(i)) continue;
    std::copy_n(buffer, size, place_of(i));
    buffer += size;
  }
}

int OwnerMessages::pack_reverse(int n, int first, double *buffer) const
{
  double *out = buffer;
  for (int i = first; i < first + n; i++)
    if (is_owner(i)) out = std::copy_n(place_of(i), size, out);
  return static_cast<int>(out - buffer);
}

void OwnerMessages::unpack_reverse(int n, const int *list, const double *buffer)
{
  for (int k = 0; k < n; k++) {
    if (!is_owner(list[k])) continue;
    double *sum = place_of(list[k]);
    for (int m = 0; m < size; m++) sum[m] += *buffer++;
  }
}
