// The rectangle that the contact area of an overlap counts as (geometry/area_spread.h).

#ifndef GRIST_GEOMETRY_COUNTED_RECTANGLE_H
#define GRIST_GEOMETRY_COUNTED_RECTANGLE_H

#include "geometry/overlap.h"

namespace grist {

// Mean of y y^T over it, y from its middle, across the normal.
inline Matrix3d mean_square(const Overlap &overlap)
{
  const Vector3d &n = overlap.normal;
  const Matrix3d across = Matrix3d::identity() - outer_product(n, n);
  const Matrix3d spread = across * matrix_of(overlap.spread) * across;
  return overlap.area / (12.0 * determinant_across(n, overlap.spread)) * (spread * spread);
}

}    // namespace grist

#endif
