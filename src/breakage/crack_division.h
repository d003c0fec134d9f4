// A solid of convex parts, divided by one crack after another (body_division.h).
//
// A crack is one plane through all parts of a piece. Where its direction depends on the corners of
// several parts it is those of their convex hull that count, so that it does not matter how a body
// is cut into parts. What a plane would cut off a part as a splinter, thinner than `thinnest`,
// stays with the rest of this part.
//
// Body frame of the body.

#ifndef GRIST_BREAKAGE_CRACK_DIVISION_H
#define GRIST_BREAKAGE_CRACK_DIVISION_H

#include "geometry/clipped_body.h"
#include "geometry/convex_solid.h"

#include "common/random_numbers.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace grist {

struct CrackSettings {
  std::optional<Vector3d> contact;    // where the body was hit; anywhere without
  double tilt =
      0.5;    // random part of a crack's direction over the part across the longest extent
  std::uint64_t seed = 1;
};

using ConvexSolids = std::vector<ConvexSolid>;

// Where no weights of Laguerre cells are found, sites of other cracks are tried so often; then the
// error says how many cells there should be.
constexpr int MOST_SEEDINGS = 5;
[[noreturn]] void throw_no_cells(size_t count);

class CrackDivision {
 public:
  struct Body {
    ConvexSolids parts;
    double radius;      // of the bounding sphere
    int face_count;     // of a part, at most
    double thinnest;    // 0 for a convex body: all is cut
  };
  CrackDivision(const Body &body, const std::vector<double> &volumes,
                const CrackSettings &settings);

  // In the order of the volumes.
  std::vector<ConvexSolids> run();

 private:
  struct Halves {
    ConvexSolids behind, beyond;
  };
  const Body &body;
  const std::vector<double> &volumes;
  const CrackSettings &settings;
  RandomNumbers random;
  ClippedBody clipped;
  std::vector<int> order;    // of the volumes, the largest first
  std::vector<ConvexSolids> pieces;

  void divide(ConvexSolids solids, int first, int count, int depth);
  int larger_group(int first, int count) const;
  double sum(int first, int count) const;
  Vector3d direction(const ConvexSolids &solids);
  double offset(const ConvexSolids &solids, const Vector3d &normal, double volume, double of,
                int face);
  double volume_of(const ConvexSolids &solids, int face);
  bool cut(const ConvexSolid &solid, const HalfSpace &plane, int face);
  Halves split(const ConvexSolids &solids, const HalfSpace &plane, int face);
  void split(const ConvexSolid &solid, const HalfSpace &plane, int face, double thinnest,
             Halves &halves);
};

}    // namespace grist

#endif
