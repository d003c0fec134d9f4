#include "compounds/cell_histories.h"

namespace grist {

// A key has the name of a cell of each body: its part, or, behind all parts, its piece; of a wall
// its number.
static constexpr int NAME_BITS = 32;
static constexpr CellKey NAMES = CellKey{1} << NAME_BITS;

CellKey cell_key(int name_a, int name_b)
{
  return name_a * NAMES + name_b;
}

std::pair<int, int> names_of(CellKey key)
{
  return {static_cast<int>(key / NAMES), static_cast<int>(key % NAMES)};
}

CellHistories mirrored(const CellHistories &cells)
{
  CellHistories other = cells;
  for (CellKey &key : other.keys) {
    const auto [a, b] = names_of(key);
    key = cell_key(b, a);
  }
  return other;
}

}    // namespace grist
