#include "breakage/compound_division.h"

#include "breakage/cell_groups.h"
#include "breakage/crack_division.h"
#include "common/constants.h"
#include "common/preconditions.h"
#include "compounds/merged_parts.h"
#include "geometry/power_cells.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace grist {

// Splinters are thinner than this part of the radius of the body.
static constexpr double SPLINTER_OF_BODY = 1e-5;

// Distances up to this part of the radius of the body are rounding (compound_shape.cpp).
static constexpr double SAME_PLACE = 1e-8;

// A small group that has joined another one may have hollow edges all around it, whose bisectors cut
// all parts again and again: cuts that more than double the parts are left out, however few.
static constexpr size_t FEW_PARTS_OF_PIECE = 0;

static constexpr double CELL_TOLERANCE = 1e-6;    // of volumes

static CrackDivision::Body body_of(const CompoundShape &body)
{
  CrackDivision::Body result = {{}, body.radius(), 0, SPLINTER_OF_BODY * body.radius()};
  for (int part = 0; part < body.part_count(); part++) {
    const BodyCell &cell = body.parts()[part];
    result.parts.emplace_back(cell.shape, cell.place);
    result.face_count = std::max(result.face_count, cell.shape.face_count());
  }
  return result;
}

static std::vector<PieceCell> cells_of(const std::vector<ConvexSolids> &fragments)
{
  ClippedBody clipped;
  std::vector<PieceCell> cells;
  for (size_t k = 0; k < fragments.size(); k++)
    for (const ConvexSolid &solid : fragments[k]) {
      const int faces = solid.face_limit();
      clipped.start(solid.view(), faces);
      const ClippedBody::Integrals whole = clipped.integrals(faces);
      cells.push_back({solid.corners(), whole.center, whole.volume, static_cast<int>(k)});
    }
  return cells;
}

// ---- Laguerre cells

static bool is_inside(const PieceCell &cell, const Vector3d &point)
{
  const ConvexPolyhedron shape = ConvexPolyhedron::from_vertices(cell.corners);
  const Vector3d in_shape = shape.placement().to_body(point);
  for (int face = 0; face < shape.face_count(); face++)
    if (shape.plane(face).distance(in_shape) > 0.0) return false;
  return true;
}

// Of each fragment of cracks that there is: its centroid where that is in it, else that of its
// largest cell; so a cell without weights is not empty.
static std::vector<Vector3d> sites_in(const std::vector<PieceCell> &cells, int fragments)
{
  std::vector<Vector3d> sites;
  for (int k = 0; k < fragments; k++) {
    double volume = 0.0;
    Vector3d centroid = Vector3d::zero();
    std::vector<const PieceCell *> own;
    for (const PieceCell &cell : cells)
      if (cell.fragment == k) {
        own.push_back(&cell);
        volume += cell.volume;
        centroid += cell.volume / volume * (cell.centroid - centroid);
      }
    if (own.empty()) continue;
    const PieceCell &largest =
        **std::max_element(own.begin(), own.end(), [](const PieceCell *a, const PieceCell *b) {
          return a->volume < b->volume;
        });
    const bool is_in = std::any_of(
        own.begin(), own.end(), [&](const PieceCell *cell) { return is_inside(*cell, centroid); });
    sites.push_back(is_in ? centroid : largest.centroid);
  }
  return sites;
}

// What a part has of the cells. A site whose cell would be a splinter in this part is left out
// there, so that the others divide it exactly; the last one has all of it.
static void add_cells_of_part(const ConvexSolid &part, const PowerCells &whole,
                              const std::vector<Vector3d> &sites, double thinnest,
                              std::vector<PieceCell> &cells)
{
  const ConvexSolids alone = {part};
  std::vector<int> active(sites.size());
  std::iota(active.begin(), active.end(), 0);
  for (;;) {
    std::vector<Vector3d> its_sites;
    std::vector<double> its_weights;
    for (const int i : active) {
      its_sites.push_back(sites[i]);
      its_weights.push_back(whole.weight(i));
    }
    PowerCells own(alone, its_sites, its_weights);
    std::vector<PieceCell> found;
    std::vector<int> left;
    int largest = 0;
    for (int k = 0; k < own.count(); k++) {
      if (own.volume(k) > own.volume(largest)) largest = k;
      if (!(own.volume(k) > 0.0)) continue;
      const std::vector<Vector3d> corners = own.corners(k);
      if (active.size() > 1 && is_thin(corners, thinnest)) continue;
      left.push_back(active[k]);
      found.push_back({corners, own.centroid(k), own.volume(k), active[k]});
    }
    if (left.size() == active.size()) {
      cells.insert(cells.end(), found.begin(), found.end());
      return;
    }
    if (left.empty()) left = {active[largest]};
    active = std::move(left);
  }
}

// Empty if no weights are found.
static std::vector<PieceCell> laguerre_cells(const CrackDivision::Body &body,
                                             const std::vector<double> &volumes,
                                             const CrackSettings &settings)
{
  const int count = static_cast<int>(volumes.size());
  const std::vector<Vector3d> sites =
      sites_in(cells_of(CrackDivision(body, volumes, settings).run()), count);
  if (static_cast<int>(sites.size()) < count) return {};
  std::vector<double> weights;
  for (const double volume : volumes)
    weights.push_back(std::pow(3.0 / (4.0 * PI) * volume, 2.0 / 3.0));
  PowerCells whole(body.parts, sites, weights);
  if (!whole.solve(volumes, CELL_TOLERANCE)) return {};
  std::vector<PieceCell> cells;
  for (const ConvexSolid &part : body.parts)
    add_cells_of_part(part, whole, sites, body.thinnest, cells);
  return cells;
}

// ---- pieces

static std::vector<PieceCell> divided(const CrackDivision::Body &body,
                                      const std::vector<double> &volumes,
                                      const CrackSettings &settings, bool by_cells)
{
  if (!by_cells) return cells_of(CrackDivision(body, volumes, settings).run());
  CrackSettings tried = settings;
  for (int trial = 0; trial < MOST_SEEDINGS; trial++) {
    const std::vector<PieceCell> cells = laguerre_cells(body, volumes, tried);
    if (!cells.empty()) return cells;
    tried.seed++;
  }
  throw_no_cells(volumes.size());
}

static BodyPiece piece_of(const std::vector<PieceCell> &cells, const std::vector<int> &group,
                          double tolerance)
{
  BodyPiece piece = {{}, Vector3d::zero(), 0.0};
  for (const int k : group) {
    piece.parts.push_back(cells[k].corners);
    piece.volume += cells[k].volume;
    piece.centroid += cells[k].volume / piece.volume * (cells[k].centroid - piece.centroid);
  }
  piece.parts = merged_parts(piece.parts, tolerance);
  if (piece.parts.size() == 1) return piece;
  piece.parts = hollow_cuts(piece.parts, FEW_PARTS_OF_PIECE).parts;
  return piece;
}

std::vector<BodyPiece> divide_compound(const CompoundShape &body,
                                       const std::vector<double> &volumes,
                                       const CrackSettings &settings,
                                       const CompoundDivision &division)
{
  assert(are_positive(volumes) && have_sum(volumes, body.volume()));
  const double tolerance = SAME_PLACE * body.radius();
  const std::vector<PieceCell> cells = divided(body_of(body), volumes, settings, division.by_cells);
  std::vector<BodyPiece> pieces;
  for (const std::vector<int> &group :
       connected_groups(cells, {division.least_volume, division.most, tolerance}))
    pieces.push_back(piece_of(cells, group, tolerance));
  return pieces;
}

}    // namespace grist
