#include "bonds/face_block_lanes.h"

#include "bonds/face_kernel.h"
#include "lanes/lane_rows.h"

namespace grist {
inline namespace GRIST_INSTRUCTION_SET {

namespace {

using face_kernel::Body;
using face_kernel::Place;

inline Body<Lanes> load_bodies(const FaceBody *bodies, const int *numbers)
{
  Lanes row[16];
  load_columns([&](int lane) { return reinterpret_cast<const double *>(bodies + numbers[lane]); },
               row);
  return {{row[0], row[1], row[2]},
          {row[3], row[4], row[5]},
          {row[6], row[7], row[8]},
          {row[12], row[9], row[10], row[11]}};
}

inline Place<Lanes> load_place(const FaceBlock::Lane (&at)[3], const FaceBlock::Lane (&turn)[4],
                               int first)
{
  return {
      load(at, first),
      {load(turn[3] + first), load(turn[0] + first), load(turn[1] + first), load(turn[2] + first)}};
}

inline void store_loads(FaceLoad *to, const LaneVectors &force, const LaneVectors &torque)
{
  const Lanes zero = {};
  const Lanes columns[8] = {force.x, force.y, force.z, torque.x, torque.y, torque.z, zero, zero};
  store_columns([to](int lane) { return reinterpret_cast<double *>(to + lane); }, columns);
}

inline void store_pull(FaceLoad *on_a, FaceLoad *on_b, int first,
                       const face_kernel::Pull<Lanes> &pull)
{
  store_loads(on_a + first, pull.force_a, pull.torque_a);
  store_loads(on_b + first, -pull.force_a, pull.torque_b);
}

void evaluate(const FaceBlock &block, const FaceBody *bodies, bool with_energy, FaceBlockForces &on)
{
  for (int first = 0; first < FaceBlock::LANES; first += LANES) {
    const auto number = [&](const FaceBlock::Lane &lane) { return load(lane + first); };
    FaceStrengths<Lanes> strengths;
    for (int k = 0; k < FaceBlock::STRENGTHS; k++)
      strengths.factors[k] = number(block.strengths[k]);
    const auto *s = block.springs;
    const face_kernel::Springs<Lanes> springs = {{number(s[0]), number(s[1]), number(s[2])},
                                                 {number(s[3]), number(s[4]), number(s[5])}};
    const auto found = face_kernel::forces(
        load_bodies(bodies, block.a + first), load_bodies(bodies, block.b + first),
        load_place(block.at_a, block.turn_a, first), load_place(block.at_b, block.turn_b, first),
        springs, number(block.time), strengths);
    store_pull(on.on_a, on.on_b, first, found.on);
    store(on.share + first, found.share);
    if (!with_energy) continue;
    store_pull(on.drag_a, on.drag_b, first, found.drag);
    store(on.energy + first, found.energy);
  }
}

constexpr FaceBlockLanes TABLE = {evaluate};

}    // namespace
}    // namespace GRIST_INSTRUCTION_SET

const FaceBlockLanes FaceBlockLanes::GRIST_INSTRUCTION_SET = TABLE;

}    // namespace grist
