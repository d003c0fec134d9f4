// Meshes as containers (particles/container.h): the inside of a closed mesh, and the space in front
// of a flat one.

#ifndef GRIST_PARTICLES_MESH_CONTAINERS_H
#define GRIST_PARTICLES_MESH_CONTAINERS_H

#include "meshes/triangle_mesh.h"
#include "meshes/triangle_tree.h"
#include "particles/container.h"

namespace grist {

// Normals may point in or out. Throws std::invalid_argument for a mesh with open edges, of mixed
// normals, and one without volume.
class ClosedMesh : public Container {
 public:
  explicit ClosedMesh(const Mesh &mesh);

  bool holds(const Vector3d &center, double radius) const override;
  bool contains(const PlacedSolid &body) const override;    // exact
  Vector3d way_in(const Vector3d &center, double radius) const override;
  AlignedBox extent() const override { return surface.extent(); }
  double volume() const override { return enclosed; }
  bool faces_inward() const { return outward < 0.0; }

 private:
  TriangleMesh surface;
  TriangleTree tree;
  double enclosed = 0.0;
  double outward = 1.0;    // 1 where normals point out, -1 where they point in
  mutable std::vector<TriangleTree::Near> near;

  bool is_inside(const Vector3d &x) const;
};

// The prism that a flat mesh sweeps along a vector: particles in it cross the mesh if they move the
// other way. Throws std::invalid_argument for a mesh that is not flat, and for a vector along it.
class SweptFace : public Container {
 public:
  SweptFace(const Mesh &mesh, const Vector3d &sweep);

  bool holds(const Vector3d &center, double radius) const override;
  Vector3d way_in(const Vector3d &center, double radius) const override;
  AlignedBox extent() const override { return box; }
  double volume() const override { return swept; }

  double area() const { return face_area; }

  // The unit normal on the side of the sweep; the distance of a point from the plane of the face on
  // that side, and of the end of the sweep.
  const Vector3d &normal() const { return upright; }
  double height_of(const Vector3d &x) const { return dot(upright, x - face.corners()[0].place); }
  double top() const { return height; }

 private:
  TriangleMesh face;
  Vector3d sweep, upright;    // upright: unit normal of the face, on the side of the sweep
  double height = 0.0, face_area = 0.0, swept = 0.0;
  AlignedBox box;
  struct Side {
    Vector3d from, along,
        inward;    // a border of the mesh, its length, and across it; the last two unit vectors
    double length;
  };
  std::vector<Side> sides;

  Vector3d on_face(const Vector3d &x, double &share) const;
  bool covers(const Vector3d &point) const;
};

}    // namespace grist

#endif
