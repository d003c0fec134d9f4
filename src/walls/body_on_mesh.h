// Where convex bodies touch a triangle mesh: one contact for each plate (mesh_plates.h) that a body
// is on.
//
// A body overlaps plate i by what it has in the cell of the plate: volume V_i, centroid C_i, area
// vector A_i, moment M_i and spread S_i of the body's own surface there (overlap.h). Plates that
// bound one convex solid act as one: contact i is the overlap
//
//      V = sum_j c_ij V_j,   C = sum_j c_ij V_j C_j / V,   A = sum_j c_ij A_j,
//      M = sum_j c_ij (M_j + (C_j - C) x A_j),   S = sum_j c_ij S_j
//
// with the couplings c_ij of the plates, and counts with its share V_i / V. S_j is without edges on
// sides between cells of coupling 1, which are not of the outline of the whole. The contact law is
// evaluated for each contact, and its force and torque on the body are multiplied by the share. So
// coplanar plates and convex solids act as one body of their shape; the walls of a hollow
// right-angled corner act independently. Cells do not move with the body, hence V_i and A_i are
// continuous, A_i is minus the gradient of V_i by the position of the wall, and a law with the
// force -k V A on the body has the potential k/2 sum_ij c_ij V_i V_j.
//
// Solid is behind the triangles if the mesh is one-sided. Otherwise, solid is on the side of each
// sheet where the centre of the body is not; this is decided when the body is listed.
//
// Everything is in the frame of the mesh. No allocation in the steady state.

#ifndef GRIST_WALLS_BODY_ON_MESH_H
#define GRIST_WALLS_BODY_ON_MESH_H

#include "compounds/compound_contacts.h"
#include "geometry/overlap.h"
#include "meshes/mesh_plates.h"

#include <vector>

namespace grist {

struct PlateContact {
  int plate;     // number of the plate, the same for its images; histories belong to it
  int facing;    // -1 if solid is in front of the triangles of this plate
  double share;
  double volume;      // V_i
  Overlap overlap;    // points relative to the position of the body, normal into the wall
};

class BodyMesh {
 public:
  BodyMesh(const TriangleMesh &mesh, bool one_sided);

  const MeshPlates &plates() const { return cut; }

  // The list of bodies that are near the mesh, as WallSurface has it: begin_list(), then
  // list_if_near() for each body, which returns whether it is the next of the list. The reach is at
  // least the radius of the bounding sphere and the displacement until the next list.
  void begin_list();
  bool list_if_near(const Vector3d &center, double reach);
  int listed() const { return static_cast<int>(bodies.size()); }

  // The contacts of number n of the list, by ascending plate. Valid until the next call.
  const std::vector<PlateContact> &find(int n, const ConvexPolyhedron &body, const Pose &pose,
                                        OverlapWorkspace &workspace);

  // The same of a compound, all poses in the frame of the mesh. Surfaces are numbers of plates.
  const std::vector<CompoundContact> &find(int n, const PlacedBody &body,
                                           CompoundContacts &contacts, OverlapWorkspace &workspace);

  // Of the last of these: of contact k, the number of the plate that most of it is on.
  int plate_of(int k, const CompoundContacts &contacts) const
  {
    return near[last.first + contacts.solid_of(k)].number;
  }

  // Histories of the contacts of the last find(), one row of `width` numbers each. A contact that
  // has none yet (`known` is 0) begins with sum_j c_ij V_j h_j / sum_j c_ij V_j over those that
  // have one, or with zeros. Histories are vectors in the frame of the mesh, so that they can be
  // added.
  void continue_histories(double *histories, char *known, int width) const;

 private:
  class Solids;    // as compounds touch them
  struct Listed {
    int first, count;     // of `near`
    size_t first_pair;    // a square of `pairs`
    HalfSpace top;        // the cells are behind it, as far as the body reaches
  };
  struct NearPlate {
    HalfSpace plane;    // solid is behind
    int plate, facing;
    int number;
    int first_side, side_count;
    int shared_count;    // of the sides, the last ones: with cells that act as one with this one
  };
  struct Touched {
    int near;    // counted from the first of the body
    Overlap overlap;
    AreaSpread shared;    // of its spread: of edges on shared sides
  };
  struct Facing {
    int sheet, front;
  };
  MeshPlates cut;
  bool one_sided;
  std::vector<Listed> bodies;
  std::vector<NearPlate> near;
  std::vector<HalfSpace> sides;
  enum class Pair : char { BLENDED, ONE, APART };    // coupling between, 1, 0
  std::vector<Pair> pairs;                           // of near plates
  std::vector<MeshPlates::Near> found;
  std::vector<Facing> facings;
  std::vector<HalfSpace> cell, own_sides;
  std::vector<Touched> touched;
  std::vector<PlateContact> contacts;
  Listed last = {0, 0, 0, {}};    // of the last find()
  ClippedBody clipped;            // what it has behind the top

  int front_of(int sheet, const Vector3d &center);
  bool add_near(const MeshPlates::Near &at, const Vector3d &center, double reach);
  bool add_side(const HalfSpace &side, const Vector3d &center, double reach);
  void add_pairs(Listed &body);
  // With each near plate of the body.
  const Pair *pairs_of(const Listed &body, int near_plate) const
  {
    return &pairs[body.first_pair + static_cast<size_t>(body.count) * near_plate];
  }
  void sort_sides(const Listed &body);
  bool is_shared(const HalfSpace &side, const Listed &body, int near_plate) const;
  void set_top(Listed &body, const Vector3d &center, double reach);
  double highest(const NearPlate &at, const Vector3d &up, const Vector3d &center, double reach);
  void touch_only_plate(const ConvexPolyhedron &body, const Pose &pose,
                        OverlapWorkspace &workspace);
  bool find_overlap(const NearPlate &at, const BodyPart &part, const Vector3d &position,
                    OverlapWorkspace &workspace, Touched &result);
  bool add_if_cutting(const HalfSpace &plane, const BodyPart &part, const Vector3d &position,
                      int &count);
  double coupling(int near_a, int near_b) const;
  void blur(const Touched &at);
};

}    // namespace grist

#endif
