#include "blocks/block_faces.h"

#include "blocks/box_pairs.h"
#include "common/constants.h"
#include "common/preconditions.h"
#include "compounds/flat_polygon.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace grist {

// Opposite normals have less than this product. Whether faces lie in one plane is measured at their
// corners: normals of small faces are known to few digits.
static constexpr double OPPOSITE = -0.99;

// Nuclei with a smaller part of their distance along the normal lie across it.
static constexpr double ALONG_NORMAL = 0.5;

// A smaller part of the surface of a block is rounding.
static constexpr double NO_SURFACE = 1e-12;

double Block::size() const
{
  return std::cbrt(6.0 / PI * volume());
}

namespace {

// A face of a block in the frame of the solid.
struct PlacedFace {
  HalfSpace plane;
  double area;
  FlatPolygon polygon;
  AlignedBox box;
};

struct PlacedBlock {
  std::vector<PlacedFace> faces;
  AlignedBox box;
};

class FaceSearch {
 public:
  FaceSearch(const std::vector<Block> &blocks, const BlockFaceSettings &settings);
  BlockFaces run();

 private:
  const std::vector<Block> &blocks;
  std::vector<PlacedBlock> placed;
  double tolerance, least_area;
  BlockFaces result;

  PlacedBlock place(const Block &block) const;
  void match(int a, int b);
  FlatPolygon common_polygon(const PlacedFace &of_a, const PlacedFace &of_b) const;
  void add(int a, int b, FlatPolygon &&polygon, const Vector3d &normal);
  double distance(int a, int b, const Vector3d &normal);
};

}    // namespace

FaceSearch::FaceSearch(const std::vector<Block> &blocks, const BlockFaceSettings &settings) :
    blocks(blocks), least_area(settings.least_area)
{
  AlignedBox extent;
  for (const Block &block : blocks)
    for (const Vector3d &vertex : block.shape.vertices())
      extent.extend(block.shape.placement().to_space(vertex));
  tolerance = settings.tolerance * extent.diagonal();
  for (const Block &block : blocks) {
    placed.push_back(place(block));
    result.outside.push_back(block.shape.surface());
  }
}

// Boxes are larger by the tolerance.
PlacedBlock FaceSearch::place(const Block &block) const
{
  const Pose &pose = block.shape.placement();
  std::vector<Vector3d> vertices = block.shape.vertices();
  for (Vector3d &vertex : vertices) vertex = pose.to_space(vertex);
  PlacedBlock result;
  for (const ConvexPolyhedron::Face &face : block.shape.faces()) {
    PlacedFace one{moved(face.plane, pose), face.area, {}, {}};
    std::vector<Vector3d> corners;
    for (const int corner : face.corners) {
      corners.push_back(vertices[corner]);
      one.box.extend(vertices[corner]);
    }
    one.polygon = FlatPolygon::of(std::move(corners));
    one.box.low -= Vector3d::all(tolerance);
    one.box.high += Vector3d::all(tolerance);
    result.box.extend(one.box);
    result.faces.push_back(std::move(one));
  }
  return result;
}

BlockFaces FaceSearch::run()
{
  std::vector<AlignedBox> boxes;
  for (const PlacedBlock &block : placed) boxes.push_back(block.box);
  for_box_pairs(boxes, [&](int a, int b) { match(a, b); });
  std::stable_sort(result.faces.begin(), result.faces.end(),
                   [](const BlockFace &one, const BlockFace &other) {
                     return std::pair(one.a, one.b) < std::pair(other.a, other.b);
                   });
  for (size_t n = 0; n < blocks.size(); n++)
    if (std::abs(result.outside[n]) <= NO_SURFACE * blocks[n].shape.surface())
      result.outside[n] = 0.0;
  return std::move(result);
}

void FaceSearch::match(int a, int b)
{
  for (const PlacedFace &of_a : placed[a].faces) {
    if (intersection(of_a.box, placed[b].box).is_empty()) continue;
    for (const PlacedFace &of_b : placed[b].faces) {
      if (dot(of_a.plane.normal, of_b.plane.normal) > OPPOSITE ||
          intersection(of_a.box, of_b.box).is_empty())
        continue;
      FlatPolygon polygon = common_polygon(of_a, of_b);
      if (polygon.is_empty()) continue;
      const bool is_of_a = of_a.area >= of_b.area;
      add(a, b, std::move(polygon), is_of_a ? of_a.plane.normal : -of_b.plane.normal);
    }
  }
}

static FlatPolygon projected(FlatPolygon polygon, const HalfSpace &plane)
{
  for (Vector3d &corner : polygon.corners) corner -= plane.distance(corner) * plane.normal;
  return polygon;
}

// In the plane of the larger face, counter-clockwise about the normal out of a. Empty if there is
// none, or if the faces are apart there.
FlatPolygon FaceSearch::common_polygon(const PlacedFace &of_a, const PlacedFace &of_b) const
{
  const bool is_of_a = of_a.area >= of_b.area;
  const HalfSpace &plane = is_of_a ? of_a.plane : of_b.plane;
  const HalfSpace &other = is_of_a ? of_b.plane : of_a.plane;
  FlatPolygon common = is_of_a ? common_part(of_a.polygon, projected(of_b.polygon, plane), 0.0)
                               : common_part(projected(of_a.polygon, plane), of_b.polygon, 0.0);
  for (const Vector3d &corner : common.corners)
    if (std::abs(other.distance(corner)) > tolerance) {
      common.clear();
      break;
    }
  return common;
}

void FaceSearch::add(int a, int b, FlatPolygon &&polygon, const Vector3d &normal)
{
  const double area = dot(area_vector(polygon), normal);
  if (!(area > 0.0)) return;
  result.outside[a] -= area;
  result.outside[b] -= area;
  const double size = std::min(blocks[a].size(), blocks[b].size());
  if (area < least_area * size * size) {
    result.dropped++;
    result.dropped_area += area;
    return;
  }
  const FaceSection section = face_section(polygon.corners, normal);
  result.faces.push_back({a, b, section, distance(a, b, normal), std::move(polygon.corners)});
}

double FaceSearch::distance(int a, int b, const Vector3d &normal)
{
  const Vector3d between = blocks[b].nucleus - blocks[a].nucleus;
  const double along = dot(normal, between);
  if (along > ALONG_NORMAL * norm(between)) return along;
  result.by_centroids++;
  return dot(normal, blocks[b].centroid() - blocks[a].centroid());
}

BlockFaces block_faces(const std::vector<Block> &blocks, const BlockFaceSettings &settings)
{
  assert(!blocks.empty() && settings.tolerance > 0.0 && settings.least_area >= 0.0);
  return FaceSearch(blocks, settings).run();
}

}    // namespace grist
