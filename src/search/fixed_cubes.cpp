#include "search/fixed_cubes.h"

#include "search/stopwatch.h"

#include <algorithm>

namespace grist {

// Buckets a ball. A ball cuts 1 to 8 cubes, 7 on average if it is as large as they are.
static constexpr std::uint64_t BUCKETS = 8;

void FixedCubes::search(const SphereView &spheres, std::vector<IndexPair> &pairs)
{
  Stopwatch watch;
  lay_out(spheres);
  sort(spheres);
  last.seconds_subdivision = watch.lap();
  PairBuffer buffer(pairs);
  resolve(spheres, buffer);
  last.seconds_resolution = watch.lap();

  last.levels = 1;
  last.primary_cell = grid.cell();
  last.memory = firsts.capacity() * sizeof(firsts[0]) + balls.capacity() * sizeof(balls[0]);
}

// ---- cubes

// The margin covers the rounding of midpoints, of places in cubes, and what is_pair() accepts
// beyond the reach.
void FixedCubes::lay_out(const SphereView &spheres)
{
  const CenterBox box = box_of(spheres.centers, spheres.count);
  const double radius_max = range_of(spheres.radii, spheres.count).most + 0.5 * spheres.skin;
  margin = 2.0 * IntegerGrid::margin(2.0 * radius_max, box);
  grid = IntegerGrid(IntegerGrid::edge_for(2.0 * (radius_max + 2.0 * margin), box));

  double cubes = 1.0;
  std::uint64_t number = 1;
  for (int d = 0; d < 3; d++) {
    base[d] = grid.index(box.low[d]) - 1;
    stride[d] = number;
    const std::int64_t across = grid.index(box.high[d]) + 2 - base[d];
    cubes *= static_cast<double>(across);
    number *= static_cast<std::uint64_t>(across);
  }
  const std::uint64_t most =
      std::min<std::uint64_t>(BUCKETS * static_cast<std::uint64_t>(spheres.count), 1u << 31);
  int bits = 1;
  while ((std::uint64_t(1) << bits) < most) bits++;
  shift = cubes <= static_cast<double>(most) ? 0 : 64 - bits;
  bucket_count = static_cast<std::uint32_t>(shift == 0 ? number : std::uint64_t(1) << bits);
}

// The bucket of a cube by its number. A number that has overflown is a hash already.
inline std::uint32_t FixedCubes::bucket_of(std::uint64_t cube) const
{
  constexpr std::uint64_t GOLDEN = 0x9e3779b97f4a7c15;    // 2^64 over the golden ratio
  return static_cast<std::uint32_t>(shift == 0 ? cube : (cube * GOLDEN) >> shift);
}

// Eqs. 9 to 14, with the edge of a cube as the unit of length.
inline FixedCubes::Cuts FixedCubes::cuts_of(const double *center, double radius) const
{
  std::uint64_t central = 0, step[3];
  double gap2[3];    // squared distance from the nearest face
  for (int d = 0; d < 3; d++) {
    const double at = grid.at(center[d]);
    const std::int64_t index = grid.index(center[d]);
    const double from_low = at - static_cast<double>(index);
    const double gap = std::min(from_low, 1.0 - from_low);
    gap2[d] = gap * gap;
    central += static_cast<std::uint64_t>(index - base[d]) * stride[d];
    step[d] = from_low < 0.5 ? -stride[d] : stride[d];
  }

  Cuts cuts;
  cuts.buckets[0] = bucket_of(central);
  cuts.count = 1;
  const double reach = (radius + margin) / grid.cell(), reach2 = reach * reach;
  for (int corner = 1; corner < 8; corner++) {    // a bit for each face that lies between
    double distance2 = 0.0;
    std::uint64_t cube = central;
    for (int d = 0; d < 3; d++)
      if (corner >> d & 1) {
        distance2 += gap2[d];
        cube += step[d];
      }
    if (distance2 > reach2) continue;
    const std::uint32_t bucket = bucket_of(cube);
    bool is_new = true;
    for (int k = 0; shift != 0 && k < cuts.count; k++) is_new &= cuts.buckets[k] != bucket;
    cuts.buckets[cuts.count] = bucket;
    cuts.count += is_new;
  }
  return cuts;
}

// ---- sorting

// A counting sort. A bucket's beginning is kept one place up while balls are put in, and has become
// its end afterwards.
void FixedCubes::sort(const SphereView &spheres)
{
  firsts.assign(static_cast<std::size_t>(bucket_count) + 2, 0);
  const auto cuts = [&](int i) {
    return cuts_of(spheres.center(i), spheres.radii[i] + 0.5 * spheres.skin);
  };
  for (int i = 0; i < spheres.count; i++) {
    const Cuts cut = cuts(i);
    for (int k = 0; k < cut.count; k++) firsts[cut.buckets[k] + 2]++;
  }
  for (std::size_t bucket = 2; bucket < firsts.size(); bucket++)
    firsts[bucket] += firsts[bucket - 1];
  balls.resize(firsts.back());
  for (int i = 0; i < spheres.count; i++) {
    const Cuts cut = cuts(i);
    for (int k = 0; k < cut.count; k++) balls[firsts[cut.buckets[k] + 1]++] = i;
  }
}

// ---- contact resolution

void FixedCubes::resolve(const SphereView &spheres, PairBuffer &pairs)
{
  for (std::uint32_t bucket = 0; bucket < bucket_count; bucket++) {
    const int *const end = balls.data() + firsts[bucket + 1];
    for (const int *a = balls.data() + firsts[bucket]; a < end; a++)
      for (const int *b = a + 1; b < end; b++) {
        if (!is_wanted(spheres, *a, *b)) continue;
        last.distance_checks++;
        if (!is_pair(spheres, *a, *b)) continue;
        pairs.make_room();
        pairs.put(*a, *b, bucket_of_midpoint(spheres, *a, *b) == bucket);
      }
  }
}

// The midpoint divides the distance of the centres as the radii do. It is one centre where there
// are no radii, or where lengths are so huge that all lies in one cube.
inline std::uint32_t FixedCubes::bucket_of_midpoint(const SphereView &spheres, int a, int b) const
{
  const double radius_a = spheres.radii[a] + 0.5 * spheres.skin,
               radius_b = spheres.radii[b] + 0.5 * spheres.skin, sum = radius_a + radius_b;
  const double part_b = sum > 0.0 && sum < IntegerGrid::HUGE_LENGTH ? radius_a / sum : 0.0;
  std::uint64_t cube = 0;
  for (int d = 0; d < 3; d++) {
    const double at = (1.0 - part_b) * spheres.center(a)[d] + part_b * spheres.center(b)[d];
    cube += static_cast<std::uint64_t>(grid.index(at) - base[d]) * stride[d];
  }
  return bucket_of(cube);
}

}    // namespace grist
