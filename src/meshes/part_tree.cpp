#include "meshes/part_tree.h"

#include "common/decompositions.h"
#include "common/preconditions.h"
#include "geometry/mass_properties.h"
#include "meshes/part_measures.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace grist {

// Planes of faces that are looked at for a cell, and those whose hulls are compared.
static constexpr size_t FACE_PLANES = 48, PLANES_BY_HULLS = 8;

// What a split part costs; one that makes the halves uneven costs 1.
static constexpr int SPLIT_PART_COST = 3;

namespace {

class PartTreeMaker {
 public:
  PartTreeMaker(const std::vector<ConvexPart> &parts, double patience, double tolerance) :
      patience(patience), tolerance(tolerance)
  {
    for (const ConvexPart &part : parts) all += part.volume;
    add_node(parts);
  }

  std::vector<TreeNode> make()
  {
    while (!waiting.empty()) {
      const int node = waiting.back().first;
      const std::vector<ConvexPart> parts = std::move(waiting.back().second);
      waiting.pop_back();
      divide(node, parts);
    }
    return std::move(nodes);
  }

 private:
  int add_node(std::vector<ConvexPart> parts)
  {
    nodes.emplace_back();
    waiting.emplace_back(static_cast<int>(nodes.size()) - 1, std::move(parts));
    return waiting.back().first;
  }

  void divide(int node, const std::vector<ConvexPart> &parts);
  HalfSpace best_plane(const std::vector<ConvexPart> &parts, double excess) const;
  std::vector<HalfSpace> cheap_planes(const std::vector<ConvexPart> &parts) const;
  double hull_volumes(const std::vector<ConvexPart> &parts, const HalfSpace &plane) const;

  double patience, tolerance, all = 0.0;
  std::vector<TreeNode> nodes;
  std::vector<std::pair<int, std::vector<ConvexPart>>> waiting;
};

}    // namespace

static DistanceRange range_of(const ConvexPart &part, const HalfSpace &plane)
{
  DistanceRange range{plane.distance(part.corners[0]), plane.distance(part.corners[0])};
  for (const Vector3d &corner : part.corners) {
    range.least = std::min(range.least, plane.distance(corner));
    range.greatest = std::max(range.greatest, plane.distance(corner));
  }
  return range;
}

// What is behind the plane of the corners, and of edges that cross it.
static std::vector<Vector3d> corners_behind(const ConvexPart &part, const HalfSpace &plane)
{
  std::vector<Vector3d> result;
  for (const Vector3d &corner : part.corners)
    if (plane.distance(corner) <= 0.0) result.push_back(corner);
  for (const PartFace &face : part.faces)
    for (size_t k = 0; k < face.corners.size(); k++) {
      const int from = face.corners[k], to = face.corners[(k + 1) % face.corners.size()];
      if (from > to) continue;
      const Vector3d &a = part.corners[from], &b = part.corners[to];
      const double height_a = plane.distance(a), height_b = plane.distance(b);
      if ((height_a <= 0.0) != (height_b <= 0.0))
        result.push_back(a + height_a / (height_a - height_b) * (b - a));
    }
  return result;
}

double PartTreeMaker::hull_volumes(const std::vector<ConvexPart> &parts,
                                   const HalfSpace &plane) const
{
  double sum = 0.0;
  for (const HalfSpace &side : {plane, opposite(plane)}) {
    std::vector<Vector3d> corners;
    for (const ConvexPart &part : parts) {
      const std::vector<Vector3d> some = corners_behind(part, side);
      corners.insert(corners.end(), some.begin(), some.end());
    }
    if (const std::optional<ConvexPart> hull = convex_part(corners, tolerance)) sum += hull->volume;
  }
  return sum;
}

// Of the planes of faces that parts are in front of, those that split few parts.
std::vector<HalfSpace> PartTreeMaker::cheap_planes(const std::vector<ConvexPart> &parts) const
{
  size_t count = 0;
  for (const ConvexPart &part : parts) count += part.faces.size();
  const size_t step = count / FACE_PLANES + 1;
  std::vector<std::pair<int, HalfSpace>> found;
  size_t number = 0;
  for (const ConvexPart &part : parts)
    for (const PartFace &face : part.faces) {
      if (number++ % step != 0) continue;
      int front = 0, back = 0, split = 0;
      for (const ConvexPart &one : parts) {
        const DistanceRange range = range_of(one, face.plane);
        const bool is_front = range.greatest > tolerance, is_back = range.least < -tolerance;
        front += is_front && !is_back;
        back += is_back && !is_front;
        split += is_front && is_back;
      }
      if (front + split > 0)
        found.emplace_back(SPLIT_PART_COST * split + std::abs(front - back), face.plane);
    }
  std::stable_sort(found.begin(), found.end(),
                   [](const auto &a, const auto &b) { return a.first < b.first; });
  std::vector<HalfSpace> planes;
  for (size_t n = 0; n < std::min(found.size(), PLANES_BY_HULLS); n++)
    planes.push_back(found[n].second);
  return planes;
}

HalfSpace PartTreeMaker::best_plane(const std::vector<ConvexPart> &parts, double excess) const
{
  const MassProperties mass = part_masses(parts);
  // Ascending moments of inertia: the first axis is the longest.
  const Eigenvectors axes = eigenvectors(mass.inertia);
  std::vector<HalfSpace> planes;
  for (const Vector3d &axis : axes.vectors.column)
    planes.push_back(HalfSpace::through(mass.centroid, axis));
  for (const HalfSpace &plane : cheap_planes(parts)) planes.push_back(plane);
  size_t best = 0;
  double least = patience * excess;
  for (size_t n = 0; n < planes.size(); n++)
    if (const double left = hull_volumes(parts, planes[n]) - mass.volume; left < least) {
      least = left;
      best = n;
    }
  return planes[best];
}

void PartTreeMaker::divide(int node, const std::vector<ConvexPart> &parts)
{
  if (parts.size() == 1) {
    nodes[node].part = parts[0];
    return;
  }
  std::vector<Vector3d> corners;
  double volume = 0.0;
  for (const ConvexPart &part : parts) {
    corners.insert(corners.end(), part.corners.begin(), part.corners.end());
    volume += part.volume;
  }
  std::optional<ConvexPart> hull = convex_part(corners, tolerance);
  const double excess = hull ? hull->volume - volume : volume;
  if (hull && excess <= NO_EXCESS * all) {
    nodes[node].part = std::move(hull);
    return;
  }
  const HalfSpace plane = best_plane(parts, excess);
  std::vector<ConvexPart> halves[2];
  for (const ConvexPart &part : parts) {
    const DistanceRange range = range_of(part, plane);
    if (range.least >= -tolerance) {
      halves[0].push_back(part);
    } else if (range.greatest <= tolerance) {
      halves[1].push_back(part);
    } else {
      for (const int side : {0, 1})
        if (std::optional<ConvexPart> half =
                convex_part(corners_behind(part, side == 0 ? opposite(plane) : plane), tolerance))
          halves[side].push_back(std::move(*half));
    }
  }
  if (halves[0].empty() || halves[1].empty()) {
    nodes[node].part = std::move(hull);
    return;
  }
  const int front = add_node(std::move(halves[0]));
  nodes[node].front = front;
  const int back = add_node(std::move(halves[1]));
  nodes[node].back = back;
}

std::vector<TreeNode> part_tree(const std::vector<ConvexPart> &parts, double patience,
                                double tolerance)
{
  assert(!parts.empty() && patience > 0.0);
  return PartTreeMaker(parts, patience, tolerance).make();
}

}    // namespace grist
