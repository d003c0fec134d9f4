// Time of one pair of convex polyhedra, with and without the law of its contact, of one with a wall,
// and of one with a sphere.
//
// Pairs overlap by 2 % of their radius, or are apart by as much with a remembered plane; the
// clipping kernel against the published algorithm (plane_combinations.h). Random orientations, 4096
// different pairs.
//
// Shapes by number of vertices (and faces): octahedron 6 (8), cube 8 (6), icosahedron 12 (20),
// dodecahedron 20 (12), hull of 20 random points on a sphere (36), football 60 (32), hull of 60
// random points on a sphere (116).

#include "common/space.h"
#include "geometry/nearest_feature.h"
#include "geometry/overlap.h"
#include "geometry/plane_combinations.h"
#include "geometry/solids.h"
#include "overlaps/overlap_block.h"

#include <benchmark/benchmark.h>

#include <random>
#include <vector>

namespace {

using namespace grist;

constexpr int PAIRS = 4096;       // more than branch predictors remember
constexpr double DEPTH = 0.02;    // of the radius

ConvexPolyhedron ball_of_points(int count)
{
  std::mt19937_64 random(count);
  std::normal_distribution<double> gauss;
  std::vector<Vector3d> points;
  for (int i = 0; i < count; i++) {
    const Vector3d p{gauss(random), gauss(random), gauss(random)};
    points.push_back(normalized(p));
  }
  return ConvexPolyhedron::from_vertices(points);
}

ConvexPolyhedron shape(int number)
{
  switch (number) {
    case 0: return solids::octahedron(1.0);
    case 1: return solids::cube(1.0);
    case 2: return solids::icosahedron(1.0);
    case 3: return solids::dodecahedron(1.0);
    case 4: return ball_of_points(20);
    case 5: return solids::truncated_icosahedron(1.0);
    default: return ball_of_points(60);
  }
}

const char *const NAMES[] = {"octahedron 6 (8)",     "cube 8 (6)",     "icosahedron 12 (20)",
                             "dodecahedron 20 (12)", "random 20 (36)", "football 60 (32)",
                             "random 60 (116)"};

struct PosedPair {
  Pose a, b;
  SeparatingPlane plane;
};

// Pairs in random orientation and direction, `depth` (of the radius) deeper than first contact.
class Pairs {
 public:
  ConvexPolyhedron body;
  std::vector<PosedPair> pairs;
  OverlapWorkspace workspace;

  Pairs(int number, double depth) : body(shape(number)), random(7)
  {
    for (int n = 0; n < PAIRS; n++) {
      PosedPair pair{turned(), turned(), {}};
      const Vector3d direction = normalized(any());
      double near = 0.0, far = 2.0 * body.radius();
      for (int step = 0; step < 40; step++) {
        const double middle = 0.5 * (near + far);
        pair.b.position = middle * direction;
        (touch(pair) ? near : far) = middle;
      }
      pair.b.position = (near - depth * body.radius()) * direction;
      pair.plane = {};
      touch(pair);
      pairs.push_back(pair);
    }
  }
  bool touch(PosedPair &pair)
  {
    pair.plane = {};
    return overlap(body, pair.a, body, pair.b, workspace, &pair.plane).status !=
        OverlapStatus::SEPARATE;
  }

 private:
  std::mt19937_64 random;
  std::normal_distribution<double> gauss;

