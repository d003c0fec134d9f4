#include "walls/body_on_mesh.h"

#include "common/preconditions.h"

#include "geometry/solids.h"

#include <algorithm>
#include <cmath>

namespace grist {

// A body can reach into the cell of a plate that is farther away than its radius, behind an edge
// that it touches from beside. It is farther by the square of the overlap over the radius. Shares
// of the reach up to which plates are looked at.
static constexpr double BEHIND_EDGES = 0.25;

// Plates that are nearer than this to the nearest point of their sheet share that point, in
// tolerances of the plates.
static constexpr double SAME_CORNER = 8.0;

// In reaches: normals of plates are weighted by this less their height, in the direction of the
// top.
static constexpr double TOP_WEIGHT = 1.1;

// Difference of unit normals that is rounding.
static constexpr double SAME_DIRECTION = 1e-9;

// Relative rounding error of lengths.
static constexpr double CUT_ROUNDING = 1e-13;

BodyMesh::BodyMesh(const TriangleMesh &mesh, bool one_sided) : cut(mesh), one_sided(one_sided) {}

// ---- the list

void BodyMesh::begin_list()
{
  bodies.clear();
  near.clear();
  sides.clear();
  pairs.clear();
}

bool BodyMesh::list_if_near(const Vector3d &center, double reach)
{
  assert(reach > 0.0);
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
  Listed body{static_cast<int>(near.size()), 0, pairs.size(), {}};
  for (const MeshPlates::Near &at : found) body.count += add_near(at, center, reach) ? 1 : 0;
  add_pairs(body);
  sort_sides(body);
  set_top(body, center, reach);
  bodies.push_back(body);
  return true;
}

// 1 if the center is in front of the sheet, -1 if it is behind: by the pseudo-normal at the nearest
// point of the sheet.
int BodyMesh::front_of(int sheet, const Vector3d &center)
{
  const MeshPlates::Near *nearest = nullptr;
  const double same = SAME_CORNER * cut.tolerance();
  Vector3d outward = Vector3d::zero();
  for (const MeshPlates::Near &at : found) {
    if (cut[at.plate].sheet != sheet) continue;
    if (!nearest) nearest = &at;
    if (norm(at.point - nearest->point) > same) continue;
    outward += cut[at.plate].front * cut.angle_at(at.plate, nearest->point, same) *
        cut[at.plate].plane.normal;
  }
  return dot(outward, center - nearest->point) >= 0.0 ? 1 : -1;
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
                       0,
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
  pairs.resize(body.first_pair + n * n, Pair::ONE);
  Pair *const square = pairs.data() + body.first_pair;
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < i; j++) {
      const double c = cut.coupling(at[i].plate, at[j].plate, at[i].facing, at[j].facing);
      square[n * i + j] = square[n * j + i] = c == 1.0 ? Pair::ONE
                                                       : (c == 0.0 ? Pair::APART : Pair::BLENDED);
    }
}

// Whether the side of a plate is also one, seen from beyond, of a plate that acts as one with it.
bool BodyMesh::is_shared(const HalfSpace &side, const Listed &body, int near_plate) const
{
  const double same = SAME_CORNER * cut.tolerance();
  const Pair *const with = pairs_of(body, near_plate);
  for (int j = 0; j < body.count; j++) {
    if (j == near_plate || with[j] != Pair::ONE) continue;
    const NearPlate &other = near[body.first + j];
    for (int k = other.first_side; k < other.first_side + other.side_count; k++)
      if (std::fabs(side.offset + sides[k].offset) <= same &&
          norm(side.normal + sides[k].normal) <= SAME_DIRECTION)
        return true;
  }
  return false;
}

void BodyMesh::sort_sides(const Listed &body)
{
  for (int i = 0; i < body.count; i++) {
    NearPlate &plate = near[body.first + i];
    own_sides.assign(sides.begin() + plate.first_side,
                     sides.begin() + plate.first_side + plate.side_count);
    const auto shared =
        std::stable_partition(own_sides.begin(), own_sides.end(),
                              [&](const HalfSpace &side) { return !is_shared(side, body, i); });
    plate.shared_count = static_cast<int>(own_sides.end() - shared);
    std::copy(own_sides.begin(), own_sides.end(), sides.begin() + plate.first_side);
  }
}

