#include "meshes/polygon_triangles.h"

#include "common/space.h"

#include <algorithm>
#include <stdexcept>

namespace grist {

// Share of the square of the polygon's size: smaller areas are rounding errors.
static constexpr double FLAT_CORNER = 1e-14;

namespace {

class EarCutter {
 public:
  explicit EarCutter(const std::vector<Vector2d> &corners_in) :
      corners(corners_in), count(static_cast<int>(corners.size())), next(corners.size()),
      previous(corners.size())
  {
    Vector2d low = corners.front(), high = low;
    for (const Vector2d &p : corners) {
      low = least(low, p);
      high = greatest(high, p);
    }
    flat = FLAT_CORNER * squared_norm(high - low);
    for (int n = 0; n < count; n++) {
      next[n] = (n + 1) % count;
      previous[n] = (n + count - 1) % count;
    }
    for (int n = 0; n < count; n++)
      if (!is_convex(n)) inward.push_back(n);
  }

  std::vector<std::array<int, 3>> triangles()
  {
    std::vector<std::array<int, 3>> result;
    int corner = 0, failed = 0;
    while (static_cast<int>(result.size()) < count - 2) {
      if (!is_ear(corner)) {
        if (++failed > count)
          throw std::invalid_argument("polygon: its edges cross, or it has no area");
        corner = next[corner];
        continue;
      }
      failed = 0;
      result.push_back({previous[corner], corner, next[corner]});
      cut(corner);
      corner = next[next[corner]];
    }
    return result;
  }

 private:
  const std::vector<Vector2d> &corners;
  int count;
  double flat;
  std::vector<int> next, previous;
  std::vector<int> inward;    // corners that no ear can have, and that may lie in one

  double twice_area(int a, int b, int c) const
  {
    const Vector2d u = corners[b] - corners[a], v = corners[c] - corners[a];
    return u[0] * v[1] - u[1] * v[0];
  }
  bool is_convex(int n) const { return twice_area(previous[n], n, next[n]) > flat; }
  bool is_ear(int n) const
  {
    if (!is_convex(n)) return false;
    const int a = previous[n], c = next[n];
    return std::none_of(inward.begin(), inward.end(), [&](int k) {
      return k != a && k != n && k != c && twice_area(a, n, k) > -flat &&
          twice_area(n, c, k) > -flat && twice_area(c, a, k) > -flat;
    });
  }

  // The neighbours of the removed corner may become convex, or flat.
  void cut(int n)
  {
    const int a = previous[n], c = next[n];
    next[a] = c;
    previous[c] = a;
    inward.erase(
        std::remove_if(inward.begin(), inward.end(), [&](int k) { return k == a || k == c; }),
        inward.end());
    for (const int k : {a, c})
      if (!is_convex(k)) inward.push_back(k);
  }
};

}    // namespace

std::vector<std::array<int, 3>> polygon_triangles(const std::vector<Vector2d> &corners)
{
  if (corners.size() < 3)
    throw std::invalid_argument("polygon: " + std::to_string(corners.size()) +
                                " corners (at least 3)");
  return EarCutter(corners).triangles();
}

}    // namespace grist
