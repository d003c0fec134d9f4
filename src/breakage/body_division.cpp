#include "breakage/body_division.h"

#include "common/constants.h"
#include "common/preconditions.h"
#include "geometry/clipped_body.h"
#include "geometry/power_cells.h"

#include <cmath>

namespace grist {

std::vector<BodyPiece> divide_by_cracks(const ConvexPolyhedron &body,
                                        const std::vector<double> &volumes,
                                        const CrackSettings &settings)
{
  assert(have_sum(volumes, body.volume()));
  const CrackDivision::Body whole = {
      {ConvexSolid(body.view())}, body.radius(), body.face_count(), 0.0};
  const int faces = body.face_count() + static_cast<int>(volumes.size());
  ClippedBody measured;
  std::vector<BodyPiece> pieces;
  for (const ConvexSolids &solids : CrackDivision(whole, volumes, settings).run()) {
    measured.start(solids[0].view(), faces);
    const ClippedBody::Integrals found = measured.integrals(body.face_count());
    pieces.push_back({{solids[0].corners()}, found.center, found.volume});
  }
  return pieces;
}

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
        pieces[i] = {{cells.corners(i)}, cells.centroid(i), cells.volume(i)};
      return pieces;
    }
    tried.seed++;
  }
  throw_no_cells(volumes.size());
}

}    // namespace grist
