// Bodies of convex parts that the tests of compounds share.

#ifndef GRIST_UNITTEST_COMPOUNDS_COMPOUND_SCENES_H
#define GRIST_UNITTEST_COMPOUNDS_COMPOUND_SCENES_H

#include "compounds/compound_contacts.h"
#include "geometry/polyhedron_scenes.h"

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

  PlacedBody body() const { return {compound, convex, &pose, parts.data(), spheres.data(), radius}; }
};

// At the place of the frame that the shape was given in.
inline Placed as_given(const CompoundShape &shape, const Pose &frame = {})
{
  return {shape, frame * shape.placement()};
}

}    // namespace grist

#endif