// The top is a plane across the mean of the normals, where near plates have more weight; all cells
// within reach are behind it. Only a small part of the body is behind it if the plates differ
// little in direction; the result is right in any case.
void BodyMesh::set_top(Listed &body, const Vector3d &center, double reach)
{
  const NearPlate *const at = near.data() + body.first;
  if (body.count == 0) return;
  if (body.count == 1) {
    body.top = at[0].plane;
    return;
  }
  Vector3d up = Vector3d::zero();
  for (int k = 0; k < body.count; k++) {
    const double height = std::max(at[k].plane.distance(center), 0.0);
    up += (TOP_WEIGHT * reach - height) * at[k].plane.normal;
  }
  up = normalized(up);    // zero stays zero
  double height = -reach;
  for (int k = 0; k < body.count; k++) height = std::max(height, highest(at[k], up, center, reach));
  body.top = {up, dot(up, center) + height + CUT_ROUNDING * reach};
}

// How far a cell reaches in a direction from the center, at most, within the cube around the sphere
// of the reach.
double BodyMesh::highest(const NearPlate &at, const Vector3d &up, const Vector3d &center,
                         double reach)
{
  static const ConvexPolyhedron BOX = solids::cube(2.0);
  clipped.start(BOX.view(), BOX.face_count() + 1 + at.side_count);
  const auto cut = [&](const HalfSpace &plane, int k) {
    return clipped.cut({plane.normal, -plane.distance(center) / reach}, BOX.face_count() + k,
                       CUT_ROUNDING) != ClippedBody::Cut::EMPTY;
  };
  bool left = cut(at.plane, 0);
  for (int k = 0; k < at.side_count && left; k++) left = cut(sides[at.first_side + k], 1 + k);
  return left ? reach * distance_range(clipped.body(), {up, 0.0}).greatest : -reach;
}

// ---- contacts

const std::vector<PlateContact> &BodyMesh::find(int n, const ConvexPolyhedron &body,
                                                const Pose &pose, OverlapWorkspace &workspace)
{
  assert(n >= 0 && n < listed());
  assert(is_rotation(pose.rotation));
  last = bodies[n];
  touched.clear();
  contacts.clear();
  if (last.count == 1 && is_cut_in_registers(body)) {
    touch_only_plate(body, pose, workspace);
  } else {
    BodyPart part;
    if (last.count == 0 || !take_part(body, pose, last.top, clipped, part)) return contacts;
    for (int k = 0; k < last.count; k++) {
      Touched at = {k, {}, {}};
      if (find_overlap(near[last.first + k], part, pose.position, workspace, at))
        touched.push_back(at);
    }
  }
  if (touched.size() == 1) {
    const NearPlate &at = near[last.first + touched[0].near];
    contacts.push_back({at.number, at.facing, 1.0, touched[0].overlap.volume, touched[0].overlap});
  } else {
    for (const Touched &at : touched) blur(at);
  }
  return contacts;
}

// As on most floors: the whole body is cut by the cell.
void BodyMesh::touch_only_plate(const ConvexPolyhedron &body, const Pose &pose,
                                OverlapWorkspace &workspace)
{
  const NearPlate &at = near[last.first];
  cell[0] = at.plane;
  std::copy_n(sides.begin() + at.first_side, at.side_count, cell.begin() + 1);
  const Overlap found = overlap(body, pose, cell.data(), 1 + at.side_count, workspace);
  if (found.status == OverlapStatus::OVERLAPPING) touched.push_back({0, found, {}});
}

// Overlap of a cell with the part of the body behind the top. Most cells beside the one that a body
// is on have a plane that all vertices are outside of; this test costs much less than a cut.
bool BodyMesh::find_overlap(const NearPlate &at, const BodyPart &part, const Vector3d &position,
                            OverlapWorkspace &workspace, Touched &result)
{
  int count = 0;
  if (!add_if_cutting(at.plane, part, position, count)) return false;
  int first_shared = count;
  for (int k = 0; k < at.side_count; k++) {
    if (!add_if_cutting(sides[at.first_side + k], part, position, count)) return false;
    if (k < at.side_count - at.shared_count) first_shared = count;
  }
  result.overlap = overlap(part, cell.data(), count, first_shared, workspace, result.shared);
  return result.overlap.status == OverlapStatus::OVERLAPPING;
}

