// How far two pieces of a body act on another body as one.
//
// Vocabulary:
//   group     of a part: the parts that it is one with (compound_shape.h). It is as if the group
//             were one part: pieces are divided by the faces of the group, and faces count as a
//             whole, so that cuts through what is one change nothing
//   face      of a piece: the plates of the group of its part in the plane that the piece is
//             nearest to
//   coupling  1 for pieces whose parts are one, for faces of one region, and for faces that share
//             an edge and have each other's groups behind them; for others that share an edge or a
//             corner, or are smooth to each other, the cosine of the angle between their normals,
//             if it is positive; else 0. So a flat face or a convex corner presses as one surface
//             wherever the body is cut, a hollow corner of 90 degrees as two, and a curved hollow
//             as one that turns

#ifndef GRIST_COMPOUNDS_PIECE_COUPLINGS_H
#define GRIST_COMPOUNDS_PIECE_COUPLINGS_H

#include "compounds/body_surface.h"
#include "compounds/division.h"

#include <vector>

namespace grist {

// By part: the parts that it is one with, itself among them, ascending.
using PartGroups = std::vector<std::vector<int>>;

// The planes that a part is divided by: those of the plates of its group, each once, by one of its
// plates. Of parallel planes the one that is nearest.
std::vector<int> dividing_plates(const BodySurface &surface, const PartGroups &groups, int part,
                                 double tolerance);

class PieceCouplings {
 public:
  PieceCouplings(const BodySurface &surface, const Division &parts, const PartGroups &groups,
                 const Division &pieces);

  double coupling(const BodySurface &surface, const Division &pieces, int piece, int other) const;

  double memory_usage() const { return static_cast<double>(kinds.capacity()); }

 private:
  class Faces;
  enum class Kind : char { NONE, TURNED, ONE };
  size_t count;
  std::vector<Kind> kinds;    // a square of pieces
};

}    // namespace grist

#endif
