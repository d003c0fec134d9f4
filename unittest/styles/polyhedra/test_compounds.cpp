// Bodies of several parts in LAMMPS: what presses as one surface, what as two, and what hangs,
// pinches and tumbles. Oracles: closed forms, the same body in one part or in other parts, the
// surfaces as bodies of their own. Runs on ranks and through restarts are in
// test_compound_runs.cpp.

#include "common/constants.h"
#include "common/space.h"
#include "styles/polyhedra/compounds.h"
#include "styles/polyhedra/cubes.h"
#include "testing/lammps_session.h"
#include "testing/one_rank.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>

namespace test_compounds {

using namespace grist::testing;
using namespace grist;

constexpr double GRAVITY = 9.81;

class Compounds : public OneRankTest {
 protected:
  // Steps and the values of a compute of one number, from a run that writes each step.
  static std::vector<double> column(const std::string &file)
  {
    std::vector<double> values;
    std::ifstream in(file);
    for (std::string line; std::getline(in, line);) {
      double step, value;
      if (line[0] != '#' && std::istringstream(line) >> step >> value) values.push_back(value);
    }
    return values;
  }

  static Vector3d velocity(const BodySnapshot &body) { return vector_at(body.v.data()); }
  static Vector3d position(const BodySnapshot &body) { return vector_at(body.x.data()); }

  // Motions over their sizes; axes of inertia may differ where moments are equal.
  static void expect_same_motion(const BodySnapshot &a, const BodySnapshot &b, double size,
                                 double tolerance)
  {
    EXPECT_LT(norm(position(a) - position(b)), tolerance * size);
    EXPECT_LT(norm(velocity(a) - velocity(b)), tolerance * (norm(velocity(a)) + 1e-3));
    const Vector3d spin = vector_at(a.angmom.data());
    EXPECT_LT(norm(spin - vector_at(b.angmom.data())), tolerance * (norm(spin) + 1e-8));
  }

