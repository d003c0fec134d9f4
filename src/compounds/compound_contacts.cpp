#include "compounds/compound_contacts.h"

#include "common/preconditions.h"
#include "geometry/sphere_overlap.h"

#include <algorithm>
#include <cmath>

namespace grist {

// A key has the name of a cell of each body: its part, or, behind all parts, its piece.
static constexpr int NAMES = 1 << 15;

// Places of a sphere on two parts that are one, over the sum of the radii.
static constexpr double ONE_PLACE = 1e-9;

SeparatingPlane &PartPlanes::of(int part_a, int part_b)
{
  const auto is_before = [part_a, part_b](const Known &one) {
    return one.part_a < part_a || (one.part_a == part_a && one.part_b < part_b);
  };
  while (next < known.size() && is_before(known[next])) next++;
  if (next == known.size() || known[next].part_a != part_a || known[next].part_b != part_b)
    known.insert(known.begin() + static_cast<long>(next), {part_a, part_b, {}});
  return known[next++].plane;
}

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

static void find_near(const PlacedBody &body, const PlacedBody &other, std::vector<int> &near)
{
  near.clear();
  for (int n = 0; n < body.part_count(); n++) {
    const double reach = body.part(n).radius() + other.radius;
    const Vector3d apart = body.part_pose(n).position - other.pose->position;
    if (squared_norm(apart) <= reach * reach) near.push_back(n);
  }
}

void CompoundContacts::touch_parts(const PlacedBody &a, const PlacedBody &b,
                                   OverlapWorkspace &workspace, PartPlanes &planes)
{
  find_near(a, b, near[0]);
  if (near[0].empty()) return;
  find_near(b, a, near[1]);
  planes.begin();
  for (const int p : near[0])
    for (const int q : near[1]) {
      const ConvexPolyhedron &shape_p = a.part(p), &shape_q = b.part(q);
      const Pose &pose_p = a.part_pose(p), &pose_q = b.part_pose(q);
      const double reach = shape_p.radius() + shape_q.radius();
      if (squared_norm(pose_p.position - pose_q.position) > reach * reach) continue;
      Overlap found;
      if (find_overlap(shape_p, pose_p, shape_q, pose_q, workspace, &planes.of(p, q), found) !=
          OverlapStatus::OVERLAPPING)
        continue;
      found.centroid += pose_p.position - a.pose->position;
      sums.touched.push_back({p, q, found});
    }
}

const std::vector<CompoundContact> &CompoundContacts::find(const PlacedBody &a, const PlacedBody &b,
                                                           OverlapWorkspace &workspace,
                                                           PartPlanes &planes)
{
  assert(a.compound || b.compound);
  sums.clear();
  names.clear();
  sides[0] = {&a, false, {}};
  sides[1] = {&b, false, {}};
  if (a.is_sphere() || b.is_sphere())
    touch_sphere(a.is_sphere() ? b : a, a.is_sphere() ? a : b, a.is_sphere());
  else
    touch_parts(a, b, workspace, planes);
  if (sums.touched.size() == 1) {
    sums.sum_all();
  } else if (sums.touched.size() > 1 && (a.is_sphere() || b.is_sphere())) {
    sums.sum([](const TouchedCell &i, const TouchedCell &j) {
      return i.a == j.a && i.b == j.b ? 1.0 : 0.0;
    });
  } else if (sums.touched.size() > 1) {
    for (const TouchedCell &cell : sums.touched) {
      sides[0].touched.push_back(cell.a);
      sides[1].touched.push_back(cell.b);
    }
    sides[0].by_pieces = !presses_as_one(0);
    sides[1].by_pieces = !presses_as_one(1);
    const bool is_one = !sides[0].by_pieces && !sides[1].by_pieces;
    if (!is_one) touch_pieces(workspace);
    find_seams();
    if (is_one)
      sums.sum_all();
    else
      sums.sum([this](const TouchedCell &i, const TouchedCell &j) { return coupling(i, j); });
  }
  const auto name = [this](int side, int cell) {
    return cell + (sides[side].by_pieces ? sides[side].body->part_count() : 0);
  };
  for (const TouchedCell &cell : sums.touched)
    names.push_back(name(0, cell.a) * NAMES + name(1, cell.b));
  return sums.contacts();
}

bool CompoundContacts::presses_as_one(int side) const
{
  const CompoundShape *shape = sides[side].body->compound;
  if (!shape || shape->is_convex()) return true;
  const std::vector<int> &parts = sides[side].touched;
  for (size_t i = 0; i < parts.size(); i++)
    for (size_t j = 0; j < i; j++)
      if (!shape->are_one(parts[i], parts[j])) return false;
  return true;
}

// In place of the overlaps of parts those of their pieces.
void CompoundContacts::touch_pieces(OverlapWorkspace &workspace)
{
  of_parts = sums.touched;
  sums.touched.clear();
  std::vector<int> single[2] = {{0}, {0}};
  for (const TouchedCell &parts : of_parts) {
    const auto cells = [&](int side, int part) -> const std::vector<int> & {
      if (sides[side].by_pieces) return sides[side].body->compound->pieces_of(part);
      single[side][0] = part;
      return single[side];
    };
    for (const int p : cells(0, parts.a)) {
      const Pose pose_p = pose_of(*sides[0].body, sides[0].by_pieces, p);
      for (const int q : cells(1, parts.b)) {
        Overlap found;
        if (find_overlap(shape_of(*sides[0].body, sides[0].by_pieces, p), pose_p,
                         shape_of(*sides[1].body, sides[1].by_pieces, q),
                         pose_of(*sides[1].body, sides[1].by_pieces, q), workspace, nullptr,
                         found) != OverlapStatus::OVERLAPPING)
          continue;
        found.centroid += pose_p.position - sides[0].body->pose->position;
        sums.touched.push_back({p, q, found});
      }
    }
  }
  if (sums.touched.empty()) {    // thinner than rounding in each piece
    sums.touched = of_parts;
    sides[0].by_pieces = sides[1].by_pieces = false;
  }
}

double CompoundContacts::coupling(const Side &side, int cell, int other)
{
  if (cell == other || !side.body->compound) return 1.0;
  if (side.by_pieces) return side.body->compound->piece_coupling(cell, other);
  return side.body->compound->are_one(cell, other) ? 1.0 : 0.0;
}

double CompoundContacts::coupling(const TouchedCell &i, const TouchedCell &j) const
{
  return coupling(sides[0], i.a, j.a) * coupling(sides[1], i.b, j.b);
}

// ---- seams

void CompoundContacts::find_seams()
{
  const int count = static_cast<int>(sums.touched.size());
  for (int i = 0; i < count; i++)
    for (int j = i + 1; j < count; j++) {
      const TouchedCell &x = sums.touched[i], &y = sums.touched[j];
      if (x.b == y.b && x.a != y.a) add_seams(0, i, j);
      if (x.a == y.a && x.b != y.b) add_seams(1, i, j);
    }
}

// Joints between the cells of one side, inside of the cell of the other that both touch.
void CompoundContacts::add_seams(int side, int i, int j)
{
  const Side &divided = sides[side], &across = sides[1 - side];
  const Division *division = division_of(*divided.body, divided.by_pieces);
  const auto cell_of = [this](int touched, int of) {
    return of == 0 ? sums.touched[touched].a : sums.touched[touched].b;
  };
  const int own = cell_of(i, side), other = cell_of(j, side), beyond = cell_of(i, 1 - side);
  const Division *division_beyond = division_of(*across.body, across.by_pieces);
  for (const int number : division->joints_of(own)) {
    const CellJoint &joint = division->joints()[number];
    if ((joint.a == own ? joint.b : joint.a) != other) continue;
    // All in the frame of the cell beyond.
    const ConvexPolyhedron &shape = shape_of(*across.body, across.by_pieces, beyond);
    const Pose frame = pose_of(*across.body, across.by_pieces, beyond);
    FlatPolygon polygon = joint.polygon;
    for (Vector3d &corner : polygon.corners)
      corner = frame.to_body(divided.body->pose->to_space(corner));
    std::vector<HalfSpace> planes;
    for (int face = 0; face < shape.face_count(); face++) planes.push_back(shape.plane(face));
    const AreaSpread spread = seam_spread(polygon, planes, [&](int face, const Vector3d &at) {
      return division_beyond &&
          division_beyond->is_on_joint(beyond, face,
                                       across.body->pose->to_body(frame.to_space(at)));
    });
    if (coupling(sums.touched[i], sums.touched[j]) == 1.0)
      sums.seams.push_back({i, j, turned(frame.rotation, spread)});
  }
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
    const double reach = body.part(n).radius() + sphere.radius;
    if (squared_norm(body.part_pose(n).position - center) > reach * reach) continue;
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
    sums.touched.push_back({sphere_first ? 0 : place.part, sphere_first ? place.part : 0, found});
  }
}

