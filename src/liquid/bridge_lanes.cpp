#include "liquid/bridge_lanes.h"

#include "lanes/lane_rows.h"

#include <algorithm>
#include <cstddef>

namespace grist {
inline namespace GRIST_INSTRUCTION_SET {

namespace {

static_assert(BridgeLanes::MOST % LANES == 0);

// A sphere has four numbers of its place, then four of its motion.
Lanes row_of(const WetSpheres &spheres, int sphere, [[maybe_unused]] int first)
{
  const double *place = spheres.place[sphere].x, *motion = spheres.motion[sphere].velocity;
#if defined(GRIST_AVX512)
  return _mm512_maskz_insertf64x4(0xff, _mm512_castpd256_pd512(_mm256_load_pd(place)),
                                  _mm256_load_pd(motion), 1);
#else
  return load_row(first < 4 ? place + first : motion + first - 4);
#endif
}

// From a to b: place, sum of radii, velocity, sum of loads.
void read_spheres(const Bridge *const (&bridges)[LANES], const WetSpheres &spheres,
                  Lanes (&columns)[8])
{
  for (int first = 0; first < 8; first += LANES) {
    Lanes sign;
    for (int c = 0; c < LANES; c++) sign[c] = (first + c) % 4 == 3 ? 1.0 : -1.0;
    Lanes rows[LANES];
    for (int k = 0; k < LANES; k++)
      rows[k] =
          row_of(spheres, bridges[k]->b, first) + sign * row_of(spheres, bridges[k]->a, first);
    transpose(rows);
    for (int c = 0; c < LANES; c++) columns[first + c] = rows[c];
  }
}

// Lanes behind the last bridge are those of it again. One quotient for both parts of the force.
void evaluate(const Bridge *bridges, int count, const WetSpheres &spheres, bool are_viscous,
              BridgeForce *forces)
{
  constexpr std::size_t PULL = offsetof(Bridge, pull) / sizeof(double);
  for (int n = 0; n < count; n += LANES) {
    const Bridge *of[LANES];
    for (int k = 0; k < LANES; k++) of[k] = bridges + std::min(n + k, count - 1);
    Lanes numbers[8], between[8];
    load_columns([&of](int k) { return reinterpret_cast<const double *>(of[k]); }, numbers);
    read_spheres(of, spheres, between);
    const Lanes *pull = numbers + PULL;
    const LaneVectors apart = {between[0], between[1], between[2]},
                      velocity = {between[4], between[5], between[6]};
    const Lanes distance = square_root(dot(apart, apart)), inverse = 1.0 / distance;
    const Lanes gap = distance - between[3], open = select(gap > 0.0, gap, Lanes{});
    const Lanes decay = bridge_decay(open, pull[1], pull[2]);
    const Lanes viscous = are_viscous ? pull[4] : Lanes{}, least = pull[5];
    const Lanes free = select(gap > least, gap, least),
                limit = viscous * (spheres.step * between[7]);
    const Lanes width = select(free > limit, free, limit), share = 1.0 / (decay * width);
    const Lanes attraction = pull[0] * width * share, resistance = viscous * decay * share;
    const Lanes drag = resistance * dot(apart, velocity) * inverse * inverse;
    const LaneVectors force = (attraction * inverse + drag) * apart;
    const Lanes out[8] = {force.x, force.y, force.z, gap, apart.x, apart.y, apart.z, drag};
    store_columns([&](int k) { return forces[n + k].force; }, out);
  }
}

constexpr BridgeLanes TABLE = {evaluate};

}    // namespace
}    // namespace GRIST_INSTRUCTION_SET

const BridgeLanes BridgeLanes::GRIST_INSTRUCTION_SET = TABLE;

}    // namespace grist