  // What the last body does in this run.
  BodySnapshot last_after(const std::vector<BodyLine> &lines, double size, const std::string &law,
                          const std::string &input)
  {
    LammpsSession lammps;
    lammps.run(read_compounds(folder / "data", lines, size, law) + input);
    return bodies(lammps).back();
  }
};

// ---- one surface

// 27 blocks.
PartCorners cut_at(const double *planes)
{
  PartCorners parts;
  for (int x = 0; x < 3; x++)
    for (int y = 0; y < 3; y++)
      for (int z = 0; z < 3; z++)
        parts.push_back(block({planes[x], planes[y], planes[z]},
                              {planes[x + 1], planes[y + 1], planes[z + 1]}));
  return parts;
}

// Impacts, tipping and sliding on a plane and on another cube, with friction.
TEST_F(Compounds, ACubeOf27PartsMovesAsTheCube)
{
  const PartCorners whole = cut_block(Vector3d::all(-0.01), Vector3d::all(0.01), 1, 1, 1);
  const double planes[4] = {-0.01, -0.004, 0.003, 0.01};
  const PartCorners cut = cut_at(planes);
  const auto run = [&](const PartCorners &upper, const PartCorners &lower) {
    return last_after({compound_at(0.03, lower, {0, 0, 0.0101}),
                       compound_at(0.02, upper, {0.006, 0.002, 0.0405})},
                      0.3, "volume 1e9 restitution 0.6 friction 0.4", R"(
      group upper id 2
      set group upper angmom 1e-5 1.5e-5 0.3e-5
      fix floor all wall/polyhedron volume 1e9 restitution 0.6 friction 0.4 zplane 0 NULL
      fix g all gravity 9.81 vector 0 0 -1
      fix move all nve/body
      timestep 1e-5
      run 9000)");
  };
  const BodySnapshot right = run(whole, whole);
  EXPECT_GT(norm(position(right) - Vector3d{0.006, 0.002, 0.0405}), 0.008);
  expect_same_motion(run(cut, whole), right, 0.02, 1e-10);
  expect_same_motion(run(whole, cut), right, 0.02, 1e-10);
  expect_same_motion(run(cut, cut), right, 0.02, 1e-10);
}

// Parts that are all behind a plane count, too.
TEST_F(Compounds, ADeepCubeOf27PartsIsPushedAsTheCube)
{
  const double planes[4] = {-0.01, -0.004, 0.003, 0.01};
  LammpsSession lammps;
  lammps.run(read_compounds(folder / "data", {compound_at(0.03, cut_at(planes), {0, 0, 0.001})},
                            0.3, "volume 1e9") +
             R"(
    fix floor all wall/polyhedron volume 1e9 zplane 0 NULL
    fix deep all guard overlap warn
    fix move all nve/body
    compute z all reduce sum fz
    thermo_style custom step c_z
    run 0)");
  EXPECT_NEAR(lammps.evaluate("c_z") / (1e9 * EDGE * EDGE * 0.009), 1.0, 1e-12);
}

// A floor of 100 parts between whole numbers, 1 thick.
PartCorners floor_of_100()
{
  PartCorners parts;
  for (int x = -5; x < 5; x++)
    for (int y = -5; y < 5; y++)
      parts.push_back(block({1.0 * x, 1.0 * y, -1.0}, {x + 1.0, y + 1.0, 0.0}));
  return parts;
}

TEST_F(Compounds, AFloorOf100PartsHasNoSeamForASlidingCube)
{
  const double mu = 0.3, stiffness = 1e9, mass = 1000.0;
  LammpsSession lammps;
  lammps.run(read_compounds(folder / "data",
                            {compound_at(1e5, floor_of_100(), {}),
                             compound_at(mass, {block({-0.5, -0.5, -0.5}, {0.5, 0.5, 0.5})},
                                         {-3.2, 0.1, 0.5 - mass * GRAVITY / stiffness})},
                            20.0, "volume 1e9 restitution 0.02 friction 0.3") +
             R"(
    group cube id 2
    velocity cube set 3 0.4 0
    fix g cube gravity 9.81 vector 0 0 -1
    fix move cube nve/body
    timestep 2e-4
    run 3000)");
  const BodySnapshot before = bodies(lammps).back();
  lammps.run("run 800");
  const BodySnapshot after = bodies(lammps).back();
  const double slowed = norm(velocity(before)) - norm(velocity(after));
  EXPECT_NEAR(slowed / (mu * GRAVITY * 800 * 2e-4), 1.0, 1e-9);
  EXPECT_LT(norm(cross(velocity(before), velocity(after))), 1e-9);
  EXPECT_GT(position(after).x - position(before).x, 0.15);
}

TEST_F(Compounds, AFloorOf100PartsHasNoSeamForABall)
{
  std::vector<double> speeds;
  for (const Vector3d &at :
       {Vector3d{0.5, 0.5, 0}, Vector3d{1.0, 0.3, 0}, Vector3d{2.0, -1.0, 0}}) {
    const BodySnapshot ball = last_after(
        {compound_at(1e5, floor_of_100(), {}), {100.0, {at.x, at.y, 0.301}, {}, 0.3, {}}}, 20.0,
        "volume 1e7 restitution 0.8 friction 0.3", R"(
      group ball id 2
      velocity ball set 0 0 -1
      fix move ball nve/body
      timestep 1e-4
      run 1000)");
    EXPECT_GT(ball.v[2], 0.5);
    EXPECT_NEAR(ball.v[0], 0.0, 1e-12);
    EXPECT_NEAR(ball.angmom[1], 0.0, 1e-12);
    speeds.push_back(ball.v[2]);
  }
  for (const double speed : speeds) EXPECT_NEAR(speed / speeds[0], 1.0, 1e-12);
}

// ---- two surfaces

// A 20 mm cube at rest on the floor of an L drifts against its wall.
class Drift : public Compounds {
 protected:
  static constexpr double STIFFNESS = 1e9, DEPTH = 1e-7, SPEED = 0.001;

