// Bodies of convex parts that the tests of compounds share.

#ifndef GRIST_UNITTEST_COMPOUNDS_COMPOUND_SCENES_H
#define GRIST_UNITTEST_COMPOUNDS_COMPOUND_SCENES_H

#include "common/constants.h"
#include "compounds/compound_contacts.h"
#include "geometry/polyhedron_scenes.h"
#include "meshes/mesh.h"

#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace grist {

inline std::vector<Vector3d> block(const Vector3d &low, const Vector3d &high)
{
  std::vector<Vector3d> corners;
  for (int k = 0; k < 8; k++)
    corners.push_back({(k & 1 ? high : low).x, (k & 2 ? high : low).y, (k & 4 ? high : low).z});
  return corners;
}

// A block cut into n x m x k blocks at uneven places.
inline PartCorners cut_block(const Vector3d &low, const Vector3d &high, int n, int m, int k)
{
  const auto at = [](double from, double to, int i, int of) {
    const double share = static_cast<double>(i) / of;
    return i == of ? to : from + (0.6 * share + 0.4 * share * share) * (to - from);
  };
  PartCorners parts;
  for (int x = 0; x < n; x++)
    for (int y = 0; y < m; y++)
      for (int z = 0; z < k; z++)
        parts.push_back(
            block({at(low.x, high.x, x, n), at(low.y, high.y, y, m), at(low.z, high.z, z, k)},
                  {at(low.x, high.x, x + 1, n), at(low.y, high.y, y + 1, m),
                   at(low.z, high.z, z + 1, k)}));
  return parts;
}

inline PartCorners together(PartCorners parts, const PartCorners &more)
{
  parts.insert(parts.end(), more.begin(), more.end());
  return parts;
}

// Floor below z = 0 from x = -t to length, wall at x < 0 up to height; width along y from -w/2.
// The wall stands on the floor.
inline PartCorners angle_piece(double length, double height, double thickness, double width,
                               int floor_cuts = 1, int wall_cuts = 1, int across = 1)
{
  const double w = 0.5 * width;
  return together(cut_block({-thickness, -w, -thickness}, {length, w, 0.0}, floor_cuts, across, 1),
                  cut_block({-thickness, -w, 0.0}, {0.0, w, height}, 1, across, wall_cuts));
}

// Two legs along z on a base below z = 0, with the opening `gap` between them about x = 0.
inline PartCorners fork_piece(double gap, double leg, double thickness, double width)
{
  const double g = 0.5 * gap, w = 0.5 * width;
  return {block({-g - thickness, -w, -thickness}, {g + thickness, w, 0.0}),
          block({-g - thickness, -w, 0.0}, {-g, w, leg}),
          block({g, -w, 0.0}, {g + thickness, w, leg})};
}

// ---- the same bodies as parts and as closed surfaces, whose faces may be concave

using Outline = std::vector<Vector2d>;    // counter-clockwise

inline std::vector<Vector3d> prism(const Outline &outline, double low, double high)
{
  std::vector<Vector3d> corners;
  for (const double z : {low, high})
    for (const Vector2d &p : outline) corners.push_back({p[0], p[1], z});
  return corners;
}

inline Mesh prism_surface(const Outline &outline, double low, double high)
{
  Mesh mesh;
  mesh.vertices = prism(outline, low, high);
  const int n = static_cast<int>(outline.size());
  std::vector<int> bottom, top;
  for (int k = 0; k < n; k++) {
    bottom.insert(bottom.begin(), k);
    top.push_back(n + k);
    mesh.faces.push_back({k, (k + 1) % n, n + (k + 1) % n, n + k});
  }
  mesh.faces.insert(mesh.faces.end(), {bottom, top});
  return mesh;
}

struct KnownBody {
  std::string name;
  PartCorners parts;
  Mesh surface;
};

