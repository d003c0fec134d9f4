// The contacts of two bodies of which one at least is a compound.
//
// Parts are overlapped with parts. Where all that touch press as one, they are one contact; where
// parts in a hollow touch, they are overlapped once more by pieces (compound_shape.h), and
// couplings decide (touched_cells.h). A sphere touches the compound at each place of its surface
// that is nearer to its centre than all places around it.
//
// A wall is a row of solids, each inside of half spaces, with couplings between them.
//
// Frames and signs as in geometry/overlap.h: points relative to the position of the first body,
// area vectors from it to the second. No allocation in the steady state but where pieces meet.

#ifndef GRIST_COMPOUNDS_COMPOUND_CONTACTS_H
#define GRIST_COMPOUNDS_COMPOUND_CONTACTS_H

#include "compounds/cell_histories.h"
#include "compounds/compound_shape.h"
#include "compounds/cut_joint.h"
#include "compounds/part_planes.h"
#include "compounds/touched_cells.h"
#include "geometry/overlap.h"

#include <functional>
#include <utility>
#include <vector>

namespace grist {

// The bounding sphere of a part in space.
struct PartSphere {
  Vector3d center;
  double radius;
};

// A body at its place. A sphere has neither of the shapes.
struct PlacedBody {
  const CompoundShape *compound = nullptr;     // null: convex
  const ConvexPolyhedron *convex = nullptr;    // null: a compound or a sphere
  const Pose *pose = nullptr;
  const Pose *parts = nullptr;    // in space, of a compound
  const PartSphere *spheres = nullptr;
  double radius = 0.0;    // of the bounding sphere

  int part_count() const { return compound ? compound->part_count() : 1; }
  const ConvexPolyhedron &part(int n) const
  {
    return compound ? compound->parts()[n].shape : *convex;
  }
  const Pose &part_pose(int n) const { return compound ? parts[n] : *pose; }
  PartSphere sphere_of(int part) const
  {
    return compound ? spheres[part] : PartSphere{pose->position, radius};
  }
  bool is_sphere() const { return !compound && !convex; }
  const ConvexPolyhedron &hull() const { return compound ? compound->hull() : *convex; }
  Pose hull_pose() const { return compound ? *pose * compound->hull_place() : *pose; }
};

// Solids of a wall near a body, in space axes.
class WallSolids {
 public:
  virtual ~WallSolids() = default;

  virtual int count() const = 0;
  virtual double coupling(int solid, int other) const = 0;

  // Before touch(): of this convex body. False if it touches none.
  virtual bool begin(const ConvexPolyhedron &body, const Pose &pose) = 0;

  // The overlap with a solid, relative to the position of the convex body, and what of its spread
  // is at sides that the solid shares.
  virtual bool touch(int solid, Overlap &found, AreaSpread &shared) = 0;

  // What a solid is inside of; from number `shared` on these are sides that it shares.
  virtual std::vector<HalfSpace> half_spaces(int solid, int &shared) const = 0;

  // Under which it is known from step to step, from 0.
  virtual int number(int solid) const = 0;
};

class CompoundContacts {
 public:
  // The last call's, until the next one.
  const std::vector<CompoundContact> &find(const PlacedBody &a, const PlacedBody &b,
                                           OverlapWorkspace &workspace, PartPlanes &planes);

  // The same of a body and a wall.
  const std::vector<CompoundContact> &find(const PlacedBody &body, WallSolids &wall);

  // The overlaps that the contacts found last are summed from.
  const std::vector<TouchedCell> &cells() const { return sums.touched; }

  // The solid of the wall that has the largest part of a contact found last.
  int solid_of(int contact) const;

  // The histories of the contacts found last, rows of `width` numbers, from those before: of
  // vectors in space axes. A contact takes the mean of what its cells have, by volume; one whose
  // cells have none the mean over those that it is coupled to; one without these that of a cell
  // that has gone and was one with its first; else it begins with zeros.
  void continue_histories(CellHistories &of, int width);

  // Whether the contact has begun with zeros then.
  bool began(int contact) const { return !fresh.empty() && fresh[contact] != 0; }

 private:
  struct CouplingRange {
    double least, greatest;
  };

  // What a piece has of the touch of a part.
  struct PieceTouch {
    int of;    // number of the part's touched cell
    int piece;
    bool is_whole;       // all of it
    TouchedCell cell;    // from touch_pieces() on
  };
  // Where cells are taken from: the parts of a body or, from the second touch in a hollow, its
  // pieces.
  struct Side {
    bool is_wall;
    PlacedBody body;    // its poses are of the last find()
    bool by_pieces;
    std::vector<int> touched;          // parts, ascending
    std::vector<PieceTouch> pieces;    // in a hollow, by touch
    std::vector<int> act_as;           // pieces, by touched cell: where those of a part are alike

    const ConvexPolyhedron &shape_of(int cell) const
    {
      return by_pieces ? body.compound->pieces()[cell].shape : body.part(cell);
    }
    Pose pose_of(int cell) const
    {
      return by_pieces ? *body.pose * body.compound->pieces()[cell].place : body.part_pose(cell);
    }
    bool presses_as_one() const;        // what touches
    const Division &division() const    // of a compound
    {
      return by_pieces ? body.compound->pieces() : body.compound->parts();
    }
  };
  Side sides[2];
  WallSolids *solids = nullptr;    // of a wall
  TouchedCells sums;
  std::vector<CellKey> names;    // of touched cells
  std::vector<char> fresh;       // contacts that began; none where nothing has changed
  std::vector<int> near[2];
  std::vector<TouchedCell> of_parts;
  std::vector<double> reaches;       // of overlaps of parts of two bodies, from their centroids
  std::vector<HalfSpace> cutting;    // planes of a convex body or of a wall
  Pose into_other[2];                // from the frame of each body to that of the other
  CutJoint cut_joint;

  void set_sides(const PlacedBody *a, const PlacedBody *b);
  void touch_parts(const PlacedBody &a, const PlacedBody &b, OverlapWorkspace &workspace,
                   PartPlanes &planes);
  void touch_sphere(const PlacedBody &body, const PlacedBody &sphere, bool sphere_first);
  void divide(OverlapWorkspace *workspace, PartPlanes *planes);
  void list_pieces(int side);
  void settle_sides();
  bool needs_pieces(int side) const;
  CouplingRange couplings(int side, int touched, int other) const;
  bool touch_pieces(int side, OverlapWorkspace *workspace, PartPlanes *planes);
  bool touch_piece(int side, int piece, TouchedCell &cell, OverlapWorkspace *workspace,
                   PartPlanes *planes);
  void take_pieces(int side);
  void cross_pieces(OverlapWorkspace &workspace);
  void touch_wall(int cell);
  void sum_up(OverlapWorkspace *workspace, PartPlanes *planes);
  void find_seams();
  void add_seams(int side, int i, int j);
  void add_seam(int side, int i, int j, const CellJoint &joint);
  void add_crossing_seams(int side, int i, int j, int face, const Vector3d &from,
                          const Vector3d &to);
  void add_wall_seam(int i, int j, const CellJoint &joint);
  int name_of(int side, int touched) const;
  void name_cells();
  double coupling(int side, int touched, int other) const;
  std::pair<int, int> parts_of(CellKey key) const;
  bool may_take_over(CellKey key, CellKey old) const;
};

}    // namespace grist

#endif
