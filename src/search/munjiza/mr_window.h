// Looks up the entries of a sorted list around spheres that are not in it, in all rows of cells
// that they reach.
//
// The counterpart of the contact mask (MrMask) for spheres and cells of different size. Empty rows
// are never visited: the rows of the list are known by number, and each is found from the one
// before in the same layer. So it is fast if the spheres come in a spatial order.

#ifndef GRIST_SEARCH_MR_WINDOW_H
#define GRIST_SEARCH_MR_WINDOW_H

#include "search/munjiza/mr_list.h"
#include "search/pair_buffer.h"
#include "search/pair_search.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace grist {

class MrWindow {
 public:
  // Finds the rows of a list, which must not change as long as it is searched.
  void open(const MrList &list);

  // Appends the wanted pairs of a sphere that is not in the list with those in it that lie within
  // `reach` of its centre. The reach must have a margin (IntegerGrid::margin) to spare.
  void search(const SphereView &spheres, int sphere, double reach, PairBuffer &pairs);

  long checks() const { return compared; }    // since it was opened
  std::size_t memory() const { return firsts.capacity() * sizeof(int); }

 private:
  static constexpr std::size_t LAYERS = 64;    // that are remembered

  std::size_t row_count() const { return firsts.size() - 1; }
  std::uint64_t row(std::size_t k) const { return list->begin()[firsts[k]].row; }
  std::size_t find_row(std::uint64_t row, std::size_t near) const;
  double gap(int axis, std::uint64_t coordinate, double x) const;
  void compare_row(const SphereView &spheres, int sphere, std::size_t row, MrList::Cells cells,
                   PairBuffer &pairs);

  const MrList *list = nullptr;
  std::vector<int> firsts;                  // where rows begin, and the end of the list
  std::array<std::size_t, LAYERS> found;    // the row found last, by the lowest bits of z
  long compared = 0;
};

}    // namespace grist

#endif
