#include "styles/walls/wall_region.h"

#include "domain.h"
#include "error.h"
#include "lammps.h"
#include "modify.h"
#include "region.h"
#include "update.h"

#include <utility>

using namespace LAMMPS_NS;
using grist::AlignedBox3d;
using grist::SurfaceContact;
using grist::Vector3d;

WallRegion::WallRegion(LAMMPS *lmp, std::string id, std::string user) :
    lmp(lmp), id(std::move(id)), user(std::move(user)), region(nullptr),
    listed_frame(Eigen::Isometry3d::Identity())
{
  connect();
}

void WallRegion::connect()
{
  region = lmp->domain->get_region_by_id(id);
  if (!region) lmp->error->all(FLERR, "{}: region {} does not exist", user, id);
  region_motion.set_region(region);
  parts.set_region(region);
  if (const Region *part = parts.moving_part())
    lmp->error->all(
        FLERR,
        "{}: part {} of region {} moves (expected a fix for each part, as LAMMPS knows no "
        "velocity of parts)",
        user, part->id, id);
}

bool WallRegion::changes_shape() const
{
  return region->varshape != 0;
}

void WallRegion::advance()
{
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

// In the frame of the region, a point x of the box was at listed_frame * to_own * x when the list was made.
double WallRegion::shift_since_list(const AlignedBox3d &box) const
{
  if (!moves()) return 0.0;
  const Eigen::Isometry3d back = listed_frame * region_motion.to_own();
  return grist::largest_shift(back, Eigen::Isometry3d::Identity(), box);
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

void WallRegion::find_contacts(const Vector3d &x, double radius, std::vector<SurfaceContact> &found)
{
  found.clear();
  if (!region->match(x[0], x[1], x[2])) return;
  const int count = region->surface(x[0], x[1], x[2], radius);
  for (int k = 0; k < count; k++) {
    const Region::Contact &at = region->contact[k];
    if (!(at.r > 0.0 && at.r < radius)) continue;
    const Vector3d to_center(at.delx, at.dely, at.delz), place = x - to_center;
    found.push_back({at.iwall, to_center / at.r, at.r, at.radius == 0.0 ? 0.0 : 1.0 / at.radius,
                     velocity_at(place, k), region_motion.angular_velocity()});
    add_surface_motion(found.back(), place, region_motion.frame());
  }
}

Vector3d WallRegion::reference_point() const
{
  return region_motion.rotates() ? region_motion.center()
                                 : surface_motion.center(region_motion.frame());
}

Vector3d WallRegion::velocity_at(const Vector3d &point, int contact)
{
  if (!region->dynamic_check()) return Vector3d::Zero();
  Vector3d v = region_motion.velocity_at(point);
  if (region->varshape && region->contact[contact].varflag) {
    Vector3d at = point;
    region->velocity_contact_shape(v.data(), at.data());
  }
  return v;
}
