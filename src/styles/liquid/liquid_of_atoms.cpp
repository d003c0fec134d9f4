// What fix liquid has of each atom: arrays, messages between ranks, and restart files.

#include "styles/common/restart_block.h"
#include "styles/liquid/fix_liquid.h"

#include "atom.h"
#include "comm.h"
#include "memory.h"

#include <algorithm>

using namespace LAMMPS_NS;

static constexpr int RESTART_VERSION = 2;

void FixLiquid::grow_arrays(int nmax)
{
  memory->grow(film, nmax, "liquid:film");
  kept.resize(nmax);
  walls.resize(nmax);
  vector_atom = film;
}

void FixLiquid::copy_arrays(int i, int j, int)
{
  film[j] = film[i];
  if (i == j) return;
  kept[j] = kept[i];
  walls.copy(i, j);
}

// The radius may not be known yet.
void FixLiquid::set_arrays(int i)
{
  film[i] = -1.0;
  kept[i].clear();
  walls.clear(i);
}

double FixLiquid::volume_of(int i) const
{
  return std::max(film[i], 0.0) + half_of_volumes(kept[i]) + walls.volume_of(i);
}

int FixLiquid::pack_exchange(int i, double *buf)
{
  buf[0] = film[i];
  const int n = 1 + pack(kept[i], buf + 1);
  return n + walls.pack(i, buf + n);
}

int FixLiquid::unpack_exchange(int i, double *buf)
{
  film[i] = buf[0];
  kept[i].clear();
  const int n = 1 + unpack(kept[i], buf + 1);
  return n + walls.unpack(i, buf + n);
}

void FixLiquid::pre_exchange()
{
  if (!pairs_newer) return;
  const int nall = atom->nlocal + atom->nghost;
  for (int i = 0; i < nall; i++) kept[i].clear();
  for (const auto &bridge : pairs.bridges()) {
    kept[bridge.a].push_back({atom->tag[bridge.b], bridge.volume});
    kept[bridge.b].push_back({atom->tag[bridge.a], bridge.volume});
  }
  sends_kept = true;
  comm->reverse_comm_variable(this);

  double volume = 0.0;
  maxexchange = 0;
  for (int i = 0; i < atom->nlocal; i++) {
    maxexchange = std::max(maxexchange, 1 + packed_size(kept[i]) + walls.packed_size(i));
    volume += volume_of(i);
  }
  totals.before_migration(volume, atom->nlocal);
  pairs_newer = false;
}

// A bridge whose partner is gone breaks: half of it returns to the film.
void FixLiquid::visit_ids(const IdVisit &visit)
{
  for (int i = 0; i < atom->nlocal; i++)
    for (KeptBridge &one : kept[i]) visit(one.partner);
}

int FixLiquid::pack_reverse_comm_size(int n, int first)
{
  int size = 0;
  for (int i = first; i < first + n; i++) size += packed_size(kept[i]);
  return size;
}

/* ----------------------------------------------------------------------
   messages with ghosts
------------------------------------------------------------------------- */

int FixLiquid::pack_forward_comm(int n, int *list, double *buf, int, int *)
{
  int m = 0;
  for (int k = 0; k < n; k++) {
    const int i = list[k];
    buf[m++] = shares[i].given;
    buf[m++] = shares[i].poured;
    buf[m++] = load[i];
    buf[m++] = is_wet[i];
  }
  return m;
}

void FixLiquid::unpack_forward_comm(int n, int first, double *buf)
{
  int m = 0;
  for (int i = first; i < first + n; i++) {
    shares[i] = {buf[m], buf[m + 1]};
    load[i] = buf[m + 2];
    is_wet[i] = buf[m + 3] != 0.0;
    m += comm_forward;
  }
}

// Of fixed size in change_films(), of varying size in pre_exchange().
int FixLiquid::pack_reverse_comm(int n, int first, double *buf)
{
  int m = 0;
  for (int i = first; i < first + n; i++) {
    if (sends_kept) {
      m += pack(kept[i], buf + m);
      continue;
    }
    const Changes &of = changes[i];
    for (const double value : {of.returned, double(of.made), double(of.closed), double(of.bridges)})
      buf[m++] = value;
  }
  return m;
}

void FixLiquid::unpack_reverse_comm(int n, int *list, double *buf)
{
  int m = 0;
  for (int k = 0; k < n; k++) {
    const int i = list[k];
    if (sends_kept) {
      m += unpack(kept[i], buf + m);
      continue;
    }
    changes[i].returned += buf[m++];
    changes[i].made += static_cast<int>(buf[m++]);
    changes[i].closed += static_cast<int>(buf[m++]);
    changes[i].bridges += static_cast<int>(buf[m++]);
  }
}

/* ----------------------------------------------------------------------
   restart
------------------------------------------------------------------------- */

void FixLiquid::write_restart(FILE *file)
{
  pre_exchange();
  const LiquidTotals::Values all = totals.of_all_ranks(world);
  if (comm->me > 0) return;
  RestartWriter out(RESTART_VERSION);
  out.add(all);
  walls.add_state(out);
  out.write_for_fix(file);
}

void FixLiquid::restart(char *buffer)
{
  RestartReader in(lmp, name, RESTART_VERSION, buffer);
  in.get(totals.mine);
  walls.get_state(in);
  in.end();
  if (comm->me > 0) totals.mine.fill(0.0);
}

int FixLiquid::pack_restart(int i, double *buffer)
{
  return close_restart_numbers(buffer, pack_exchange(i, buffer + 1));
}

int FixLiquid::size_restart(int i)
{
  return 1 + packed_size(kept[i]) + walls.packed_size(i) + RESTART_NUMBERS_MORE;
}

// LAMMPS asks all ranks, and writes the answer of the first.
int FixLiquid::maxsize_restart()
{
  int most = 0, most_of_all = 0;
  for (int i = 0; i < atom->nlocal; i++) most = std::max(most, size_restart(i));
  MPI_Allreduce(&most, &most_of_all, 1, MPI_INT, MPI_MAX, world);
  return most_of_all;
}

void FixLiquid::unpack_restart(int i, int nth)
{
  refuse_unless_restarted(lmp, this, name);
  unpack_exchange(i, const_cast<double *>(restart_numbers(lmp, name, i, nth)));
}
