#include "styles/walls/region_parts.h"

#include "common/space.h"
#include "region.h"

#include <algorithm>
#include <cstring>
#include <iterator>

using namespace LAMMPS_NS;
using grist::Vector3d;

// On an axis of a region LAMMPS finds no contact. So each point is displaced by this share of its
// reach.
static constexpr double ASIDE = 1e-6;

namespace {

// While this object lives, all faces of a region are closed, or one face is closed and all others
// are open. With open faces, distances would jump.
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

void RegionParts::set_region(Region *region)
{
  whole = region;
  parts.clear();
  add(region);
}

// Region style ellipsoid never sets the curvature of its contacts. It counts as flat.
void RegionParts::add(Region *one)
{
  for (int k = 0; k < one->cmax; k++) one->contact[k].radius = 0.0;
  if (!one->reglist) {
    parts.push_back(one);
    return;
  }
  for (int k = 0; k < one->nregion; k++) add(one->reglist[k]);
}

const Region *RegionParts::moving_part() const
{
  const auto found = std::find_if(parts.begin(), parts.end(), [this](const Region *part) {
    return part != whole && part->dynamic;
  });
  return found == parts.end() ? nullptr : *found;
}

/* ---------------------------------------------------------------------- */

static Vector3d displaced(const Vector3d &own, double distance)
{
  return own + distance * Vector3d{0.36, 0.48, 0.8};
}

static bool is_within(Region *part, Vector3d own, double reach)
{
  return part->surface_interior(own.data(), reach) || part->surface_exterior(own.data(), reach);
}

// Region style ellipsoid does not compute distances. All points are near it.
bool RegionParts::is_near(const Vector3d &own, double reach) const
{
  const double aside = ASIDE * reach;
  const Vector3d point = displaced(own, aside);
  return std::any_of(parts.begin(), parts.end(), [&](Region *part) {
    return strcmp(part->style, "ellipsoid") == 0 || is_within(part, point, reach + aside);
  });
}

// Whether the distances that a part computes to its closed surface are never larger than the true
// ones, and differ between two points by at most the distance of the points.
static bool has_distance(const Region *part)
{
  const char *const styles[] = {"block", "cone", "cylinder", "plane", "sphere"};
  return std::any_of(std::begin(styles), std::end(styles),
                     [&](const char *style) { return strcmp(part->style, style) == 0; });
}

// The faces of a cone are tested one by one. At the tip of a cone, the distance to that end is not
// a number, and LAMMPS then drops what it found before.
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

bool RegionParts::may_be_near(const Vector3d &own, double reach) const
{
  const double aside = ASIDE * reach;
  const Vector3d point = displaced(own, aside);
  return std::any_of(parts.begin(), parts.end(), [&](Region *part) {
    return !has_distance(part) || is_within_closed(part, point, reach + aside);
  });
}
