#include "compounds/merged_parts.h"

#include "common/preconditions.h"

#include <algorithm>
#include <limits>
#include <set>
#include <utility>

namespace grist {

// A convex hull has no more volume than the parts in it except this part of theirs, and of that of
// the smallest of them.
static constexpr double MERGED_VOLUME = 1e-9, MERGED_SMALLEST = 1e-6;

// The corners of the hull; none if it has more volume.
static std::vector<Vector3d> hull_of_volume(const std::vector<Vector3d> &points, double volume,
                                            double smallest)
{
  const ConvexPolyhedron hull = ConvexPolyhedron::from_vertices(points);
  const double most = std::min(MERGED_VOLUME * volume, MERGED_SMALLEST * smallest);
  if (!(hull.volume() - volume <= most)) return {};
  std::vector<Vector3d> corners;
  for (const Vector3d &vertex : hull.vertices())
    corners.push_back(hull.placement().to_space(vertex));
  return corners;
}

namespace {

class Merging {
 public:
  Merging(const PartCorners &parts, double tolerance);
  PartCorners run();

 private:
  struct Part {
    std::vector<Vector3d> corners;    // none: it has been merged
    double volume;
    std::set<int> neighbors;
  };
  std::vector<Part> all;    // merged ones come behind

  bool merge(int a, int b);
};

}    // namespace

Merging::Merging(const PartCorners &parts, double tolerance)
{
  std::vector<BodyCell> cells;
  for (const std::vector<Vector3d> &corners : parts) {
    ConvexPolyhedron shape = ConvexPolyhedron::from_vertices(corners);
    all.push_back({corners, shape.volume(), {}});
    const Pose place = shape.placement();
    cells.push_back({std::move(shape), place, static_cast<int>(cells.size()), BodyCell::NO_PLATE});
  }
  const Division division(std::move(cells), tolerance);
  for (const CellJoint &joint : division.joints()) {
    all[joint.a].neighbors.insert(joint.b);
    all[joint.b].neighbors.insert(joint.a);
  }
}

// A pair that cannot be merged is not tried again: each part looks at those before it, once.
PartCorners Merging::run()
{
  for (size_t a = 0; a < all.size(); a++) {
    const std::set<int> others = all[a].neighbors;
    for (const int b : others)
      if (b < static_cast<int>(a) && merge(static_cast<int>(a), b)) break;
  }
  PartCorners left;
  for (Part &part : all)
    if (!part.corners.empty()) left.push_back(std::move(part.corners));
  return left;
}

bool Merging::merge(int a, int b)
{
  if (all[a].corners.empty() || all[b].corners.empty()) return false;
  std::vector<Vector3d> points = all[a].corners;
  points.insert(points.end(), all[b].corners.begin(), all[b].corners.end());
  const double volume = all[a].volume + all[b].volume;
  const double smaller = std::min(all[a].volume, all[b].volume);
  Part both = {hull_of_volume(points, volume, smaller), volume, {}};
  if (both.corners.empty()) return false;
  const int number = static_cast<int>(all.size());
  for (const int old : {a, b}) {
    for (const int other : all[old].neighbors) {
      if (other == a || other == b || all[other].corners.empty()) continue;
      both.neighbors.insert(other);
      all[other].neighbors.insert(number);
    }
    all[old].corners.clear();
  }
  all.push_back(std::move(both));
  return true;
}

PartCorners merged_parts(const PartCorners &parts, double tolerance)
{
  assert(!parts.empty() && tolerance > 0.0);
  if (parts.size() == 1) return parts;
  std::vector<Vector3d> points;
  double volume = 0.0, smallest = std::numeric_limits<double>::infinity();
  for (const std::vector<Vector3d> &corners : parts) {
    points.insert(points.end(), corners.begin(), corners.end());
    const double its = ConvexPolyhedron::from_vertices(corners).volume();
    volume += its;
    smallest = std::min(smallest, its);
  }
  const std::vector<Vector3d> whole = hull_of_volume(points, volume, smallest);
  if (!whole.empty()) return {whole};
  return Merging(parts, tolerance).run();
}

}    // namespace grist
