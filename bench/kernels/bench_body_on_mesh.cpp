// Time of one convex body on a triangle mesh, against a plane wall, and of listing it.
//
// 4096 bodies in random orientation overlap by 2 % of their radius: cubes, and hulls of 20 random
// points (36 faces). They lie on a plane, on a plane of 2 and of 100,000 triangles, inside a
// cylinder of 100,000 triangles in 500 strips, outside of it, and on a rough floor. Bodies have a
// radius of 4 strips in the cylinder, and of one triangle on the rough floor.

#include "common/constants.h"
#include "common/space.h"
#include "geometry/random_shape.h"
#include "geometry/solids.h"
#include "walls/body_on_mesh.h"

#include <benchmark/benchmark.h>

#include <cmath>
#include <random>
#include <vector>

namespace {

using namespace grist;

constexpr int BODIES = 4096;      // more than branch predictors remember
constexpr double DEPTH = 0.02;    // of the radius
constexpr double SKIN = 0.1;      // of the radius

enum Scene { PLANE, PLANE_2, PLANE_100000, INSIDE, OUTSIDE, ROUGH };
const char *const SCENES[] = {"plane wall",      "2 triangles",      "100,000 triangles",
                              "inside cylinder", "outside cylinder", "rough floor"};
constexpr double HALF = 10.0;    // of the planes

// n times m quads; `at` takes 0 to 1 twice.
template <class At> Mesh grid(int n, int m, const At &at)
{
  Mesh mesh;
  for (int i = 0; i <= n; i++)
    for (int j = 0; j <= m; j++)
      mesh.vertices.push_back(at(static_cast<double>(i) / n, static_cast<double>(j) / m));
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      const int a = i * (m + 1) + j, b = a + m + 1;
      mesh.faces.push_back({a, b, b + 1});
      mesh.faces.push_back({a, b + 1, a + 1});
    }
  return mesh;
}

constexpr int STRIPS = 500;
constexpr double CYLINDER = 1.0;

Mesh mesh_of(int scene, double radius)
{
  const auto flat = [](double s, double t) {
    return Vector3d{HALF * (2.0 * s - 1.0), HALF * (2.0 * t - 1.0), 0.0};
  };
  switch (scene) {
    case PLANE_100000: return grid(250, 200, flat);
    case INSIDE:
    case OUTSIDE:
      return grid(100, STRIPS, [scene](double s, double t) {
        const double angle = (scene == INSIDE ? 2.0 : -2.0) * PI * t;
        return Vector3d{4.0 * s - 2.0, CYLINDER * std::cos(angle), CYLINDER * std::sin(angle)};
      });
    case ROUGH: {
      std::mt19937 random(3);
      std::uniform_real_distribution<double> height(-0.1 * radius, 0.1 * radius);
      const int n = static_cast<int>(2.0 * HALF / radius);
      return grid(n, n, [&](double s, double t) {
        return flat(s, t) + height(random) * Vector3d::unit_z();
      });
    }
    default: return grid(1, 1, flat);
  }
}

class Bodies {
 public:
  ConvexPolyhedron body;
  std::vector<Pose> poses;
  OverlapWorkspace workspace;

  Bodies(int scene, int number) :
      body((number == 0 ? solids::cube(1.0) : stone()).scaled(1.0)), random(7)
  {
    const double size = 4.0 * 2.0 * PI * CYLINDER / STRIPS;
    body = body.scaled(size / body.radius());
    while (static_cast<int>(poses.size()) < BODIES) poses.push_back(lying(scene));
  }
  static ConvexPolyhedron stone()
  {
    std::mt19937_64 random(20);
    std::normal_distribution<double> gauss;
    std::vector<Vector3d> points;
    for (int i = 0; i < 20; i++) {
      const double x = gauss(random), y = gauss(random), z = gauss(random);
      points.push_back(normalized(Vector3d{x, y, z}));
    }
    return ConvexPolyhedron::from_vertices(points);
  }

 private:
  std::mt19937_64 random;
  std::normal_distribution<double> gauss;

