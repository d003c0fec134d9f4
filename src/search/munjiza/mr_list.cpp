#include "search/munjiza/mr_list.h"

#include "common/preconditions.h"

#include <algorithm>

namespace grist {

static constexpr MrEntry BEHIND_ALL = {~std::uint64_t(0), ~std::uint64_t(0)};

// Coordinate of the lowest cell when a list is sorted from scratch, far from both ends of the
// range.
static constexpr std::int64_t FIRST = std::int64_t(1) << 30;

// Entries to look ahead: the positions of bodies lie anywhere in memory.
static constexpr int AHEAD = 16;

void MrList::update(const SphereView &spheres, const MrMembers &members, const IntegerGrid &grid,
                    const CenterBox &box)
{
  assert(members.count >= 0 && members.count <= spheres.count);
  if (can_be_repaired(spheres, members, grid, box) && repair(spheres, members)) return;
  cells = grid;
  total = spheres.count;
  fill(spheres, members, box);
  sort(box);
}

void MrList::clear()
{
  entries = {};
  movers = {};
}

// Whether the grid and the coordinates of the last update are still valid.
bool MrList::can_be_repaired(const SphereView &spheres, const MrMembers &members,
                             const IntegerGrid &grid, const CenterBox &box) const
{
  if (total != spheres.count || count() != members.count || grid.cell() != cells.cell())
    return false;
  for (int d = 0; d < 3; d++)
    if (grid.index(box.low[d]) - base[d] < 1 || grid.index(box.high[d]) - base[d] >= LAST - 1)
      return false;
  return true;
}

inline MrEntry MrList::locate(const SphereView &spheres, int body) const
{
  const double *center = spheres.center(body);
  return {mr_pair(cells.index(center[2]) - base[2], cells.index(center[1]) - base[1]),
          mr_pair(cells.index(center[0]) - base[0], body)};
}

// ---- repair

// Linear in the length of the list, except for sorting the movers among themselves. Returns false,
// and the list is invalid, if there are too many of them or a body has left.
bool MrList::repair(const SphereView &spheres, const MrMembers &members)
{
  if (!remove_movers(spheres, members)) return false;
  std::sort(movers.begin(), movers.end());
  merge_movers();
  return true;
}

// Entries that stayed in their cells move to the beginning of the list and stay in order.
bool MrList::remove_movers(const SphereView &spheres, const MrMembers &members)
{
  const std::size_t size = count(), most = size / 4;
  std::size_t kept = 0;
  movers.clear();
  for (std::size_t i = 0; i < size; i++) {
    __builtin_prefetch(spheres.center(entries[std::min(i + AHEAD, size - 1)].body()));
    const int body = entries[i].body();
    if (!members.contains(body)) return false;
    const MrEntry now = locate(spheres, body);
    if (now == entries[i]) {
      entries[kept++] = now;
    } else {
      if (movers.size() == most) return false;
      movers.push_back(now);
    }
  }
  return true;
}

// Merges from the end, so that each entry moves once.
void MrList::merge_movers()
{
  std::size_t hole = count(), kept = hole - movers.size();
  for (std::size_t left = movers.size(); left > 0;) {
    if (kept > 0 && movers[left - 1] < entries[kept - 1])
      entries[--hole] = entries[--kept];
    else
      entries[--hole] = movers[--left];
  }
}

// ---- sorting anew

void MrList::fill(const SphereView &spheres, const MrMembers &members, const CenterBox &box)
{
  for (int d = 0; d < 3; d++) base[d] = cells.index(box.low[d]) - FIRST;
  const std::size_t size = static_cast<std::size_t>(members.count) + 1;
  if (size > entries.capacity()) {
    clear();
    entries.reserve(size);
    movers.reserve(size / 4);
  }
  entries.clear();
  for (int i = 0; i < spheres.count; i++)
    if (members.contains(i)) entries.push_back(locate(spheres, i));
}

// Part of the 96 bits of an entry's coordinates.
struct Digit {
  bool in_row;
  int shift, bits;

  unsigned of(const MrEntry &entry) const
  {
    constexpr std::uint64_t FIRST_ROW = mr_pair(FIRST, FIRST), FIRST_PLACE = mr_pair(FIRST, 0);
    const std::uint64_t word = in_row ? entry.row - FIRST_ROW : entry.place - FIRST_PLACE;
    return static_cast<unsigned>(word >> shift) & ((1u << bits) - 1);
  }
};

// A counting sort. Entries of equal digit stay in order.
static void sort_by_digit(const std::vector<MrEntry> &from, std::vector<MrEntry> &to,
                          const Digit &digit)
{
  std::vector<std::size_t> first((std::size_t(1) << digit.bits) + 1, 0);
  for (const MrEntry &entry : from) first[digit.of(entry) + 1]++;
  for (std::size_t value = 1; value < first.size(); value++) first[value] += first[value - 1];
  for (const MrEntry &entry : from) to[first[digit.of(entry)]++] = entry;
}

// Lowest digit first: x, y, z, each in as many digits as its range needs. The bodies are in order
// already.
void MrList::sort(const CenterBox &box)
{
  constexpr int MAX_BITS = 11;    // the table of a digit stays in the first cache
  constexpr std::size_t FEW = 512;
  if (entries.size() < FEW) {
    std::sort(entries.begin(), entries.end());
    entries.push_back(BEHIND_ALL);
    return;
  }
  std::vector<MrEntry> sorted;
  sorted.reserve(entries.size() + 1);
  sorted.resize(entries.size());
  for (int d = 0; d < 3; d++) {
    int bits = 0;
    while ((cells.index(box.high[d]) - cells.index(box.low[d])) >> bits) bits++;
    const int digits = (bits + MAX_BITS - 1) / MAX_BITS, first_bit = d == 1 ? 0 : 32;
    for (int k = 0; k < digits; k++) {
      const int from = k * bits / digits, to = (k + 1) * bits / digits;
      sort_by_digit(entries, sorted, {d > 0, first_bit + from, to - from});
      std::swap(entries, sorted);
    }
  }
  entries.push_back(BEHIND_ALL);
}

}    // namespace grist
