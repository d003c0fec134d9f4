// The common faces of blocks that fill a solid, each as the section of a bond.
//
// Two blocks have a common face where a face of one lies on a face of the other: the planes agree
// within a tolerance, the outward normals are opposite, and the polygons overlap. What they have in
// common is the face of the bond, so a face of a large block may have many neighbors. Pairs are
// found by a sweep over their boxes.
//
// The distance h of a face is that of the nuclei of its blocks, along its normal: n . (s_b - s_a).
// Faces of Laguerre cells are normal to the line of nuclei, so h is their distance there, and the
// displacements of nuclei by a uniform strain e differ by e n h. Where blocks have one nucleus
// (pieces of one cell), or the normal is more than 60 degrees from the line of nuclei (pieces of
// different cells that meet at a plane of the solid's parts), h is the distance of the centroids of
// the blocks along the normal. It is positive for convex blocks on both sides of a plane, and is
// the length of the column that the face joins.

#ifndef GRIST_BLOCKS_BLOCK_FACES_H
#define GRIST_BLOCKS_BLOCK_FACES_H

#include "blocks/face_section.h"
#include "geometry/convex_polyhedron.h"

#include <vector>

namespace grist {

// A convex piece of the solid. Its pose in the frame of the solid is shape.placement(): the
// position is the centroid, the axes are the principal ones; principal moments are those of density
// 1.
struct Block {
  ConvexPolyhedron shape;
  Vector3d nucleus;    // of the cell that it is, or is a piece of; may lie outside
  int cell;            // number of this cell, from 0

  double volume() const { return shape.volume(); }
  const Vector3d &centroid() const { return shape.placement().position; }
  double size() const;    // diameter of the sphere of equal volume
};

struct BlockFace {
  int a, b;                         // blocks, a < b
  FaceSection section;              // the normal points from a to b
  double distance;                  // h above, positive
  std::vector<Vector3d> corners;    // counter-clockwise about the normal
};

struct BlockFaceSettings {
  // Planes nearer than this are one; over the extent of all blocks.
  double tolerance = 1e-9;

  // Faces with less area, over the square of the size of the smaller block, are left out.
  double least_area = 1e-6;
};

struct BlockFaces {
  std::vector<BlockFace> faces;    // by a, then by b
  std::vector<double> outside;     // area of the surface of each block that has no neighbor

  int dropped = 0;              // faces that are too small,
  double dropped_area = 0.0;    // and their area
  int by_centroids = 0;         // faces whose h is that of centroids
};

BlockFaces block_faces(const std::vector<Block> &blocks, const BlockFaceSettings &settings = {});

}    // namespace grist

#endif