// ---- histories

int CompoundContacts::part_of(const Side &side, int name)
{
  const int parts = side.body->part_count();
  return name < parts ? name : side.body->compound->pieces()[name - parts].part;
}

std::pair<int, int> CompoundContacts::parts_of(int key) const
{
  return {part_of(sides[0], key / NAMES), part_of(sides[1], key % NAMES)};
}

CellHistories mirrored(const CellHistories &cells)
{
  CellHistories other = cells;
  for (int &key : other.keys) key = key % NAMES * NAMES + key / NAMES;
  return other;
}

// Whether a cell that has gone was one with a cell that begins.
bool CompoundContacts::may_take_over(int key, int old) const
{
  const auto [a, b] = parts_of(key);
  const auto [p, q] = parts_of(old);
  const CompoundShape *of_a = sides[0].body->compound, *of_b = sides[1].body->compound;
  return (!of_a || of_a->are_one(a, p)) && (!of_b || of_b->are_one(b, q));
}

void CompoundContacts::continue_histories(CellHistories &of, int width) const
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
    for (size_t k = 0; k < stride && sum > 0.0; k++) row[k] /= sum;
  }
  of.keys = names;
  of.contacts.clear();
  for (size_t i = 0; i < cells; i++) of.contacts.push_back(static_cast<int>(contact_of(i)));
  of.rows = std::move(rows);
}

}    // namespace grist