  double part(double least, double greatest)
  {
    return std::uniform_real_distribution<double>(least, greatest)(random);
  }
  Pose lying(int scene)
  {
    const double w = gauss(random), x = gauss(random), y = gauss(random), z = gauss(random);
    Pose pose{Vector3d::zero(), rotation_matrix(normalized(Quaterniond{w, x, y, z}))};
    Vector3d up = Vector3d::unit_z(), foot{part(-9, 9), part(-9, 9), 0.0};
    if (scene == INSIDE || scene == OUTSIDE) {
      const double angle = part(0.0, 2.0 * PI);
      const Vector3d outward{0.0, std::cos(angle), std::sin(angle)};
      up = scene == INSIDE ? -outward : outward;
      foot = CYLINDER * outward + part(-1.5, 1.5) * Vector3d::unit_x();
    }
    double lowest = 0.0;
    for (const Vector3d &v : body.vertices()) lowest = std::min(lowest, dot(up, pose.rotation * v));
    pose.position = foot - (lowest + DEPTH * body.radius()) * up;
    return pose;
  }
};

void finish(benchmark::State &run, double plates)
{
  run.SetLabel(std::string(SCENES[run.range(0)]) + (run.range(1) == 0 ? ", cube" : ", 20 corners"));
  const auto each = benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert;
  run.counters["us_per_body"] = benchmark::Counter(BODIES * 1e-6, each);
  if (plates == 0.0) return;
  run.counters["plates"] = plates / BODIES;
  run.counters["us_per_plate"] = benchmark::Counter(plates * 1e-6, each);
}

void body_on_plane(benchmark::State &run)
{
  Bodies set(PLANE, static_cast<int>(run.range(1)));
  const HalfSpace wall{Vector3d::unit_z(), 0.0};
  for (auto _ : run)
    for (const Pose &pose : set.poses)
      benchmark::DoNotOptimize(overlap(set.body, pose, wall, set.workspace));
  finish(run, BODIES);
}

void body_on_mesh(benchmark::State &run)
{
  const int scene = static_cast<int>(run.range(0));
  Bodies set(scene, static_cast<int>(run.range(1)));
  BodyMesh mesh(TriangleMesh(mesh_of(scene, set.body.radius()), 20.0 * DEGREE), true);
  std::vector<int> listed;
  for (int n = 0; n < BODIES; n++)
    if (mesh.list_if_near(set.poses[n].position, (1.0 + SKIN) * set.body.radius()))
      listed.push_back(n);
  size_t plates = 0;
  for (int n = 0; n < mesh.listed(); n++)
    plates += mesh.find(n, set.body, set.poses[listed[n]], set.workspace).size();
  for (auto _ : run)
    for (int n = 0; n < mesh.listed(); n++)
      benchmark::DoNotOptimize(mesh.find(n, set.body, set.poses[listed[n]], set.workspace));
  finish(run, static_cast<double>(plates));
}

void listing_of_bodies(benchmark::State &run)
{
  const int scene = static_cast<int>(run.range(0));
  Bodies set(scene, static_cast<int>(run.range(1)));
  BodyMesh mesh(TriangleMesh(mesh_of(scene, set.body.radius()), 20.0 * DEGREE), true);
  for (auto _ : run) {
    mesh.begin_list();
    for (const Pose &pose : set.poses)
      benchmark::DoNotOptimize(mesh.list_if_near(pose.position, (1.0 + SKIN) * set.body.radius()));
  }
  finish(run, 0.0);
}

// From triangles to plates.
void plates_of_a_mesh(benchmark::State &run)
{
  const TriangleMesh mesh(mesh_of(static_cast<int>(run.range(0)), 0.1), 20.0 * DEGREE);
  for (auto _ : run) benchmark::DoNotOptimize(MeshPlates(mesh).count());
  run.SetLabel(SCENES[run.range(0)]);
  run.counters["triangles"] = static_cast<double>(mesh.triangles().size());
  run.counters["plates"] = MeshPlates(mesh).count();
}

BENCHMARK(body_on_plane)->ArgsProduct({{PLANE}, {0, 1}})->Unit(benchmark::kMicrosecond);
BENCHMARK(body_on_mesh)
    ->ArgsProduct({{PLANE_2, PLANE_100000, INSIDE, OUTSIDE, ROUGH}, {0, 1}})
    ->Unit(benchmark::kMicrosecond);
BENCHMARK(listing_of_bodies)
    ->ArgsProduct({{PLANE_2, PLANE_100000, INSIDE, OUTSIDE, ROUGH}, {0}})
    ->Unit(benchmark::kMicrosecond);
BENCHMARK(plates_of_a_mesh)->DenseRange(PLANE_100000, ROUGH)->Unit(benchmark::kMillisecond);

}    // namespace
