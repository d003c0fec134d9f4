#include "bonds/dashpot_lanes.h"

#include "energy/motion_lanes.h"
#include "lanes/prefetch.h"

namespace grist {
inline namespace GRIST_INSTRUCTION_SET {

namespace {

static_assert(BOND_LANES % LANES == 0);

void prefetch_motions(const BondTeam &team, std::size_t element, const double *rates)
{
  const int *spheres = team.spheres_of(element);
  for (int l = 0; l < BOND_LANES; l++) prefetch(rates + 6 * static_cast<std::size_t>(spheres[l]));
}

LaneVectors load_floats(const float (&vectors)[3][BOND_LANES], int n)
{
  return {load(vectors[0] + n), load(vectors[1] + n), load(vectors[2] + n)};
}

// Of each lane, the first element that has a bond there, or any if there is none.
void find_first(const BondTeam &team, int (&spheres)[BOND_LANES])
{
  for (int l = 0; l < BOND_LANES; l++) {
    std::size_t e = 0;
    while (e + 1 < team.held.size() && !(team.held[e] >> l & 1)) e++;
    spheres[l] = team.spheres_of(e)[l];
  }
}

// Forces on a cluster add up to nothing, so that its velocity does not count: only those relative
// to one of its elements are multiplied by what is kept to seven digits.
double power_of_rows(const DashpotRow *rows, const BondTeam &team, const double *rates)
{
  constexpr std::size_t AHEAD = 2;
  const std::size_t elements = team.radius.size();
  Lanes sum = {};
  int first_of[BOND_LANES];
  LaneVectors first[BOND_LANES / LANES];
  find_first(team, first_of);
  for (int n = 0; n < BOND_LANES; n += LANES)
    first[n / LANES] = motions_of(first_of + n, rates).velocity;
  for (std::size_t e = 0; e < elements; e++) {
    if (e + AHEAD < elements) prefetch_motions(team, e + AHEAD, rates);
    for (int n = 0; n < BOND_LANES; n += LANES) {
      const LaneMotions motion = motions_of(team.spheres_of(e) + n, rates);
      sum += dot(load_floats(rows[e].force, n), motion.velocity - first[n / LANES]) +
          dot(load_floats(rows[e].torque, n), motion.omega);
    }
  }
  return sum_of(sum);
}

constexpr DashpotLanes TABLE = {power_of_rows};

}    // namespace
}    // namespace GRIST_INSTRUCTION_SET

const DashpotLanes DashpotLanes::GRIST_INSTRUCTION_SET = TABLE;

}    // namespace grist
