// A body of convex parts that share faces and do not overlap, as a particle shape.
//
// Given in the body frame: origin at the centroid, axes along the principal axes of inertia;
// placement() is the transform back to the frame of the input. Does not change once it is made.
// Density is 1; any unit of length.
//
// Cells in which contacts are looked for come in two divisions: the parts, and, where parts have to
// be distinguished in a hollow, pieces: a part is divided among its plates, each of which gets what
// is nearest to its plane. Parts that are one are divided by the planes of all of them. Pieces are
// made when they are first asked for.

#ifndef GRIST_COMPOUNDS_COMPOUND_SHAPE_H
#define GRIST_COMPOUNDS_COMPOUND_SHAPE_H

#include "common/preconditions.h"
#include "compounds/body_surface.h"
#include "compounds/closed_surface.h"
#include "compounds/division.h"
#include "compounds/piece_couplings.h"

#include <memory>
#include <vector>

namespace grist {

using PartCorners = std::vector<std::vector<Vector3d>>;    // of each convex part

class CompoundShape {
 public:
  // Throws std::invalid_argument where a part is no solid, or parts are not connected by common
  // faces.
  explicit CompoundShape(const PartCorners &corners);

  // Throws std::invalid_argument where two parts overlap by more than `share` of the smaller.
  void refuse_overlaps(double share) const;

  const Division &parts() const { return *whole; }
  int part_count() const { return whole->count(); }
  const BodySurface &surface_plates() const { return *plates; }

  // What has a part or a piece for a cell, and where pieces are divided by plates.
  const Division &pieces() const;
  const std::vector<int> &pieces_of(int part) const;

  // What a piece is inside of, beside its part, in the frame of the part.
  const std::vector<HalfSpace> &division_of(int piece) const
  {
    assert(is_number_of(piece, pieces().count()));
    return dividing[piece];
  }

  // Whether the convex hull of two parts is in the body, and no bisector of a hollow edge that it
  // reaches, or that divides what each of them is one with, is between them: they press as one.
  bool are_one(int part, int other) const
  {
    return one[static_cast<size_t>(part) * static_cast<size_t>(part_count()) +
               static_cast<size_t>(other)] != 0;
  }
  bool is_convex() const { return convex; }

  // Between pieces, by number (piece_couplings.h).
  double piece_coupling(int piece, int other) const;

  double volume() const { return solid_volume; }
  double surface() const { return surface_area; }
  double radius() const { return outer; }    // of the bounding sphere about the centroid
  double inner_radius() const;               // of the largest ball inside, when first asked for
  const Vector3d &principal_moments() const { return moments; }
  const Pose &placement() const { return given; }

  int vertex_count() const;    // of all parts

  // The corners of all parts in the body frame.
  PartCorners corners() const;

  // The convex hull, and its frame in that of the body.
  const ConvexPolyhedron &hull() const { return *around; }
  const Pose &hull_place() const { return around_place; }

  // As it is drawn and written; made when it is first asked for.
  const ClosedSurface &closed_surface() const;

  double memory_usage() const;

 private:
  std::unique_ptr<const Division> whole;
  std::unique_ptr<const BodySurface> plates;
  mutable std::unique_ptr<const Division> divided;
  mutable std::vector<std::vector<int>> divided_of;        // by part
  mutable std::vector<std::vector<HalfSpace>> dividing;    // by piece
  mutable std::unique_ptr<const PieceCouplings> couplings;
  mutable std::unique_ptr<const ClosedSurface> drawn;
  std::vector<char> one;    // a square of parts
  bool convex = false;
  double solid_volume = 0.0, surface_area = 0.0, outer = 0.0;
  mutable double inner = 0.0;    // 0: not yet asked for
  Vector3d moments = Vector3d::zero();
  Pose given;
  std::unique_ptr<ConvexPolyhedron> around;
  Pose around_place;

  void measure(const std::vector<ConvexPolyhedron> &parts);
  void refuse_loose_parts() const;
  void find_one();
  PartGroups groups() const;
  void make_pieces() const;
};

// Parts cut by the bisecting plane at each hollow edge that they touch, and those that are one with
// such a part, so that contacts in a hollow do not depend on how a body was cut into parts.
// Fine surfaces with hollows, as scans have them, would be cut into very many: cuts that more than
// double the parts and make more than a few are left out, all of them.
static constexpr size_t FEW_PARTS = 128;

struct HollowCuts {
  PartCorners parts;
  size_t left_out = 0;    // if cuts were left out: they make more parts than this
};
HollowCuts hollow_cuts(const PartCorners &corners, size_t few = FEW_PARTS);

inline PartCorners cut_at_hollow_edges(const PartCorners &corners)
{
  return hollow_cuts(corners).parts;
}

}    // namespace grist

#endif
