#include "compounds/compound_contacts.h"

#include "common/preconditions.h"
#include "geometry/sphere_overlap.h"

#include <algorithm>
#include <cmath>

namespace grist {

// Places of a sphere on two parts that are one, over the sum of the radii.
static constexpr double ONE_PLACE = 1e-9;

// ---- cells

// The parts whose spheres meet that of the other body.
static void find_near(const PlacedBody &body, const PlacedBody &other, std::vector<int> &near)
{
  const int count = body.part_count();
  near.resize(static_cast<size_t>(count));
  int *const list = near.data();
  int found = 0;
  const Vector3d center = other.pose->position;
  for (int n = 0; n < count; n++) {
    const PartSphere sphere = body.sphere_of(n);
    const double reach = sphere.radius + other.radius;
    list[found] = n;
    found += squared_norm(sphere.center - center) <= reach * reach ? 1 : 0;
  }
  near.resize(static_cast<size_t>(found));
}

// By a plane between their hulls.
static bool are_apart(const PlacedBody &a, const PlacedBody &b, PartPlanes &planes)
{
  if (planes.resting > 0) {
    planes.resting--;
    return false;
  }
  const Pose pose_a = a.hull_pose(), pose_b = b.hull_pose();
  const Vector3d distance = pose_b.position - pose_a.position;
  if (planes.whole.known() && separates(planes.whole, pose_a, b.hull(), pose_b, distance))
    return true;
  planes.whole = find_separating_plane(a.hull(), pose_a, b.hull(), pose_b, distance);
  if (!planes.whole.known()) planes.resting = PartPlanes::PATIENCE;
  return planes.whole.known();
}

void CompoundContacts::touch_parts(const PlacedBody &a, const PlacedBody &b,
                                   OverlapWorkspace &workspace, PartPlanes &planes)
{
  const double far = a.radius + b.radius;
  if (squared_norm(a.pose->position - b.pose->position) > far * far) return;
  if (are_apart(a, b, planes)) return;
  find_near(a, b, near[0]);
  if (near[0].empty()) return;
  find_near(b, a, near[1]);
  planes.begin();
  double farthest = 0.0;    // vertex of an overlap
  workspace.reach = &farthest;
  for (const int p : near[0]) {
    const PartSphere sphere = a.sphere_of(p);
    for (const int q : near[1]) {
      const PartSphere other = b.sphere_of(q);
      const double reach = sphere.radius + other.radius;
      if (squared_norm(sphere.center - other.center) > reach * reach) continue;
      const Pose &pose_p = a.part_pose(p), &pose_q = b.part_pose(q);
      Overlap found;
      if (find_overlap(a.part(p), pose_p, b.part(q), pose_q, workspace, &planes.of(p, q), found) !=
          OverlapStatus::OVERLAPPING)
        continue;
      found.centroid += pose_p.position - a.pose->position;
      sums.touched.push_back({p, q, found, {}});
      reaches.push_back(farthest);
    }
  }
  workspace.reach = nullptr;
}

const std::vector<CompoundContact> &CompoundContacts::find(const PlacedBody &a, const PlacedBody &b,
                                                           OverlapWorkspace &workspace,
                                                           PartPlanes &planes)
{
  assert(a.compound || b.compound);
  sums.clear();
  reaches.clear();
  solids = nullptr;
  set_sides(&a, &b);
  if (a.is_sphere() || b.is_sphere()) {
    touch_sphere(a.is_sphere() ? b : a, a.is_sphere() ? a : b, a.is_sphere());
    sums.couple([](int, int) { return 0.0; });
    sums.sum();
  } else {
    touch_parts(a, b, workspace, planes);
    sum_up(&workspace, &planes);
  }
  name_cells();
  return sums.contacts();
}

const std::vector<CompoundContact> &CompoundContacts::find(const PlacedBody &body, WallSolids &wall)
{
  assert(body.compound);
  sums.clear();
  reaches.clear();
  solids = &wall;
  set_sides(&body, nullptr);
  for (int part = 0; part < body.part_count(); part++) touch_wall(part);
  sum_up(nullptr, nullptr);
  name_cells();
  return sums.contacts();
}

void CompoundContacts::touch_wall(int cell)
{
  const PlacedBody &body = sides[0].body;
  const ConvexPolyhedron &shape = sides[0].shape_of(cell);
  const Pose pose = sides[0].pose_of(cell);
  if (!solids->begin(shape, pose)) return;
  for (int solid = 0; solid < solids->count(); solid++) {
    TouchedCell at = {cell, solid, {}, {}};
    if (!solids->touch(solid, at.overlap, at.shared)) continue;
    at.overlap.centroid += pose.position - body.pose->position;
    sums.touched.push_back(at);
  }
}

void CompoundContacts::set_sides(const PlacedBody *a, const PlacedBody *b)
{
  const PlacedBody *const bodies[2] = {a, b};
  for (int side = 0; side < 2; side++) {
    sides[side].is_wall = !bodies[side];
    sides[side].body = bodies[side] ? *bodies[side] : PlacedBody{};
    sides[side].by_pieces = false;
    sides[side].touched.clear();
    sides[side].pieces.clear();
    sides[side].act_as.clear();
  }
}

// The contacts of cells that touch. Workspace and planes are for two bodies.
void CompoundContacts::sum_up(OverlapWorkspace *workspace, PartPlanes *planes)
{
  if (sums.touched.size() < 2) {
    sums.couple([](int, int) { return 1.0; });
    return sums.sum();
  }
  for (const TouchedCell &cell : sums.touched) {
    sides[0].touched.push_back(cell.a);
    sides[1].touched.push_back(cell.b);
  }
  for (Side &side : sides) {
    std::sort(side.touched.begin(), side.touched.end());
    side.touched.erase(std::unique(side.touched.begin(), side.touched.end()), side.touched.end());
  }
  sides[0].by_pieces = !sides[0].presses_as_one();
  sides[1].by_pieces = !sides[1].presses_as_one();
  const bool as_one = !solids && !sides[0].by_pieces && !sides[1].by_pieces;
  if (!as_one) divide(workspace, planes);
  sums.couple([this](int i, int j) {
    const double first = coupling(0, i, j);
    return first == 0.0 ? 0.0 : first * coupling(1, i, j);
  });
  find_seams();
  sums.sum();
}

// Pieces follow parts.
int CompoundContacts::name_of(int side, int touched) const
{
  const Side &of = sides[side];
  const int cell = sums.touched[touched].of(side);
  if (of.is_wall) return solids->number(cell);
  if (!of.act_as.empty()) return of.act_as[touched] + of.body.part_count();
  return cell + (of.by_pieces ? of.body.part_count() : 0);
}

void CompoundContacts::name_cells()
{
  names.clear();
  for (int n = 0; n < static_cast<int>(sums.touched.size()); n++)
    names.push_back(cell_key(name_of(0, n), name_of(1, n)));
}

int CompoundContacts::solid_of(int contact) const
{
  assert(solids);
  int best = -1;
  for (size_t n = 0; n < sums.touched.size(); n++)
    if (sums.contact_of(static_cast<int>(n)) == contact &&
        (best < 0 || sums.touched[n].overlap.volume > sums.touched[best].overlap.volume))
      best = static_cast<int>(n);
  return sums.touched[best].b;
}

bool CompoundContacts::Side::presses_as_one() const
{
  const CompoundShape *shape = body.compound;
  if (!shape || shape->is_convex()) return true;
  for (size_t i = 0; i < touched.size(); i++)
    for (size_t j = 0; j < i; j++)
      if (!shape->are_one(touched[i], touched[j])) return false;
  return true;
}

double CompoundContacts::coupling(int side, int touched, int other) const
{
  const Side &of = sides[side];
  const int cell = sums.touched[touched].of(side);
  const int next = sums.touched[other].of(side);
  if (cell == next) return 1.0;
  if (of.is_wall) return solids->coupling(cell, next);
  const CompoundShape *shape = of.body.compound;
  if (!shape) return 1.0;
  if (!of.act_as.empty()) return shape->piece_coupling(of.act_as[touched], of.act_as[other]);
  if (of.by_pieces) return shape->piece_coupling(cell, next);
  return shape->are_one(cell, next) ? 1.0 : 0.0;
}

// ---- spheres

// A place is a contact if no part that it is on has another one nearer to the centre.
void CompoundContacts::touch_sphere(const PlacedBody &body, const PlacedBody &sphere,
                                    bool sphere_first)
{
  const Vector3d center = sphere.pose->position;
  struct Place {
    int part;
    double distance;
    Vector3d point;
  };
  std::vector<Place> places;
  for (int n = 0; n < body.part_count(); n++) {
    const PartSphere bounds = body.sphere_of(n);
    const double reach = bounds.radius + sphere.radius;
    if (squared_norm(bounds.center - center) > reach * reach) continue;
    const NearestFeature at = nearest_feature(body.part(n), body.part_pose(n), center);
    if (at.distance > sphere.radius) continue;
    places.push_back({n, at.distance, body.part_pose(n).position + at.point});
  }
  const double same = ONE_PLACE * (body.radius + sphere.radius);
  for (size_t k = 0; k < places.size(); k++) {
    const Place &place = places[k];
    const bool is_hidden = std::any_of(places.begin(), places.end(), [&](const Place &other) {
      if (other.part == place.part) return false;
      if (norm(other.point - place.point) <= same) return other.part < place.part;
      return other.distance < place.distance &&
          nearest_feature(body.part(other.part), body.part_pose(other.part), place.point)
              .distance <= same;
    });
    if (is_hidden) continue;
    const ConvexPolyhedron &part = body.part(place.part);
    const Pose &pose = body.part_pose(place.part);
    Overlap found = sphere_first ? overlap(center, sphere.radius, part, pose)
                                 : overlap(part, pose, center, sphere.radius);
    if (found.status != OverlapStatus::OVERLAPPING) continue;
    if (!sphere_first) found.centroid += pose.position - body.pose->position;
    sums.touched.push_back(
        {sphere_first ? 0 : place.part, sphere_first ? place.part : 0, found, {}});
  }
}

// ---- histories

// Of a wall: the number of its solid.
std::pair<int, int> CompoundContacts::parts_of(CellKey key) const
{
  const auto part_of = [](const Side &side, int name) {
    if (side.is_wall || name < side.body.part_count()) return name;
    return side.body.compound->pieces()[name - side.body.part_count()].part;
  };
  const auto [a, b] = names_of(key);
  return {part_of(sides[0], a), part_of(sides[1], b)};
}

// Whether a cell that has gone was one with a cell that begins.
bool CompoundContacts::may_take_over(CellKey key, CellKey old) const
{
  const auto [a, b] = parts_of(key);
  const auto [p, q] = parts_of(old);
  const auto are_one = [](const Side &side, int part, int other) {
    if (side.is_wall) return part == other;
    return !side.body.compound || side.body.compound->are_one(part, other);
  };
  return are_one(sides[0], a, p) && are_one(sides[1], b, q);
}

void CompoundContacts::continue_histories(CellHistories &of, int width)
{
  assert(width > 0 && of.keys.size() == of.contacts.size());
  const size_t cells = sums.touched.size(), contacts = sums.contacts().size();
  const auto stride = static_cast<size_t>(width);
  const auto contact_of = [this](size_t cell) {
    return static_cast<size_t>(sums.contact_of(static_cast<int>(cell)));
  };
  bool is_same = of.keys == names;
  for (size_t i = 0; i < cells && is_same; i++)
    is_same = static_cast<size_t>(of.contacts[i]) == contact_of(i);
  fresh.clear();
  if (is_same) return;

  std::vector<double> known(cells * stride, 0.0), rows(contacts * stride, 0.0);
  std::vector<char> is_known(cells, 0), has_gone(of.keys.size(), 1);
  const auto add = [stride](double *to, double weight, const double *from) {
    for (size_t k = 0; k < stride; k++) to[k] += weight * from[k];
  };
  const auto old_row = [&](size_t k) {
    return of.rows.data() + static_cast<size_t>(of.contacts[k]) * stride;
  };
  for (size_t i = 0; i < cells; i++) {
    std::vector<size_t> from;
    const auto take_from = [&](const std::function<bool(CellKey)> &is_it) {
      for (size_t k = 0; k < of.keys.size(); k++)
        if (is_it(of.keys[k])) from.push_back(k);
      return !from.empty();
    };
    take_from([&](CellKey old) { return old == names[i]; }) ||
        take_from([&](CellKey old) { return parts_of(old) == parts_of(names[i]); });
    for (const size_t k : from) {
      has_gone[k] = 0;
      add(&known[i * stride], 1.0 / static_cast<double>(from.size()), old_row(k));
    }
    is_known[i] = from.empty() ? 0 : 1;
  }
  for (size_t n = 0; n < contacts; n++) {
    double *const row = &rows[n * stride];
    double sum = 0.0;
    const auto take = [&](bool only_own) {
      for (size_t i = 0; i < cells; i++) {
        if (!is_known[i] || (only_own && contact_of(i) != n)) continue;
        const double weight = sums.coupling(static_cast<int>(n), static_cast<int>(i)) *
            sums.touched[i].overlap.volume;
        sum += weight;
        add(row, weight, &known[i * stride]);
      }
    };
    take(true);
    if (!(sum > 0.0)) take(false);
    size_t first = 0;
    while (contact_of(first) != n) first++;
    for (size_t k = 0; k < of.keys.size() && !(sum > 0.0); k++)
      if (has_gone[k] && may_take_over(names[first], of.keys[k])) {
        sum = 1.0;
        add(row, 1.0, old_row(k));
      }
    fresh.push_back(sum > 0.0 ? 0 : 1);
    for (size_t k = 0; k < stride && sum > 0.0; k++) row[k] /= sum;
  }
  of.keys = names;
  of.contacts.clear();
  for (size_t i = 0; i < cells; i++) of.contacts.push_back(static_cast<int>(contact_of(i)));
  of.rows = std::move(rows);
}

}    // namespace grist
