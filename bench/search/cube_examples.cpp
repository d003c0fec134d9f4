// The balls of lazarevic2002 Fig. 5: n from 100 to 100,000, dense and sparse, with radii between 1
// and 1.05 (Eq. 1).
//
//   dense     a random pack, pressed until its balls overlap by up to 2 % of their diameter, so
//             that they would fill 0.64 of the space; copies of 1000 balls side by side
//   sparse    a ball in every third cube in x, y and z, anywhere in it, so that no cube is cut by
//             two balls

#include "search/contest.h"
#include "search/examples.h"
#include "search/packings.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <unordered_map>

namespace grist {

namespace {

constexpr double RADIUS_MIN = 1.0, RADIUS_MAX = 1.05;

std::vector<double> random_radii(int count, std::mt19937_64 &random)
{
  std::vector<double> radii;
  for (int i = 0; i < count; i++)
    radii.push_back(RADIUS_MIN + (RADIUS_MAX - RADIUS_MIN) * uniform(random));
  return radii;
}

PeriodicPack pressed(PeriodicPack pack)
{
  constexpr double RATIO = 0.98;
  pack.edge *= RATIO;
  for (double &x : pack.spheres.centers) x *= RATIO;
  return pack;
}

SpherePacking sparse(int count, std::mt19937_64 &random)
{
  constexpr double CUBE = 2.0 * RADIUS_MAX;
  const int across = static_cast<int>(std::ceil(std::cbrt(count)));
  SpherePacking packing = {{}, random_radii(count, random)};
  for (int i = 0; i < count; i++)
    for (int index : {i % across, i / across % across, i / across / across})
      packing.centers.push_back(CUBE * (3 * index + uniform(random)));
  return packing;
}

// The largest number of balls that cut one cube, b_k of the paper.
int most_in_cube(const SpherePacking &balls, double cube)
{
  std::unordered_map<std::uint64_t, int> cuts;
  int most = 0;
  for (int i = 0; i < balls.count(); i++) {
    const double *center = &balls.centers[3 * static_cast<std::size_t>(i)];
    for (int n = 0; n < 27; n++) {
      std::uint64_t key = 0;
      double gap2 = 0.0;    // squared distance from the cube
      for (int d = 0; d < 3; d++) {
        const int offset = (d == 0 ? n : d == 1 ? n / 3 : n / 9) % 3 - 1;
        const double index = std::floor(center[d] / cube) + offset;
        const double nearest = std::clamp(center[d], index * cube, (index + 1.0) * cube);
        gap2 += (nearest - center[d]) * (nearest - center[d]);
        key = key << 20 | static_cast<std::uint64_t>(index + 0x80000);
      }
      if (gap2 <= balls.radii[i] * balls.radii[i]) most = std::max(most, ++cuts[key]);
    }
  }
  return most;
}

// Brute force is run only once if there are many balls.
bool run_example(const char *name, const SpherePacking &balls, bool brute_force)
{
  std::fprintf(stderr, "bench_search: %d balls, %s\n", balls.count(), name);
  constexpr int MANY = 5000;
  Contest contest, once;
  contest.add("cubes");
  contest.add("grid");
  Contest &third = balls.count() > MANY ? once : contest;
  if (brute_force) third.add("brute_force");
  while (!contest.is_enough(15, 0.3)) contest.run_round(balls.view());
  if (&third == &once) once.run_round(balls.view());

  std::vector<SearchTimes> all = contest.times();
  for (const SearchTimes &times : once.times()) all.push_back(times);
  const int most = most_in_cube(balls, contest.primary_cell(0));
  for (const SearchTimes &times : all)
    std::printf("%s,%d,%d,%s,%zu,%.4g,%.4g,%.4g,%.2f\n", name, balls.count(), most, times.title,
                times.pairs, 1e3 * times.subdivision, 1e3 * times.resolution, 1e3 * times.total,
                1.0 * times.memory / balls.count());
  std::fflush(stdout);
  return contest.all_agree() && (all.back().pairs == all.front().pairs);
}

}    // namespace

bool run_cube_examples(bool quick)
{
  std::printf("packing,balls,most_balls_in_a_cube,search,pairs,sort_ms,search_ms,total_ms,"
              "memory_bytes_per_ball\n");
  std::mt19937_64 random(1);
  const PeriodicPack pack = pressed(random_pack(random_radii(1000, random), 0.6));
  bool agree = true;
  for (int decade : {100, 1000, 10000, 100000})
    for (int step : {1, 2, 5}) {
      const int count = decade * step;
      if (count > 100000 || (quick && step > 1)) continue;
      const bool brute_force = !quick || count <= 10000;
      agree = run_example("dense", repeated(pack, count), brute_force) && agree;
      agree = run_example("sparse", sparse(count, random), brute_force) && agree;
    }
  return agree;
}

}    // namespace grist
