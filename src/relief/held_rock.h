// A rock of bonded blocks that is kept rigid until it is loaded: its unstrained shape, its
// stiffness from its faces, and the bounds of its loads (load_bounds.h), as shares of the faces'
// strengths.
//
// Rocks that are equal except for their size share all this, unless their faces part by energy:
// shares are those of stresses then (ShapeScale of held_shape.h). Any consistent unit system.

#ifndef GRIST_RELIEF_HELD_ROCK_H
#define GRIST_RELIEF_HELD_ROCK_H

#include "bonds/face_bond.h"
#include "relief/held_shape.h"
#include "relief/load_bounds.h"
#include "relief/released_state.h"

#include <optional>
#include <vector>

namespace grist {

struct RockBlock {
  Pose place;    // its principal axes, in the axes of the rock
  double mass, radius;
  Vector3d moments;    // principal
};

struct RockFace {
  int a, b, type;    // blocks; bond type
  FaceBond bond;
};

// Without strain, in principal axes with the centre of mass as origin.
struct RockDefinition {
  std::vector<RockBlock> blocks;
  std::vector<RockFace> faces;
  double mass = 0.0;
  Vector3d moments = Vector3d::zero();    // principal

  // Puts the blocks where their faces lie on each other; places are not read. Throws
  // std::invalid_argument where faces do not connect all blocks.
  static RockDefinition define(std::vector<RockBlock> blocks, const std::vector<RockFace> &faces);

  // Whether this is `of`, larger or smaller; then its scale.
  bool is_scaled(const RockDefinition &of, ShapeScale &scale) const;

  // All lengths and masses times factors.
  RockDefinition scaled(const ShapeScale &scale) const;
};

// Body of blocks that are where they are: position and orientation nearest to them, with their
// momentum and angular momentum. Bodies are those of the rock, in its order.
struct BlockMotion {
  Pose pose;
  Vector3d velocity, angular_momentum;
};
RigidBody body_of(const RockDefinition &rock, const std::vector<BlockMotion> &blocks);

// Stiffness and strength of the faces; laws: by bond type.
ClusterModel rock_model(const RockDefinition &rock, const std::vector<FaceMaterial> &laws);

class HeldRock {
 public:
  // Throws std::invalid_argument where the stiffness is singular.
  HeldRock(const RockDefinition &rock, const std::vector<FaceMaterial> &laws);

  const RockDefinition &definition() const { return rock; }
  const InertiaRelief &relief() const { return mechanics; }

  // Whether this serves a rock of this definition.
  bool serves(const RockDefinition &other, ShapeScale &scale) const;

  // Made at the first call.
  const LoadBounds &bounds();
  double first_period();

  // The share of strength that each face takes, without scatter.
  std::vector<double> shares(const std::vector<ElementLoad> &loads, const Vector3d &omega,
                             double weight_of_compression) const;

  ReleasedState released(const std::vector<ElementLoad> &loads, const Vector3d &omega) const;

 private:
  RockDefinition rock;
  std::vector<FaceMaterial> laws;
  InertiaRelief mechanics;
  std::optional<LoadBounds> load_bounds;
  double period = -1.0;
};

}    // namespace grist

#endif
