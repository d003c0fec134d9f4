#include "compounds/compound_contacts.h"

#include "common/preconditions.h"
#include "geometry/sphere_overlap.h"

#include <algorithm>
#include <cmath>

namespace grist {

// Places of a sphere on two parts that are one, over the sum of the radii.
static constexpr double ONE_PLACE = 1e-9;

// ---- cells

static const ConvexPolyhedron &shape_of(const PlacedBody &body, bool by_pieces, int cell)
{
  return by_pieces ? body.compound->pieces()[cell].shape : body.part(cell);
}

static Pose pose_of(const PlacedBody &body, bool by_pieces, int cell)
{
  return by_pieces ? *body.pose * body.compound->pieces()[cell].place : body.part_pose(cell);
}

static const Division *division_of(const PlacedBody &body, bool by_pieces)
{
  if (!body.compound) return nullptr;
  return by_pieces ? &body.compound->pieces() : &body.compound->parts();
}

static PartSphere sphere_of(const PlacedBody &body, int part)
{
  if (body.compound) return body.spheres[part];
  return {body.pose->position, body.radius};
}

// The parts whose spheres meet that of the other body.
static void find_near(const PlacedBody &body, const PlacedBody &other, std::vector<int> &near)
{
  const int count = body.part_count();
  near.resize(static_cast<size_t>(count));
  int *const list = near.data();
  int found = 0;
  const Vector3d center = other.pose->position;
  for (int n = 0; n < count; n++) {
    const PartSphere sphere = sphere_of(body, n);
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
  for (const int p : near[0]) {
    const PartSphere sphere = sphere_of(a, p);
    for (const int q : near[1]) {
      const PartSphere other = sphere_of(b, q);
      const double reach = sphere.radius + other.radius;
      if (squared_norm(sphere.center - other.center) > reach * reach) continue;
      const Pose &pose_p = a.part_pose(p), &pose_q = b.part_pose(q);
      Overlap found;
      if (find_overlap(a.part(p), pose_p, b.part(q), pose_q, workspace, &planes.of(p, q), found) !=
          OverlapStatus::OVERLAPPING)
        continue;
      found.centroid += pose_p.position - a.pose->position;
      sums.touched.push_back({p, q, found, {}});
    }
  }
}

const std::vector<CompoundContact> &CompoundContacts::find(const PlacedBody &a, const PlacedBody &b,
                                                           OverlapWorkspace &workspace,
                                                           PartPlanes &planes)
{
  assert(a.compound || b.compound);
  sums.clear();
  solids = nullptr;
  set_sides(&a, &b);
  if (a.is_sphere() || b.is_sphere()) {
    touch_sphere(a.is_sphere() ? b : a, a.is_sphere() ? a : b, a.is_sphere());
    sums.sum([](const TouchedCell &, const TouchedCell &) { return 0.0; });
  } else {
    touch_parts(a, b, workspace, planes);
    sum_up([&] { touch_pieces(workspace); });
  }
  names.clear();
  for (const TouchedCell &cell : sums.touched)
    names.push_back(cell_key(name_of(0, cell.a), name_of(1, cell.b)));
  return sums.contacts();
}

const std::vector<CompoundContact> &CompoundContacts::find(const PlacedBody &body, WallSolids &wall)
{
  assert(body.compound);
  sums.clear();
  solids = &wall;
  set_sides(&body, nullptr);
  for (int part = 0; part < body.part_count(); part++) touch_wall(part);
  sum_up([this, &body] {
    of_parts = sums.touched;
    sums.touched.clear();
    int last = -1;
    for (const TouchedCell &cell : of_parts) {
      if (cell.a == last) continue;
      last = cell.a;
      for (const int piece : body.compound->pieces_of(cell.a)) touch_wall(piece);
    }
  });
  names.clear();
  for (const TouchedCell &cell : sums.touched)
    names.push_back(cell_key(name_of(0, cell.a), wall.number(cell.b)));
  return sums.contacts();
}

void CompoundContacts::touch_wall(int cell)
{
  const PlacedBody &body = sides[0].body;
  const ConvexPolyhedron &shape = shape_of(body, sides[0].by_pieces, cell);
  const Pose pose = pose_of(body, sides[0].by_pieces, cell);
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
  }
}

// The contacts of cells that touch. `divide` replaces those of parts by those of pieces.
void CompoundContacts::sum_up(const std::function<void()> &divide)
{
  if (sums.touched.size() < 2) {
    if (!sums.touched.empty()) sums.sum_all();
    return;
  }
  for (const TouchedCell &cell : sums.touched) {
    sides[0].touched.push_back(cell.a);
    sides[1].touched.push_back(cell.b);
  }
  sides[0].by_pieces = !presses_as_one(0);
  sides[1].by_pieces = !presses_as_one(1);
  if (sides[0].by_pieces || sides[1].by_pieces) divide();
  if (sums.touched.empty()) {    // thinner than rounding in each piece
    sums.touched = of_parts;
    sides[0].by_pieces = sides[1].by_pieces = false;
  }
  find_seams();
  if (!solids && !sides[0].by_pieces && !sides[1].by_pieces)
    sums.sum_all();
  else
    sums.sum([this](const TouchedCell &i, const TouchedCell &j) {
      return coupling(0, i.a, j.a) * coupling(1, i.b, j.b);
    });
}

int CompoundContacts::name_of(int side, int cell) const
{
  return cell + (sides[side].by_pieces ? sides[side].body.part_count() : 0);
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

bool CompoundContacts::presses_as_one(int side) const
{
  const CompoundShape *shape = sides[side].body.compound;
  if (!shape || shape->is_convex()) return true;
  const std::vector<int> &parts = sides[side].touched;
  for (size_t i = 0; i < parts.size(); i++)
    for (size_t j = 0; j < i; j++)
      if (!shape->are_one(parts[i], parts[j])) return false;
  return true;
}

// The cells of a part of a side at their places.
void CompoundContacts::place_cells(int side, int part, std::vector<PlacedCell> &cells) const
{
  const PlacedBody &body = sides[side].body;
  const bool by_pieces = sides[side].by_pieces;
  cells.clear();
  const auto add = [&](int cell) {
    const ConvexPolyhedron &shape = shape_of(body, by_pieces, cell);
    cells.push_back({cell, &shape, pose_of(body, by_pieces, cell), shape.radius()});
  };
  if (!by_pieces) return add(part);
  for (const int piece : body.compound->pieces_of(part)) add(piece);
}

// In place of the overlaps of parts those of their pieces.
void CompoundContacts::touch_pieces(OverlapWorkspace &workspace)
{
  of_parts = sums.touched;
  sums.touched.clear();
  for (const TouchedCell &parts : of_parts) {
    place_cells(0, parts.a, placed[0]);
    place_cells(1, parts.b, placed[1]);
    for (const PlacedCell &p : placed[0])
      for (const PlacedCell &q : placed[1]) {
        const double reach = p.radius + q.radius;
        if (squared_norm(p.pose.position - q.pose.position) > reach * reach) continue;
        Overlap found;
        if (find_overlap(*p.shape, p.pose, *q.shape, q.pose, workspace, nullptr, found) !=
            OverlapStatus::OVERLAPPING)
          continue;
        found.centroid += p.pose.position - sides[0].body.pose->position;
        sums.touched.push_back({p.cell, q.cell, found, {}});
      }
  }
}

double CompoundContacts::coupling(int side, int cell, int other) const
{
  if (cell == other) return 1.0;
  if (sides[side].is_wall) return solids->coupling(cell, other);
  const CompoundShape *shape = sides[side].body.compound;
  if (!shape) return 1.0;
  if (sides[side].by_pieces) return shape->piece_coupling(cell, other);
  return shape->are_one(cell, other) ? 1.0 : 0.0;
}

// ---- seams

void CompoundContacts::find_seams()
{
  const int count = static_cast<int>(sums.touched.size());
  for (int i = 0; i < count; i++)
    for (int j = i + 1; j < count; j++) {
      const TouchedCell &x = sums.touched[i], &y = sums.touched[j];
      if (x.b == y.b && x.a != y.a && coupling(0, x.a, y.a) == 1.0) add_seams(0, i, j);
      if (x.a == y.a && x.b != y.b && !solids && coupling(1, x.b, y.b) == 1.0) add_seams(1, i, j);
    }
}

static int cell_of(const TouchedCell &touched, int side)
{
  return side == 0 ? touched.a : touched.b;
}

// The number of the touched cell that is of these cells of a side and of the other one; -1: none.
int CompoundContacts::touched_at(int side, int cell, int beyond) const
{
  for (size_t n = 0; n < sums.touched.size(); n++)
    if (cell_of(sums.touched[n], side) == cell && cell_of(sums.touched[n], 1 - side) == beyond)
      return static_cast<int>(n);
  return -1;
}

// Joints between the cells of one side, inside of the cell of the other that both touch.
void CompoundContacts::add_seams(int side, int i, int j)
{
  const Division &division = *division_of(sides[side].body, sides[side].by_pieces);
  const int own = cell_of(sums.touched[i], side), other = cell_of(sums.touched[j], side);
  for (const int number : division.joints_of(own)) {
    const CellJoint &joint = division.joints()[number];
    if ((joint.a == own ? joint.b : joint.a) == other) add_seam(side, i, j, joint);
  }
}

// Both cells have each edge that faces of the other body cut from the joint. At sides that the
// cells of a wall share, these are known already.
void CompoundContacts::add_seam(int side, int i, int j, const CellJoint &joint)
{
  const Side &across = sides[1 - side];
  const int beyond = cell_of(sums.touched[i], 1 - side);
  const PlacedBody *body = across.is_wall ? nullptr : &across.body;
  const Division *division = body ? division_of(*body, across.by_pieces) : nullptr;
  Pose frame;    // of the cell beyond, or of space
  std::vector<HalfSpace> planes;
  int shared = 0;
  if (body) {
    const ConvexPolyhedron &shape = shape_of(*body, across.by_pieces, beyond);
    frame = pose_of(*body, across.by_pieces, beyond);
    for (int face = 0; face < shape.face_count(); face++) planes.push_back(shape.plane(face));
  } else {
    planes = solids->half_spaces(beyond, shared);
  }
  FlatPolygon polygon = joint.polygon;
  for (Vector3d &corner : polygon.corners)
    corner = frame.to_body(sides[side].body.pose->to_space(corner));
  AreaSpread sum;
  for_cut_edges(polygon, planes, [&](int plane, const Vector3d &from, const Vector3d &to) {
    if (body || plane < shared) add(sum, 2.0, edge_spread(to - from));
    if (!division) return;
    const auto in_body = [&](const Vector3d &x) { return body->pose->to_body(frame.to_space(x)); };
    division->for_joints_along(
        beyond, plane, in_body(from), in_body(to),
        [&](int next, const Vector3d &first, const Vector3d &last) {
          const int k = touched_at(side, cell_of(sums.touched[i], side), next);
          const int l = touched_at(side, cell_of(sums.touched[j], side), next);
          const AreaSpread spread = edge_spread(body->pose->rotation * (last - first));
          if (k >= 0 && l >= 0 && coupling(1 - side, beyond, next) == 1.0)
            sums.seams.push_back({i, j, k, l, spread});
        });
  });
  sums.seams.push_back({i, j, -1, -1, turned(frame.rotation, sum)});
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
    const PartSphere bounds = sphere_of(body, n);
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
    const bool is_there = std::find(of.keys.begin(), of.keys.end(), names[i]) != of.keys.end();
    std::vector<size_t> from;
    for (size_t k = 0; k < of.keys.size(); k++)
      if (is_there ? of.keys[k] == names[i] : parts_of(of.keys[k]) == parts_of(names[i]))
        from.push_back(k);
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
