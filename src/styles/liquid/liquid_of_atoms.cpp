// What fix liquid has of each atom: arrays, messages between ranks, and restart files.

#include "styles/liquid/fix_liquid.h"

#include "atom.h"
#include "comm.h"
#include "memory.h"

#include <algorithm>
#include <cassert>

using namespace LAMMPS_NS;

void FixLiquid::resize_rows(int nmax)
{
  memory->grow(film, nmax, "liquid:film");
  kept.resize(nmax);
  walls.resize(nmax);
  vector_atom = film;
}

void FixLiquid::copy_row(int from, int to)
{
  assert(from != to);
  film[to] = film[from];
  kept[to] = kept[from];
  walls.copy(from, to);
}

// The radius may not be known yet.
void FixLiquid::begin_row(int i)
{
  assert(i >= 0 && i < static_cast<int>(kept.size()));
  film[i] = -1.0;
  kept[i].clear();
  walls.clear(i);
}

double FixLiquid::volume_of(int i) const
{
  assert(i >= 0 && i < static_cast<int>(kept.size()));
  double halves = 0.0;
  for (const KeptBridge &one : kept[i]) halves += 0.5 * one.volume;
  return std::max(film[i], 0.0) + halves + walls.volume_of(i);
}

void FixLiquid::transfer_row(grist::Archive &archive, int i)
{
  assert(i >= 0 && i < static_cast<int>(kept.size()));
  archive(film[i], kept[i]);
  walls.transfer(archive, i);
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
    maxexchange = std::max(maxexchange, row_size_of(i));
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
  assert(sends_kept);
  int size = 0;
  for (int i = first; i < first + n; i++) size += grist::row_size(kept[i]);
  return size;
}

// ---- messages with ghosts

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
  assert(static_cast<size_t>(first + n) <= shares.size());
  int m = 0;
  for (int i = first; i < first + n; i++) {
    shares[i] = {buf[m], buf[m + 1]};
    load[i] = buf[m + 2];
    is_wet[i] = buf[m + 3] != 0.0;
    m += comm_forward;
  }
}

// Messages have a fixed size in change_films(), and a varying one in pre_exchange().
int FixLiquid::pack_reverse_comm(int n, int first, double *buf)
{
  int m = 0;
  for (int i = first; i < first + n; i++) {
    if (sends_kept) {
      grist::RowWriter out(buf + m);
      out(kept[i]);
      m += out.end();
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
      KeptBridges more;
      grist::RowReader in(buf + m);
      in(more);
      kept[i].insert(kept[i].end(), more.begin(), more.end());
      m += in.end();
      continue;
    }
    changes[i].returned += buf[m++];
    changes[i].made += static_cast<int>(buf[m++]);
    changes[i].closed += static_cast<int>(buf[m++]);
    changes[i].bridges += static_cast<int>(buf[m++]);
  }
}

void FixLiquid::transfer_state(grist::Archive &archive)
{
  LiquidTotals::Values all{};
  if (!archive.reads()) {
    pre_exchange();
    all = totals.of_all_ranks(world);
  }
  archive(all);
  if (archive.reads() && comm->me == 0) totals.mine = all;
  walls.transfer_state(archive);
}
