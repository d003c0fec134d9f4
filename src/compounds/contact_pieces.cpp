// Pieces of the parts that touch in a hollow (compound_contacts.h): which of them touch, and with
// what.
//
// The overlap of a part is in a ball about its centroid. Pieces that this ball does not reach are
// left out, and a piece that all of the ball is in has all of the overlap. A side is divided into
// pieces only where this makes a difference: cells of two parts are coupled by the product of the
// couplings of both sides, so if this is the same for all pieces of each, or zero, parts will do.

#include "common/preconditions.h"
#include "compounds/compound_contacts.h"

#include <algorithm>

namespace grist {

void CompoundContacts::divide(OverlapWorkspace *workspace, PartPlanes *planes)
{
  for (const int side : {0, 1})
    if (sides[side].by_pieces) list_pieces(side);
  settle_sides();
  bool are_fewer = false;
  for (const int side : {0, 1})
    if (sides[side].by_pieces) are_fewer = touch_pieces(side, workspace, planes) || are_fewer;
  if (are_fewer) settle_sides();
  if (sides[0].by_pieces && sides[1].by_pieces) return cross_pieces(*workspace);
  for (const int side : {0, 1})
    if (sides[side].by_pieces) take_pieces(side);
}

namespace {
enum class Place { OUTSIDE, BETWEEN, INSIDE };
}

// Where a ball is to what is inside of half spaces.
static Place place_of(const Vector3d &center, double radius, const std::vector<HalfSpace> &inside)
{
  Place place = Place::INSIDE;
  for (const HalfSpace &half : inside) {
    const double height = half.distance(center);
    if (height > radius) return Place::OUTSIDE;
    if (height > -radius) place = Place::BETWEEN;
  }
  return place;
}

// The pieces that may touch.
void CompoundContacts::list_pieces(int side)
{
  Side &of = sides[side];
  const CompoundShape &shape = *of.body.compound;
  const Vector3d origin = sides[0].body.pose->position;
  for (int n = 0; n < static_cast<int>(sums.touched.size()); n++) {
    const TouchedCell &cell = sums.touched[n];
    const int part = cell.of(side);
    const Vector3d center = of.body.part_pose(part).to_body(origin + cell.overlap.centroid);
    const size_t first = of.pieces.size();
    for (const int piece : shape.pieces_of(part)) {
      const Place place = solids ? Place::BETWEEN
                                 : place_of(center, reaches[n], shape.division_of(piece));
      if (place == Place::INSIDE) of.pieces.resize(first);
      if (place != Place::OUTSIDE) of.pieces.push_back({n, piece, false, {}});
      if (place == Place::INSIDE) break;
    }
    if (of.pieces.size() == first + 1) of.pieces.back().is_whole = true;
  }
}

// Sides that need no pieces keep their parts, each coupled as the first of its pieces.
void CompoundContacts::settle_sides()
{
  const bool needed[2] = {needs_pieces(0), needs_pieces(1)};
  for (const int side : {0, 1}) {
    Side &of = sides[side];
    if (!of.by_pieces || needed[side]) continue;
    of.by_pieces = false;
    for (const TouchedCell &cell : sums.touched)
      of.act_as.push_back(of.body.compound->pieces_of(cell.of(side))[0]);
    for (auto touch = of.pieces.rbegin(); touch != of.pieces.rend(); touch++)
      of.act_as[touch->of] = touch->piece;
  }
}

bool CompoundContacts::needs_pieces(int side) const
{
  if (!sides[side].by_pieces) return false;
  const int count = static_cast<int>(sums.touched.size());
  for (int i = 0; i < count; i++)
    for (int j = 0; j < i; j++) {
      const CouplingRange range = couplings(side, i, j);
      if (range.least != range.greatest && couplings(1 - side, i, j).greatest > 0.0) return true;
    }
  return false;
}

// Between the pieces of two touches of parts.
CompoundContacts::CouplingRange CompoundContacts::couplings(int side, int touched, int other) const
{
  const Side &of = sides[side];
  if (!of.by_pieces) {
    const double all = coupling(side, touched, other);
    return {all, all};
  }
  const CompoundShape &shape = *of.body.compound;
  const auto before = [](const PieceTouch &touch, int number) { return touch.of < number; };
  const auto first = [&](int number) {
    return std::lower_bound(of.pieces.begin(), of.pieces.end(), number, before);
  };
  CouplingRange range = {1.0, 0.0};
  for (auto p = first(touched); p != of.pieces.end() && p->of == touched; p++)
    for (auto q = first(other); q != of.pieces.end() && q->of == other; q++) {
      const double one = shape.piece_coupling(p->piece, q->piece);
      range.least = std::min(range.least, one);
      range.greatest = std::max(range.greatest, one);
    }
  return range.least <= range.greatest ? range : CouplingRange{0.0, 0.0};    // none touches
}

// Their overlaps; those that do not touch are dropped. Whether there were any.
bool CompoundContacts::touch_pieces(int side, OverlapWorkspace *workspace, PartPlanes *planes)
{
  std::vector<PieceTouch> &pieces = sides[side].pieces;
  const auto is_apart = [&](PieceTouch &touch) {
    touch.cell = sums.touched[touch.of];
    (side == 0 ? touch.cell.a : touch.cell.b) = touch.piece;
    return !touch.is_whole && !touch_piece(side, touch.piece, touch.cell, workspace, planes);
  };
  const auto end = std::remove_if(pieces.begin(), pieces.end(), is_apart);
  const bool are_fewer = end != pieces.end();
  pieces.erase(end, pieces.end());
  return are_fewer;
}

// The cell comes with the part of the other body or the solid of the wall.
bool CompoundContacts::touch_piece(int side, int piece, TouchedCell &cell,
                                   OverlapWorkspace *workspace, PartPlanes *planes)
{
  const PlacedBody &body = sides[side].body, &other = sides[1 - side].body;
  const ConvexPolyhedron &shape = sides[side].shape_of(piece);
  const Pose pose = sides[side].pose_of(piece);
  if (solids) {
    if (!solids->begin(shape, pose) || !solids->touch(cell.b, cell.overlap, cell.shared))
      return false;
    cell.overlap.centroid += pose.position - body.pose->position;
    return true;
  }
  const int part = cell.of(1 - side), name = body.part_count() + piece;
  const PartSphere sphere = other.sphere_of(part);
  const double reach = shape.radius() + sphere.radius;
  if (squared_norm(pose.position - sphere.center) > reach * reach) return false;
  const ConvexPolyhedron &beyond = other.part(part);
  const Pose &pose_beyond = other.part_pose(part);
  if (side == 0) {
    if (find_overlap(shape, pose, beyond, pose_beyond, *workspace, &planes->of(name, part),
                     cell.overlap) != OverlapStatus::OVERLAPPING)
      return false;
    cell.overlap.centroid += pose.position - body.pose->position;
  } else {
    if (find_overlap(beyond, pose_beyond, shape, pose, *workspace, &planes->of(part, name),
                     cell.overlap) != OverlapStatus::OVERLAPPING)
      return false;
    cell.overlap.centroid += pose_beyond.position - other.pose->position;
  }
  return true;
}

// Pieces of one side alone.
void CompoundContacts::take_pieces(int side)
{
  assert(!sides[1 - side].by_pieces);
  std::vector<int> &act_as = sides[1 - side].act_as;
  const std::vector<int> by_part = act_as;
  sums.touched.clear();
  act_as.clear();
  for (const PieceTouch &touch : sides[side].pieces) {
    sums.touched.push_back(touch.cell);
    if (!by_part.empty()) act_as.push_back(by_part[touch.of]);
  }
}

// The overlaps of pieces of one body with pieces of the other.
void CompoundContacts::cross_pieces(OverlapWorkspace &workspace)
{
  const PlacedBody &a = sides[0].body;
  of_parts = sums.touched;
  sums.touched.clear();
  for (const PieceTouch &p : sides[0].pieces)
    for (const PieceTouch &q : sides[1].pieces) {
      if (p.of != q.of) continue;
      TouchedCell cell = {p.piece, q.piece, {}, {}};
      if (p.is_whole || q.is_whole) {
        cell.overlap = p.is_whole ? q.cell.overlap : p.cell.overlap;
        sums.touched.push_back(cell);
        continue;
      }
      const Pose pose = sides[0].pose_of(p.piece);
      if (find_overlap(sides[0].shape_of(p.piece), pose, sides[1].shape_of(q.piece),
                       sides[1].pose_of(q.piece), workspace, nullptr,
                       cell.overlap) != OverlapStatus::OVERLAPPING)
        continue;
      cell.overlap.centroid += pose.position - a.pose->position;
      sums.touched.push_back(cell);
    }
  if (!sums.touched.empty()) return;
  sums.touched = of_parts;    // thinner than rounding in each
  sides[0].by_pieces = sides[1].by_pieces = false;
}

}    // namespace grist
