// Seams of the contacts of compounds (touched_cells.h).

#include "common/preconditions.h"
#include "compounds/compound_contacts.h"

namespace grist {

void CompoundContacts::find_seams()
{
  const int count = static_cast<int>(sums.touched.size());
  for (const int side : {0, 1}) {
    const Side &across = sides[1 - side];
    if (sides[side].is_wall || across.is_wall) continue;
    const Pose &from = *sides[side].body.pose, &to = *across.body.pose;
    into_other[side] = {transposed_times(to.rotation, from.position - to.position),
                        transposed(to.rotation) * from.rotation};
    if (across.body.compound) continue;
    cutting.clear();
    for (int face = 0; face < across.body.convex->face_count(); face++)
      cutting.push_back(across.body.convex->plane(face));
  }
  for (int i = 0; i < count; i++)
    for (int j = i + 1; j < count; j++) {
      const TouchedCell &x = sums.touched[i], &y = sums.touched[j];
      if ((x.a == y.a) == (x.b == y.b) || sums.between(i, j) != 1.0) continue;
      if (solids && x.a == y.a) continue;    // known
      add_seams(x.b == y.b ? 0 : 1, i, j);
    }
}

// Joints between the cells of one side, inside of the cell of the other that both touch.
void CompoundContacts::add_seams(int side, int i, int j)
{
  const Division &division = sides[side].division();
  const int own = sums.touched[i].of(side), other = sums.touched[j].of(side);
  for (const int number : division.joints_of(own)) {
    const CellJoint &joint = division.joints()[number];
    if ((joint.a == own ? joint.b : joint.a) != other) continue;
    if (sides[1 - side].is_wall)
      add_wall_seam(i, j, joint);
    else
      add_seam(side, i, j, joint);
  }
}

// Both cells have each edge that faces of the other body cut from the joint. In the frame of this
// other body.
void CompoundContacts::add_seam(int side, int i, int j, const CellJoint &joint)
{
  const Side &across = sides[1 - side];
  const int beyond = sums.touched[i].of(1 - side);
  cut_joint.start(joint.polygon.corners, into_other[side]);
  if (!cut_joint.cut(across.body.compound ? across.division().planes_of(beyond) : cutting)) return;
  const Matrix3d &rotation = across.body.pose->rotation;
  AreaSpread sum;
  cut_joint.for_edges([&](int face, const Vector3d &from, const Vector3d &to) {
    add(sum, 2.0, edge_spread(rotation * (to - from)));
    if (across.body.compound) add_crossing_seams(side, i, j, face, from, to);
  });
  sums.seams.push_back({i, j, -1, -1, sum});
}

// Of an edge on joints of a face of the cell beyond.
void CompoundContacts::add_crossing_seams(int side, int i, int j, int face, const Vector3d &from,
                                          const Vector3d &to)
{
  const Side &across = sides[1 - side];
  const Division &division = across.division();
  const int beyond = sums.touched[i].of(1 - side);
  for (const int number : division.joints_of(beyond)) {
    const CellJoint &joint = division.joints()[number];
    if ((joint.a == beyond ? joint.face_a : joint.face_b) != face) continue;
    const int next = joint.a == beyond ? joint.b : joint.a;
    const int k = sums.number_of(side, sums.touched[i].of(side), next);
    if (k < 0 || sums.between(i, k) != 1.0) continue;
    const int l = sums.number_of(side, sums.touched[j].of(side), next);
    if (l < 0) continue;
    const double share = division.share_on(joint, from, to);
    if (share > 0.0)
      sums.seams.push_back(
          {i, j, k, l, edge_spread(share * (across.body.pose->rotation * (to - from)))});
  }
}

// Sides that the cells of a wall share are known already.
void CompoundContacts::add_wall_seam(int i, int j, const CellJoint &joint)
{
  int shared = 0;
  cutting = solids->half_spaces(sums.touched[i].b, shared);
  cut_joint.start(joint.polygon.corners, *sides[0].body.pose);
  if (!cut_joint.cut(cutting)) return;
  AreaSpread sum;
  cut_joint.for_edges([&](int plane, const Vector3d &from, const Vector3d &to) {
    if (plane < shared) add(sum, 2.0, edge_spread(to - from));
  });
  sums.seams.push_back({i, j, -1, -1, sum});
}

}    // namespace grist
