#include "blocks/cell_pieces.h"

#include "common/preconditions.h"
#include "compounds/merged_parts.h"

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <utility>

namespace grist {

// Rounds of joining; each leaves fewer pieces.
static constexpr int MOST_ROUNDS = 50;

// The shape of a piece; none if it is flat.
static std::optional<ConvexPolyhedron> shape_of(const std::vector<Vector3d> &corners)
{
  try {
    return ConvexPolyhedron::from_vertices(corners);
  } catch (const std::invalid_argument &) {
    return std::nullopt;
  }
}

CellPieces::CellPieces(const GrownCells &grown) :
    grown(grown), pieces(grown.nuclei.size()), made(grown.nuclei.size()),
    without(grown.parts.size()), rounding(grown.parts.size())
{
  PowerCells cells(grown.parts, grown.nuclei, grown.weights);
  for (int cell = 0; cell < cells.count(); cell++) {
    for (Piece &piece : cells.pieces(cell)) add(cell, std::move(piece));
    make_blocks(cell);
  }
}

void CellPieces::add(int cell, Piece &&piece)
{
  if (piece.volume >= grown.rounding && shape_of(piece.corners)) {
    pieces[cell].push_back(std::move(piece));
  } else {
    rounding[piece.part].count++;
    rounding[piece.part].volume += piece.volume;
  }
}

CellPieces::LeftOut CellPieces::left_out() const
{
  LeftOut sum;
  for (const LeftOut &of_part : rounding) {
    sum.count += of_part.count;
    sum.volume += of_part.volume;
  }
  return sum;
}

void CellPieces::make_blocks(int cell)
{
  PartCorners corners;
  for (const Piece &piece : pieces[cell]) corners.push_back(piece.corners);
  made[cell] = corners.size() > 1 ? merged_parts(corners, grown.apart) : corners;
}

void CellPieces::join_small(double least_volume)
{
  if (grown.parts.size() < 2) return;
  for (int round = 0; round < MOST_ROUNDS; round++) {
    const std::set<int> parts = leave_out_small(least_volume);
    if (parts.empty()) return;
    std::set<int> changed;
    for (const int part : parts) divide_again(part, changed);
    for (const int cell : changed) make_blocks(cell);
  }
}

static bool is_inside(const ConvexPolyhedron &shape, const Vector3d &point)
{
  const Vector3d x = shape.placement().to_body(point);
  for (int f = 0; f < shape.face_count(); f++)
    if (shape.plane(f).distance(x) > 0.0) return false;
  return true;
}

// What makes the small blocks of a cell, except the largest block.
std::vector<const CellPieces::Piece *> CellPieces::small_pieces(int cell, double least_volume) const
{
  std::vector<ConvexPolyhedron> shapes;
  for (const std::vector<Vector3d> &corners : made[cell])
    shapes.push_back(ConvexPolyhedron::from_vertices(corners));
  std::sort(shapes.begin(), shapes.end(), [](const ConvexPolyhedron &a, const ConvexPolyhedron &b) {
    return a.volume() < b.volume();
  });
  shapes.pop_back();
  std::vector<const Piece *> result;
  for (const Piece &piece : pieces[cell]) {
    Vector3d middle = Vector3d::zero();
    for (const Vector3d &corner : piece.corners)
      middle += corner / static_cast<double>(piece.corners.size());
    for (const ConvexPolyhedron &shape : shapes)
      if (shape.volume() < least_volume && is_inside(shape, middle)) result.push_back(&piece);
  }
  return result;
}

// Returns the parts that are to be divided again. One of the cells that a part has stays, that with
// the most of it.
std::set<int> CellPieces::leave_out_small(double least_volume)
{
  struct Owner {
    int cell = -1;
    double volume = 0.0;
  };
  std::vector<Owner> largest(grown.parts.size());
  std::vector<size_t> owners(grown.parts.size(), 0);
  std::vector<std::vector<int>> small(grown.parts.size());
  for (int cell = 0; cell < static_cast<int>(pieces.size()); cell++) {
    for (const Piece &piece : pieces[cell]) {
      owners[piece.part]++;
      if (piece.volume > largest[piece.part].volume) largest[piece.part] = {cell, piece.volume};
    }
    if (made[cell].size() < 2) continue;
    for (const Piece *piece : small_pieces(cell, least_volume)) small[piece->part].push_back(cell);
  }
  std::set<int> changed;
  for (size_t part = 0; part < small.size(); part++)
    for (const int cell : small[part]) {
      if (cell == largest[part].cell && small[part].size() == owners[part]) continue;
      without[part].insert(cell);
      changed.insert(static_cast<int>(part));
      gone++;
    }
  return changed;
}

// Among the cells that have something of it and stay.
void CellPieces::divide_again(int part, std::set<int> &changed_cells)
{
  std::set<int> staying;
  rounding[part] = {};
  for (int cell = 0; cell < static_cast<int>(pieces.size()); cell++) {
    const auto is_here = [part](const Piece &piece) { return piece.part == part; };
    std::vector<Piece> &its = pieces[cell];
    const auto end = std::remove_if(its.begin(), its.end(), is_here);
    if (end == its.end()) continue;
    its.erase(end, its.end());
    staying.insert(cell);
    changed_cells.insert(cell);
  }
  for (const int cell : without[part]) staying.erase(cell);
  assert(!staying.empty());
  std::vector<Vector3d> nuclei;
  std::vector<double> weights;
  for (const int cell : staying) {
    nuclei.push_back(grown.nuclei[cell]);
    weights.push_back(grown.weights[cell]);
  }
  const std::vector<ConvexSolid> alone = {grown.parts[part]};
  PowerCells again(alone, nuclei, weights);
  int n = 0;
  for (const int cell : staying) {
    for (Piece &piece : again.pieces(n)) {
      piece.part = part;
      add(cell, std::move(piece));
      changed_cells.insert(cell);
    }
    n++;
  }
}

}    // namespace grist
