#include "search/munjiza/mr_mask.h"

#include "common/preconditions.h"

#include <algorithm>
#include <cstring>
#include <limits>

namespace grist {

static constexpr std::uint64_t NEIGHBOR = mr_pair(1, 0);    // in x, of MrEntry::place

// ---- along the list

static const MrEntry *row_end(const MrEntry *entry, std::uint64_t row)
{
  while (entry->row == row) entry++;
  return entry;
}

// Moves a range forward to the given row.
static void advance(MrRange &range, std::uint64_t row)
{
  if (range.begin->row < row) range.begin = range.end;
  while (range.begin->row < row) range.begin++;
  range.end = row_end(std::max(range.begin, range.end), row);
}

void MrMask::search(const SphereView &spheres, const MrList &list, std::vector<IndexPair> &pairs)
{
  assert(list.count() <= spheres.count);
  constexpr std::uint64_t Y = 1, Z = mr_pair(1, 0);
  constexpr std::uint64_t OFFSETS[TARGETS] = {Y, Z - Y, Z, Z + Y};
  PairBuffer buffer(pairs);
  compared = 0;
  list_end = list.end();
  for (RowCopy &copy : copies) copy.range = {};

  MrRange own = {list.begin(), list.begin()};
  MrRange targets[TARGETS] = {own, own, own, own};
  for (; own.begin != list.end(); own.begin = own.end) {
    own.end = row_end(own.begin, own.begin->row);
    bool is_alone = own.size() == 1;
    for (int k = 0; k < TARGETS; k++) {
      advance(targets[k], own.begin->row + OFFSETS[k]);
      is_alone &= targets[k].empty();
    }
    if (!is_alone) search_row(spheres, own, targets, buffer);
  }
}

// The entries of a row from one cell to another, both included.
static MrRange part_of(MrRange row, std::uint64_t first, std::uint64_t last)
{
  assert(first <= last);
  const auto lower = [&](std::uint64_t place) {
    return std::lower_bound(
        row.begin, row.end, place & ~(NEIGHBOR - 1),
        [](const MrEntry &entry, std::uint64_t at) { return entry.place < at; });
  };
  return {lower(first), lower(last + NEIGHBOR)};
}

void MrMask::search_row(const SphereView &spheres, MrRange own, const MrRange *targets,
                        PairBuffer &pairs)
{
  const std::uint32_t y = static_cast<std::uint32_t>(own.begin->row);
  const std::uint32_t slots[TARGETS] = {(y + 1) % 2, 2 + (y - 1) % 3, 2 + y % 3, 2 + (y + 1) % 3};
  const bool is_whole = std::max({own.size(), targets[0].size(), targets[1].size(),
                                  targets[2].size(), targets[3].size()}) <= PIECE;
  const bool by_unit = spheres.units && !spheres.within_units;
  ahead[0] = targets[0].end;
  ahead[1] = targets[3].end;
  while (!own.empty()) {
    const int centrals = static_cast<int>(std::min<std::ptrdiff_t>(PIECE, own.size()));
    const std::uint64_t first = own.begin->place - NEIGHBOR;
    const std::uint64_t last = own.begin[centrals - 1].place + NEIGHBOR;
    const auto load = [&](std::uint32_t slot, MrRange row) {
      copies[slot].load(spheres, is_whole ? row : part_of(row, first, last));
      return RowView(copies[slot]);
    };
    rows[0] = load(y % 2, own);
    row_count = 1;
    for (int k = 0; k < TARGETS; k++)
      if (!targets[k].empty()) rows[row_count++] = load(slots[k], targets[k]);
    by_unit ? search_piece<true>(spheres, centrals, pairs)
            : search_piece<false>(spheres, centrals, pairs);
    own.begin += centrals;
  }
}

// ---- copies

void MrMask::RowCopy::reserve(std::size_t size)
{
  if (size <= body.size()) return;
  for (std::vector<double> *values : {&x, &y, &z, &radius, &unit}) values->resize(size);
  cell.resize(size);
  body.resize(size);
}

void MrMask::RowCopy::load(const SphereView &spheres, MrRange entries)
{
  if (entries.begin == range.begin && entries.end == range.end) return;
  range = entries;
  const int size = static_cast<int>(range.size());
  reserve(size + BLOCK + 1);
  for (int k = 0; k < size; k++) {
    const int i = range.begin[k].body();
    const double *center = spheres.center(i);
    x[k] = center[0];
    y[k] = center[1];
    z[k] = center[2];
    radius[k] = spheres.radii[i];
    cell[k] = static_cast<int>(static_cast<std::int64_t>(range.begin[k].place >> 32) +
                               std::numeric_limits<int>::min());
    body[k] = i;
  }
  if (spheres.units)
    for (int k = 0; k < size; k++) unit[k] = unit_label(spheres, body[k]);
  for (int k = size; k <= size + BLOCK; k++) {
    x[k] = std::numeric_limits<double>::quiet_NaN();
    cell[k] = std::numeric_limits<int>::max();
  }
}

std::size_t MrMask::memory() const
{
  std::size_t bytes = 0;
  for (const RowCopy &copy : copies)
    bytes += copy.body.capacity() * (5 * sizeof(double) + 2 * sizeof(int));
  return bytes;
}

MrMask::RowView::RowView(const RowCopy &copy) :
    x(copy.x.data()), y(copy.y.data()), z(copy.z.data()), radius(copy.radius.data()),
    unit(copy.unit.data()), cell(copy.cell.data()), body(copy.body.data())
{
}

inline void MrMask::RowView::move(int steps)
{
  for (const double **values : {&x, &y, &z, &radius, &unit}) *values += steps;
  cell += steps;
  body += steps;
}

// ---- comparing

// As many numbers as the processor treats at once. Functions that pass vectors are local: that
// their conventions depend on the processor does not matter.
#pragma GCC diagnostic ignored "-Wpsabi"
#if defined(__AVX512F__)
static constexpr int BYTES = 64;
#elif defined(__AVX__)
static constexpr int BYTES = 32;
#else
static constexpr int BYTES = 16;
#endif
using Numbers = double __attribute__((vector_size(BYTES)));
using Integers = std::int64_t __attribute__((vector_size(BYTES)));
static constexpr int INTEGER_LANES = BYTES / sizeof(double);

// A flag for each body of a block.
template <int BLOCK> struct MrFlags {
  Integers parts[BLOCK / INTEGER_LANES] = {};

  // One byte for each flag: its lowest bits.
  std::uint64_t pack() const
  {
    std::uint64_t bytes = 0;
    for (int k = 0; k < BLOCK; k++)
      bytes |= static_cast<std::uint64_t>(parts[k / INTEGER_LANES][k % INTEGER_LANES]) << (8 * k);
    return bytes;
  }
};

static inline Numbers read(const double *values)
{
  Numbers numbers;
  std::memcpy(&numbers, values, sizeof(numbers));    // they need not be aligned
  return numbers;
}

// Sets a bit in the flags of those among the next bodies of a row that make a wanted pair with a
// central one. The arithmetic is that of is_pair().
template <bool UNITS, int BLOCK, class Central, class RowView>
static inline void find_near(const Central &central, const RowView &row, std::int64_t bit,
                             MrFlags<BLOCK> &flags)
{
  for (int k = 0; k < BLOCK; k += INTEGER_LANES) {
    const Numbers dx = central.x - read(row.x + k), dy = central.y - read(row.y + k),
                  dz = central.z - read(row.z + k);
    const Numbers reach = central.radius + read(row.radius + k) + central.skin;
    Integers near = dx * dx + dy * dy + dz * dz <= reach * reach;
    if (UNITS) near &= central.unit != read(row.unit + k);
    flags.parts[k / INTEGER_LANES] |= near & bit;
  }
}

// How many of the next bodies lie in cells before another.
template <int BLOCK> static inline int count_before(const int *cells, int cell)
{
  int count = 0;
#pragma GCC unroll 1    // else it is unrolled before it is vectorised
  for (int k = 0; k < BLOCK; k++) count += cells[k] < cell;
  return count;
}

// Each row has a bit in the flags, so that one read finds the pairs of all rows.
template <bool UNITS>
void MrMask::search_piece(const SphereView &spheres, int centrals, PairBuffer &pairs)
{
  static_assert(BLOCK == 8 && TARGETS < 8, "a byte for each body, with a bit for each row");
  RowView &own = rows[0];
  for (int i = 0; i < centrals; i++) {
    const Central central = {
        *own.x,       *own.y,    *own.z,   *own.radius, UNITS ? *own.unit : 0.0,
        spheres.skin, *own.body, *own.cell};
    fetch_ahead(spheres);
    own.move(1);
    MrFlags<BLOCK> near;
    find_near<UNITS>(central, own, 1, near);
    bool more = own.cell[BLOCK] <= central.cell + 1;
    for (int r = 1; r < row_count; r++) {
      RowView &row = rows[r];
      while (row.cell[BLOCK - 1] < central.cell - 1) row.move(BLOCK);
      row.move(count_before<BLOCK>(row.cell, central.cell - 1));
      find_near<UNITS>(central, row, 1 << r, near);
      more |= row.cell[BLOCK] <= central.cell + 1;
    }
    compared += BLOCK * row_count;
    pairs.make_room();
    for (std::uint64_t bits = near.pack(); bits; bits &= bits - 1) {
      const int bit = __builtin_ctzll(bits);
      pairs.put(central.body, rows[bit % 8].body[bit / 8]);
    }
    if (more)
      for (int r = 0; r < row_count; r++) compare_rest<UNITS>(central, rows[r], pairs);
  }
}

// The part of a row behind the first block that the mask holds.
template <bool UNITS>
void MrMask::compare_rest(const Central &central, RowView row, PairBuffer &pairs)
{
  for (row.move(BLOCK); *row.cell <= central.cell + 1; row.move(BLOCK)) {
    compared += BLOCK;
    pairs.make_room();
    MrFlags<BLOCK> near;
    find_near<UNITS>(central, row, 1, near);
    for (std::uint64_t bits = near.pack(); bits; bits &= bits - 1)
      pairs.put(central.body, row.body[__builtin_ctzll(bits) / 8]);
  }
}

// Bodies lie anywhere in memory: those of the next rows come closer one by one while others are
// compared.
inline void MrMask::fetch_ahead(const SphereView &spheres)
{
  for (const MrEntry *&entry : ahead) {
    if (entry >= list_end) continue;
    __builtin_prefetch(spheres.center(entry->body()));
    __builtin_prefetch(spheres.radii + entry->body());
    entry++;
  }
}

}    // namespace grist