inline KnownBody l_body()
{
  const Outline outline = {{-0.5, -0.5}, {1.5, -0.5}, {1.5, 0}, {0, 0}, {0, 1.2}, {-0.5, 1.2}};
  return {"L",
          {prism({outline[0], outline[1], outline[2], {-0.5, 0}}, -0.4, 0.4),
           prism({{-0.5, 0}, outline[3], outline[4], outline[5]}, -0.4, 0.4)},
          prism_surface(outline, -0.4, 0.4)};
}

inline KnownBody u_body()
{
  const Outline outline = {{-1, -0.4}, {1, -0.4}, {1, 1.3},    {0.5, 1.3},
                           {0.5, 0},   {-0.6, 0}, {-0.6, 0.9}, {-1, 0.9}};
  return {"U",
          {prism({outline[0], outline[1], {1, 0}, {-1, 0}}, -0.3, 0.3),
           prism({outline[4], {1, 0}, outline[2], outline[3]}, -0.3, 0.3),
           prism({{-1, 0}, outline[5], outline[6], outline[7]}, -0.3, 0.3)},
          prism_surface(outline, -0.3, 0.3)};
}

inline Outline star_outline()
{
  Outline outline;
  for (int k = 0; k < 10; k++) {
    const double radius = k % 2 == 0 ? 1.2 : 0.45, angle = 0.2 * PI * k;
    outline.push_back({radius * std::cos(angle), radius * std::sin(angle)});
  }
  return outline;
}

// Five kites about the middle; or a pentagon with five points.
inline KnownBody star_body(bool by_kites = true)
{
  const Outline outline = star_outline();
  PartCorners parts;
  Outline middle;
  for (int k = 0; k < 10; k += 2) {
    const Vector2d &before = outline[(k + 9) % 10], &after = outline[k + 1];
    middle.push_back(after);
    if (by_kites)
      parts.push_back(prism({before, outline[k], after, {0, 0}}, 0.0, 0.7));
    else
      parts.push_back(prism({before, outline[k], after}, 0.0, 0.7));
  }
  if (!by_kites) parts.push_back(prism(middle, 0.0, 0.7));
  return {"star", parts, prism_surface(outline, 0.0, 0.7)};
}

// A triangular prism whose ends are turned against each other by 30 degrees, so that each side
// is two triangles with a hollow edge: it has no division into tetrahedra on its own vertices. One
// tetrahedron for each triangle, about a point inside.
inline KnownBody schoenhardt_body()
{
  KnownBody body = {"Schoenhardt", {}, {}};
  for (int end = 0; end < 2; end++)
    for (int k = 0; k < 3; k++) {
      const double angle = PI * (2.0 * k / 3.0 + end / 6.0);
      body.surface.vertices.push_back({std::cos(angle), std::sin(angle), end == 0 ? -0.6 : 0.6});
    }
  body.surface.faces = {{2, 1, 0}, {3, 4, 5}};
  for (int k = 0; k < 3; k++) {
    const int next = (k + 1) % 3;
    body.surface.faces.push_back({k, next, 3 + next});
    body.surface.faces.push_back({k, 3 + next, 3 + k});
  }
  for (const std::vector<int> &face : body.surface.faces) {
    body.parts.push_back({{0.02, -0.03, 0.05}});
    for (const int corner : face) body.parts.back().push_back(body.surface.vertices[corner]);
  }
  return body;
}

inline std::vector<KnownBody> known_bodies()
{
  return {l_body(), u_body(), star_body(), schoenhardt_body()};
}

// Three plates behind the planes of a corner.
inline PartCorners pocket_piece(double t)
{
  return {block({-t, -t, -t}, {1, 1, 0}), block({-t, -t, 0}, {0, 1, 1}),
          block({0, -t, 0}, {1, 0, 1})};
}

