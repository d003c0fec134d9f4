#include "styles/polyhedra/fix_compound_history.h"

#include "atom.h"
#include "comm.h"
#include "error.h"
#include "force.h"
#include "styles/access/internal_fixes.h"
#include "styles/access/run_checks.h"

#include <algorithm>
#include <cassert>

using namespace LAMMPS_NS;
using namespace FixConst;

static constexpr int LAYOUT = 1;    // in restart files

FixCompoundHistory::FixCompoundHistory(LAMMPS *lmp, int narg, char **arg) :
    RowsFix("Fix COMPOUND/HISTORY", LAYOUT, lmp, narg, arg)
{
  if (!is_internal_fix_made())
    error->all(FLERR, "Fix COMPOUND/HISTORY is made by pair style polyhedron alone");
  maxexchange_dynamic = 1;
  start_rows();
}

int FixCompoundHistory::setmask()
{
  return PRE_EXCHANGE | MIN_PRE_EXCHANGE;
}

void FixCompoundHistory::write_restart(FILE *file)
{
  collect();
  RowsFix::write_restart(file);
}

void FixCompoundHistory::collect()
{
  if (!is_newer || !owner) return;
  is_newer = false;
  for (std::vector<Remembered> &row : rows) row.clear();
  owner(*this);
  if (force->newton_pair) comm->reverse_comm_variable(this);
  maxexchange = 0;
  for (int i = 0; i < atom->nlocal; i++) maxexchange = std::max(maxexchange, row_size_of(i));
}

void FixCompoundHistory::add(int i, tagint partner, const grist::CellHistories &cells)
{
  assert(i >= 0 && i < static_cast<int>(rows.size()));
  rows[i].push_back({partner, cells});
}

const grist::CellHistories *FixCompoundHistory::find(int i, tagint partner) const
{
  assert(i >= 0 && i < static_cast<int>(rows.size()));
  if (is_rerun(lmp)) return nullptr;
  for (const Remembered &one : rows[i])
    if (one.partner == partner) return &one.cells;
  return nullptr;
}

// Ghosts have rows of the last collect() alone.
int FixCompoundHistory::pack_reverse_comm_size(int n, int first)
{
  int size = 0;
  for (int i = first; i < first + n; i++) size += row_size_of(i);
  return size;
}

int FixCompoundHistory::pack_reverse_comm(int n, int first, double *buffer)
{
  int size = 0;
  for (int i = first; i < first + n; i++) {
    grist::RowWriter out(buffer + size);
    transfer_row(out, i);
    size += out.end();
  }
  return size;
}

void FixCompoundHistory::unpack_reverse_comm(int n, int *list, double *buffer)
{
  int size = 0;
  for (int k = 0; k < n; k++) {
    std::vector<Remembered> more;
    grist::RowReader in(buffer + size);
    in(more);
    size += in.end();
    std::vector<Remembered> &row = rows[list[k]];
    row.insert(row.end(), more.begin(), more.end());
  }
}

void FixCompoundHistory::visit_ids(const IdVisit &visit)
{
  for (int i = 0; i < atom->nlocal; i++)
    for (Remembered &one : rows[i]) visit(one.partner);
}

double FixCompoundHistory::memory_usage()
{
  double bytes = static_cast<double>(rows.capacity() * sizeof(rows[0]));
  for (const auto &row : rows)
    for (const Remembered &one : row)
      bytes +=
          static_cast<double>(sizeof(one) + one.cells.keys.capacity() * sizeof(grist::CellKey) +
                              one.cells.rows.capacity() * sizeof(double));
  return bytes;
}

void FixCompoundHistory::resize_rows(int nmax)
{
  rows.resize(nmax);
}

void FixCompoundHistory::copy_row(int from, int to)
{
  assert(from >= 0 && from < static_cast<int>(rows.size()));
  rows[to] = rows[from];
}

void FixCompoundHistory::begin_row(int i)
{
  rows[i].clear();
}

void FixCompoundHistory::transfer_row(grist::Archive &archive, int i)
{
  assert(i >= 0 && i < static_cast<int>(rows.size()));
  archive(rows[i]);
}
