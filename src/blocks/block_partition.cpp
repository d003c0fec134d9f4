#include "blocks/block_partition.h"

#include "blocks/cell_pieces.h"
#include "common/number_text.h"
#include "common/preconditions.h"
#include "common/random_numbers.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>

namespace grist {

// A piece with a smaller part of the mean volume of cells is rounding.
static constexpr double SPLINTER = 1e-11;

// Sizes beyond so many deviations are drawn again.
static constexpr double MOST_DEVIATIONS = 3.0;

// While nuclei are moved, volumes need not be exact.
static constexpr double ROUGH_VOLUMES = 0.1;
static constexpr int ROUGH_STEPS = 3;

// Drawings of nuclei for which weights are looked for.
static constexpr int MOST_DRAWINGS = 5;

// Corners of pieces nearer than this are one; over the extent of the solid.
static constexpr double SAME_CORNER = 1e-9;

static void check(const BlockRequest &request)
{
  const auto check_positive = [](const std::string &what, double value) {
    require(value > 0.0 && std::isfinite(value), what, value, "must be a positive, finite number");
  };
  require(request.cells >= 1, "a solid of cells", request.cells, "must be 1 or more");
  if (request.cells > BlockRequest::MOST_CELLS)
    throw std::invalid_argument("a solid of " + std::to_string(request.cells) + " cells (must be " +
                                std::to_string(BlockRequest::MOST_CELLS) +
                                " or fewer: each takes some 12 kB of memory)");
  require(request.spread >= 0.0 && request.spread <= BlockRequest::MOST_SPREAD,
          "a spread of sizes of", request.spread,
          "must be between 0 and " + number_text(BlockRequest::MOST_SPREAD));
  require(request.lloyd_steps >= 0, "steps of Lloyd", request.lloyd_steps, "must be 0 or more");
  check_positive("a precision of volumes of", request.precision);
  for (const double factor : request.stretch) check_positive("a stretch of", factor);
  if (!is_rotation(request.bedding))
    throw std::invalid_argument("the axes of the bedding are no rotation");
  require(request.least_piece >= 0.0 && request.least_piece <= 1.0, "a least piece of a cell of",
          request.least_piece, "must be between 0 and 1");
  require(request.faces.least_area >= 0.0, "a least area of faces of", request.faces.least_area,
          "must be 0 or more");
  if (request.volumes != BlockRequest::Volumes::SHARES) return;
  if (request.shares.size() != static_cast<size_t>(request.cells))
    throw std::invalid_argument(std::to_string(request.shares.size()) + " volumes for " +
                                std::to_string(request.cells) + " cells");
  for (const double share : request.shares) check_positive("a volume of a cell of", share);
}

namespace {

// The frame in which cells are not stretched. It keeps volumes.
class Layers {
 public:
  Layers(const Vector3d &stretch, const Matrix3d &bedding) :
      axes(bedding), factors(stretch / std::cbrt(product_of(stretch)))
  {
    is_same = stretch.x == stretch.y && stretch.y == stretch.z;
  }

  Vector3d to_layers(const Vector3d &x) const
  {
    return is_same ? x : quotient(transposed_times(axes, x), factors);
  }
  Vector3d from_layers(const Vector3d &x) const { return is_same ? x : axes * product(x, factors); }

 private:
  Matrix3d axes;
  Vector3d factors;
  bool is_same;
};

// The convex parts of a solid, and random points in them.
class SolidPoints {
 public:
  explicit SolidPoints(const std::vector<ConvexSolid> &parts)
  {
    double sum = 0.0;
    for (const ConvexSolid &solid : parts) {
      const ConvexPolyhedron shape = ConvexPolyhedron::from_vertices(solid.corners());
      Part part;
      for (int f = 0; f < shape.face_count(); f++)
        part.planes.push_back(moved(shape.plane(f), shape.placement()));
      for (const Vector3d &corner : solid.corners()) part.box.extend(corner);
      sum += shape.volume();
      part.cumulated = sum;
      all.push_back(std::move(part));
    }
  }

  Vector3d draw(RandomNumbers &random) const
  {
    const double at = random.uniform() * all.back().cumulated;
    size_t n = 0;
    while (n + 1 < all.size() && all[n].cumulated < at) n++;
    const Part &part = all[n];
    for (;;) {
      const double x = random.uniform(), y = random.uniform(), z = random.uniform();
      const Vector3d point = part.box.low + product(part.box.sizes(), Vector3d{x, y, z});
      if (is_in(part, point)) return point;
    }
  }

  bool has(const Vector3d &point) const
  {
    return std::any_of(all.begin(), all.end(),
                       [&](const Part &part) { return is_in(part, point); });
  }

 private:
  struct Part {
    std::vector<HalfSpace> planes;
    AlignedBox box;
    double cumulated;    // volume of this part and of those before it
  };
  std::vector<Part> all;

  static bool is_in(const Part &part, const Vector3d &point)
  {
    return std::all_of(part.planes.begin(), part.planes.end(),
                       [&](const HalfSpace &plane) { return plane.distance(point) < 0.0; });
  }
};

class SolidDivision {
 public:
  SolidDivision(const BlockSolid &solid, const BlockRequest &request);
  BlockPartition run();

