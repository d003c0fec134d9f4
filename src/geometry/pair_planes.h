// The separating planes of all pairs of a list, kept when the list is made anew.
//
// A list is made anew when bodies have come, gone or moved far, or when their numbers on this rank
// have changed: most pairs are the same. Their planes are found again by the ids of the two bodies.
// A kept plane is a guess: it is placed against the body again where that has another shape (it
// broke), and is dropped where it no longer separates the two (overlap.h). No result depends on it.

#ifndef GRIST_GEOMETRY_PAIR_PLANES_H
#define GRIST_GEOMETRY_PAIR_PLANES_H

#include "geometry/separating_plane.h"

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace grist {

// A list of pairs of bodies by their numbers 0 to count - 1. Row i holds the partners of body i.
struct PairRows {
  int count;                 // bodies that have a row
  const int *with_row;       // their numbers, in any order
  const int *partners_of;    // how many, by number of the body
  const int *const *rows;    // the partners, by number of the body
  int partner_mask;          // bits of an entry that are the number of the partner
};

class PairPlanes {
 public:
  // For a new list. A shape of the last list is known again by its address: it must be in memory
  // until after this call. `ids`, shapes (null: a sphere, which has no planes) and poses of all
  // bodies that the list names; an id may stand for several images of one body.
  void renew(const PairRows &list, std::vector<std::int64_t> ids,
             const std::vector<const ConvexPolyhedron *> &shapes, const std::vector<Pose> &poses);

  // Planes between body i and its partners, in their order. Read and updated by overlap().
  SeparatingPlane *of(int i)
  {
    assert(i >= 0 && i < now.row_count());
    return now.planes.data() + now.rows[i].first;
  }

  int known_count() const;
  double memory_usage() const;    // bytes

 private:
  struct Row {
    const ConvexPolyhedron *shape;
    std::size_t first;    // of its entries
  };

  // A list as it was when it was made.
  struct Pairs {
    std::vector<std::int64_t> ids;          // by number of the body
    std::vector<Row> rows;                  // by number of the body, and one that ends the last
    std::vector<int> partners;              // of each entry, the number of the body
    std::vector<SeparatingPlane> planes;    // of each entry

    int row_count() const { return rows.empty() ? 0 : static_cast<int>(rows.size()) - 1; }
    const SeparatingPlane *find(int row, std::int64_t partner) const;
  };
  Pairs now;

  static std::vector<int> rows_of(const std::vector<std::int64_t> &ids, const Pairs &before);
  SeparatingPlane kept(int i, int j, const Pairs &before, const std::vector<int> &row_before,
                       const std::vector<const ConvexPolyhedron *> &shapes,
                       const std::vector<Pose> &poses) const;
};

}    // namespace grist

#endif
