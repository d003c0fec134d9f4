// Time of one evaluation of the parallel bond, bond by bond and in blocks, over cubes of 27 spheres
// with 54 bonds that turn and shake. Argument: number of cubes (100: 5,400 bonds; 1,000: 54,000;
// 8,000: 432,000).

#include "bonds/bond_block.h"
#include "bonds/bond_dashpots.h"
#include "bonds/parallel_bond.h"
#include "common/space.h"

#include <benchmark/benchmark.h>

#include <random>
#include <tuple>
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
    const auto any = [&] { return Vector3d{gauss(random), gauss(random), gauss(random)}; };
    for (int cube = 0; cube < count; cube++) {
      const Quaterniond turn{gauss(random), gauss(random), gauss(random), gauss(random)};
      for (int a = 0; a < 27; a++) {
        x.push_back(normalized(turn) *
                    (6.6e-3 * Vector3d{1.0 * (a % 3), 1.0 * (a / 3 % 3), 1.0 * (a / 9)}));
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

constexpr double RADIUS = 3.3e-3, MASS = 7e-4, DT = 1e-7;

BondMaterial rock()
{
  BondMaterial material;
  material.young = 1e9;
  material.tensile = material.shear = 1e12;
  material.damping = 0.05;
  return material;
}

void report(benchmark::State &run, const Cubes &cubes)
{
  run.counters["ns_per_bond"] = benchmark::Counter(static_cast<double>(cubes.bonds.size()) * 1e-9,
                                                   benchmark::Counter::kIsIterationInvariantRate |
                                                       benchmark::Counter::kInvert);
}

void one_by_one(benchmark::State &run)
{
  Cubes cubes(static_cast<int>(run.range(0)));
  const BondMaterial material = rock();
  std::vector<Vector3d> force(cubes.x.size(), Vector3d::zero()), torque(force);

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
  report(run, cubes);
}

void place(BondBlocks &bonds, int n, const std::pair<int, int> &ends, const BondState &state,
           const BondMaterial &material)
{
  BondBlock &block = bonds.block_of(n);
  const int lane = bonds.lane_of(n);
  std::tie(block.a[lane], block.b[lane]) = ends;
  block.live |= BondMask{1} << lane;
  bonds.set_state(n, state);
  block.set_damping(lane, bond_damping(material, RADIUS, RADIUS, MASS, MASS, state.length_initial));
}

BondBlocks blocks_of(const Cubes &cubes, const BondMaterial &material)
{
  BondBlocks bonds;
  bonds.resize(static_cast<int>(cubes.bonds.size()));
  for (int n = 0; n < static_cast<int>(cubes.bonds.size()); n++)
    place(bonds, n, cubes.bonds[n], cubes.states[n], material);
  return bonds;
}

void evaluate_blocks(benchmark::State &run, bool scattered)
{
  Cubes cubes(static_cast<int>(run.range(0)));
  const std::vector<BondMaterial> materials(2, rock());
  BondBlocks bonds = blocks_of(cubes, materials[1]);
  auto &blocks = bonds.blocks;
  if (scattered) bonds.strengths.resize(blocks.size());
  std::vector<Vector3d> force(cubes.x.size(), Vector3d::zero()), torque(force);
  const std::vector<double> radius(cubes.x.size(), RADIUS);
  const int count = static_cast<int>(cubes.x.size());

  for (auto _ : run) {
    for (size_t i = 0; i < cubes.x.size(); i++) cubes.x[i] += DT * cubes.v[i];
    BondKernel kernel(materials,
                      {cubes.x[0].data(), cubes.v[0].data(), cubes.w[0].data(), radius.data(),
                       force[0].data(), torque[0].data(), count},
                      1.0, DT, OldNormals::FROM_MOTION);
    BondBlockForces on;
    for (size_t k = 0; k < blocks.size(); k++) {
      kernel.prefetch(blocks, k);
      BondBlock &block = blocks[k];
      BondStrengths *strengths = scattered ? &bonds.strengths[k] : nullptr;
      if (kernel.evaluate(block, bonds.normals[k], on, strengths))
        run.SkipWithError("a bond broke");
      kernel.add(block, on);
    }
    benchmark::ClobberMemory();
  }
  report(run, cubes);
}

void blocks(benchmark::State &run)
{
  evaluate_blocks(run, false);
}

// The same bonds in teams of like cubes, and the power of their dashpots if it is asked for.
void evaluate_teams(benchmark::State &run, bool asks_power)
{
  Cubes cubes(static_cast<int>(run.range(0)));
  const std::vector<BondMaterial> materials(2, rock());
  const std::vector<double> radius(cubes.x.size(), RADIUS);
  std::vector<ListedBond> listed;
  for (const auto &[a, b] : cubes.bonds) listed.push_back({a, b, 1, false, true});
  TeamOrder order = order_in_teams(listed, radius.data());
  BondBlocks bonds;
  bonds.resize(order.count);
  for (int n = 0; n < order.count; n++) bonds.clear(n);
  for (size_t k = 0; k < listed.size(); k++)
    place(bonds, order.number[k], cubes.bonds[k], cubes.states[k], materials[1]);
  for (BondTeam &team : order.teams) team.update(bonds, radius.data());
  std::vector<Vector3d> force(cubes.x.size(), Vector3d::zero()), torque(force);
  const int count = static_cast<int>(cubes.x.size());
  BondDashpots dashpots;
  for (auto _ : run) {
    for (size_t i = 0; i < cubes.x.size(); i++) cubes.x[i] += DT * cubes.v[i];
    BondKernel kernel(materials,
                      {cubes.x[0].data(), cubes.v[0].data(), cubes.w[0].data(), radius.data(),
                       force[0].data(), torque[0].data(), count, asks_power ? &dashpots : nullptr},
                      1.0, DT, OldNormals::FROM_MOTION);
    dashpots.begin_step(0, true);
    for (size_t t = 0; t < order.teams.size(); t++)
      kernel.evaluate_team(order.teams[t],
                           t + 1 < order.teams.size() ? &order.teams[t + 1] : nullptr, bonds,
                           [&](int, const BondEvents &, const BondBlockForces &) {
                             run.SkipWithError("a bond broke");
                           });
    benchmark::DoNotOptimize(dashpots.by_half_steps());
    benchmark::ClobberMemory();
  }
  report(run, cubes);
}

void teams(benchmark::State &run)
{
  evaluate_teams(run, false);
}

void teams_with_power(benchmark::State &run)
{
  evaluate_teams(run, true);
}

void blocks_of_scattered_strength(benchmark::State &run)
{
  evaluate_blocks(run, true);
}

BENCHMARK(one_by_one)->Arg(100)->Arg(1000)->Arg(8000)->Unit(benchmark::kMillisecond);
BENCHMARK(blocks)->Arg(100)->Arg(1000)->Arg(8000)->Arg(40000)->Unit(benchmark::kMillisecond);
BENCHMARK(teams)->Arg(112)->Arg(1008)->Arg(8000)->Arg(40000)->Unit(benchmark::kMillisecond);
BENCHMARK(teams_with_power)->Arg(112)->Arg(1008)->Arg(8000)->Unit(benchmark::kMillisecond);
BENCHMARK(blocks_of_scattered_strength)->Arg(1000)->Unit(benchmark::kMillisecond);

}    // namespace
