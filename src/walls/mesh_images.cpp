#include "walls/mesh_images.h"

#include <algorithm>
#include <cmath>

namespace grist {

// A mesh is as long as the box if the lengths differ by at most this share.
static constexpr double SAME_LENGTH = 1e-6;

// If a mesh is shorter than this share of the box, no sphere touches two of its images.
static constexpr double SHORT = 0.5;

// Lengths of a mesh over those of the box. Units differ by factors of 1000, 100 or 25.4; a floor
// may well be ten times as long as the box.
static constexpr double MUCH_LONGER = 20.0;
static constexpr double MUCH_SHORTER = 1.0 / 300.0;

MeshSize compare_sizes(const AlignedBox &mesh, const AlignedBox &box)
{
  const double length = greatest_of(mesh.sizes());
  if (length > MUCH_LONGER * greatest_of(box.sizes())) return MeshSize::TOO_LARGE;
  if (length < MUCH_SHORTER * least_of(box.sizes())) return MeshSize::TOO_SMALL;
  return MeshSize::FITS;
}

AlignedBox extent_of(const Mesh &mesh)
{
  AlignedBox extent;
  for (const Vector3d &p : mesh.vertices) extent.extend(p);
  return extent;
}

static bool fits(double length, double edge)
{
  return length <= (1.0 + SAME_LENGTH) * edge;
}

Vector3d continued_edges(const AlignedBox &mesh, const BoxEdges &box, const RigidMotion &motion)
{
  Vector3d edges = Vector3d::zero();
  if (mesh.is_empty()) return edges;
  for (int d = 0; d < 3; d++) {
    const double length = mesh.sizes()[d];
    if (box.periodic[d] && motion.keeps_period(d) && length > SHORT * box.lengths[d] &&
        fits(length, box.lengths[d]))
      edges[d] = box.lengths[d];
  }
  return edges;
}

Vector3d image_edges(const AlignedBox &mesh, const BoxEdges &box)
{
  Vector3d edges = Vector3d::zero();
  for (int d = 0; d < 3; d++)
    if (box.periodic[d] && fits(mesh.sizes()[d], box.lengths[d])) edges[d] = box.lengths[d];
  return edges;
}

bool keeps_edge(const Vector3d &continued, const BoxEdges &box, int axis)
{
  return std::fabs(box.lengths[axis] - continued[axis]) <= SAME_LENGTH * continued[axis];
}

}    // namespace grist