  struct Course {
    std::vector<double> side, floor;    // forces on the cube in each step
    BodySnapshot cube;
  };
  Course run(std::vector<BodyLine> lines, const std::string &law)
  {
    const double mass = STIFFNESS * EDGE * EDGE * DEPTH / GRAVITY;
    lines.push_back(cube_at(Matrix3d::identity(), {0.5 * EDGE + 2e-8, 0.0011, 0.5 * EDGE - DEPTH}));
    lines.back().mass = mass;
    const std::string id = std::to_string(lines.size());
    const double half = PI * std::sqrt(mass / (STIFFNESS * EDGE * EDGE));
    LammpsSession lammps;
    std::ostringstream input;
    input << read_compounds(folder / "data", lines, 0.4, law) << "group cube id " << id
          << "\nvelocity cube set " << -SPEED << R"( 0 0
      fix g cube gravity 9.81 vector 0 0 -1
      fix move cube nve/body
      fix side cube ave/time 1 1 1 c_x file )"
          << (folder / "side") << "\nfix floor cube ave/time 1 1 1 c_z file " << (folder / "floor")
          << "\ntimestep " << half / 4000.0 << "\nrun 4600\n";
    std::string text = input.str();
    text.insert(text.find("fix g"), "compute x cube reduce sum fx\ncompute z cube reduce sum fz\n");
    lammps.run(text);
    return {column(folder / "side"), column(folder / "floor"), bodies(lammps).back()};
  }
};

TEST_F(Drift, TheWallOfAnLBeginsFromZero)
{
  const double mass = STIFFNESS * EDGE * EDGE * DEPTH / GRAVITY, area = EDGE * EDGE;
  const std::string law = "volume 1e9";
  const auto block_of = [](const std::vector<Vector2d> &outline) {
    std::vector<Vector3d> turned;
    for (const Vector3d &p : prism(outline, -0.05, 0.05)) turned.push_back({p.x, p.z, p.y});
    return PartCorners{turned};
  };
  // Floor and wall as bodies, cut along the bisector.
  const Course two =
      run({compound_at(10.0, block_of({{-0.01, -0.01}, {0.1, -0.01}, {0.1, 0}, {0, 0}}), {}),
           compound_at(10.0, block_of({{-0.01, -0.01}, {0, 0}, {0, 0.1}, {-0.01, 0.1}}), {})},
          law);
  for (const int cuts : {1, 3}) {
    const Course one =
        run({compound_at(10.0, angle_piece(0.1, 0.1, 0.01, 0.1, cuts, 2, cuts), {})}, law);
    ASSERT_EQ(one.side.size(), 4601u);
    double most = 0.0, jump = 0.0, off = 0.0;
    for (size_t n = 1; n < one.side.size(); n++) {
      most = std::max(most, one.side[n]);
      jump = std::max(jump, std::fabs(one.side[n] - one.side[n - 1]));
      off = std::max(off, std::fabs(one.floor[n]));    // with its weight
    }
    EXPECT_LT(off, 2e-5 * mass * GRAVITY);
    EXPECT_NEAR(most / (SPEED * std::sqrt(STIFFNESS * area * mass)), 1.0, 2e-5);
    EXPECT_LT(jump, 1e-3 * most);
    expect_same_motion(one.cube, two.cube, EDGE, 1e-9);
    EXPECT_GT(one.cube.v[0], 0.9 * SPEED);
  }
}

