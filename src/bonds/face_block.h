// Many faces at once (face_bond.h): blocks of sixteen, a lane each, worked out by vectors.
//
// A block has the faces of a rank as numbers of their own: what is the same in every step is worked
// out when a face is put in. A lane gives the forces and the share of its strength that the face
// takes. What happens to faces at their strength, and to those that remember, is face_bond.h's.

#ifndef GRIST_BONDS_FACE_BLOCK_H
#define GRIST_BONDS_FACE_BLOCK_H

#include "bonds/face_bond.h"
#include "bonds/face_strength.h"
#include "common/space.h"

namespace grist {

// A body in a step: a row of numbers, which the kernel reads as such.
struct alignas(64) FaceBody {
  Vector3d position, velocity, omega;
  double turn[4];    // x, y, z, w
  double unused[3];
};
static_assert(sizeof(FaceBody) == 16 * sizeof(double));

struct alignas(64) FaceBlock {
  static constexpr int LANES = 16;
  using Lane = double[LANES];

  int a[LANES], b[LANES];    // bodies
  Lane at_a[3], at_b[3], turn_a[4], turn_b[4];
  Lane springs[6];
  Lane time;    // of the dashpots
  static constexpr int STRENGTHS = FaceStrengths<double>::COUNT;
  Lane strengths[STRENGTHS];

  FaceBlock();    // faces that exert nothing, of body 0

  // Whether this is a face without damage, and one that remembers nothing below its strength.
  static bool can_have(const FaceMaterial &material, const FaceMemory &memory)
  {
    return !material.changes_below_strength() && memory.softening.reached <= 1.0;
  }

  // mass: effective; strength: the factor by which strengths scatter.
  void set(int lane, int a, int b, const FaceMaterial &material, const FaceBond &bond, double mass,
           double strength = 1.0);
  void clear(int lane);
};

// Force and torque on a body, as a row of numbers.
struct alignas(64) FaceLoad {
  Vector3d force, torque;
  double unused[2];

  void add(const FaceLoad &more)
  {
    const auto *from = reinterpret_cast<const double *>(&more);
    auto *to = reinterpret_cast<double *>(this);
    for (int k = 0; k < 8; k++) to[k] += from[k];
  }
};
static_assert(sizeof(FaceLoad) == 8 * sizeof(double));

struct alignas(64) FaceBlockForces {
  using Lane = FaceBlock::Lane;

  FaceLoad on_a[FaceBlock::LANES], on_b[FaceBlock::LANES];
  Lane share;    // of the strength

  // These only where they are asked for: what dashpots exert, and the energy of the springs.
  FaceLoad drag_a[FaceBlock::LANES], drag_b[FaceBlock::LANES];
  Lane energy;

  FacePull drag(int lane) const
  {
    return {drag_a[lane].force, drag_a[lane].torque, drag_b[lane].torque};
  }
};

// bodies: by the numbers of the block.
void evaluate(const FaceBlock &block, const FaceBody *bodies, bool with_energy,
              FaceBlockForces &on);

}    // namespace grist

#endif
