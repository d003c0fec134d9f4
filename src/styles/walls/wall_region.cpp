#include "styles/walls/wall_region.h"

#include "domain.h"
#include "error.h"
#include "lammps.h"
#include "modify.h"
#include "region.h"
#include "update.h"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <utility>

using namespace LAMMPS_NS;
using grist::AlignedBox3d;
using grist::SurfaceContact;
using grist::Vector3d;

// A point this share of its reach aside is asked for, so that none lies on an axis, where regions have no contact.
static constexpr double ASIDE = 1e-6;

namespace {

// What a region keeps for the regions derived from it.
struct RegionFrame : public Region {
  using Region::forward_transform;
  using Region::point;
  using Region::runit;

  // From the place where the region was made to where it is now.
  static Eigen::Isometry3d of(Region *region)
  {
    const auto image = [region](Vector3d x) {
      (region->*&RegionFrame::forward_transform)(x[0], x[1], x[2]);
      return x;
    };
    Eigen::Isometry3d frame = Eigen::Isometry3d::Identity();
    if (!region->dynamic) return frame;
    const Vector3d origin = image(Vector3d::Zero());
    for (int d = 0; d < 3; d++) frame.linear().col(d) = image(Vector3d::Unit(d)) - origin;
    frame.translation() = origin;
    return frame;
  }
  static Vector3d point_of(Region *region) { return Vector3d(region->*&RegionFrame::point); }
  static Vector3d axis_of(Region *region) { return Vector3d(region->*&RegionFrame::runit); }
};

}    // namespace

WallRegion::WallRegion(LAMMPS *lmp, std::string id, std::string user) :
    lmp(lmp), id(std::move(id)), user(std::move(user)), region(nullptr),
    frame(Eigen::Isometry3d::Identity()), to_own(frame), marked_frame(frame), current{-1, {}, {}},
    velocity(Vector3d::Zero()), spin(Vector3d::Zero())
{
  connect();
}

void WallRegion::connect()
{
  region = lmp->domain->get_region_by_id(id);
  if (!region) lmp->error->all(FLERR, "{}: region {} does not exist", user, id);
  parts.clear();
  add_parts(region);
  for (const Region *part : parts)
    if (part != region && part->dynamic)
      lmp->error->all(
          FLERR,
          "{}: part {} of region {} moves (expected a fix for each part, as LAMMPS knows no "
          "velocity of parts)",
          user, part->id, id);
}

// A region of style ellipsoid never writes the curvature of its contacts: it counts as flat.
void WallRegion::add_parts(Region *one)
{
  for (int k = 0; k < one->cmax; k++) one->contact[k].radius = 0.0;
  if (!one->reglist) {
    parts.push_back(one);
    return;
  }
  for (int k = 0; k < one->nregion; k++) add_parts(one->reglist[k]);
}

bool WallRegion::moves() const
{
  return region->dynamic != 0;
}

bool WallRegion::changes_shape() const
{
  return region->varshape != 0;
}

/* ---------------------------------------------------------------------- */

void WallRegion::advance()
{
  if (!region->dynamic_check()) return;
  lmp->modify->clearstep_compute();
  region->prematch();
  lmp->modify->addstep_compute(lmp->update->ntimestep + 1);
  region->set_velocity();    // of a change of shape
  if (!moves()) return;

  // A second run starts at the step that the first one ended with: its pose before is still the one before.
  const bigint step = lmp->update->ntimestep;
  const Pose pose = {{region->dx, region->dy, region->dz},
                     region->rotateflag ? region->theta : 0.0};
  if (step == current.step + 1 && current.step >= 0)
    current.before = current.now;
  else if (step != current.step)
    current.before = pose;
  current.now = pose;
  current.step = step;
  frame = RegionFrame::of(region);
  to_own = frame.inverse();
  find_velocity();
}

void WallRegion::find_velocity()
{
  const auto displacement = [](const Pose &pose) { return Vector3d(pose.displacement); };
  velocity = (displacement(current.now) - displacement(current.before)) / lmp->update->dt;
  spin.setZero();
  if (region->rotateflag)
    spin =
        (current.now.angle - current.before.angle) / lmp->update->dt * RegionFrame::axis_of(region);
}

Vector3d WallRegion::reference_point() const
{
  if (!moves() || !region->rotateflag) return Vector3d::Zero();
  return RegionFrame::point_of(region) + Vector3d(current.now.displacement);
}

/* ---------------------------------------------------------------------- */

