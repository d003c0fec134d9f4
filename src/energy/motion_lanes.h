// Motions of spheres, lane by lane, for kernels that are compiled for each set of instructions
// (lanes/instructions.h).

#ifndef GRIST_ENERGY_MOTION_LANES_H
#define GRIST_ENERGY_MOTION_LANES_H

#include "lanes/lane_rows.h"

#include <cstddef>

namespace grist {
inline namespace GRIST_INSTRUCTION_SET {

struct LaneMotions {
  LaneVectors velocity, omega;
};

// rates: six numbers a sphere, velocity and angular velocity.
inline LaneMotions motions_of(const int *spheres, const double *rates)
{
  Lanes of[6];
  load_six([&](int k) { return rates + 6 * static_cast<std::size_t>(spheres[k]); }, of);
  return {{of[0], of[1], of[2]}, {of[3], of[4], of[5]}};
}

// Of pairs of spheres. velocity: of a less that of b.
struct LanePairMotions {
  LaneVectors velocity, omega_a, omega_b;
};

// Nine numbers a pair. Velocities are subtracted as rows, so that eight columns are left for one
// transposition, in place of one for each side.
inline LanePairMotions pair_motions_of(const int *a, const int *b, const double *rates)
{
#if defined(GRIST_AVX512)
  constexpr int VELOCITY = 0x07, MOTION = 0x3f, LAST_TWO = 0xc0;
  Lanes rows[LANES], last;
  for (int k = 0; k < LANES; k++) {
    const double *of_a = rates + 6 * static_cast<std::size_t>(a[k]),
                 *of_b = rates + 6 * static_cast<std::size_t>(b[k]);
    const __m512d both = _mm512_maskz_loadu_pd(MOTION, of_a),
                  less = _mm512_mask_sub_pd(both, VELOCITY, both,
                                            _mm512_maskz_loadu_pd(VELOCITY, of_b));
    rows[k] = _mm512_mask_loadu_pd(less, LAST_TWO, of_b - 3);    // the first two of omega
    last[k] = of_b[5];
  }
  transpose(rows);
  return {{rows[0], rows[1], rows[2]}, {rows[3], rows[4], rows[5]}, {rows[6], rows[7], last}};
#else
  const LaneMotions of_a = motions_of(a, rates), of_b = motions_of(b, rates);
  return {of_a.velocity - of_b.velocity, of_a.omega, of_b.omega};
#endif
}

}    // namespace GRIST_INSTRUCTION_SET
}    // namespace grist

#endif
