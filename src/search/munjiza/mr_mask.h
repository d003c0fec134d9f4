// The search of the MR algorithm: the contact mask that walks along a sorted list.
//
// Source: munjiza2006 section 5. The cell of the body at hand is the central cell. Of the 26 around
// it, the contact mask (Fig. 17) holds those 13 that come later in the list, in five rows:
//
//   own row    the rest of the central cell, and the next cell in x
//   targets    three cells in x each: (y+1, z), (y-1, z+1), (y, z+1), (y+1, z+1)
//
// As the central cell moves on in the list, so does the beginning of each row, and never back. So
// time is proportional to the number of bodies whatever their density: no cell without a body is
// ever looked at.
//
// The bodies of the rows in use are copied next to each other, and BLOCK of them are compared at a
// time. Some lie behind the end of the mask: those make no pair.

#ifndef GRIST_SEARCH_MR_MASK_H
#define GRIST_SEARCH_MR_MASK_H

#include "search/munjiza/mr_list.h"
#include "search/pair_buffer.h"
#include "search/pair_search.h"

#include <cstddef>
#include <vector>

namespace grist {

// Entries that follow each other.
struct MrRange {
  const MrEntry *begin = nullptr, *end = nullptr;
  bool empty() const { return begin == end; }
  std::ptrdiff_t size() const { return end - begin; }
};

class MrMask {
 public:
  // Appends the pairs within a list, whose cells must be wide enough for that
  // (IntegerGrid::edge_for).
  void search(const SphereView &spheres, const MrList &list, std::vector<IndexPair> &pairs);

  long checks() const { return compared; }    // of the last search, in whole blocks
  std::size_t memory() const;

 private:
  static constexpr int BLOCK = 8;
  static constexpr int PIECE =
      512;    // bodies of a row to treat at a time, so that copies stay small
  static constexpr int TARGETS = 4;

  // Bodies of one row in the order of the list, and behind them BLOCK that are near none.
  struct RowCopy {
    MrRange range;
    std::vector<double> x, y, z, radius;
    std::vector<double> unit;    // of its own where a body has none
    std::vector<int> cell;       // coordinate in x, counted from the lowest int
    std::vector<int> body;

    void load(const SphereView &spheres, MrRange entries);
    void reserve(std::size_t size);
  };

  // A row from the mask's beginning on.
  struct RowView {
    const double *x, *y, *z, *radius, *unit;
    const int *cell, *body;

    RowView() = default;
    explicit RowView(const RowCopy &copy);
    void move(int steps);
  };

  struct Central {
    double x, y, z, radius, unit;
    double skin;
    int body, cell;
  };

  void search_row(const SphereView &spheres, MrRange own, const MrRange *targets,
                  PairBuffer &pairs);
  template <bool UNITS>
  void search_piece(const SphereView &spheres, int centrals, PairBuffer &pairs);
  template <bool UNITS> void compare_rest(const Central &central, RowView row, PairBuffer &pairs);
  void fetch_ahead(const SphereView &spheres);

  // Rows in use: those of the central layer by the last bit of y, those of the layer above by y
  // modulo 3. So a row that stays in the mask stays where it is.
  RowCopy copies[2 + 3];
  RowView rows[1 + TARGETS];    // the own, and those of the targets that hold something
  int row_count = 0;
  const MrEntry *ahead[2], *list_end;    // what will be copied next
  long compared = 0;
};

}    // namespace grist

#endif
