#include "blocks/block_gaps.h"

#include "common/preconditions.h"
#include "compounds/division.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace grist {

// Over the size of a block: a gap is narrower; over its square: a smaller place is rounding.
static constexpr double NARROW = 0.05, LEAST_PLACE = 1e-3;

// Normals of one plane have a product above this.
static constexpr double SAME_PLANE = 0.99;

namespace {

class GapSearch {
 public:
  GapSearch(const std::vector<Block> &blocks, const BlockFaces &joined, double tolerance);
  std::optional<BlockGap> run() const;

 private:
  struct Hit {
    int block = -1;
    double distance = std::numeric_limits<double>::infinity();
  };
  const std::vector<Block> &blocks;
  const BlockFaces &joined;
  double tolerance;
  std::vector<std::vector<const BlockFace *>> faces_of;

  std::vector<FlatPolygon> free_places(int block, const CellFace &face) const;
  Hit first_hit(int from, const Vector3d &place, const Vector3d &direction) const;
  std::optional<BlockGap> gap_at(int block, const Vector3d &place, const Vector3d &normal) const;
};

}    // namespace

GapSearch::GapSearch(const std::vector<Block> &blocks, const BlockFaces &joined, double tolerance) :
    blocks(blocks), joined(joined), tolerance(tolerance), faces_of(blocks.size())
{
  for (const BlockFace &face : joined.faces) {
    faces_of[face.a].push_back(&face);
    faces_of[face.b].push_back(&face);
  }
}

std::optional<BlockGap> GapSearch::run() const
{
  for (size_t n = 0; n < blocks.size(); n++) {
    const double least = LEAST_PLACE * blocks[n].size() * blocks[n].size();
    if (joined.outside[n] <= least) continue;
    const int block = static_cast<int>(n);
    const BodyCell cell{blocks[n].shape, blocks[n].shape.placement(), 0, BodyCell::NO_PLATE};
    for (const CellFace &face : grist::faces_of(cell))
      for (const FlatPolygon &place : free_places(block, face)) {
        if (norm(area_vector(place)) <= least) continue;
        const std::optional<BlockGap> gap = gap_at(block, middle_of(place), face.plane.normal);
        if (gap) return gap;
      }
  }
  return std::nullopt;
}

// What the neighbors leave of a face.
std::vector<FlatPolygon> GapSearch::free_places(int block, const CellFace &face) const
{
  std::vector<FlatPolygon> left = {face.polygon}, next;
  for (const BlockFace *common : faces_of[block]) {
    const double sign = common->a == block ? 1.0 : -1.0;
    if (sign * dot(common->section.normal, face.plane.normal) < SAME_PLANE ||
        std::abs(face.plane.distance(common->section.centroid)) > tolerance)
      continue;
    next.clear();
    for (const FlatPolygon &one : left)
      for (FlatPolygon &piece : difference(one, FlatPolygon::of(common->corners), tolerance))
        next.push_back(std::move(piece));
    left.swap(next);
  }
  return left;
}

// Along a ray, where it enters the body; infinite if it passes. A body that it is in already counts
// as entered at 0.
static double entry(const ConvexPolyhedron &shape, const Vector3d &from, const Vector3d &direction)
{
  double first = 0.0, last = std::numeric_limits<double>::infinity();
  for (int f = 0; f < shape.face_count(); f++) {
    const HalfSpace plane = shape.plane(f);
    const double out = plane.distance(from), speed = dot(plane.normal, direction);
    if (speed < 0.0)
      first = std::max(first, -out / speed);
    else if (speed > 0.0)
      last = std::min(last, -out / speed);
    else if (out > 0.0)
      return std::numeric_limits<double>::infinity();
  }
  return first < last ? first : std::numeric_limits<double>::infinity();
}

GapSearch::Hit GapSearch::first_hit(int from, const Vector3d &place,
                                    const Vector3d &direction) const
{
  Hit hit;
  for (int n = 0; n < static_cast<int>(blocks.size()); n++) {
    if (n == from) continue;
    const ConvexPolyhedron &shape = blocks[n].shape;
    const Vector3d to_center = blocks[n].centroid() - place;
    const double along = dot(to_center, direction);
    if (along < -shape.radius() ||
        squared_norm(to_center) - along * along > shape.radius() * shape.radius())
      continue;
    const Pose &pose = shape.placement();
    const double distance =
        entry(shape, pose.to_body(place), transposed_times(pose.rotation, direction));
    if (distance < hit.distance) hit = {n, distance};
  }
  return hit;
}

// Along the normal, and where a block is seen there along all directions of a cube's center to its
// corners, edges and faces that lead outward.
std::optional<BlockGap> GapSearch::gap_at(int block, const Vector3d &place,
                                          const Vector3d &normal) const
{
  constexpr double OUTWARD = 0.1;
  const Vector3d start = place + tolerance * normal;
  const Hit hit = first_hit(block, start, normal);
  if (hit.block < 0 || !(hit.distance > 0.0)) return std::nullopt;    // touches
  const double width = hit.distance + tolerance;
  if (width < NARROW * blocks[block].size()) return BlockGap{block, hit.block, width, false, place};
  for (int x = -1; x <= 1; x++)
    for (int y = -1; y <= 1; y++)
      for (int z = -1; z <= 1; z++) {
        if (x == 0 && y == 0 && z == 0) continue;
        const Vector3d direction = normalized(vector_cast<double>(Vector3<int>{x, y, z}));
        if (dot(direction, normal) < OUTWARD) continue;
        if (first_hit(block, start, direction).block < 0) return std::nullopt;
      }
  return BlockGap{block, hit.block, width, true, place};
}

std::optional<BlockGap> find_gap(const std::vector<Block> &blocks, const BlockFaces &joined,
                                 double tolerance)
{
  assert(blocks.size() == joined.outside.size() && tolerance > 0.0);
  return GapSearch(blocks, joined, tolerance).run();
}

}    // namespace grist
