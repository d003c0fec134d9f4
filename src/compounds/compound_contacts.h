// The contacts of two bodies of which one at least is a compound.
//
// Parts are overlapped with parts. Where all that touch press as one, they are one contact; where
// parts in a hollow touch, they are overlapped once more by pieces (compound_shape.h), and couplings
// decide (cell_sums.h). A sphere touches the compound at each place of its surface that is nearer to
// its centre than all places around it.
//
// Frames and signs as in geometry/overlap.h: points relative to the position of the first body, area
// vectors from it to the second. No allocation in the steady state but where pieces meet.

#ifndef GRIST_COMPOUNDS_COMPOUND_CONTACTS_H
#define GRIST_COMPOUNDS_COMPOUND_CONTACTS_H

#include "compounds/cell_sums.h"
#include "compounds/compound_shape.h"
#include "geometry/overlap.h"

#include <utility>
#include <vector>

namespace grist {

// A body at its place. A sphere has neither of the shapes.
struct PlacedBody {
  const CompoundShape *compound;     // null: convex
  const ConvexPolyhedron *convex;    // null: a compound or a sphere
  const Pose *pose;
  const Pose *parts;    // in space, of a compound
  double radius;        // of the bounding sphere

  int part_count() const { return compound ? compound->part_count() : 1; }
  const ConvexPolyhedron &part(int n) const
  {
    return compound ? compound->parts()[n].shape : *convex;
  }
  const Pose &part_pose(int n) const { return compound ? parts[n] : *pose; }
  bool is_sphere() const { return !compound && !convex; }
};

// The separating planes of the pairs of parts that were near each other the last time. No result
// depends on them.
class PartPlanes {
 public:
  void begin() { next = 0; }
  SeparatingPlane &of(int part_a, int part_b);    // pairs are asked for in ascending order
  size_t count() const { return known.size(); }
  double memory_usage() const { return static_cast<double>(known.capacity() * sizeof(Known)); }

 private:
  struct Known {
    int part_a, part_b;
    SeparatingPlane plane;
  };
  std::vector<Known> known;    // ascending
  size_t next = 0;
};

// What the contacts of a pair remember. A cell has a key, which tells both bodies' parts or pieces,
// and the history of its contact, a row of numbers.
struct CellHistories {
  std::vector<int> keys, contacts;    // of each cell
  std::vector<double> rows;           // of each contact, one after another
};

// As seen from the other body: keys only.
CellHistories mirrored(const CellHistories &cells);

class CompoundContacts {
 public:
  // The last call's, until the next one.
  const std::vector<CompoundContact> &find(const PlacedBody &a, const PlacedBody &b,
                                           OverlapWorkspace &workspace, PartPlanes &planes);

  // The histories of the contacts found last, rows of `width` numbers, from those before: of vectors
  // in space axes. A contact takes the mean of what its cells have, by volume; one whose cells have
  // none the mean over those that it is coupled to; one without these that of a cell that has gone
  // and was one with its first; else it begins with zeros.
  void continue_histories(CellHistories &of, int width) const;

 private:
  // Where cells are taken from: the parts of a body or, from the second touch in a hollow, its
  // pieces.
  struct Side {
    const PlacedBody *body;
    bool by_pieces;
    std::vector<int> touched;    // parts, ascending
  };
  Side sides[2];
  CellSums sums;
  std::vector<int> names;    // keys of touched cells
  std::vector<int> near[2];
  std::vector<TouchedCell> of_parts;

  void touch_parts(const PlacedBody &a, const PlacedBody &b, OverlapWorkspace &workspace,
                   PartPlanes &planes);
  void touch_sphere(const PlacedBody &body, const PlacedBody &sphere, bool sphere_first);
  void touch_pieces(OverlapWorkspace &workspace);
  void find_seams();
  void add_seams(int side, int i, int j);
  bool presses_as_one(int side) const;
  double coupling(const TouchedCell &i, const TouchedCell &j) const;
  static double coupling(const Side &side, int cell, int other);
  static int part_of(const Side &side, int name);
  std::pair<int, int> parts_of(int key) const;
  bool may_take_over(int key, int old) const;
};

}    // namespace grist

#endif