TEST_F(Drift, WithFrictionFloorAndWallAreAsTwoBodies)
{
  const std::string law = "volume 1e9 restitution 0.9 friction 0.3";
  const auto block_of = [](const std::vector<Vector2d> &outline) {
    std::vector<Vector3d> turned;
    for (const Vector3d &p : prism(outline, -0.05, 0.05)) turned.push_back({p.x, p.z, p.y});
    return PartCorners{turned};
  };
  const Course two =
      run({compound_at(10.0, block_of({{-0.01, -0.01}, {0.1, -0.01}, {0.1, 0}, {0, 0}}), {}),
           compound_at(10.0, block_of({{-0.01, -0.01}, {0, 0}, {0, 0.1}, {-0.01, 0.1}}), {})},
          law);
  for (const int cuts : {1, 3})
    expect_same_motion(
        run({compound_at(10.0, angle_piece(0.1, 0.1, 0.01, 0.1, cuts, 2, cuts), {})}, law).cube,
        two.cube, EDGE, 1e-9);
}

// The weight of a U beside one of its feet: each presses as deep as its share of the weight is.
TEST_F(Compounds, AUOnTwoFeetBearsByStatics)
{
  const double mass = 0.05, stiffness = 1e9;
  PartCorners parts = {block({-0.03, -0.005, 0.03}, {0.03, 0.005, 0.04}),
                       block({-0.03, -0.005, 0}, {-0.02, 0.005, 0.03}),
                       block({0.02, -0.005, 0}, {0.03, 0.005, 0.03}),
                       block({0.01, -0.005, 0.04}, {0.03, 0.005, 0.06})};
  const double area = 1e-4, span = 0.05;
  const CompoundShape shape(parts);
  // Pressure rises linearly, also along each foot, of width 0.01.
  const double right = 0.5 + shape.placement().position.x * span / (span * span + 1e-4 / 3.0);
  LammpsSession lammps;
  lammps.run(read_compounds(folder / "data",
                            {compound_at(10.0, {block({-0.1, -0.1, -0.02}, {0.1, 0.1, 0})}, {}),
                             compound_at(mass, parts, {0, 0, -2.5e-6})},
                            0.4, "volume 1e9 restitution 0.05 friction 0.5") +
             R"(
    group u id 2
    fix g u gravity 9.81 vector 0 0 -1
    fix move u nve/body
    timestep 1e-5
    run 6000)");
  const BodySnapshot u = bodies(lammps).back();
  double depth[2] = {0.0, 0.0};
  for (const auto &vertex : u.vertices)
    for (const int side : {0, 1})
      if (vertex[2] < -0.02 && (side == 1) == (vertex[0] + u.x[0] > 0.0))
        depth[side] += 0.25 * -(vertex[2] + u.x[2]);
  const double weight = mass * GRAVITY;
  EXPECT_NEAR(depth[1] * stiffness * area, right * weight, 2e-4 * weight);
  EXPECT_NEAR(depth[0] * stiffness * area, (1.0 - right) * weight, 2e-4 * weight);
  EXPECT_GT(right, 0.55);
  EXPECT_LT(norm(velocity(u)), 1e-9);
}

