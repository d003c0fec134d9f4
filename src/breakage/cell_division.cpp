#include "breakage/cell_division.h"

#include "common/constants.h"
#include "common/preconditions.h"
#include "geometry/power_cells.h"

#include <cmath>
#include <stdexcept>
#include <string>

namespace grist {

// Where weights are not found, other sites are tried so often.
static constexpr int MOST_SEEDINGS = 5;

// Weights that a packing of balls of these volumes around the sites would have.
static PowerCells first_cells(const ConvexPolyhedron &body, const std::vector<BodyPiece> &pieces)
{
  std::vector<Vector3d> sites;
  std::vector<double> weights;
  for (const BodyPiece &piece : pieces) {
    sites.push_back(piece.centroid);
    weights.push_back(std::pow(3.0 / (4.0 * PI) * piece.volume, 2.0 / 3.0));
  }
  return {body, sites, weights};
}

std::vector<BodyPiece> divide_by_cells(const ConvexPolyhedron &body,
                                       const std::vector<double> &volumes,
                                       const CrackSettings &settings, double tolerance)
{
  assert(are_positive(volumes) && have_sum(volumes, body.volume()));
  assert(tolerance > 0.0);
  CrackSettings tried = settings;
  for (int trial = 0; trial < MOST_SEEDINGS; trial++) {
    std::vector<BodyPiece> pieces = divide_by_cracks(body, volumes, tried);
    PowerCells cells = first_cells(body, pieces);
    if (cells.solve(volumes, tolerance)) {
      for (int i = 0; i < cells.count(); i++)
        pieces[i] = {cells.corners(i), cells.centroid(i), cells.volume(i)};
      return pieces;
    }
    tried.seed++;
  }
  throw std::runtime_error(
      std::to_string(volumes.size()) +
      " Laguerre cells of given volumes were not found (fewer pieces, or cracks)");
}

}    // namespace grist
