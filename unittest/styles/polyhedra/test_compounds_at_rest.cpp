// Bodies of several parts that hang or lie at rest in LAMMPS. Oracle: statics, of each face and of
// each pose.

#include "common/constants.h"
#include "common/space.h"
#include "styles/polyhedra/compounds.h"
#include "testing/lammps_session.h"
#include "testing/one_rank.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <set>
#include <sstream>

namespace test_compounds_at_rest {

using namespace grist::testing;
using namespace grist;

constexpr double GRAVITY = 9.81;

using CompoundsAtRest = OneRankTest;

// The notch is on top, its faces at 45 degrees, and the ball is fixed.
TEST_F(CompoundsAtRest, EachInnerFaceOfAHungLBearsItsShare)
{
  const double mass = 0.05, stiffness = 1e10, radius = 0.003;
  const double share = mass * GRAVITY / std::sqrt(2.0);
  const PartCorners l = angle_piece(0.05, 0.05, 0.005, 0.02);
  const Matrix3d down = turn(0.75 * PI, Vector3d::unit_y());
  double depth = 0.0;    // V = pi d^2 (3 r - d)/3 bears the share
  for (int n = 0; n < 60; n++)
    depth = std::sqrt(3.0 * share / stiffness / (PI * (3.0 * radius - depth)));
  const Vector3d notch = down * Vector3d{radius - depth, 0, radius - depth};
  LammpsSession lammps;
  lammps.run(read_compounds(folder / "data",
                            {{10.0, {0, 0, 0}, {}, radius, {}}, compound_at(mass, l, -notch, down)},
                            0.4, "volume 1e10") +
             R"(group l id 2
    fix g l gravity 9.81 vector 0 0 -1
    fix move l nve/body
    compute c all contact/local nx ny nz normal tangential
    compute least all reduce min c_c[*] inputs local
    compute most all reduce max c_c[*] inputs local
    compute rows all reduce sum c_c[3] c_c[4] inputs local
    thermo_style custom step c_least[1] c_most[1] c_rows[1]
    timestep 1e-6
    run 0)");
  const auto value = [&lammps](const std::string &name) { return lammps.evaluate(name); };
  EXPECT_NEAR(value("c_least[4]"), share, 1e-9 * share);
  EXPECT_NEAR(value("c_most[4]"), share, 1e-9 * share);
  EXPECT_NEAR(value("c_rows[2]"), 2.0 * share, 1e-9 * share);    // two contacts
  EXPECT_NEAR(value("c_least[1]"), -std::sqrt(0.5), 1e-9);
  EXPECT_NEAR(value("c_most[1]"), std::sqrt(0.5), 1e-9);
  EXPECT_NEAR(std::fabs(value("c_rows[1]")), std::sqrt(2.0), 1e-9);
  EXPECT_NEAR(value("c_most[5]"), 0.0, 1e-9 * share);
}

// Wedges on a round peg, let go beside the place where they hang.
TEST_F(CompoundsAtRest, ARingOnAPegIsHeldByItsWeight)
{
  const double mass = 0.01;
  Outline round;
  for (int k = 0; k < 16; k++)
    round.push_back({0.0081 * std::cos(PI * k / 8), 0.0081 * std::sin(PI * k / 8)});
  PartCorners ring = ring_piece(8, 0.01, 0.015, 0.012);
  for (auto &part : ring)
    for (Vector3d &corner : part)
      for (int k = 0; k < 3; k++) corner[k] = std::round(corner[k] * 1e6) / 1e6;
  LammpsSession lammps;
  lammps.run(read_compounds(folder / "data",
                            {compound_at(10.0, {prism(round, -0.02, 0.02)}, {}),
                             compound_at(mass, ring, {0.0005, -0.0015, -0.006})},
                            0.1, "volume 1e9 restitution 0.05 friction 0.5") +
             R"(group ring id 2
    fix g ring gravity 9.81 vector 0 -1 0
    fix drag ring viscous 0.5
    fix move ring nve/body
    compute c all contact/local id1 fx fy fz
    compute f all reduce sum c_c[2] c_c[3] c_c[4] inputs local
    thermo_style custom step c_f[1]
    timestep 2e-5
    run 30000)");
  const double weight = mass * GRAVITY;
  EXPECT_LT(norm(vector_at(bodies(lammps)[1].v.data())), 1e-5);
  EXPECT_NEAR(lammps.evaluate("c_f[2]"), -weight, 1e-3 * weight);    // on the peg, the lower id
  EXPECT_NEAR(lammps.evaluate("c_f[1]"), 0.0, 1e-3 * weight);
  EXPECT_NEAR(lammps.evaluate("c_f[3]"), 0.0, 1e-3 * weight);
}

// A U hangs by its base on a bar and drifts until a leg touches it.
TEST_F(CompoundsAtRest, TheSecondTouchOfAHookBeginsFromZero)
{
  const double stiffness = 1e9, depth = 1e-7, speed = 1e-3, gap = 2e-8, leg = 0.01;
  const double mass = stiffness * 0.02 * 0.01 * depth / GRAVITY;    // on a bar of 20 mm
  const Matrix3d over = turn(PI, Vector3d::unit_x());
  // The base is above z = 0 then, and the legs hang down; the bar has its top there.
  const PartCorners hook = fork_piece(0.02 + 2.0 * gap, leg, 0.005, 0.01),
                    bar = {block({-0.01, -0.1, -0.02}, {0.01, 0.1, 0.0})};
  const double half = PI * std::sqrt(mass / (stiffness * leg * 0.01));
  std::ostringstream input;
  input << read_compounds(
               folder / "data",
               {compound_at(10.0, bar, {}), compound_at(mass, hook, {0, 0, -depth}, over)}, 0.4,
               "volume 1e9")
        << "group hook id 2\nvelocity hook set " << speed << R"( 0 0
    fix g hook gravity 9.81 vector 0 0 -1
    fix move hook nve/body
    compute c all contact/local fx fz
    compute f all reduce sum c_c[*] inputs local
    compute x hook reduce sum fx
    thermo_style custom step c_x
    fix f all ave/time 1 1 1 c_f[1] c_f[2] file )"
        << (folder / "forces") << "\ntimestep " << half / 4000.0 << "\nrun 2000\n";
  LammpsSession lammps;
  lammps.run(input.str());
  std::vector<double> side, down;
  std::ifstream file(folder / "forces");
  for (std::string line; std::getline(file, line);) {
    double step, x, z;
    if (line[0] != '#' && std::istringstream(line) >> step >> x >> z) {
      side.push_back(std::fabs(x));
      down.push_back(z);
    }
  }
  ASSERT_EQ(side.size(), 2001u);
  const double most = *std::max_element(side.begin(), side.end());
  double jump = 0.0;
  for (size_t n = 1; n < side.size(); n++) jump = std::max(jump, std::fabs(side[n] - side[n - 1]));
  EXPECT_LT(side[0], 1e-12 * mass * GRAVITY);
  // The leg is touched below the center of mass, so that the hook turns, too.
  EXPECT_NEAR(most / (speed * std::sqrt(stiffness * leg * 0.01 * mass)), 0.95, 0.05);
  EXPECT_LT(jump, 2e-3 * most);
  for (size_t n = 0; n < down.size(); n++) ASSERT_NEAR(down[n] / (-mass * GRAVITY), 1.0, 2e-4) << n;
  // Rows of cells are parts of the force on the body.
  EXPECT_NEAR(side.back() / std::fabs(lammps.evaluate("c_x")), 1.0, 1e-5);
}

