// Time of one evaluation of the parallel bond, over cubes of 27 spheres with 54 bonds that turn and shake.
// Argument: number of cubes (100: 5,400 bonds; 1,000: 54,000; 8,000: 432,000).

#include "mechanics/parallel_bond.h"

#include <benchmark/benchmark.h>

#include <random>
#include <utility>
#include <vector>

namespace {

using namespace grist;

struct Cubes {
  std::vector<Vector3d> x, v, w;
  std::vector<std::pair<int, int>> bonds;
  std::vector<BondState> states;

  explicit Cubes(int count)
  {
    std::mt19937_64 random(1);
    std::normal_distribution<double> gauss;
    const auto any = [&] { return Vector3d(gauss(random), gauss(random), gauss(random)); };
    for (int cube = 0; cube < count; cube++) {
      const Eigen::Quaterniond turn(gauss(random), gauss(random), gauss(random), gauss(random));
      for (int a = 0; a < 27; a++) {
        x.push_back(turn.normalized() * (6.6e-3 * Vector3d(a % 3, a / 3 % 3, a / 9)));
        v.push_back(0.1 * any());
        w.push_back(10.0 * any());
        const int site[3] = {a % 3, a / 3 % 3, a / 9}, step[3] = {1, 3, 9};
        for (int k = 0; k < 3; k++)
          if (site[k] < 2) bonds.emplace_back(27 * cube + a, 27 * cube + a + step[k]);
      }
    }
    for (const auto &[a, b] : bonds) states.push_back(make_bond(x[b] - x[a]));
  }
};

void parallel_bond(benchmark::State &run)
{
  Cubes cubes(static_cast<int>(run.range(0)));
  BondMaterial material;
  material.young = 1e9;
  material.tensile = material.shear = 1e12;
  material.damping = 0.05;
  constexpr double RADIUS = 3.3e-3, MASS = 7e-4, DT = 1e-7;
  std::vector<Vector3d> force(cubes.x.size(), Vector3d::Zero()), torque(force);

  for (auto _ : run) {
    for (size_t i = 0; i < cubes.x.size(); i++) cubes.x[i] += DT * cubes.v[i];
    for (size_t n = 0; n < cubes.bonds.size(); n++) {
      const auto [a, b] = cubes.bonds[n];
      const BondMotion motion{cubes.x[b] - cubes.x[a],
                              cubes.v[b] - cubes.v[a],
                              cubes.w[a],
                              cubes.w[b],
                              RADIUS,
                              RADIUS,
                              MASS,
                              MASS,
                              DT};
      const BondForces on = update_bond(material, motion, cubes.states[n]);
      force[a] += on.force_a;
      force[b] -= on.force_a;
      torque[a] += on.torque_a;
      torque[b] += on.torque_b;
    }
    benchmark::ClobberMemory();
  }
  run.counters["ns_per_bond"] = benchmark::Counter(static_cast<double>(cubes.bonds.size()) * 1e-9,
                                                   benchmark::Counter::kIsIterationInvariantRate |
                                                       benchmark::Counter::kInvert);
}

BENCHMARK(parallel_bond)->Arg(100)->Arg(1000)->Arg(8000)->Unit(benchmark::kMillisecond);

}    // namespace
