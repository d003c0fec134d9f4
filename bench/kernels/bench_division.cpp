// Time of dividing a body into pieces: by cracks, by Laguerre cells, and the shapes that are made
// of the pieces.
//
// An icosahedron into pieces whose volumes are log-normal with a deviation of 1 of the logarithm;
// 200 seeds take turns.

#include "breakage/body_division.h"
#include "common/random_numbers.h"
#include "geometry/solids.h"

#include <benchmark/benchmark.h>

#include <cmath>
#include <numeric>
#include <vector>

namespace {

using namespace grist;

constexpr int SEEDS = 200;

std::vector<double> volumes_of(const ConvexPolyhedron &body, int count)
{
  RandomNumbers random(count);
  std::vector<double> volumes;
  for (int i = 0; i < count; i++) volumes.push_back(std::exp(random.normal()));
  const double sum = std::accumulate(volumes.begin(), volumes.end(), 0.0);
  for (double &v : volumes) v *= body.volume() / sum;
  return volumes;
}

CrackSettings settings_of(const ConvexPolyhedron &body, std::uint64_t seed)
{
  CrackSettings settings;
  settings.contact = body.vertices().front();
  settings.seed = seed % SEEDS;
  return settings;
}

void finish(benchmark::State &run)
{
  const auto each = benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert;
  run.counters["us_per_piece"] = benchmark::Counter(static_cast<double>(run.range(0)) * 1e-6, each);
}

void division_by_cracks(benchmark::State &run)
{
  const ConvexPolyhedron body = solids::icosahedron(1.0);
  const std::vector<double> volumes = volumes_of(body, static_cast<int>(run.range(0)));
  std::uint64_t seed = 0;
  for (auto _ : run)
    benchmark::DoNotOptimize(divide_by_cracks(body, volumes, settings_of(body, seed++)));
  finish(run);
}

void division_by_cells(benchmark::State &run)
{
  const ConvexPolyhedron body = solids::icosahedron(1.0);
  const std::vector<double> volumes = volumes_of(body, static_cast<int>(run.range(0)));
  std::uint64_t seed = 0;
  for (auto _ : run)
    benchmark::DoNotOptimize(divide_by_cells(body, volumes, settings_of(body, seed++)));
  finish(run);
}

void shapes(benchmark::State &run, const std::vector<BodyPiece> &pieces)
{
  for (auto _ : run)
    for (const BodyPiece &piece : pieces)
      benchmark::DoNotOptimize(ConvexPolyhedron::from_vertices(piece.parts[0]));
  finish(run);
}

void shapes_between_cracks(benchmark::State &run)
{
  const ConvexPolyhedron body = solids::icosahedron(1.0);
  const std::vector<double> volumes = volumes_of(body, static_cast<int>(run.range(0)));
  shapes(run, divide_by_cracks(body, volumes, settings_of(body, 1)));
}

void shapes_of_cells(benchmark::State &run)
{
  const ConvexPolyhedron body = solids::icosahedron(1.0);
  const std::vector<double> volumes = volumes_of(body, static_cast<int>(run.range(0)));
  shapes(run, divide_by_cells(body, volumes, settings_of(body, 1)));
}

BENCHMARK(division_by_cracks)->Arg(10)->Arg(100)->Arg(1000)->Unit(benchmark::kMicrosecond);
BENCHMARK(division_by_cells)->Arg(10)->Arg(100)->Arg(1000)->Unit(benchmark::kMicrosecond);
BENCHMARK(shapes_between_cracks)->Arg(100)->Unit(benchmark::kMicrosecond);
BENCHMARK(shapes_of_cells)->Arg(100)->Unit(benchmark::kMicrosecond);

}    // namespace
