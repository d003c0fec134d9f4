#include "sensors/cell_sums.h"

#include "common/preconditions.h"
#include "common/space.h"

#include <algorithm>

namespace grist {

static constexpr int PAIRS[6][2] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}};

void CellSums::add(double m, const Vector3d &v)
{
  assert(m >= 0.0);
  number++;
  mass += m;
  for (int k = 0; k < 3; k++) momentum[k] += m * v[k];
  for (int n = 0; n < 6; n++) flux[n] += m * v[PAIRS[n][0]] * v[PAIRS[n][1]];
}

CellState CellSums::state(double samples, double volume) const
{
  assert(samples >= 0.0 && volume >= 0.0);
  CellState state;
  if (samples == 0.0) return state;
  state.number = number / samples;
  state.mass = mass / samples;
  const double scale = volume > 0.0 ? 1.0 / (samples * volume) : 0.0;
  for (int n = 0; n < 6; n++) state.contact[n] = scale * contact.sum[n];
  if (!(mass > 0.0)) return state;
  for (int k = 0; k < 3; k++) state.velocity[k] = momentum[k] / mass;
  for (int n = 0; n < 6; n++) {
    const auto [i, j] = PAIRS[n];
    double excess = flux[n] - momentum[i] * state.velocity[j];
    if (i == j) excess = std::max(0.0, excess);    // rounding
    state.kinetic[n] = -scale * excess;
    if (i == j) state.temperature[i] = excess / mass;
  }
  return state;
}

}    // namespace grist