// ---- poses

using Points = std::vector<Vector3d>;

// Outward normals of the faces of the hull on which a body with its centroid at the origin stands:
// each plane through three points that all others are behind, if the foot of the centroid is inside
// of what the body has in it.
std::vector<Vector3d> stable_faces(const Points &points, double size)
{
  const double tolerance = 1e-7 * size;
  std::vector<Vector3d> stable, known;
  const auto has = [](const std::vector<Vector3d> &normals, const Vector3d &normal) {
    return std::any_of(normals.begin(), normals.end(),
                       [&normal](const Vector3d &n) { return norm(n - normal) < 1e-4; });
  };
  for (const Vector3d &a : points)
    for (const Vector3d &b : points)
      for (const Vector3d &c : points) {
        const Vector3d across = cross(b - a, c - a);
        if (norm(across) < 1e-6 * size * size) continue;
        const Vector3d normal = across / norm(across);
        if (has(known, normal)) continue;
        const auto is_behind = [&](const Vector3d &p) { return dot(normal, p - a) <= tolerance; };
        if (!std::all_of(points.begin(), points.end(), is_behind)) continue;
        known.push_back(normal);
        Points in_plane;
        for (const Vector3d &p : points)
          if (dot(normal, p - a) > -tolerance) in_plane.push_back(p);
        const Vector3d foot = dot(normal, a) * normal;
        bool stands = true;
        for (const Vector3d &p : in_plane)
          for (const Vector3d &q : in_plane) {
            if (norm(q - p) < tolerance) continue;
            const Vector3d inward = cross(normal, q - p) / norm(q - p);
            const bool is_side =
                std::all_of(in_plane.begin(), in_plane.end(),
                            [&](const Vector3d &r) { return dot(inward, r - p) > -tolerance; });
            if (is_side && dot(inward, foot - p) <= 0.0) stands = false;
          }
        if (stands) stable.push_back(normal);
      }
  return stable;
}

