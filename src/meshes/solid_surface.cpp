#include "meshes/solid_surface.h"

#include "common/constants.h"
#include "common/number_text.h"
#include "common/preconditions.h"
#include "meshes/flat_regions.h"
#include "meshes/mesh_words.h"
#include "meshes/triangle_mesh.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

namespace grist {

// Corners nearer to a plane than this are on it, whatever the mesh: rounding of cuts.
static constexpr double LEAST_TOLERANCE = 1e-11;

// The tolerance, as a multiple of how far corners are from the planes of their regions.
static constexpr double DEVIATIONS = 4.0;

// Rounding of a coordinate moves corners of the mesh by more than LEAST_TOLERANCE where the mesh is
// far from the origin.
static constexpr double ROUNDINGS = 16.0;

static constexpr double NO_DIRECTION = 1e-3;

namespace {

// A triangle at an edge, as seen along the edge from its low to its high corner.
struct Leaf {
  int region;
  bool forward;       // runs along the edge: the solid is clockwise of it, else counter-clockwise
  double angle;       // of its plane about the edge
  Vector3d inside;    // from the edge into the triangle, of length 1
};

}    // namespace

// The triangles at an edge, in order of their angles, a backward one first.
static std::vector<Leaf> leaves_at(const TriangleMesh &mesh, const TriangleMesh::Edge &edge,
                                   const FlatRegions &flat)
{
  const Vector3d along =
      normalized(mesh.corners()[edge.to].place - mesh.corners()[edge.from].place);
  const Vector3d u = unit_orthogonal(along), v = cross(along, u);
  std::vector<Leaf> leaves;
  for (int n = 0; n < edge.count; n++) {
    const int number = mesh.triangles_of(edge)[n];
    const TriangleMesh::Triangle &t = mesh.triangles()[number];
    bool forward = false;
    for (int k = 0; k < 3; k++)
      if (t.corners[k] == edge.from && t.corners[(k + 1) % 3] == edge.to) forward = true;
    const Vector3d inside = forward ? cross(t.normal, along) : cross(along, t.normal);
    leaves.push_back(
        {flat.region_of(number), forward, std::atan2(dot(inside, v), dot(inside, u)), inside});
  }
  std::sort(leaves.begin(), leaves.end(),
            [](const Leaf &a, const Leaf &b) { return a.angle < b.angle; });
  const auto backward =
      std::find_if(leaves.begin(), leaves.end(), [](const Leaf &leaf) { return !leaf.forward; });
  std::rotate(leaves.begin(), backward, leaves.end());
  return leaves;
}

// The solid fills the angles from a backward triangle to the forward one that comes next.
static void add_hollow_edges(const TriangleMesh &mesh, const TriangleMesh::Edge &edge,
                             const FlatRegions &flat, double sharp_turn, SolidSurface &surface)
{
  const Vector3d from = surface.corners[edge.from], to = surface.corners[edge.to];
  const Vector3d along = normalized(to - from);
  const std::vector<Leaf> leaves = leaves_at(mesh, edge, flat);
  for (size_t n = 0; n + 1 < leaves.size(); n++) {
    const Leaf &first = leaves[n], &next = leaves[n + 1];
    if (first.forward || !next.forward || first.region == next.region) continue;
    const Vector3d normal_first = surface.regions[first.region].normal;
    const Vector3d normal_next = surface.regions[next.region].normal;
    const Vector3d turn = cross(normal_next, normal_first);
    if (dot(turn, along) >= 0.0) continue;
    const double angle = std::atan2(norm(turn), dot(normal_first, normal_next));
    Vector3d inward = -(normal_first + normal_next);
    if (norm(inward) < NO_DIRECTION) inward = -(first.inside + next.inside);
    inward -= dot(inward, along) * along;
    surface.hollow_edges.push_back({from, to, normalized(inward), angle > sharp_turn});
  }
}

static void check_edges(const TriangleMesh &mesh)
{
  for (const TriangleMesh::Edge &edge : mesh.edges()) {
    int balance = 0;
    for (int n = 0; n < edge.count; n++) {
      const TriangleMesh::Triangle &t = mesh.triangles()[mesh.triangles_of(edge)[n]];
      for (int k = 0; k < 3; k++)
        if (t.corners[k] == edge.from && t.corners[(k + 1) % 3] == edge.to) balance += 2;
      balance--;
    }
    if (balance != 0)
      refuse_mesh("not closed, or triangles disagree about the outside, at an edge from " +
                  number_text(mesh.corners()[edge.from].place.x) + " " +
                  number_text(mesh.corners()[edge.from].place.y) + " " +
                  number_text(mesh.corners()[edge.from].place.z));
  }
}

// The mesh about its middle, scaled.
static Mesh scaled_mesh(const Mesh &mesh, SolidSurface &surface)
{
  if (mesh.faces.empty()) refuse_mesh("there are no faces");
  const AlignedBox box = extent(mesh);
  check_bounds(box);
  surface.middle = box.center();
  int exponent = 0;
  std::frexp(box.diagonal(), &exponent);
  surface.scale = std::ldexp(1.0, 1 - exponent);
  Mesh scaled = mesh;
  for (Vector3d &p : scaled.vertices) p = (p - surface.middle) * surface.scale;
  return scaled;
}

SolidSurface solid_surface(const Mesh &mesh, double sharp_turn)
{
  SolidSurface surface;
  const TriangleMesh triangles(scaled_mesh(mesh, surface), 0.0);
  check_edges(triangles);
  for (const TriangleMesh::Corner &corner : triangles.corners())
    surface.corners.push_back(corner.place);
  const FlatRegions flat(triangles);
  for (const FlatRegion &region : flat.regions()) surface.regions.push_back(region.plane);
  surface.tolerance = std::max(LEAST_TOLERANCE,
                               ROUNDINGS * std::numeric_limits<double>::epsilon() * surface.scale *
                                   greatest_of(absolute(surface.middle)));
  double volume = 0.0;
  for (size_t n = 0; n < triangles.triangles().size(); n++) {
    const TriangleMesh::Triangle &t = triangles.triangles()[n];
    surface.triangles.push_back(t.corners);
    surface.region_of.push_back(flat.region_of(static_cast<int>(n)));
    for (const int corner : t.corners)
      surface.tolerance = std::max(surface.tolerance,
                                   DEVIATIONS *
                                       std::fabs(surface.regions[surface.region_of.back()].distance(
                                           surface.corners[corner])));
    volume += dot(t.corner, cross(t.side_b, t.side_c)) / 6.0;
  }
  if (!(volume > 0.0)) refuse_mesh("faces are inside out: volume " + number_text(volume));
  for (const TriangleMesh::Edge &edge : triangles.edges())
    add_hollow_edges(triangles, edge, flat, sharp_turn, surface);
  return surface;
}

// Solid angles of triangles: van Oosterom and Strackee, IEEE Trans. Biomed. Eng. 30 (1983) 125.
double winding_number(const SolidSurface &surface, const Vector3d &x)
{
  double sum = 0.0;
  for (const std::array<int, 3> &t : surface.triangles) {
    const Vector3d a = surface.corners[t[0]] - x, b = surface.corners[t[1]] - x,
                   c = surface.corners[t[2]] - x;
    const double la = norm(a), lb = norm(b), lc = norm(c);
    sum += std::atan2(dot(a, cross(b, c)),
                      la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb);
  }
  return sum / (2.0 * PI);
}

}    // namespace grist
