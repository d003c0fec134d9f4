#include "geometry/overlap_result.h"

namespace grist {

Vector3d Overlap::point_of_action() const
{
  if (area == 0.0) return centroid;
  return centroid + area_vector.cross(moment) / (area * area);
}

}    // namespace grist