// An L astride a ridge of 90 degrees along x: the normal forces are W cos(a)/sqrt(2) each.
TEST_F(Compounds, AnLAstrideARidgeSlidesAtTheAngleOfTwoSurfaces)
{
  const double mu = 0.3;
  const double limit = std::sqrt(2.0) * mu;
  const std::vector<Vector2d> outline = {{0, 0}, {-0.05, -0.05}, {0.05, -0.05}};
  std::vector<Vector3d> ridge;
  for (const Vector3d &p : prism(outline, -0.1, 0.1)) ridge.push_back({p.z, p.x, p.y});
  for (const int cuts : {1, 2})
    for (const double share : {0.98, 1.02}) {
      const double tangent = share * limit;
      const Matrix3d roof = turn(PI / 2, Vector3d::unit_z()) * turn(0.75 * PI, Vector3d::unit_y());
      const double cosine = 1.0 / std::sqrt(1.0 + tangent * tangent), sine = tangent * cosine;
      std::ostringstream input;
      // The weight grows, so that nothing rings.
      input << "group l id 2\nvariable up equal ternary(step<2000,step/2000,1)\nvariable w equal "
               "0.05*9.81*v_up\n"
            << "variable x equal v_w*" << sine << "\nvariable z equal -v_w*" << cosine
            << "\nfix g l addforce v_x 0 v_z\nfix move l nve/body\ntimestep 1e-5\nrun 4000\n";
      const PartCorners l = angle_piece(0.02, 0.02, 0.005, 0.03, cuts, cuts, cuts);
      const CompoundShape shape(l);
      LammpsSession lammps;
      lammps.run(read_compounds(folder / "data",
                                {compound_at(10.0, {ridge}, {}), compound_at(0.05, l, {}, roof)},
                                0.4, "volume 1e10 restitution 0.05 friction 0.3") +
                 input.str());
      const double before = bodies(lammps).back().v[0];
      lammps.run("run 2000");
      const double gained = (bodies(lammps).back().v[0] - before) / 0.02;
      if (share < 1.0) {
        EXPECT_NEAR(gained, 0.0, 1e-4) << cuts;
        EXPECT_NEAR(bodies(lammps).back().v[0], 0.0, 1e-4) << cuts;
      } else {
        EXPECT_NEAR(gained, GRAVITY * (sine - limit * cosine), 2e-4) << cuts;
      }
    }
}

// A U that is narrower than the bar by twice a depth: it holds what both legs hold.
TEST_F(Compounds, AUPressedOverABarHoldsByBothLegs)
{
  const double mu = 0.4, stiffness = 1e9, depth = 1e-6, area = 0.01 * 0.02;
  const double hold = 2.0 * mu * stiffness * area * depth;
  const PartCorners u = fork_piece(0.02 - 2.0 * depth, 0.03, 0.005, 0.01);
  for (const double share : {0.95, 1.05}) {
    std::ostringstream input;
    input << "group u id 2\nvariable f equal ternary(step<4000,step/4000,1)*" << -share * hold
          << "\nfix g u addforce 0 v_f 0\nfix move u nve/body\ntimestep 2e-6\nrun 4000\n";
    LammpsSession lammps;
    lammps.run(
        read_compounds(folder / "data",
                       {compound_at(10.0, {block({-0.01, -0.1, 0.005}, {0.01, 0.1, 0.025})}, {}),
                        compound_at(0.02, u, {})},
                       0.4, "volume 1e9 restitution 0.1 friction 0.4") +
        input.str());
    const double before = bodies(lammps).back().v[1];
    lammps.run("run 1000");
    const double gained = (bodies(lammps).back().v[1] - before) / 2e-3;
    if (share < 1.0) {
      EXPECT_NEAR(gained * 0.02 / hold, 0.0, 0.015);
      EXPECT_LT(std::fabs(before), 5e-4);    // no creep
    } else {
      EXPECT_NEAR(gained * 0.02 / hold, -0.05, 5e-3);
    }
  }
}

// ---- hanging