 private:
  const BlockSolid &solid;
  const BlockRequest &request;
  Layers layers;
  std::vector<ConvexSolid> parts;    // in the frame of the layers
  std::vector<Vector3d> nuclei;      // in that frame
  std::vector<double> weights;
  BlockPartition result;

  bool has_weights() const { return request.volumes != BlockRequest::Volumes::AS_DRAWN; }
  double mean_volume() const { return solid.volume / request.cells; }
  std::vector<double> wanted_volumes(RandomNumbers &random) const;
  bool grow(std::uint64_t seed);
  void move_nuclei(const PowerCells &cells, const SolidPoints &points);
  void add_cell(int cell, const CellPieces::Blocks &blocks);
};

}    // namespace

SolidDivision::SolidDivision(const BlockSolid &solid, const BlockRequest &request) :
    solid(solid), request(request), layers(request.stretch, request.bedding)
{
  for (const ConvexSolid &part : solid.parts) {
    std::vector<Vector3d> corners = part.corners();
    for (Vector3d &corner : corners) corner = layers.to_layers(corner);
    parts.push_back(part);
    parts.back().points.assign(corners);
  }
}

BlockPartition SolidDivision::run()
{
  result.volume = solid.volume;
  result.cells = request.cells;
  int drawing = 0;
  while (!grow(drawing == 0 ? request.seed : mixed_seed(request.seed, drawing)))
    if (++drawing == MOST_DRAWINGS)
      throw std::runtime_error("no cells of the " + std::to_string(request.cells) +
                               " volumes wanted were found: give fewer cells or less spread");
  CellPieces pieces(
      {parts, nuclei, weights, SPLINTER * mean_volume(), SAME_CORNER * solid.extent().diagonal()});
  pieces.join_small(request.least_piece * mean_volume());
  for (int cell = 0; cell < request.cells; cell++) add_cell(cell, pieces.blocks()[cell]);
  result.joined_pieces = pieces.joined();
  result.splinters = pieces.left_out().count;
  result.splinter_volume = pieces.left_out().volume / solid.volume;
  result.smallest = std::numeric_limits<double>::infinity();
  for (const Block &block : result.blocks)
    result.smallest = std::min(result.smallest, block.volume() / mean_volume());
  result.joined = block_faces(result.blocks, request.faces);
  return std::move(result);
}

// Nuclei and weights. False if no weights were found.
bool SolidDivision::grow(std::uint64_t seed)
{
  RandomNumbers random(seed);
  const std::vector<double> volumes = wanted_volumes(random);
  const SolidPoints points(parts);
  nuclei.clear();
  for (int n = 0; n < request.cells; n++) nuclei.push_back(points.draw(random));
  weights.assign(nuclei.size(), 0.0);
  for (int step = 0; step < request.lloyd_steps; step++) {
    PowerCells cells(parts, nuclei, weights);
    if (has_weights()) cells.solve(volumes, ROUGH_VOLUMES, ROUGH_STEPS);
    move_nuclei(cells, points);
  }
  if (!has_weights()) return true;
  PowerCells cells(parts, nuclei, weights);
  if (!cells.solve(volumes, request.precision)) return false;
  for (size_t n = 0; n < weights.size(); n++) weights[n] = cells.weight(static_cast<int>(n));
  return true;
}

// Nuclei stay in the solid, so that no cell is empty where all weights are equal.
void SolidDivision::move_nuclei(const PowerCells &cells, const SolidPoints &points)
{
  for (int n = 0; n < cells.count(); n++) {
    if (cells.volume(n) > 0.0 && points.has(cells.centroid(n))) nuclei[n] = cells.centroid(n);
    weights[n] = cells.weight(n);
  }
}

std::vector<double> SolidDivision::wanted_volumes(RandomNumbers &random) const
{
  std::vector<double> volumes = request.shares;
  if (request.volumes != BlockRequest::Volumes::SHARES) {
    volumes.clear();
    while (volumes.size() < static_cast<size_t>(request.cells)) {
      const double deviation = random.normal();
      if (std::abs(deviation) > MOST_DEVIATIONS) continue;
      volumes.push_back(std::exp(3.0 * request.spread * deviation));
    }
  }
  const double sum = std::accumulate(volumes.begin(), volumes.end(), 0.0);
  for (double &volume : volumes) volume *= solid.volume / sum;
  return volumes;
}

void SolidDivision::add_cell(int cell, const CellPieces::Blocks &blocks)
{
  const Vector3d nucleus = layers.from_layers(nuclei[cell]);
  for (std::vector<Vector3d> corners : blocks) {
    for (Vector3d &corner : corners) corner = layers.from_layers(corner);
    result.blocks.push_back({ConvexPolyhedron::from_vertices(corners), nucleus, cell});
  }
  if (blocks.size() > 1) result.cut_cells++;
}

BlockPartition divided_solid(const BlockSolid &solid, const BlockRequest &request)
{
  assert(!solid.parts.empty());
  check(request);
  return SolidDivision(solid, request).run();
}

}    // namespace grist
