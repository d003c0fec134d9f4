#include "blocks/given_cells.h"

#include "blocks/block_gaps.h"
#include "blocks/box_pairs.h"
#include "common/number_text.h"
#include "common/preconditions.h"
#include "geometry/mass_properties.h"
#include "geometry/overlap.h"
#include "meshes/convex_mesh.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>

namespace grist {

// Over the cube of the extent of a cell: less is no volume.
static constexpr double NO_VOLUME = 1e-9;

// Corners of a small cell may be off by this part of its extent, whatever the tolerance.
static constexpr double MOST_TOLERANCE = 1e-3;

// Corners of a face may be off its plane by their precision; so may be those of the face that it lies
// on. Over the precision, with room for the inclination of small faces.
static constexpr double OFF_PLANE = 4.0;

static std::string without_prefix(const std::string &text)
{
  const std::string prefix = "mesh: ";
  return text.compare(0, prefix.size(), prefix) == 0 ? text.substr(prefix.size()) : text;
}

// `apart`: a length, within which corners are known.
static ConvexPolyhedron shape_of(const GivenCell &cell, double apart)
{
  const std::string name = "cell " + cell.name;
  for (const Vector3d &vertex : cell.mesh.vertices)
    if (!is_finite(vertex)) throw std::invalid_argument(name + " has a corner that is not finite");
  if (cell.mesh.vertices.size() < 4 || cell.mesh.faces.size() < 4)
    throw std::invalid_argument(name + " has " + std::to_string(cell.mesh.vertices.size()) +
                                " corners and " + std::to_string(cell.mesh.faces.size()) +
                                " faces (4 or more are needed)");
  const double extent_of_cell = extent(cell.mesh).diagonal();
  const double volume = mass_properties(cell.mesh.vertices, cell.mesh.faces).volume;
  if (!(std::abs(volume) > NO_VOLUME * std::pow(extent_of_cell, 3)))
    throw std::invalid_argument(name + " has no volume: " + number_text(volume));
  try {
    return convex_polyhedron(cell.mesh, std::min(apart / extent_of_cell, MOST_TOLERANCE));
  } catch (const std::invalid_argument &error) {
    const std::string text = without_prefix(error.what());
    const std::string cure =
        cell.is_regularized ? " (regularized by Neper: make it without -regularization)" : "";
    throw std::invalid_argument(name + (text.compare(0, 4, "not ") == 0 ? " is " : ": ") + text +
                                cure);
  }
}

static void check_overlaps(const std::vector<Block> &blocks, const std::vector<GivenCell> &cells,
                           double least)
{
  std::vector<AlignedBox> boxes;
  for (const Block &block : blocks) {
    boxes.emplace_back();
    for (const Vector3d &vertex : block.shape.vertices())
      boxes.back().extend(block.shape.placement().to_space(vertex));
  }
  OverlapWorkspace workspace;
  for_box_pairs(boxes, [&](int a, int b) {
    const ConvexPolyhedron &one = blocks[a].shape, &other = blocks[b].shape;
    const Overlap found = overlap(one, one.placement(), other, other.placement(), workspace);
    const double share = found.volume / std::min(one.volume(), other.volume());
    if (share > least)
      throw std::invalid_argument("cells " + cells[a].name + " and " + cells[b].name +
                                  " overlap by " + number_text(share) +
                                  " of the volume of the smaller one");
  });
}

static void check_gaps(const BlockPartition &partition, const std::vector<GivenCell> &cells,
                       double tolerance)
{
  const std::optional<BlockGap> gap = find_gap(partition.blocks, partition.joined, tolerance);
  if (!gap) return;
  const std::string place = " near " + number_text(gap->place.x) + " " + number_text(gap->place.y) +
      " " + number_text(gap->place.z);
  if (gap->is_hollow)
    throw std::invalid_argument("cell " + cells[gap->a].name +
                                " is at a hollow that no cell fills, " + number_text(gap->width) +
                                " wide towards cell " + cells[gap->b].name + place);
  throw std::invalid_argument("cells " + cells[gap->a].name + " and " + cells[gap->b].name +
                              " leave a gap of " + number_text(gap->width) + " between them" +
                              place);
}

BlockPartition blocks_of(const std::vector<GivenCell> &cells, const GivenCellSettings &settings)
{
  if (cells.empty()) throw std::invalid_argument("there are no cells");
  AlignedBox box;
  double precision = 0.0;
  for (const GivenCell &cell : cells) {
    box.extend(extent(cell.mesh));
    precision = std::max(precision, cell.precision);
  }
  const double apart = precision * box.diagonal();
  BlockPartition result;
  result.cells = static_cast<int>(cells.size());
  result.smallest = std::numeric_limits<double>::infinity();
  for (const GivenCell &cell : cells) {
    ConvexPolyhedron shape = shape_of(cell, apart);
    result.volume += shape.volume();
    result.smallest = std::min(result.smallest, shape.volume());
    const Vector3d nucleus = cell.nucleus.value_or(shape.placement().position);
    result.blocks.push_back({std::move(shape), nucleus, static_cast<int>(result.blocks.size())});
  }
  result.smallest *= result.cells / result.volume;
  check_overlaps(result.blocks, cells, settings.least_overlap);
  result.joined = block_faces(result.blocks, {OFF_PLANE * precision, settings.least_area});
  check_gaps(result, cells, 2.0 * OFF_PLANE * apart);
  return result;
}

}    // namespace grist
