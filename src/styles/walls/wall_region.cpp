#include "styles/walls/wall_region.h"

#include "comm.h"
#include "common/space.h"
#include "domain.h"
#include "error.h"
#include "fmt/format.h"
#include "lammps.h"
#include "modify.h"
#include "region.h"
#include "region_block.h"
#include "styles/access/lammps_access_regions.h"
#include "styles/access/run_checks.h"
#include "styles/commands/named_region.h"
#include "styles/walls/region_shape.h"
#include "update.h"
#include "utils.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

using namespace LAMMPS_NS;
using grist::CenterBatch;
using grist::Vector3d;
using grist::WallContact;

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

WallRegion::WallRegion(LAMMPS *lmp, std::string id, std::string user) :
    lmp(lmp), id(std::move(id)), user(std::move(user)), region(nullptr)
{
  connect();
}

// Region style ellipsoid never sets the curvature of its contacts. It counts as flat.
void WallRegion::find_parts(Region *of, std::vector<Region *> &parts)
{
  for (int k = 0; k < of->cmax; k++) of->contact[k].radius = 0.0;
  if (!of->reglist) parts.push_back(of);
  for (int k = 0; k < (of->reglist ? of->nregion : 0); k++) find_parts(of->reglist[k], parts);
}

void WallRegion::connect()
{
  region = region_named(lmp, user + ": region", id);
  region_motion.set_region(region);
  asked.clear();
  find_parts(region, asked);
  for (const Region *part : asked)
    if (part != region && part->dynamic)
      lmp->error->all(
          FLERR,
          "{}: part {} of region {} moves (expected a fix for each part, as LAMMPS knows no "
          "velocity of parts)",
          user, part->id, id);
  RegionShape shape = shape_of_region(region);
  if (shape.why_asked.empty()) asked.clear();
  set_parts(std::move(shape.parts), shape.is_union);
  set_motion(region_motion.motion());
  describe(shape.why_asked);
  if (moves() || changes_shape())
    warn_of_rerun(lmp, user,
                  "a region that moves stands where it was at the frame, without velocity: "
                  "friction and dashpots act as on a wall at rest");
}

// Once, and again when it changes.
void WallRegion::describe(const std::string &why_asked)
{
  const std::string text = why_asked.empty()
      ? fmt::format("evaluated as {} by Grist", region->style)
      : fmt::format("evaluated by LAMMPS, one sphere at a time ({})", why_asked);
  if (std::exchange(described, text) == text || lmp->comm->me > 0) return;
  utils::logmesg(lmp, "  {}: region {}: {}\n", user, id, text);
}

bool WallRegion::changes_shape() const
{
  return region->varshape != 0;
}

void WallRegion::advance()
{
  if (region_named(lmp, user + ": region", id) != region)
    lmp->error->all(FLERR, "{}: region {} is another one than before (leave out run ... pre no)",
                    user, id);
  if (!region->dynamic_check()) return;
  lmp->modify->clearstep_compute();
  region->prematch();
  lmp->modify->addstep_compute(lmp->update->ntimestep + 1);
  region->set_velocity();    // of a change of shape
  if (region_motion.moves()) region_motion.update(lmp->update->ntimestep, lmp->update->dt);
  if (!region_motion.is_finite())
    lmp->error->all(
        FLERR, "{}: the variables of region {} give a place or size that is not finite at step {}",
        user, id, lmp->update->ntimestep);
  set_motion(region_motion.motion());
}

// ---- where LAMMPS is asked

// On an axis of a region LAMMPS finds no contact. So each point is displaced by a share of its
// reach. Region style ellipsoid does not compute distances. All points are near it.
static bool is_near_part(Region *part, const Vector3d &own, double reach)
{
  constexpr double ASIDE = 1e-6;
  Vector3d point = own + ASIDE * reach * Vector3d{0.36, 0.48, 0.8};
  const double cutoff = (1.0 + ASIDE) * reach;
  return strcmp(part->style, "ellipsoid") == 0 || part->surface_interior(point.data(), cutoff) ||
      part->surface_exterior(point.data(), cutoff);
}

std::uint64_t WallRegion::list(const CenterBatch &centers, int count)
{
  if (!asks_lammps()) return ShapeWall::list(centers, count);
  return grist::bits_where(centers, count, [this](const Vector3d &x, double reach) {
    return std::any_of(asked.begin(), asked.end(),
                       [&](Region *part) { return is_near_part(part, to_own() * x, reach); });
  });
}

void WallRegion::find(int first, const CenterBatch &centers, int count, grist::WallContacts &found,
                      int *counts)
{
  if (!asks_lammps()) {
    ShapeWall::find(first, centers, count, found, counts);
    return;
  }
  for (int k = 0; k < count; k++) {
    const int before = found.size();
    ask(centers.center(k), centers.reach[k], found);
    counts[k] = found.size() - before;
  }
}

// As Region::match() and Region::surface() do, but in the frame that is known already: they compute
// sines for every sphere.
void WallRegion::ask(const Vector3d &x, double radius, grist::WallContacts &found)
{
  Vector3d own = moves() ? to_own() * x : x;
  const bool open = region->openflag != 0, interior = region->interior != 0;
  if (!open && (region->inside(own[0], own[1], own[2]) != 0) != interior) return;
  int count = open || !interior ? region->surface_exterior(own.data(), radius) : 0;
  if (open || interior) count += region->surface_interior(own.data(), radius);
  for (int k = 0; k < count; k++) {
    const Region::Contact &at = region->contact[k];
    if (!(at.r > 0.0 && at.r < radius)) continue;
    WallContact now = in_box({at.iwall, Vector3d{at.delx, at.dely, at.delz} / at.r, at.r,
                              at.radius == 0.0 ? 0.0 : 1.0 / at.radius},
                             x);
    if (region->varshape && at.varflag) {
      Vector3d place = x - at.r * now.normal;
      region->velocity_contact_shape(now.velocity.data(), place.data());
    }
    found.add(now);
  }
}