// On a ball, without friction: both inner faces press with W/sqrt(2), and it swings about the
// centre of the ball.
TEST_F(Compounds, AnLHungByItsNotchSwingsAboutTheBall)
{
  const double mass = 0.05, stiffness = 1e12, radius = 0.003, amplitude = 0.3;
  const PartCorners l = angle_piece(0.05, 0.05, 0.005, 0.02);
  const CompoundShape shape(l);
  const Matrix3d down = turn(0.75 * PI, Vector3d::unit_y());
  // Overlap with each face where V = pi d^2 (3 r - d)/3 bears its part.
  double depth = 0.0;
  const double bears = mass * GRAVITY / std::sqrt(2.0) / stiffness;
  for (int n = 0; n < 60; n++) depth = std::sqrt(3.0 * bears / (PI * (3.0 * radius - depth)));
  const Vector3d notch = down * Vector3d{radius - depth, 0, radius - depth};    // to the centre
  {
    LammpsSession lammps;
    lammps.run(
        read_compounds(folder / "data",
                       {{10.0, {0, 0, 0}, {}, radius, {}}, compound_at(mass, l, -notch, down)}, 0.4,
                       "volume 1e12") +
        "group l id 2\nfix g l gravity 9.81 vector 0 0 -1\nfix move l nve/body\n"
        "compute z l reduce sum fz\nthermo_style custom step c_z\ntimestep 1e-6\nrun 0");
    EXPECT_NEAR(lammps.evaluate("c_z"), 0.0, 1e-9 * mass * GRAVITY);
  }
  const Matrix3d swung = turn(amplitude, Vector3d::unit_y());
  LammpsSession lammps;
  lammps.run(
      read_compounds(
          folder / "data",
          {{10.0, {0, 0, 0}, {}, radius, {}}, compound_at(mass, l, -(swung * notch), swung * down)},
          0.4, "volume 1e12") +
      "group l id 2\nfix g l gravity 9.81 vector 0 0 -1\nfix move l nve/body\ntimestep 2e-6\n"
      "run 0");
  // The second time that it stands still is half a period later.
  std::vector<double> crossings;
  double last = bodies(lammps).back().v[0];
  constexpr double SAMPLE = 400 * 2e-6;
  for (int n = 1; n < 700 && crossings.size() < 2; n++) {
    lammps.run("run 400 pre no post no");
    const double now = position(bodies(lammps).back()).x;
    if (n > 1 && (now > 0.0) != (last > 0.0))
      crossings.push_back((n - now / (now - last)) * SAMPLE);
    last = now;
  }
  ASSERT_EQ(crossings.size(), 2u);
  const Vector3d center = shape.placement().position;
  const Vector3d arm = center - Vector3d{radius - depth, 0, radius - depth};
  const Matrix3d inertia = shape.placement().rotation *
      Matrix3d::diagonal(shape.principal_moments()) * transposed(shape.placement().rotation) *
      (mass / shape.volume());
  const double moment = inertia(1, 1) + mass * squared_norm(arm);
  const double half = 2.0 * std::sqrt(moment / (mass * GRAVITY * norm(arm))) *
      std::comp_ellint_1(std::sin(0.5 * amplitude));
  EXPECT_NEAR((crossings[1] - crossings[0]) / half, 1.0, 1e-3);
}

// Two U hooked into each other, bars crosswise: the lower one hangs from the upper.
TEST_F(Compounds, TwoHooksBearTension)
{
  const double mass = 0.05, stiffness = 1e9, area = 0.005 * 0.005;
  const PartCorners u = fork_piece(0.02, 0.03, 0.005, 0.005);
  const Matrix3d upside = turn(PI, Vector3d::unit_x()) * turn(PI / 2, Vector3d::unit_z());
  const double depth = mass * GRAVITY / (stiffness * area);
  LammpsSession lammps;
  lammps.run(
      read_compounds(folder / "data",
                     {compound_at(10.0, u, {}), compound_at(mass, u, {0, 0, -0.4 * depth}, upside)},
                     0.4, "volume 1e9 restitution 0.05 friction 0.5") +
      R"(
    group low id 2
    fix g low gravity 9.81 vector 0 0 -1
    fix move low nve/body
    compute c all pair/local p1
    compute v all reduce sum c_c inputs local
    thermo_style custom step c_v
    timestep 1e-5
    run 10000)");
  EXPECT_NEAR(lammps.evaluate("c_v") * stiffness, mass * GRAVITY, 1e-5 * mass * GRAVITY);
  EXPECT_LT(norm(velocity(bodies(lammps).back())), 1e-7);
}

// Short numbers, as LAMMPS reads few for a body.
PartCorners rounded(PartCorners parts)
{
  for (auto &part : parts)
    for (Vector3d &corner : part)
      for (int k = 0; k < 3; k++) corner[k] = std::round(corner[k] * 1e6) / 1e6;
  return parts;
}

