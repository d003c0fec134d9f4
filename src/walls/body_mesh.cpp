#include "walls/body_mesh.h"

#include <algorithm>
#include <cmath>

namespace grist {

// A body can reach into the cell of a plate that is farther away than its radius, behind an edge that it touches from beside. It is
// farther by the square of the overlap over the radius. Shares of the reach up to which plates are looked at.
static constexpr double BEHIND_EDGES = 0.25;

// Plates that are as near as this to the nearest point of their sheet have it in common, in tolerances of the plates.
static constexpr double SAME_PLACE = 8.0;

BodyMesh::BodyMesh(const TriangleMesh &mesh, bool one_sided) : cut(mesh), one_sided(one_sided) {}

/* ----------------------------------------------------------------------
   the list
------------------------------------------------------------------------- */

void BodyMesh::begin_list()
{
  bodies.clear();
  near.clear();
  sides.clear();
  are_one.clear();
}

bool BodyMesh::list_if_near(const Vector3d &center, double reach)
{
  cut.find_near(center, (1.0 + BEHIND_EDGES) * reach, found);
  if (found.empty() || !(found[0].distance < reach)) return false;
  facings.clear();
  if (!one_sided)
    for (const MeshPlates::Near &at : found) {
      const int sheet = cut[at.plate].sheet;
      if (std::none_of(facings.begin(), facings.end(),
                       [sheet](const Facing &known) { return known.sheet == sheet; }))
        facings.push_back({sheet, front_of(sheet, center)});
    }
  std::sort(found.begin(), found.end(), [this](const auto &a, const auto &b) {
    const int number_a = cut[a.plate].number, number_b = cut[b.plate].number;
    return number_a < number_b || (number_a == number_b && a.plate < b.plate);
  });
  Listed body{static_cast<int>(near.size()), 0, are_one.size()};
  for (const MeshPlates::Near &at : found) body.count += add_near(at, center, reach) ? 1 : 0;
  add_pairs(body);
  bodies.push_back(body);
  return true;
}

// 1 if the center is in front of the sheet, -1 if it is behind: by the pseudo-normal at the nearest point of the sheet.
int BodyMesh::front_of(int sheet, const Vector3d &center)
{
  const MeshPlates::Near *nearest = nullptr;
  const double same = SAME_PLACE * cut.tolerance();
  Vector3d outward = Vector3d::Zero();
  for (const MeshPlates::Near &at : found) {
    if (cut[at.plate].sheet != sheet) continue;
    if (!nearest) nearest = &at;
    if ((at.point - nearest->point).norm() > same) continue;
    outward += cut[at.plate].front * cut.angle_at(at.plate, nearest->point, same) *
        cut[at.plate].plane.normal;
  }
  return outward.dot(center - nearest->point) >= 0.0 ? 1 : -1;
}

// False if a body in reach has nothing behind the plate and inside its sides.
bool BodyMesh::add_near(const MeshPlates::Near &at, const Vector3d &center, double reach)
{
  const MeshPlates::Plate &plate = cut[at.plate];
  int facing = 1;
  for (const Facing &known : facings)
    if (known.sheet == plate.sheet) facing = known.front * plate.front;
  const NearPlate here{{facing * plate.plane.normal, facing * plate.plane.offset},
                       at.plate,
                       facing,
                       plate.number,
                       static_cast<int>(sides.size()),
                       0};
  bool reaches = here.plane.distance(center) <= reach;
  const MeshPlates::Side *own = cut.sides(at.plate);
  for (int k = 0; k < plate.side_count && reaches; k++)
    reaches = add_side(own[k].half_space, center, reach);
  for (const MeshPlates::Near &other : found) {
    if (!reaches) break;
    if (other.plate == at.plate) continue;
    if (const auto side = cut.dividing_side(at.plate, other.plate))
      reaches = add_side(*side, center, reach);
  }
  if (!reaches) {
    sides.resize(here.first_side);
    return false;
  }
  near.push_back(here);
  near.back().side_count = static_cast<int>(sides.size()) - here.first_side;
  if (static_cast<int>(cell.size()) <= near.back().side_count)
    cell.resize(1 + near.back().side_count);
  return true;
}

// Sides that the body cannot reach are left out. False if it cannot get inside.
bool BodyMesh::add_side(const HalfSpace &side, const Vector3d &center, double reach)
{
  const double height = side.distance(center);
  if (height > -reach) sides.push_back(side);
  return height <= reach;
}

void BodyMesh::add_pairs(Listed &body)
{
  const NearPlate *const at = near.data() + body.first;
  const size_t n = static_cast<size_t>(body.count);
  are_one.resize(body.first_pair + n * n, 1);
  char *const pairs = are_one.data() + body.first_pair;
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < i; j++)
      pairs[n * i + j] = pairs[n * j + i] =
          cut.coupling(at[i].plate, at[j].plate, at[i].facing, at[j].facing) == 1.0 ? 1 : 0;
}

