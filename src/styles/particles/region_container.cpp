#include "styles/particles/region_container.h"

#include "styles/commands/named_region.h"

#include "region.h"

#include <algorithm>
#include <cassert>
#include <utility>

using namespace LAMMPS_NS;
using grist::AlignedBox;
using grist::Vector3d;

static constexpr double BEYOND = 1.0e-6;    // of a distance: safely across a surface
static constexpr int SAMPLES = 100;         // along each axis

RegionContainer::RegionContainer(LAMMPS *lmp, const std::string &user,
                                 const std::string &region_id) :
    lmp(lmp),
    domain(lmp->domain), before(user + ": region"), id(region_id)
{
  update();
}

void RegionContainer::update()
{
  Region *const last = std::exchange(region, region_named(lmp, before, id));
  if (region->openflag) lmp->error->all(FLERR, "{} {} (must not have open faces)", before, id);
  if (region != last) region->init();
  region->prematch();
  if (region != last || region->dynamic || region->varshape) sampled = -1.0;
}

bool RegionContainer::holds_point(const double *point) const
{
  assert(region && point);
  double p[3];
  std::copy_n(point, 3, p);
  domain->remap(p);
  return region->match(p[0], p[1], p[2]) != 0;
}

// A sphere is inside when its centre is, when the region's surface is not nearer than the radius,
// and when 14 points of the sphere are inside.
bool RegionContainer::holds(const Vector3d &center, double radius) const
{
  if (!holds_point(center.data())) return false;
  if (radius <= 0.0) return true;
  if (squared_norm(way_in(center, radius)) > 0.0) return false;
  const auto points = grist::surface_points(center, radius);
  return std::all_of(points.begin(), points.end(),
                     [this](const Vector3d &point) { return holds_point(point.data()); });
}

// No corner may be behind the tangent plane of a surface at its point nearest to the centre: an
// obstacle in a region, such as a column, is behind that plane.
bool RegionContainer::contains(const grist::PlacedSolid &body) const
{
  if (!Container::contains(body)) return false;
  if (!body.solid) return true;
  const Vector3d &center = body.pose.position;
  for (const Vector3d &away : surfaces_near(center, body.radius())) {
    const double distance = squared_norm(away) * (1.0 + BEYOND);
    for (int n = 0; n < body.solid->vertex_count(); n++)
      if (dot(away, center - body.corner(n)) > distance) return false;
  }
  return true;
}

// Vectors to a point from the nearest points of the region's surfaces that are nearer than the
// reach. A face of the region on a periodic face of the box is no surface if the region continues
// behind it.
std::vector<Vector3d> RegionContainer::surfaces_near(const Vector3d &center, double reach) const
{
  assert(region && reach >= 0.0);
  Vector3d wrapped = center;
  domain->remap(wrapped.data());
  const int contacts = region->surface(wrapped[0], wrapped[1], wrapped[2], reach);
  std::vector<Vector3d> found;
  for (int n = 0; n < contacts; n++) {
    const Region::Contact &contact = region->contact[n];
    const Vector3d away{contact.delx, contact.dely, contact.delz};
    const Vector3d across = wrapped - (1.0 + BEYOND) * away;
    if (!holds_point(across.data())) found.push_back(away);
  }
  return found;
}

Vector3d RegionContainer::way_in(const Vector3d &center, double radius) const
{
  Vector3d way = Vector3d::zero();
  for (const Vector3d &away : surfaces_near(center, radius)) {
    const double distance = norm(away);
    if (distance > 0.0) way += ((1.0 + BEYOND) * radius / distance - 1.0) * away;
  }
  return way;
}

AlignedBox RegionContainer::extent() const
{
  assert(region);
  const bool fixed = !region->dynamic && !region->varshape && region->bboxflag;
  const double *low = domain->triclinic ? domain->boxlo_bound : domain->boxlo,
               *high = domain->triclinic ? domain->boxhi_bound : domain->boxhi;
  const AlignedBox box = {grist::vector_at(low), grist::vector_at(high)};
  if (!fixed) return box;
  const AlignedBox own = {{region->extent_xlo, region->extent_ylo, region->extent_zlo},
                          {region->extent_xhi, region->extent_yhi, region->extent_zhi}};
  return intersection(box, own);
}

// Samples are in the middle of equal cells. Places outside of a skewed box are images of other
// places.
double RegionContainer::volume() const
{
  if (sampled >= 0.0) return sampled;
  const AlignedBox box = extent();
  const Vector3d step = box.sizes() / SAMPLES;
  int inside = 0;
  for (int i = 0; i < SAMPLES; i++)
    for (int j = 0; j < SAMPLES; j++)
      for (int k = 0; k < SAMPLES; k++) {
        Vector3d p = box.low + product(Vector3d{i + 0.5, j + 0.5, k + 0.5}, step);
        if (domain->inside(p.data()) && region->match(p[0], p[1], p[2])) inside++;
      }
  sampled = product_of(step) * inside;
  return sampled;
}

grist::PlacementBox LAMMPS_NS::placement_box(const Domain &domain)
{
  grist::PlacementBox box;
  box.origin = grist::vector_at(domain.boxlo);
  box.edges = grist::Matrix3d::of_rows({domain.prd[0], domain.xy, domain.xz},
                                       {0.0, domain.prd[1], domain.yz}, {0.0, 0.0, domain.prd[2]});
  const int periodic[3] = {domain.xperiodic, domain.yperiodic, domain.zperiodic};
  for (int k = 0; k < 3; k++) box.periodic[k] = periodic[k] != 0;
  return box;
}
