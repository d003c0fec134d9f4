// A convex body divided into pieces of given volumes, by one crack after another or into cells.
//
// Each crack is a plane that runs through a whole piece and leaves a given volume on each side. The
// pieces that a crack leaves are divided in the same way, until each has the volume of one piece
// wanted. So the volumes are exact whatever their spread, and pieces have few faces: the crack of a
// large piece is one face of it, however many small pieces lie on the other side. Rock that breaks
// by cracks running through has pieces with six faces and eight corners in the mean (Domokos,
// Jerolmack, Kun and Toeroek 2020, Proc. Natl. Acad. Sci. 117, 18178-18185), which cells around
// points have not (15.5 faces, 27 corners).
//
// Cracks run across the longest extent of a piece, tilted at random. Of the two groups of pieces
// that a crack separates, the one of the smaller pieces lies towards the point of contact.
//
// Cells are those of Laguerre (geometry/power_cells.h). Their sites are the centroids of the pieces
// that successive cracks would leave, so that small cells are near the point of contact and where
// they have room. Cells have more faces than pieces between cracks, the more the smaller their
// neighbors are.
//
// Body frame of the body. Any unit of length; density 1.

#ifndef GRIST_BREAKAGE_BODY_DIVISION_H
#define GRIST_BREAKAGE_BODY_DIVISION_H

#include "breakage/crack_division.h"
#include "geometry/convex_polyhedron.h"

#include <vector>

namespace grist {

struct BodyPiece {
  std::vector<std::vector<Vector3d>>
      parts;    // the corners of each convex part; one if it is convex
  Vector3d centroid;
  double volume;
};

// Pieces in the order of the volumes, which are positive and have the sum of the body's.
std::vector<BodyPiece> divide_by_cracks(const ConvexPolyhedron &body,
                                        const std::vector<double> &volumes,
                                        const CrackSettings &settings);

// The same by cells. Each piece has its volume to `tolerance`, relative; all together have that of
// the body. Throws std::runtime_error if no weights are found, which was never seen.
std::vector<BodyPiece> divide_by_cells(const ConvexPolyhedron &body,
                                       const std::vector<double> &volumes,
                                       const CrackSettings &settings, double tolerance = 1e-6);

}    // namespace grist

#endif
