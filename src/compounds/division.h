// A body divided into convex cells, and the joints where cells share a face.
//
// Everything in the frame of the body. Cells do not overlap. A joint is the part of a face of one
// cell that lies on a face of another one; a face may have several joints, and what is left of it
// is surface of the body.

#ifndef GRIST_COMPOUNDS_DIVISION_H
#define GRIST_COMPOUNDS_DIVISION_H

#include "compounds/flat_polygon.h"
#include "geometry/convex_polyhedron.h"

#include <vector>

namespace grist {

// Normals of faces of one plane differ by less.
constexpr double SAME_NORMAL = 1e-6;

struct BodyCell {
  ConvexPolyhedron shape;
  Pose place;    // frame of the shape in that of the body
  int part;      // convex part of the body that it is, or is a piece of
  int plate;     // of the surface (body_surface.h) that it is behind; NO_PLATE

  static constexpr int NO_PLATE = -1;
};

struct CellJoint {
  int a, b;              // cells, a < b
  int face_a, face_b;    // of the shapes of the cells
  FlatPolygon polygon;
  std::vector<HalfSpace> sides;    // through its edges, along its normal
};

class Division {
 public:
  // Distances up to the tolerance are rounding: faces nearer to each other are one.
  Division(std::vector<BodyCell> cells, double tolerance);

  int count() const { return static_cast<int>(all.size()); }
  const BodyCell &operator[](int cell) const { return all[cell]; }
  const std::vector<CellJoint> &joints() const { return shared; }

  // The planes of the faces of a cell, in the frame of the body.
  const std::vector<HalfSpace> &planes_of(int cell) const { return planes[cell]; }

  // Numbers of the joints of a cell.
  const std::vector<int> &joints_of(int cell) const { return of_cell[cell]; }

  // The share of an edge in the plane of a joint that is on the joint.
  double share_on(const CellJoint &joint, const Vector3d &from, const Vector3d &to) const;

  double tolerance() const { return within; }

 private:
  std::vector<BodyCell> all;
  std::vector<CellJoint> shared;
  std::vector<std::vector<HalfSpace>> planes;
  std::vector<std::vector<int>> of_cell;
  double within;
};

// The face of a cell in the frame of the body.
struct CellFace {
  HalfSpace plane;
  FlatPolygon polygon;
};
std::vector<CellFace> faces_of(const BodyCell &cell);

}    // namespace grist

#endif
