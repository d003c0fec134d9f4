#include "walls/shortest_way.h"

#include "common/preconditions.h"
#include "common/space.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace grist {

static constexpr double PARALLEL = 1e-4;    // sine of the angle between two normals

// Shares of the greatest depth: a barrier that is missed by less is kept, and barriers that leave no
// room by less leave one point.
static constexpr double WAY_ROUNDING = 1e-12, CLOSED = 1e-7;

namespace {

class ShortestWay {
 public:
  explicit ShortestWay(const std::vector<Barrier> &all) : all(all)
  {
    for (const Barrier &barrier : all) deepest = std::max(deepest, barrier.depth);
  }

  bool find(Vector3d &x) const
  {
    x = {};
    for (size_t i = 0; i < all.size(); i++)
      if (!is_kept(i, x) && !find_on_plane(i, x)) return false;
    return true;
  }

 private:
  const std::vector<Barrier> &all;
  double deepest = 0.0;

  bool is_kept(size_t n, const Vector3d &x) const
  {
    return dot(all[n].normal, x) >= all[n].depth - WAY_ROUNDING * deepest;
  }

  // On the plane of barrier i, by the barriers before it.
  bool find_on_plane(size_t i, Vector3d &x) const
  {
    const Vector3d &normal = all[i].normal;
    x = all[i].depth * normal;
    for (size_t j = 0; j < i; j++) {
      if (is_kept(j, x)) continue;
      const double cosine = dot(all[j].normal, normal);
      const Vector3d across = all[j].normal - cosine * normal;
      const double square = squared_norm(across);
      if (square < PARALLEL * PARALLEL) {
        if (cosine < 0.0) return false;
        continue;
      }
      x = all[i].depth * normal + (all[j].depth - cosine * all[i].depth) / square * across;
      if (!find_on_line(j, cross(normal, across) / std::sqrt(square), x)) return false;
    }
    return true;
  }

  // On a line, by the barriers before j; x: its point nearest to the origin.
  bool find_on_line(size_t j, const Vector3d &along, Vector3d &x) const
  {
    double least = -std::numeric_limits<double>::infinity(), most = -least;
    for (size_t k = 0; k < j; k++) {
      const double missing = all[k].depth - dot(all[k].normal, x);
      const double slope = dot(all[k].normal, along);
      if (std::fabs(slope) < PARALLEL) {
        if (missing > CLOSED * deepest) return false;
      } else if (slope > 0.0) {
        least = std::max(least, missing / slope);
      } else {
        most = std::min(most, missing / slope);
      }
    }
    if (least > most + CLOSED * deepest) return false;
    x += std::max(least, std::min(0.0, most)) * along;
    return true;
  }
};

}    // namespace

bool find_shortest_way(const std::vector<Barrier> &barriers, Vector3d &x)
{
  for ([[maybe_unused]] const Barrier &barrier : barriers) assert(is_unit(barrier.normal));
  return ShortestWay(barriers).find(x);
}

}    // namespace grist