// N wedges from radius r to R about z, each cut into slices.
inline PartCorners ring_piece(int n, double r, double R, double height, int slices = 1)
{
  PartCorners parts;
  const auto at = [n](double radius, int k) {
    const double angle = 2.0 * PI * k / n;
    return Vector2d{radius * std::cos(angle), radius * std::sin(angle)};
  };
  for (int k = 0; k < n; k++)
    for (int z = 0; z < slices; z++)
      parts.push_back(prism({at(r, k), at(R, k), at(R, k + 1), at(r, k + 1)}, z * height / slices,
                            (z + 1) * height / slices));
  return parts;
}

// A block with a notch along z that opens to y > 0, its faces at this angle to y.
inline PartCorners notch_piece(double half_angle)
{
  const double s = std::tan(half_angle);
  return {prism({{-s - 1, -1}, {0, -1}, {0, 0}, {-s, 1}, {-s - 1, 1}}, -1, 1),
          prism({{0, -1}, {s + 1, -1}, {s + 1, 1}, {s, 1}, {0, 0}}, -1, 1)};
}

// All parts cut by planes at random, where they are cut by more than a sliver.
inline PartCorners cut_at_random(PartCorners parts, int planes, Scenes &scenes)
{
  constexpr double SLIVER = 1e-3;
  for (int n = 0; n < planes; n++) {
    const Vector3d &near = parts[scenes.index(parts.size())][0];
    const HalfSpace plane =
        HalfSpace::through(0.5 * near + 0.1 * scenes.vector(), scenes.direction());
    PartCorners next;
    for (const auto &part : parts) {
      const ConvexPolyhedron body = ConvexPolyhedron::from_vertices(part);
      const Pose &frame = body.placement();
      HalfSpace side = {transposed(frame.rotation) * plane.normal, -plane.distance(frame.position)};
      const DistanceRange range = distance_range(body.view(), side);
      if (range.greatest < SLIVER || range.least > -SLIVER) {
        next.push_back(part);
        continue;
      }
      for (int way = 0; way < 2; way++) {
        ClippedBody clipped;
        clipped.start(body.view(), body.face_count() + 1);
        clipped.cut(side, body.face_count(), 1e-14);
        next.emplace_back();
        const BodyView &view = clipped.body();
        for (int k = 0; k < view.vertex_count; k++)
          next.back().push_back(frame.to_space({view.x[k], view.y[k], view.z[k]}));
        side = {-side.normal, -side.offset};
      }
    }
    parts = std::move(next);
  }
  return parts;
}

inline PartCorners moved(const Pose &frame, double scale, const PartCorners &parts)
{
  PartCorners result = parts;
  for (auto &part : result)
    for (Vector3d &corner : part) corner = frame.to_space(scale * corner);
  return result;
}

inline Mesh moved(const Pose &frame, double scale, const Mesh &mesh)
{
  Mesh result = mesh;
  for (Vector3d &corner : result.vertices) corner = frame.to_space(scale * corner);
  return result;
}

// A compound at a place, with the poses of its parts.
struct Placed {
  const CompoundShape *compound = nullptr;
  const ConvexPolyhedron *convex = nullptr;
  Pose pose;
  std::vector<Pose> parts;
  std::vector<PartSphere> spheres;
  double radius;

  Placed(const CompoundShape &shape, const Pose &at) :
      compound(&shape), pose(at), radius(shape.radius())
  {
    for (int n = 0; n < shape.part_count(); n++) {
      parts.push_back(at * shape.parts()[n].place);
      spheres.push_back({parts[n].position, shape.parts()[n].shape.radius()});
    }
  }
  Placed(const ConvexPolyhedron &shape, const Pose &at) :
      convex(&shape), pose(at), radius(shape.radius())
  {
  }
  Placed(double radius, const Vector3d &center) : radius(radius) { pose.position = center; }

  PlacedBody body() const
  {
    return {compound, convex, &pose, parts.data(), spheres.data(), radius};
  }
};

// At the place of the frame that the shape was given in.
inline Placed as_given(const CompoundShape &shape, const Pose &frame = {})
{
  return {shape, frame * shape.placement()};
}

}    // namespace grist

#endif