// A ring of wedges on a peg rolls and rattles as the same ring in other parts.
TEST_F(Compounds, ARingOnAPegDoesNotDependOnItsParts)
{
  std::vector<BodySnapshot> rings;
  Outline round;
  for (int k = 0; k < 16; k++)
    round.push_back({0.0081 * std::cos(PI * k / 8), 0.0081 * std::sin(PI * k / 8)});
  for (const int slices : {1, 2, 3})
    rings.push_back(
        last_after({compound_at(10.0, {prism(round, -0.02, 0.02)}, {}),
                    compound_at(0.01, rounded(ring_piece(8, 0.01, 0.015, 0.012, slices)),
                                {0.0005, -0.001, -0.006})},
                   0.1, "volume 1e10 restitution 0.7 friction 0.3", R"(
      group ring id 2
      velocity ring set 0.05 0 0.02
      fix g ring gravity 9.81 vector 0 -1 0.1
      fix move ring nve/body
      timestep 5e-6
      run 8000)"));
  EXPECT_LT(norm(position(rings[0])), 0.01);    // it hangs
  EXPECT_GT(std::fabs(rings[0].angmom[2]), 1e-9);
  expect_same_motion(rings[1], rings[0], 0.015, 1e-9);
  expect_same_motion(rings[2], rings[0], 0.015, 1e-9);
}

// ---- free flight

// A T turns over about the axis of its middle moment of inertia: times between are 2 K(k)/rho of
// elliptic functions (Landau and Lifshitz, Mechanics, section 37).
TEST_F(Compounds, ATFlipsAsAnAsymmetricTopDoes)
{
  const PartCorners t = {block({-0.05, 0.0, -0.01}, {0.05, 0.02, 0.01}),
                         block({-0.01, -0.06, -0.01}, {0.01, 0.0, 0.01})};
  const double moments[3] = {9.36e-5, 9.792e-5, 1.8e-4}, turning[3] = {0.1, 20.0, 0.1};
  LammpsSession lammps;
  std::ostringstream input;
  input << read_compounds(folder / "data", {compound_at(0.1728, t, {})}, 0.3, "volume 1e9");
  input.precision(17);
  input << "set group all angmom";
  for (int k = 0; k < 3; k++) input << ' ' << moments[k] * turning[k];
  input << "\nfix move all nve/body\ntimestep 1e-4\nrun 0\n";
  lammps.run(input.str());
  const BodySnapshot start = bodies(lammps)[0];
  const Vector3d inertia = vector_at(start.inertia.data());
  const int stem = static_cast<int>(std::min_element(inertia.data(), inertia.data() + 3,
                                                     [&](double a, double b) {
                                                       return std::fabs(a - moments[1]) <
                                                           std::fabs(b - moments[1]);
                                                     }) -
                                    inertia.data());
  EXPECT_NEAR(inertia[stem], moments[1], 1e-12 * moments[1]);
  const auto about_stem = [&](const BodySnapshot &body) {
    const Quaterniond q = {body.quat[0], body.quat[1], body.quat[2], body.quat[3]};
    return (transposed(rotation_matrix(q)) * vector_at(body.angmom.data()))[stem] / inertia[stem];
  };
  std::vector<double> flips;
  double last = about_stem(start);
  for (int n = 1; n < 800 && flips.size() < 2; n++) {
    lammps.run("run 100 pre no post no");
    const double now = about_stem(bodies(lammps)[0]);
    if ((now > 0.0) != (last > 0.0)) flips.push_back((n - now / (now - last)) * 0.01);
    last = now;
  }
  ASSERT_EQ(flips.size(), 2u);
  EXPECT_NEAR((flips[1] - flips[0]) / 3.374370631871, 1.0, 1e-4);
}

}    // namespace test_compounds
