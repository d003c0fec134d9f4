// Seams of the contacts of compounds (touched_cells.h).

#include "common/preconditions.h"
#include "compounds/compound_contacts.h"

namespace grist {

void CompoundContacts::find_seams()
{
  const int count = static_cast<int>(sums.touched.size());
  for (int i = 0; i < count; i++)
    for (int j = i + 1; j < count; j++) {
      const TouchedCell &x = sums.touched[i], &y = sums.touched[j];
      if ((x.a == y.a) == (x.b == y.b) || sums.between(i, j) != 1.0) continue;
      if (solids && x.a == y.a) continue;    // known
      add_seams(x.b == y.b ? 0 : 1, i, j);
    }
}

// The number of the touched cell that is of these cells of a side and of the other one; -1: none.
int CompoundContacts::touched_at(int side, int cell, int beyond) const
{
  for (size_t n = 0; n < sums.touched.size(); n++)
    if (sums.touched[n].of(side) == cell && sums.touched[n].of(1 - side) == beyond)
      return static_cast<int>(n);
  return -1;
}

// Joints between the cells of one side, inside of the cell of the other that both touch.
void CompoundContacts::add_seams(int side, int i, int j)
{
  const Division &division = sides[side].division();
  const int own = sums.touched[i].of(side), other = sums.touched[j].of(side);
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
  const int beyond = sums.touched[i].of(1 - side);
  const PlacedBody *body = across.is_wall ? nullptr : &across.body;
  Pose frame;    // of the cell beyond, or of space
  int shared = 0;
  cutting.clear();
  if (body) {
    const ConvexPolyhedron &shape = across.shape_of(beyond);
    frame = across.pose_of(beyond);
    for (int face = 0; face < shape.face_count(); face++) cutting.push_back(shape.plane(face));
  } else {
    cutting = solids->half_spaces(beyond, shared);
  }
  cut_joint = joint.polygon;
  for (Vector3d &corner : cut_joint.corners)
    corner = frame.to_body(sides[side].body.pose->to_space(corner));
  AreaSpread sum;
  bool is_cut = false;
  for_cut_edges(cut_joint, cutting, [&](int plane, const Vector3d &from, const Vector3d &to) {
    is_cut = true;
    if (body || plane < shared) add(sum, 2.0, edge_spread(to - from));
    if (!body || !body->compound) return;
    const auto in_body = [&](const Vector3d &x) { return body->pose->to_body(frame.to_space(x)); };
    across.division().for_joints_along(
        beyond, plane, in_body(from), in_body(to),
        [&](int next, const Vector3d &first, const Vector3d &last) {
          const int k = touched_at(side, sums.touched[i].of(side), next);
          const int l = touched_at(side, sums.touched[j].of(side), next);
          const AreaSpread spread = edge_spread(body->pose->rotation * (last - first));
          if (k >= 0 && l >= 0 && sums.between(i, k) == 1.0)
            sums.seams.push_back({i, j, k, l, spread});
        });
  });
  if (is_cut) sums.seams.push_back({i, j, -1, -1, turned(frame.rotation, sum)});
}

}    // namespace grist
