// The sorted list of the MR algorithm: integerised coordinates that are repaired from step to step.
//
// Source: munjiza2006 sections 2 and 4. Vocabulary:
//   entry        a body with its integerised coordinates. The paper links entries by two pointers;
//                here they follow each other in memory, which takes no pointers and makes a row of
//                cells a range of entries
//   order        by z, then y, then x (criterion 7), then by the index of the body, so that the
//                order depends on the positions alone and not on their history
//   row          the cells of equal z and y: consecutive in the list
//   mover        an entry whose body has left its cell since the last time
//   coordinate   index in the grid less that of a base cell, 32 bits without sign, never 0 nor the
//                largest value, so that neighbours have coordinates of their own
//
// Memory is that of the paper (Eq. 25), 5 integers of 4 bytes a body: three coordinates, the index
// of the body, and room for one quarter of the entries, which takes the movers while the list is
// repaired. When more bodies than that have moved, or other bodies came, the list is sorted anew,
// digit by digit, also in time proportional to their number; that takes another 4 integers a body
// until it is done.

#ifndef GRIST_SEARCH_MR_LIST_H
#define GRIST_SEARCH_MR_LIST_H

#include "search/integer_grid.h"
#include "search/pair_search.h"

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <vector>

namespace grist {

struct MrEntry {
  std::uint64_t row;      // z in the upper half, y in the lower
  std::uint64_t place;    // x in the upper half, the body in the lower

  int body() const { return static_cast<int>(static_cast<std::uint32_t>(place)); }

  friend bool operator<(const MrEntry &a, const MrEntry &b)
  {
    return a.row < b.row || (a.row == b.row && a.place < b.place);
  }
  friend bool operator==(const MrEntry &a, const MrEntry &b)
  {
    return a.row == b.row && a.place == b.place;
  }
};

constexpr std::uint64_t mr_pair(std::uint64_t upper, std::uint64_t lower)
{
  assert(upper >> 32 == 0 && lower >> 32 == 0);
  return upper << 32 | lower;
}

// The spheres of a list: those of one group, or all.
struct MrMembers {
  int count;                                // of them
  const unsigned char *groups = nullptr;    // by sphere; null: all are members
  int group = 0;

  bool contains(int sphere) const { return !groups || groups[sphere] == group; }
};

class MrList {
 public:
  // Afterwards the list holds the members where they are now, in cells of the given grid.
  void update(const SphereView &spheres, const MrMembers &members, const IntegerGrid &grid,
              const CenterBox &box);
  void clear();

  const IntegerGrid &grid() const { return cells; }
  int count() const { return entries.empty() ? 0 : static_cast<int>(entries.size()) - 1; }

  // Entries in order, followed by one that is greater than all others.
  const MrEntry *begin() const { return entries.data(); }
  const MrEntry *end() const { return entries.data() + count(); }

  // Coordinates of the cells from low to high, both in length units and not necessarily among the
  // bodies.
  struct Cells {
    std::uint64_t first, last;
  };
  Cells cells_between(int axis, double low, double high) const;
  std::int64_t index(int axis, std::uint64_t coordinate) const { return coordinate + base[axis]; }

  static constexpr std::int64_t LAST = 0xffffffff;    // coordinate of no body

  std::size_t memory() const { return (entries.capacity() + movers.capacity()) * sizeof(MrEntry); }

 private:
  bool can_be_repaired(const SphereView &spheres, const MrMembers &members, const IntegerGrid &grid,
                       const CenterBox &box) const;
  MrEntry locate(const SphereView &spheres, int body) const;
  bool repair(const SphereView &spheres, const MrMembers &members);
  bool remove_movers(const SphereView &spheres, const MrMembers &members);
  void merge_movers();
  void fill(const SphereView &spheres, const MrMembers &members, const CenterBox &box);
  void sort(const CenterBox &box);

  IntegerGrid cells;
  std::int64_t base[3] = {0, 0, 0};    // index of the cell with coordinate 0
  int total = 0;                       // spheres of the last update, members or not
  std::vector<MrEntry> entries, movers;
};

// Values beyond all coordinates, or not a number, are clamped to them.
inline MrList::Cells MrList::cells_between(int axis, double low, double high) const
{
  assert(axis >= 0 && axis < 3 && !(low > high));
  constexpr double FAR = 0x1.0p60;
  const double from = cells.at(low), to = cells.at(high);
  const std::int64_t first = from > -FAR ? cells.index(low) - base[axis] : 0;
  const std::int64_t last = to < FAR ? cells.index(high) - base[axis] : LAST;
  return {static_cast<std::uint64_t>(std::clamp<std::int64_t>(first, 0, LAST)),
          static_cast<std::uint64_t>(std::clamp<std::int64_t>(last, 0, LAST))};
}

}    // namespace grist

#endif