// Adds to `cell` a plane that a vertex is outside of. False if all vertices are.
bool BodyMesh::add_if_cutting(const HalfSpace &plane, const BodyPart &part,
                              const Vector3d &position, int &count)
{
  const HalfSpace from_body{plane.normal, -plane.distance(position)};
  const DistanceRange range = distance_range(part.view, from_body);
  cell[count] = from_body;
  count += range.greatest > CUT_ROUNDING * part.radius ? 1 : 0;
  return range.least < 0.0;
}

double BodyMesh::coupling(int near_a, int near_b) const
{
  const Pair with = pairs_of(last, near_a)[near_b];
  if (with != Pair::BLENDED) return with == Pair::ONE ? 1.0 : 0.0;
  const HalfSpace &a = near[last.first + near_a].plane, &b = near[last.first + near_b].plane;
  return std::clamp(dot(a.normal, b.normal), 0.0, 1.0);
}

void BodyMesh::blur(const Touched &at)
{
  Overlap sum;
  for (const Touched &other : touched) {
    const double c = coupling(at.near, other.near);
    sum.volume += c * other.overlap.volume;
    sum.centroid += c * other.overlap.volume * other.overlap.centroid;
    sum.area_vector += c * other.overlap.area_vector;
    add(sum.spread, c, other.overlap.spread);
    add(sum.spread, -c, other.shared);
  }
  sum.centroid /= sum.volume;
  for (const Touched &other : touched) {
    const Overlap &o = other.overlap;
    sum.moment += coupling(at.near, other.near) *
        (o.moment + cross(o.centroid - sum.centroid, o.area_vector));
  }
  sum.status = OverlapStatus::OVERLAPPING;
  sum.area = norm(sum.area_vector);
  if (sum.area > 0.0) sum.normal = sum.area_vector / sum.area;
  const NearPlate &plate = near[last.first + at.near];
  contacts.push_back(
      {plate.number, plate.facing, at.overlap.volume / sum.volume, at.overlap.volume, sum});
}

// ---- compounds

class BodyMesh::Solids : public WallSolids {
 public:
  Solids(BodyMesh &mesh, OverlapWorkspace &workspace) : mesh(mesh), workspace(workspace) {}

  int count() const override { return mesh.last.count; }
  double coupling(int solid, int other) const override { return mesh.coupling(solid, other); }
  int number(int solid) const override { return of(solid).number; }
  bool begin(const ConvexPolyhedron &body, const Pose &pose) override
  {
    position = pose.position;
    return take_part(body, pose, mesh.last.top, mesh.clipped, part);
  }
  bool touch(int solid, Overlap &found, AreaSpread &shared) override
  {
    Touched at = {solid, {}, {}};
    if (!mesh.find_overlap(of(solid), part, position, workspace, at)) return false;
    found = at.overlap;
    shared = at.shared;
    return true;
  }
  std::vector<HalfSpace> half_spaces(int solid, int &shared) const override
  {
    const NearPlate &plate = of(solid);
    std::vector<HalfSpace> all = {plate.plane};
    all.insert(all.end(), mesh.sides.begin() + plate.first_side,
               mesh.sides.begin() + plate.first_side + plate.side_count);
    shared = static_cast<int>(all.size()) - plate.shared_count;
    return all;
  }

 private:
  BodyMesh &mesh;
  OverlapWorkspace &workspace;
  BodyPart part = {};
  Vector3d position = Vector3d::zero();

  const NearPlate &of(int solid) const { return mesh.near[mesh.last.first + solid]; }
};

const std::vector<CompoundContact> &BodyMesh::find(int n, const PlacedBody &body,
                                                   CompoundContacts &contacts,
                                                   OverlapWorkspace &workspace)
{
  assert(n >= 0 && n < listed() && body.compound);
  last = bodies[n];
  Solids solids(*this, workspace);
  return contacts.find(body, solids);
}

void BodyMesh::continue_histories(double *histories, char *known, int width) const
{
  assert(width > 0);
  std::vector<size_t> continued;
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
    if (!(weights > 0.0)) continue;
    for (int k = 0; k < width; k++) own[k] /= weights;
    continued.push_back(i);
  }
  for (const size_t i : continued) known[i] = 1;
}

}    // namespace grist
