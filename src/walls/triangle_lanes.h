// The nearest points of many triangles to centers of spheres, compiled for each set of instructions
// (lanes/instructions.h): as nearest_point() (meshes/triangle_tree.h) finds them one by one.

#ifndef GRIST_WALLS_TRIANGLE_LANES_H
#define GRIST_WALLS_TRIANGLE_LANES_H

#include "lanes/instructions.h"
#include "walls/center_batch.h"

namespace grist {

// A center beside a triangle.
struct NearPoint {
  double point[3];           // of the triangle, the nearest to the center
  double height, squared;    // of the center above the plane; its distance to the point, squared
  double feature;            // TrianglePoint::feature
  double unused[2];
};

struct TriangleLanes {
  static constexpr int WHOLE = 8;

  // For `count` pairs of a triangle and a center of the batch, up to the next multiple of WHOLE:
  // the arrays hold pairs there, too. A triangle: its first corner, the sides from there to the
  // other two, and its normal, as TriangleMesh::Triangle has them side by side.
  void (*find)(const double *const *triangles, const int *centers, int count,
               const CenterBatch &batch, NearPoint *found);

  static const TriangleLanes basic, avx2, avx512;    // of each set of instructions
};

const TriangleLanes &triangle_lanes();    // of the set of instructions in use

}    // namespace grist

#endif
