// A convex solid that owns its arrays: what a cut has left, to be cut further.

#ifndef GRIST_GEOMETRY_CONVEX_SOLID_H
#define GRIST_GEOMETRY_CONVEX_SOLID_H

#include "geometry/convex_polyhedron.h"

#include <algorithm>
#include <vector>

namespace grist {

struct ConvexSolid {
  CoordinateArrays points;
  std::vector<BodyEdge> edges;
  int count = 0;    // of points; one that rounding has split is there more than once

  explicit ConvexSolid(const BodyView &body) :
      points{{body.x, body.x + padded(body.vertex_count)},
             {body.y, body.y + padded(body.vertex_count)},
             {body.z, body.z + padded(body.vertex_count)}},
      count(body.vertex_count)
  {
    edges.resize(static_cast<size_t>(body.edge_count));
    if (body.edges)
      std::copy_n(body.edges, body.edge_count, edges.begin());
    else
      body.packed.unpack(body.edge_count, edges.data());
  }

  // A body at a place.
  ConvexSolid(const ConvexPolyhedron &body, const Pose &place) : ConvexSolid(body.view())
  {
    std::vector<Vector3d> placed;
    for (int i = 0; i < count; i++) placed.push_back(place.to_space(point(i)));
    points.assign(placed);
  }

  BodyView view() const
  {
    return {points.x.data(), points.y.data(), points.z.data(),
            edges.data(),    count,           static_cast<int>(edges.size())};
  }
  Vector3d point(int i) const { return {points.x[i], points.y[i], points.z[i]}; }
  std::vector<Vector3d> corners() const
  {
    std::vector<Vector3d> all;
    for (int i = 0; i < count; i++) all.push_back(point(i));
    return all;
  }

  // One more than the largest number of a face.
  int face_limit() const
  {
    int limit = 0;
    for (const BodyEdge &edge : edges) limit = std::max({limit, edge.left + 1, edge.right + 1});
    return limit;
  }
};

// Of a convex solid: the sphere about its centroid that touches the nearest face has a radius below
// `thinnest`, or it is flat.
bool is_thin(const std::vector<Vector3d> &corners, double thinnest);

}    // namespace grist

#endif