/* ----------------------------------------------------------------------
   contacts
------------------------------------------------------------------------- */

const std::vector<PlateContact> &BodyMesh::find(int n, const ConvexPolyhedron &body,
                                                const Pose &pose, OverlapWorkspace &workspace)
{
  last = bodies[n];
  touched.clear();
  contacts.clear();
  for (int k = 0; k < last.count; k++) {
    Overlap overlap;
    if (find_overlap(near[last.first + k], body, pose, workspace, overlap))
      touched.push_back({k, overlap});
  }
  if (touched.size() == 1) {
    const NearPlate &at = near[last.first + touched[0].near];
    contacts.push_back({at.number, at.facing, 1.0, touched[0].overlap.volume, touched[0].overlap});
  } else {
    for (const Touched &at : touched) blur(at);
  }
  return contacts;
}

// Of the body with a cell. Planes that cannot cut the body are left out.
bool BodyMesh::find_overlap(const NearPlate &at, const ConvexPolyhedron &body, const Pose &pose,
                            OverlapWorkspace &workspace, Overlap &result)
{
  const double radius = body.radius();
  if (at.plane.distance(pose.position) > radius) return false;
  cell[0] = at.plane;
  int count = 1;
  for (int k = at.first_side; k < at.first_side + at.side_count; k++) {
    const double height = sides[k].distance(pose.position);
    if (height > radius) return false;
    cell[count] = sides[k];
    count += height > -radius ? 1 : 0;
  }
  if (count > 1 && !keep_cutting(body, pose, count)) return false;
  result = overlap(body, pose, cell.data(), count, workspace);
  return result.status == OverlapStatus::OVERLAPPING;
}

// Of the first `count` half spaces of `cell`, those that a vertex is outside of; false if all vertices are outside of one. A pass over the
// vertices costs much less than a cut, and most plates beside the one that a body is on end here.
bool BodyMesh::keep_cutting(const ConvexPolyhedron &body, const Pose &pose, int &count)
{
  int kept = 0;
  for (int k = 0; k < count; k++) {
    const HalfSpace in_body{pose.rotation.transpose() * cell[k].normal,
                            -cell[k].distance(pose.position)};
    const DistanceRange range = distance_range(body.view(), in_body);
    if (range.least >= 0.0) return false;
    if (range.greatest > 0.0) cell[kept++] = cell[k];
  }
  count = kept;
  return true;
}

double BodyMesh::coupling(int near_a, int near_b) const
{
  if (are_one[last.first_pair + static_cast<size_t>(last.count) * near_a + near_b]) return 1.0;
  const HalfSpace &a = near[last.first + near_a].plane, &b = near[last.first + near_b].plane;
  return std::clamp(a.normal.dot(b.normal), 0.0, 1.0);
}

void BodyMesh::blur(const Touched &at)
{
  Overlap sum;
  for (const Touched &other : touched) {
    const double c = coupling(at.near, other.near);
    sum.volume += c * other.overlap.volume;
    sum.centroid += c * other.overlap.volume * other.overlap.centroid;
    sum.area_vector += c * other.overlap.area_vector;
  }
  sum.centroid /= sum.volume;
  for (const Touched &other : touched) {
    const Overlap &o = other.overlap;
    sum.moment += coupling(at.near, other.near) *
        (o.moment + (o.centroid - sum.centroid).cross(o.area_vector));
  }
  sum.status = OverlapStatus::OVERLAPPING;
  sum.area = sum.area_vector.norm();
  if (sum.area > 0.0) sum.normal = sum.area_vector / sum.area;
  const NearPlate &plate = near[last.first + at.near];
  contacts.push_back(
      {plate.number, plate.facing, at.overlap.volume / sum.volume, at.overlap.volume, sum});
}

void BodyMesh::continue_histories(double *histories, const char *known, int width) const
{
  for (size_t i = 0; i < touched.size(); i++) {
    if (known[i]) continue;
    double *const own = histories + i * width;
    std::fill(own, own + width, 0.0);
    double weights = 0.0;
    for (size_t j = 0; j < touched.size(); j++) {
      if (!known[j]) continue;
      const double weight = coupling(touched[i].near, touched[j].near) * contacts[j].volume;
      weights += weight;
      for (int k = 0; k < width; k++) own[k] += weight * histories[j * width + k];
    }
    if (weights > 0.0)
      for (int k = 0; k < width; k++) own[k] /= weights;
  }
}

}    // namespace grist
