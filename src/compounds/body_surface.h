// The surface of a body of convex parts, and how far two places of it act on another body as one.
//
// Vocabulary:
//   plate     what is surface of one face of one part: the face without its joints
//   region    plates of one plane that share edges: one flat face of the body
//   hollow    of an edge between two plates: the body is on both sides of both planes there
//   smooth    plates that are connected by edges folded by at most SMOOTH_FOLD
//   coupling  1 for plates of one part, of one region, and for plates that touch and have each
//             other's parts behind them; for others that touch or are smooth to each other the
//             cosine of the angle between their normals, if it is positive; else 0. So a flat face
//             or a convex corner presses as one surface wherever the body is cut, a hollow corner of
//             90 degrees as two, and a curved hollow as one that turns
//
// Frame of the body.

#ifndef GRIST_COMPOUNDS_BODY_SURFACE_H
#define GRIST_COMPOUNDS_BODY_SURFACE_H

#include "compounds/division.h"

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

  double coupling(int plate, int other) const;

  // An edge of two plates that is hollow, from `from` to `to`.
  struct HollowEdge {
    int plate, other;
    Vector3d from, to;
  };
  const std::vector<HollowEdge> &hollow_edges() const { return hollow; }

 private:
  enum class Touch : char { CONVEX, HOLLOW };
  struct Neighbor {
    int plate;
    Touch touch;
    bool share_edge;
  };
  std::vector<Plate> all;
  std::vector<std::vector<int>> of_part;
  std::vector<std::vector<Neighbor>> neighbors;    // by plate, those of other parts
  std::vector<HollowEdge> hollow;

  void add_plates(const Division &parts);
  void connect(const Division &parts);
  void connect(const Division &parts, int p, int q);
  bool is_behind(const Division &parts, int part, int plate) const;
  static void join(std::vector<int> &first, int a, int b);
};

}    // namespace grist

#endif
