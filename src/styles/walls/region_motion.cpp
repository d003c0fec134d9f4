#include "styles/walls/region_motion.h"

#include "region.h"
#include "region_block.h"

#include <algorithm>
#include <cmath>
#include <iterator>

using namespace LAMMPS_NS;
using Eigen::Vector3d;

namespace {

// Access to protected members of Region.
struct RegionAccess : public Region {
  using Region::forward_transform;
  using Region::point;
  using Region::runit;

  static Eigen::Isometry3d frame_of(Region *region)
  {
    const auto image = [region](Vector3d x) {
      (region->*&RegionAccess::forward_transform)(x[0], x[1], x[2]);
      return x;
    };
    Eigen::Isometry3d frame = Eigen::Isometry3d::Identity();
    if (!region->dynamic) return frame;
    const Vector3d origin = image(Vector3d::Zero());
    for (int d = 0; d < 3; d++) frame.linear().col(d) = image(Vector3d::Unit(d)) - origin;
    frame.translation() = origin;
    return frame;
  }
  static Vector3d point_of(Region *region) { return Vector3d(region->*&RegionAccess::point); }
  static Vector3d axis_of(Region *region) { return Vector3d(region->*&RegionAccess::runit); }
};

}    // namespace

// Block regions have no velocity of their shape.
static bool has_finite_faces(Region *region)
{
  struct Access : public RegBlock {
    static bool is_finite(RegBlock *block)
    {
      const double faces[] = {block->*&Access::xlo, block->*&Access::xhi, block->*&Access::ylo,
                              block->*&Access::yhi, block->*&Access::zlo, block->*&Access::zhi};
      return std::all_of(std::begin(faces), std::end(faces),
                         [](double x) { return std::isfinite(x); });
    }
  };
  auto *block = dynamic_cast<RegBlock *>(region);
  return !block || Access::is_finite(block);
}

// Sizes that are not numbers make the velocity of the shape not a number, at any point.
bool RegionMotion::is_finite() const
{
  if (moves() && !present.matrix().allFinite()) return false;
  if (!region->varshape) return true;
  Vector3d v = Vector3d::Zero(), at = Vector3d::Ones();
  region->velocity_contact_shape(v.data(), at.data());
  return !v.hasNaN() && has_finite_faces(region);
}

bool RegionMotion::moves() const
{
  return region->dynamic != 0;
}

// A second run starts at the step at which the first one ended. The pose before is then still that
// of the step before.
void RegionMotion::update(bigint step, double dt)
{
  const Pose pose = {{region->dx, region->dy, region->dz},
                     region->rotateflag ? region->theta : 0.0};
  if (step == poses.step + 1 && poses.step >= 0)
    poses.before = poses.now;
  else if (step != poses.step)
    poses.before = pose;
  poses.now = pose;
  poses.step = step;
  present = RegionAccess::frame_of(region);
  back = present.inverse();
  find_velocity(dt);
}

void RegionMotion::find_velocity(double dt)
{
  const auto displacement = [](const Pose &pose) { return Vector3d(pose.displacement); };
  velocity = (displacement(poses.now) - displacement(poses.before)) / dt;
  omega.setZero();
  if (region->rotateflag)
    omega = (poses.now.angle - poses.before.angle) / dt * RegionAccess::axis_of(region);
}

grist::WallPose RegionMotion::pose() const
{
  grist::WallPose pose;
  const Vector3d about = center();
  for (int d = 0; d < 3; d++) {
    for (int e = 0; e < 3; e++) pose.rotation[d][e] = present.linear()(d, e);
    pose.shift[d] = present.translation()[d];
    pose.center[d] = about[d];
    pose.velocity[d] = velocity[d];
    pose.omega[d] = omega[d];
  }
  return pose;
}

bool RegionMotion::rotates() const
{
  return moves() && region->rotateflag;
}

Vector3d RegionMotion::center() const
{
  if (!rotates()) return Vector3d::Zero();
  return RegionAccess::point_of(region) + Vector3d(poses.now.displacement);
}

Vector3d RegionMotion::velocity_at(const Vector3d &point) const
{
  return velocity + omega.cross(point - center());
}