void WallRegion::mark()
{
  marked_frame = frame;
}

// A point of the box, seen from the region, was at its image under `back` when the wall was marked.
double WallRegion::shift_since_mark(const AlignedBox3d &box) const
{
  if (!moves()) return 0.0;
  const Eigen::Isometry3d back = marked_frame * to_own;
  return grist::largest_shift(back, Eigen::Isometry3d::Identity(), box);
}

// Of a point in the region's own frame, a little aside.
Vector3d WallRegion::own_place(const Vector3d &x, double aside) const
{
  return to_own * x + aside * Vector3d(0.36, 0.48, 0.8);
}

static bool is_within(Region *part, Vector3d own, double reach)
{
  return part->surface_interior(own.data(), reach) || part->surface_exterior(own.data(), reach);
}

// The reach of a region of style ellipsoid is not a distance: all spheres are near.
bool WallRegion::is_near(const Vector3d &x, double reach)
{
  const double aside = ASIDE * reach;
  const Vector3d own = own_place(x, aside);
  return std::any_of(parts.begin(), parts.end(), [&](Region *part) {
    return strcmp(part->style, "ellipsoid") == 0 || is_within(part, own, reach + aside);
  });
}

// Of these, interior and exterior points are told distances to the closed surface that are no larger than the true ones,
// and change from point to point by no more than the points are apart.
static bool has_distance(const Region *part)
{
  const char *const styles[] = {"block", "cone", "cylinder", "plane", "sphere"};
  return std::any_of(std::begin(styles), std::end(styles),
                     [&](const char *style) { return strcmp(part->style, style) == 0; });
}

namespace {

// All faces of a region are closed, or one of them alone, for as long as this lives: open faces make distances jump.
class ClosedFaces {
 public:
  static constexpr int ALL = -1;

  explicit ClosedFaces(Region *part, int face = ALL) : part(part), openflag(part->openflag)
  {
    std::copy_n(part->open_faces, FACES, open_faces);
    part->openflag = face != ALL;
    for (int k = 0; k < FACES; k++) part->open_faces[k] = face != ALL && k != face;
  }
  ~ClosedFaces()
  {
    part->openflag = openflag;
    std::copy_n(open_faces, FACES, part->open_faces);
  }
  ClosedFaces(const ClosedFaces &) = delete;
  ClosedFaces &operator=(const ClosedFaces &) = delete;

 private:
  static constexpr int FACES = 6;
  Region *part;
  int openflag, open_faces[FACES];
};

}    // namespace

// A cone is asked face by face: where it ends in a point, that end is at a distance that is not a number, and hides
// what was found before it.
static bool is_within_closed(Region *part, const Vector3d &own, double reach)
{
  static constexpr int CONE_FACES = 3;
  if (strcmp(part->style, "cone") != 0) {
    const ClosedFaces all(part);
    return is_within(part, own, reach);
  }
  for (int face = 0; face < CONE_FACES; face++) {
    const ClosedFaces one(part, face);
    if (is_within(part, own, reach)) return true;
  }
  return false;
}

bool WallRegion::may_be_near(const Vector3d &x, double reach)
{
  const double aside = ASIDE * reach;
  const Vector3d own = own_place(x, aside);
  return std::any_of(parts.begin(), parts.end(), [&](Region *part) {
    return !has_distance(part) || is_within_closed(part, own, reach + aside);
  });
}

void WallRegion::find_contacts(const Vector3d &x, double radius, std::vector<SurfaceContact> &found)
{
  found.clear();
  if (!region->match(x[0], x[1], x[2])) return;
  const int count = region->surface(x[0], x[1], x[2], radius);
  for (int k = 0; k < count; k++) {
    const Region::Contact &at = region->contact[k];
    if (!(at.r > 0.0 && at.r < radius)) continue;
    const Vector3d to_center(at.delx, at.dely, at.delz);
    found.push_back({at.iwall, to_center / at.r, at.r, at.radius == 0.0 ? 0.0 : 1.0 / at.radius,
                     velocity_at(x - to_center, k), spin});
  }
}

Vector3d WallRegion::velocity_at(const Vector3d &point, int contact)
{
  if (!region->dynamic_check()) return Vector3d::Zero();
  Vector3d v = velocity + spin.cross(point - reference_point());
  if (region->varshape && region->contact[contact].varflag) {
    Vector3d at = point;
    region->velocity_contact_shape(v.data(), at.data());
  }
  return v;
}
