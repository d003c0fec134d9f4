// Volumes of the pieces of a broken body, so that their sizes follow a passing curve.
//
// The mass of the body is cut into intervals of the curve, from the largest size down. A piece of
// relative size x has the share x^3 of the mass, and takes the interval [y - x^3, y]; its x is the
// size of the curve at the middle of the interval. No random numbers: the same body always gives
// the same pieces.
//
// t10 is kept exactly: the mass above and below a tenth of the size of the body is filled apart.
// What no further piece can take, less than one smallest piece, is spread over the pieces of the
// same side.
//
// What the curve has below the smallest size becomes pieces of that size or little above it: a run
// has no finer mass. t10 can then be met only if pieces may be smaller than a tenth of the body,
// and with about 1000 t10 pieces or more.
//   * `smallest` at or above a tenth of the size: no piece is below a tenth, their t10 is 0; the
//     curve is kept down to `smallest`
//   * t10 less than one smallest piece: rounded to one piece or none
//   * more than `most` pieces: `smallest` is raised for this body until they are few enough, t10 is
//     lost where this passes a tenth

#ifndef GRIST_BREAKAGE_PIECE_VOLUMES_H
#define GRIST_BREAKAGE_PIECE_VOLUMES_H

#include "breakage/piece_sizes.h"

#include <vector>

namespace grist {

struct PieceLimits {
  double smallest =
      0.0;            // size of a piece, m; a body of less than two such volumes does not break
  int most = 1000;    // pieces of one body, 2 or more
};

// Throws std::invalid_argument, with the value in its text.
void check(const PieceLimits &limits);

// Whether a body has the volume of two smallest pieces.
bool can_split(double volume, const PieceLimits &limits);

// Largest first, their sum is `volume`, two or more; the volume itself alone if it cannot be split.
// Volumes in m^3. Sums are right to rounding, and no piece is below the smallest size except by
// rounding.
std::vector<double> piece_volumes(double volume, const PassingCurve &curve,
                                  const PieceLimits &limits);

// Share of the volume in pieces smaller than `ratio` times the size of the body, e.g. 0.1 for t10.
double share_below(const std::vector<double> &volumes, double ratio);

}    // namespace grist

#endif
