// The inside of a closed mesh: how deep a point lies in it, and its mass properties.
//
// A solid has its own frame: the origin in the middle of the box around the mesh, the longest edge
// of this box 2, and corners rounded to 2^-30. So sizes given in metres or millimetres give the
// same numbers. All functions speak of this frame; volumes and moments are those of density 1.
//
// Only + - * / and sqrt, in a fixed order, so that all machines give the same numbers (see
// packing.h).

#ifndef GRIST_PACKINGS_SOLID_H
#define GRIST_PACKINGS_SOLID_H

#include "geometry/mass_properties.h"
#include "meshes/triangle_mesh.h"
#include "meshes/triangle_tree.h"
#include "packings/shape.h"
#include "packings/sphere_union.h"

#include <vector>

namespace grist {

class Solid {
 public:
  // Corners in counter-clockwise order as seen from outside, or all in clockwise order. Throws
  // std::invalid_argument for a mesh with open edges, of mixed orders, without volume, or too large
  // or too small.
  explicit Solid(const Mesh &mesh);
  Solid(const Solid &) = delete;
  Solid &operator=(const Solid &) = delete;

  bool was_turned() const { return turned; }    // the mesh was given with its faces inward

  struct Surface {
    double depth;    // distance of the surface, positive inside
    Vector3d
        inward;    // unit vector from the surface to the point inside, and to the surface outside
    Vector3d place;    // nearest point of the surface
  };
  Surface surface_at(const Vector3d &x) const;
  double depth(const Vector3d &x) const { return surface_at(x).depth; }

  // Points of the surface with the normals of their triangles, inward; evenly distributed over its
  // area.
  struct Sample {
    Vector3d place, inward;
  };
  std::vector<Sample> samples(int count) const;

  // The largest ball inside that touches the surface at a sample, up to `tolerance`: so that slight
  // folds of a round surface do not limit it (shrinking balls, Ma et al. 2012, Vis. Comput. 28, 7).
  // Its radius is the depth of its centre.
  struct Ball {
    Vector3d center;
    double radius;
  };
  Ball ball_at(const Sample &sample, double tolerance) const;

  const MassProperties &mass() const { return properties; }
  const AlignedBox &extent() const { return mesh.extent(); }

  // Factor from lengths in this frame to lengths in that of the mesh.
  double unit() const { return scale; }
  Vector3d given(const Vector3d &x) const { return middle + scale * x; }

 private:
  double scale;
  Vector3d middle;
  TriangleMesh mesh;
  TriangleTree tree;
  MassProperties properties;
  bool turned = false;
};

}    // namespace grist

#endif