  Vector3d any() { return {gauss(random), gauss(random), gauss(random)}; }
  Pose turned()
  {
    const Quaterniond q{gauss(random), gauss(random), gauss(random), gauss(random)};
    return {Vector3d::zero(), rotation_matrix(normalized(q))};
  }
};

void finish(benchmark::State &run)
{
  run.SetLabel(NAMES[run.range(0)]);
  run.counters["us_per_pair"] = benchmark::Counter(
      PAIRS * 1e-6, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

void polyhedra_touching(benchmark::State &run)
{
  Pairs set(static_cast<int>(run.range(0)), DEPTH);
  for (auto _ : run)
    for (PosedPair &pair : set.pairs)
      benchmark::DoNotOptimize(
          overlap(set.body, pair.a, set.body, pair.b, set.workspace, &pair.plane));
  finish(run);
}

// With the forces of the pairs, by blocks as in a run; bodies turn and approach at random.
void forces_of_touching(benchmark::State &run, NormalLaw normal)
{
  Pairs set(static_cast<int>(run.range(0)), DEPTH);
  OverlapContactLaw law;
  law.normal = normal;
  law.friction = FrictionLaw::COULOMB;
  law.stiffness = 1e6;
  law.mu = 0.5;
  law.set_restitution(0.4);
  OverlapBlock block;
  for (int lane = 0; lane < OverlapBlock::LANES; lane++) block.set_law(lane, law);
  std::mt19937_64 random(11);
  std::normal_distribution<double> gauss(0.0, 0.01);
  std::vector<Vector3d> any;
  for (int n = 0; n < PAIRS + 3; n++) any.push_back({gauss(random), gauss(random), gauss(random)});
  std::vector<ContactHistory> histories(PAIRS);
  for (auto _ : run)
    for (int n = 0; n < PAIRS; n += OverlapBlock::LANES) {
      for (int lane = 0; lane < OverlapBlock::LANES; lane++) {
        PosedPair &pair = set.pairs[n + lane];
        const Overlap found =
            overlap(set.body, pair.a, set.body, pair.b, set.workspace, &pair.plane);
        const Vector3d *motion = &any[n + lane];
        block.set_contact(
            lane, found,
            {pair.b.position - pair.a.position, motion[0], motion[1], motion[2], motion[3], 1.0});
        block.set_history(lane, histories[n + lane]);
      }
      evaluate(block, OverlapBlock::LANES, law, 1e-5);
      for (int lane = 0; lane < OverlapBlock::LANES; lane++) {
        histories[n + lane] = block.history(lane);
        benchmark::DoNotOptimize(block.on(lane));
      }
    }
  finish(run);
}
static_assert(PAIRS % OverlapBlock::LANES == 0, "whole blocks");

void polyhedra_touching_with_volume(benchmark::State &run)
{
  forces_of_touching(run, NormalLaw::VOLUME);
}

void polyhedra_touching_with_energy(benchmark::State &run)
{
  forces_of_touching(run, NormalLaw::ENERGY);
}

void polyhedra_separate(benchmark::State &run)
{
  Pairs set(static_cast<int>(run.range(0)), -DEPTH);
  for (auto _ : run)
    for (PosedPair &pair : set.pairs)
      benchmark::DoNotOptimize(
          overlap(set.body, pair.a, set.body, pair.b, set.workspace, &pair.plane));
  finish(run);
}

// The first time that a pair is apart: the plane has to be found.
void polyhedra_part(benchmark::State &run)
{
  Pairs set(static_cast<int>(run.range(0)), -DEPTH);
  for (auto _ : run)
    for (PosedPair &pair : set.pairs) {
      pair.plane = {};
      benchmark::DoNotOptimize(
          overlap(set.body, pair.a, set.body, pair.b, set.workspace, &pair.plane));
    }
  finish(run);
}

void polyhedra_as_published(benchmark::State &run)
{
  Pairs set(static_cast<int>(run.range(0)), DEPTH);
  PlaneCombinations reference;
  for (auto _ : run)
    for (PosedPair &pair : set.pairs)
      benchmark::DoNotOptimize(reference.overlap(set.body, pair.a, set.body, pair.b));
  finish(run);
}

// A wall that cuts off 2 % of the radius.
void polyhedron_wall(benchmark::State &run)
{
  Pairs set(static_cast<int>(run.range(0)), DEPTH);
  std::vector<HalfSpace> walls;
  for (const PosedPair &pair : set.pairs) {
    const Vector3d normal = normalized(pair.b.position);
    const HalfSpace through{transposed(pair.a.rotation) * normal, 0.0};
    walls.push_back(
        {normal, distance_range(set.body.view(), through).least + DEPTH * set.body.radius()});
  }
  for (auto _ : run)
    for (int n = 0; n < PAIRS; n++)
      benchmark::DoNotOptimize(overlap(set.body, set.pairs[n].a, walls[n], set.workspace));
  finish(run);
}

// The centre of a sphere where that of the other body is.
void sphere_polyhedron(benchmark::State &run)
{
  Pairs set(static_cast<int>(run.range(0)), DEPTH);
  for (auto _ : run)
    for (const PosedPair &pair : set.pairs)
      benchmark::DoNotOptimize(nearest_feature(set.body, pair.a, pair.b.position));
  finish(run);
}

BENCHMARK(polyhedra_touching)->DenseRange(0, 6)->Unit(benchmark::kMicrosecond);
BENCHMARK(polyhedra_touching_with_volume)->DenseRange(0, 6)->Unit(benchmark::kMicrosecond);
BENCHMARK(polyhedra_touching_with_energy)->DenseRange(0, 6)->Unit(benchmark::kMicrosecond);
BENCHMARK(polyhedra_separate)->DenseRange(0, 6)->Unit(benchmark::kMicrosecond);
BENCHMARK(polyhedra_part)->DenseRange(0, 6)->Unit(benchmark::kMicrosecond);
BENCHMARK(polyhedron_wall)->DenseRange(0, 6)->Unit(benchmark::kMicrosecond);
BENCHMARK(sphere_polyhedron)->DenseRange(0, 6)->Unit(benchmark::kMicrosecond);
BENCHMARK(polyhedra_as_published)->DenseRange(0, 6)->Unit(benchmark::kMicrosecond);

}    // namespace
