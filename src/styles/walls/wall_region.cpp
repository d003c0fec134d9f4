#include "styles/walls/wall_region.h"

#include "common/space.h"
#include "domain.h"
#include "error.h"
#include "lammps.h"
#include "modify.h"
#include "region.h"
#include "styles/access/run_checks.h"
#include "styles/commands/named_region.h"
#include "update.h"

#include "walls/surface_contacts.h"

#include <algorithm>
#include <utility>

using namespace LAMMPS_NS;
using grist::AlignedBox;
using grist::CenterBatch;
using grist::SurfaceContact;
using grist::Vector3d;

WallRegion::WallRegion(LAMMPS *lmp, std::string id, std::string user) :
    lmp(lmp), id(std::move(id)), user(std::move(user)), region(nullptr),
    listed_frame(grist::Pose()), form(), batch(std::make_unique<grist::InnerContacts>())
{
  connect();
}

void WallRegion::connect()
{
  region = region_named(lmp, user + ": region", id);
  region_motion.set_region(region);
  parts.set_region(region);
  faces.set_region(region);
  if (faces.is_one()) form = faces.only().form();
  if (const Region *part = parts.moving_part())
    lmp->error->all(
        FLERR,
        "{}: part {} of region {} moves (expected a fix for each part, as LAMMPS knows no "
        "velocity of parts)",
        user, part->id, id);
  if (moves() || changes_shape())
    warn_of_rerun(lmp, user,
                  "a region that moves stands where it was at the frame, without velocity: "
                  "friction and dashpots act as on a wall at rest");
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
  if (moves()) region_motion.update(lmp->update->ntimestep, lmp->update->dt);
  if (!region_motion.is_finite())
    lmp->error->all(
        FLERR, "{}: the variables of region {} give a place or size that is not finite at step {}",
        user, id, lmp->update->ntimestep);
}

/* ---------------------------------------------------------------------- */

void WallRegion::begin_list()
{
  listed_frame = region_motion.frame();
}

// In the frame of the region, a point x of the box was at listed_frame * to_own * x when the list
// was made.
double WallRegion::shift_since_list(const AlignedBox &box) const
{
  if (!moves()) return 0.0;
  const grist::Pose back = listed_frame * region_motion.to_own();
  return grist::largest_shift(back, grist::Pose(), box);
}

bool WallRegion::is_near(const Vector3d &x, double reach)
{
  return parts.is_near(region_motion.to_own() * x, reach);
}

bool WallRegion::may_be_near(const Vector3d &x, double reach)
{
  return parts.may_be_near(region_motion.to_own() * x, reach);
}

/* ---------------------------------------------------------------------- */

void WallRegion::add_contacts(const Vector3d &x, double radius, std::vector<SurfaceContact> &found)
{
  const Vector3d own = moves() ? region_motion.to_own() * x : x;
  const bool known = faces.for_each(
      own, radius, [&](const RegionFaces::Contact &at) { add_contact(at, x, found); });
  if (!known) ask_region(own, x, radius, found);
}

// As Region::match() and Region::surface() do, but in the frame that is known already: they compute
// sines for every sphere.
void WallRegion::ask_region(Vector3d own, const Vector3d &x, double radius,
                            std::vector<SurfaceContact> &found)
{
  const bool open = region->openflag != 0, interior = region->interior != 0;
  if (!open && (region->inside(own[0], own[1], own[2]) != 0) != interior) return;
  int count = open || !interior ? region->surface_exterior(own.data(), radius) : 0;
  if (open || interior) count += region->surface_interior(own.data(), radius);
  for (int k = 0; k < count; k++) {
    const Region::Contact &at = region->contact[k];
    if (!(at.r > 0.0 && at.r < radius)) continue;
    add_contact({at.iwall, Vector3d{at.delx, at.dely, at.delz} / at.r, at.r,
                 at.radius == 0.0 ? 0.0 : 1.0 / at.radius},
                x, found);
    if (region->varshape && at.varflag) {
      Vector3d place = x - at.r * found.back().normal;
      region->velocity_contact_shape(found.back().velocity.data(), place.data());
    }
  }
}

// A contact in the frame of the region, with a sphere at x in the box.
void WallRegion::add_contact(const RegionFaces::Contact &at, const Vector3d &x,
                             std::vector<SurfaceContact> &found)
{
  SurfaceContact &now = found.emplace_back();    // all zero
  now.surface = at.face;
  now.normal = at.normal;
  now.distance = at.distance;
  now.curvature = at.curvature;
  if (!moves() && !surface_motion.moves()) return;
  if (moves()) now.normal = region_motion.frame().rotation * at.normal;
  const Vector3d place = x - at.distance * now.normal;
  if (moves()) {
    now.velocity = region_motion.velocity_at(place);
    now.omega = region_motion.angular_velocity();
  }
  add_surface_motion(now, place, region_motion.frame());
}

/* ----------------------------------------------------------------------
   many centers at once
------------------------------------------------------------------------- */

// k: number of the center in the batch.
inline void WallRegion::add_face(const grist::FaceContacts &face, int number, double curvature,
                                 int k, grist::SurfaceContacts &found) const
{
  found.add(number, face.normal[0][k], face.normal[1][k], face.normal[2][k], face.distance[k],
            curvature);
  if (!found.is_still())
    found.set_motion({face.velocity[0][k], face.velocity[1][k], face.velocity[2][k]},
                     region_motion.angular_velocity());
}

void WallRegion::add_batch(int first, const CenterBatch &centers, int count,
                           grist::SurfaceContacts &found, int *counts)
{
  if (!faces.is_one() || surface_motion.moves()) {
    WallSurface::add_batch(first, centers, count, found, counts);
    return;
  }
  find_batch(centers, count);
  const std::uint64_t asked = faces.is_open() ? batch->beside : 0;
  std::uint64_t touching = asked | batch->curved.with;
  for (int p = 0; p < form.planes; p++) touching |= batch->plane[p].with;
  std::fill_n(counts, count, 0);
  for (; touching != 0; touching &= touching - 1) {
    const int k = __builtin_ctzll(touching), before = found.size();
    const std::uint64_t bit = std::uint64_t{1} << k;
    if (asked & bit) {
      const Vector3d x{centers.x[0][k], centers.x[1][k], centers.x[2][k]};
      asked_for.clear();
      ask_region(moves() ? region_motion.to_own() * x : x, x, centers.reach[k], asked_for);
      for (const SurfaceContact &at : asked_for) found.add(at);
    }
    if (batch->curved.with & bit)
      add_face(batch->curved, faces.only().curved_face(), batch->curvature[k], k, found);
    for (int p = 0; p < form.planes; p++)
      if (batch->plane[p].with & bit)
        add_face(batch->plane[p], faces.only().plane_face(p), 0.0, k, found);
    counts[k] = found.size() - before;
  }
}

void WallRegion::find_batch(const CenterBatch &centers, int count)
{
  const grist::InnerFaceLanes &lanes = grist::inner_face_lanes();
  if (!moves()) {
    lanes.find(form, centers, count, *batch);
    return;
  }
  const grist::WallPose pose = region_motion.pose();
  CenterBatch own;
  lanes.to_own(pose, centers, count, own);
  lanes.find(form, own, count, *batch);
  if (batch->curved.with) lanes.move(pose, centers, count, batch->curved);
  for (int p = 0; p < form.planes; p++)
    if (batch->plane[p].with) lanes.move(pose, centers, count, batch->plane[p]);
}

Vector3d WallRegion::reference_point() const
{
  return region_motion.rotates() ? region_motion.center()
                                 : surface_motion.center(region_motion.frame());
}
