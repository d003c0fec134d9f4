// The surface of a body of convex parts.
//
// Vocabulary:
//   plate     what is surface of one face of one part: the face without its joints
//   region    plates of one plane that share edges: one flat face of the body
//   hollow    of an edge between two plates: the body is on both sides of both planes there
//   smooth    plates that are connected by edges folded by at most SMOOTH_FOLD
//
// Frame of the body.

#ifndef GRIST_COMPOUNDS_BODY_SURFACE_H
#define GRIST_COMPOUNDS_BODY_SURFACE_H

#include "compounds/division.h"

#include <utility>
#include <vector>

namespace grist {

class BodySurface {
 public:
  struct Plate {
    int part, face;
    HalfSpace plane;
    std::vector<FlatPolygon> polygons;    // convex, disjoint
    int region, smooth;                   // numbers of their first plates
  };

  // Of a body whose cells are its parts. Pairs of plates that touch are hollow where a cell is more
  // than the tolerance of the division beyond the plane of the other.
  explicit BodySurface(const Division &parts);

  int count() const { return static_cast<int>(all.size()); }
  const Plate &operator[](int plate) const { return all[plate]; }
  const std::vector<int> &plates_of(int part) const { return of_part[part]; }

  // A plate of another part that shares an edge, or only a corner, with one.
  struct Neighbor {
    int plate;
    bool share_edge;
  };
  const std::vector<Neighbor> &neighbors_of(int plate) const { return neighbors[plate]; }

  // Whether a part is behind the plane of a plate.
  bool is_behind(const Division &parts, int part, int plate) const;

  // An edge of two plates that is hollow, from `from` to `to`.
  struct HollowEdge {
    int plate, other;
    Vector3d from, to;
  };
  const std::vector<HollowEdge> &hollow_edges() const { return hollow; }

 private:
  std::vector<Plate> all;
  std::vector<std::vector<int>> of_part;
  std::vector<std::vector<Neighbor>> neighbors;    // by plate
  std::vector<std::pair<int, int>> edges;          // plates that share one
  std::vector<HollowEdge> hollow;

  void add_plates(const Division &parts);
  void connect(const Division &parts);
  void connect(const Division &parts, int p, int q);
  static void join(std::vector<int> &first, int a, int b);
};

}    // namespace grist

#endif