TEST_F(CompoundsAtRest, DroppedBodiesLieInThePosesOfStatics)
{
  const std::vector<PartCorners> shapes = {angle_piece(0.018, 0.012, 0.006, 0.01),
                                           fork_piece(0.012, 0.016, 0.005, 0.009),
                                           {block({-0.015, -0.005, 0.0}, {0.011, 0.005, 0.006}),
                                            block({-0.004, -0.005, -0.016}, {0.002, 0.005, 0.0})}};
  Scenes scenes(21);
  std::vector<BodyLine> lines;
  for (int n = 0; n < 36; n++)
    lines.push_back(compound_at(0.01, shapes[n % 3],
                                {-0.2 + 0.08 * (n % 6), -0.2 + 0.08 * (n / 6), 0.03},
                                scenes.rotation()));
  LammpsSession lammps;
  lammps.run(read_compounds(folder / "data", lines, 0.3, "volume 3e7") + R"(
    fix floor all wall/polyhedron volume 3e7 restitution 0.05 friction 0.5 zplane 0 NULL
    fix g all gravity 9.81 vector 0 0 -1
    fix move all nve/body
    timestep 1e-4
    run 6000)");
  std::set<std::pair<size_t, size_t>> poses;    // numbers of shapes and of faces
  size_t number = 0;
  for (const BodySnapshot &body : bodies(lammps)) {
    const size_t shape = number++ % 3;
    EXPECT_LT(norm(vector_at(body.v.data())), 1e-3) << number;
    Points points;
    for (const auto &vertex : body.vertices) {
      const Vector3d p = vector_at(vertex.data());
      const auto is_same = [&p](const Vector3d &q) { return norm(p - q) < 1e-9; };
      if (std::none_of(points.begin(), points.end(), is_same)) points.push_back(p);
    }
    const std::vector<Vector3d> faces = stable_faces(points, body.radius);
    double best = 0.0;
    for (size_t k = 0; k < faces.size(); k++)
      if (-faces[k].z > std::cos(0.5 * DEGREE)) {
        poses.insert({shape, k});
        best = -faces[k].z;
      }
    EXPECT_GT(best, 0.0) << number << " of " << faces.size() << " faces";
    EXPECT_LT(faces.size(), 7u);
  }
  EXPECT_GT(poses.size(), 8u);
}

}    // namespace test_compounds_at_rest
