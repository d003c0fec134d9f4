#include "styles/rigid/body_mail.h"

#include "atom.h"
#include "comm.h"
#include "fix.h"
#include "styles/bonds/atom_vec_bonded_cluster.h"

#include <algorithm>

using namespace LAMMPS_NS;

BodyMail::BodyMail(LAMMPS *lmp, Fix *fix, AtomVecBondedCluster *avec) :
    Pointers(lmp), fix(fix), avec(avec)
{
}

void BodyMail::find_owners()
{
  const int nall = atom->nlocal + atom->nghost;
  slots.assign(nall, -1);
  owners = 0;
  for (int i = 0; i < nall; i++)
    if (avec->is_rigid[i] && avec->cluster[i] == atom->tag[i]) slots[i] = owners++;
}

void BodyMail::begin(int letter_size)
{
  size = letter_size;
  letters.assign(static_cast<size_t>(owners) * size, 0.0);
}

void BodyMail::gather()
{
  comm->reverse_comm(fix, size);
}

void BodyMail::spread()
{
  comm->forward_comm(fix, size);
}

void BodyMail::spread_flags()
{
  sends_flags = true;
  comm->forward_comm(fix, 1);
  sends_flags = false;
  find_owners();
}

/* ----------------------------------------------------------------------
   both sides skip atoms that are no owners
------------------------------------------------------------------------- */

int BodyMail::pack_forward(int n, const int *list, double *buffer) const
{
  if (sends_flags) {
    for (int k = 0; k < n; k++) buffer[k] = avec->is_rigid[list[k]];
    return n;
  }
  double *out = buffer;
  for (int k = 0; k < n; k++)
    if (const int slot = slots[list[k]]; slot >= 0)
      out = std::copy_n(&letters[static_cast<size_t>(slot) * size], size, out);
  return static_cast<int>(out - buffer);
}

void BodyMail::unpack_forward(int n, int first, const double *buffer)
{
  if (sends_flags) {
    for (int k = 0; k < n; k++) avec->is_rigid[first + k] = static_cast<int>(buffer[k]);
    return;
  }
  for (int i = first; i < first + n; i++) {
    if (slots[i] < 0) continue;
    std::copy_n(buffer, size, letter(i));
    buffer += size;
  }
}

int BodyMail::pack_reverse(int n, int first, double *buffer) const
{
  double *out = buffer;
  for (int i = first; i < first + n; i++)
    if (slots[i] >= 0) out = std::copy_n(&letters[static_cast<size_t>(slots[i]) * size], size, out);
  return static_cast<int>(out - buffer);
}

void BodyMail::unpack_reverse(int n, const int *list, const double *buffer)
{
  for (int k = 0; k < n; k++) {
    if (slots[list[k]] < 0) continue;
    double *sum = letter(list[k]);
    for (int m = 0; m < size; m++) sum[m] += *buffer++;
  }
}

double BodyMail::memory_usage() const
{
  return static_cast<double>(letters.capacity() * sizeof(double) + slots.capacity() * sizeof(int));
}
