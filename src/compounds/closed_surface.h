// The surface of a body as it is drawn and written: convex polygons that meet at whole edges,
// however the body was cut into parts.
//
// Polygons of one plane are merged where they stay convex. Where a corner of one polygon lies on an
// edge of another, it is a corner of that one, too: a straight one. So each edge has a polygon on
// both sides, and the surface is closed.
//
// Frame of the body.

#ifndef GRIST_COMPOUNDS_CLOSED_SURFACE_H
#define GRIST_COMPOUNDS_CLOSED_SURFACE_H

#include "compounds/body_surface.h"
#include "geometry/convex_polyhedron.h"

#include <array>
#include <utility>
#include <vector>

namespace grist {

struct ClosedSurface {
  std::vector<Vector3d> points;              // each once
  std::vector<std::vector<int>> faces;       // counter-clockwise seen from outside
  std::vector<std::pair<int, int>> edges;    // where faces of different planes meet, each once

  // None is flat: a face that has straight corners gets another point in its middle.
  struct Triangles {
    std::vector<Vector3d> points;
    std::vector<std::array<int, 3>> corners;
  };
  Triangles triangles() const;
};

ClosedSurface closed_surface(const ConvexPolyhedron &body);

// Points up to the tolerance from each other are one.
ClosedSurface closed_surface(const BodySurface &surface, double tolerance);

}    // namespace grist

#endif
