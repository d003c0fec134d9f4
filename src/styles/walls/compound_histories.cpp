#include "styles/walls/compound_histories.h"

#include "common/preconditions.h"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <string>

using namespace LAMMPS_NS;
using grist::CellKey;

void CompoundHistories::set_surfaces(int surfaces)
{
  stride_before = stride;
  stride = surfaces;
}

double *CompoundHistories::begin(int i, const grist::ContactMemory &memory,
                                 grist::CompoundContacts &found,
                                 const std::function<std::vector<int>(int)> &successors)
{
  cells = {};
  width = memory.width();
  const auto add = [&](int name, int surface, const double *row) {
    cells.keys.push_back(grist::cell_key(name, surface));
    cells.contacts.push_back(static_cast<int>(cells.contacts.size()));
    cells.rows.insert(cells.rows.end(), row, row + width);
  };
  for (int k = 0; k < memory.count(i); k++) {
    const int kept = memory.surface(i, k);
    if (kept >= 0) {
      add(kept / stride, kept % stride, memory.history(i, k));
      continue;
    }
    const int former = grist::former_surface(kept);
    if (!successors || stride_before == 0) continue;
    for (const int surface : successors(former % stride_before))
      add(former / stride_before, surface, memory.history(i, k));
  }
  found.continue_histories(cells, width);
  return cells.rows.data();
}

void CompoundHistories::store(int i, grist::ContactMemory &memory) const
{
  std::vector<int> surfaces;
  std::vector<double> rows;
  for (size_t n = 0; n < cells.keys.size(); n++) {
    const auto [name, surface] = grist::names_of(cells.keys[n]);
    if (name >= std::numeric_limits<int>::max() / stride)
      throw std::invalid_argument("a body of " + std::to_string(name) + " cells on a wall of " +
                                  std::to_string(stride) +
                                  " plates (their product must stay below 2^31)");
    surfaces.push_back(name * stride + surface);
    const double *const row = cells.rows.data() + static_cast<size_t>(cells.contacts[n]) * width;
    rows.insert(rows.end(), row, row + width);
  }
  memory.replace(i, surfaces, rows);
}
