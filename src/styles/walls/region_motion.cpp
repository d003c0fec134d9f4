#include "styles/walls/region_motion.h"

#include "common/space.h"
#include "styles/access/lammps_access_regions.h"

#include "region.h"
#include "region_block.h"

#include <algorithm>
#include <cmath>

using namespace LAMMPS_NS;
using grist::Vector3d;

// From the initial place of the region to its present one.
static grist::Pose frame_of(Region *region)
{
  grist::Pose frame;
  if (!region->dynamic) return frame;
  const Vector3d origin = moved_by_region(region, Vector3d::zero());
  for (int d = 0; d < 3; d++)
    frame.rotation.column[d] = moved_by_region(region, Vector3d::unit(d)) - origin;
  frame.position = origin;
  return frame;
}

// Block regions have no velocity of their shape.
static bool has_finite_faces(Region *region)
{
  auto *block = dynamic_cast<RegBlock *>(region);
  if (!block) return true;
  const auto ends = ends_of_region(block);
  return std::all_of(ends.begin(), ends.end(), [](double x) { return std::isfinite(x); });
}

// Sizes that are not numbers make the velocity of the shape not a number, at any point.
bool RegionMotion::is_finite() const
{
  if (moves() && !grist::is_finite(present.frame)) return false;
  if (!region->varshape) return true;
  Vector3d v = Vector3d::zero(), at = Vector3d::ones();
  region->velocity_contact_shape(v.data(), at.data());
  return !std::isnan(v.x) && !std::isnan(v.y) && !std::isnan(v.z) && has_finite_faces(region);
}

void RegionMotion::set_region(Region *now)
{
  region = now;
  if (!region->dynamic) present = {};
  present.moves = region->dynamic != 0;
  present.rotates = present.moves && region->rotateflag;
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
  present.frame = frame_of(region);
  const Vector3d displacement = grist::vector_at(poses.now.displacement);
  present.center = present.rotates ? rotation_point(region) + displacement : Vector3d::zero();
  present.velocity = (displacement - grist::vector_at(poses.before.displacement)) / dt;
  present.omega = region->rotateflag
      ? (poses.now.angle - poses.before.angle) / dt * rotation_axis(region)
      : Vector3d::zero();
}
