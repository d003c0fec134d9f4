// fix leapfrog/body in LAMMPS: the motion of bodies.
//
// Oracles: the closed form of the free rotation of a body with an axis of symmetry, conservation of
// energy and angular momentum, the parabola of a throw, the trajectory of fix nve/body at a small
// time step, the same run on other numbers of ranks and through a restart.

#include "common/space.h"
#include "testing/bodies.h"
#include "testing/lammps_session.h"
#include "testing/one_rank.h"

#include <gtest/gtest.h>

#include <cmath>
#include <sstream>

namespace test_fix_leapfrog_body {

using namespace grist::testing;
using grist::Vector3d;
using grist::vector_at;

const char *const SYSTEM = R"(
  units si
  atom_style body polyhedron 4 20
  atom_modify map array
  boundary p p p
  comm_modify vel yes cutoff 0.5
)";

const char *const NO_FORCES = R"(
  pair_style zero 0.4
  pair_coeff * *
  neighbor 0.05 bin
)";

// About its center.
BodyLine box_at(const Vector3d &place, const Vector3d &edges, double mass)
{
  BodyLine line = {mass, {place[0], place[1], place[2]}, {}, 0.0};
  for (int k = 0; k < 8; k++)
    line.vertices.push_back({(k & 1 ? 0.5 : -0.5) * edges[0], (k & 2 ? 0.5 : -0.5) * edges[1],
                             (k & 4 ? 0.5 : -0.5) * edges[2]});
  return line;
}

class LeapfrogBody : public testing::Test {
 protected:
  TestFolder folder;

  // After `steps` steps without force, begun at rest in space except for the angular momentum.
  BodySnapshot turned(const BodyLine &line, const Vector3d &momentum, double dt, int steps)
  {
    write_bodies(folder / "data", {line}, -1, 1);
    std::ostringstream input;
    input.precision(17);
    input << SYSTEM << "read_data " << folder / "data" << NO_FORCES << "set atom 1 angmom "
          << momentum[0] << " " << momentum[1] << " " << momentum[2]
          << "\nfix move all leapfrog/body\ntimestep " << dt << "\nrun " << steps << "\n";
    LammpsSession lammps;
    lammps.run(input.str());
    const auto all = bodies(lammps);
    return all.empty() ? BodySnapshot() : all[0];
  }
};

// The axis of symmetry goes around the angular momentum L at the rate |L| / I, I the moment across
// the axis. The error is of second order.
TEST_F(LeapfrogBody, TurnsABodyWithAnAxisInClosedForm)
{
  ONE_RANK_IS_ENOUGH();
  const double mass = 6.0, time = 0.4;
  const Vector3d edges{0.2, 0.2, 0.5}, momentum{0.3, 0.2, 0.9};
  const double across = mass / 12.0 * (edges[0] * edges[0] + edges[2] * edges[2]);
  const Vector3d axis =
      rotation_matrix(norm(momentum) / across * time, normalized(momentum)) * Vector3d::unit_z();
  double errors[2];
  for (const int k : {0, 1}) {
    const int steps = 400 << k;
    const BodySnapshot body = turned(box_at({0, 0, 0}, edges, mass), momentum, time / steps, steps);
    // The corners of the upper end are in pairs about the axis; their mean is on it.
    Vector3d end = Vector3d::zero();
    for (const auto &vertex : body.vertices)
      if (dot(vector_at(vertex.data()), axis) > 0.0) end += 0.25 * vector_at(vertex.data());
    errors[k] = norm(end - 0.5 * edges[2] * axis);
  }
  EXPECT_LT(errors[0], 1e-4 * edges[2]);
  EXPECT_LT(errors[1], errors[0] / 3.9);
  EXPECT_GT(errors[1], errors[0] / 4.1);
}

// A body of three different moments, about an axis that is none of its own, for 30 turns: the
// energy oscillates and does not drift.
TEST_F(LeapfrogBody, KeepsEnergyAndAngularMomentum)
{
  ONE_RANK_IS_ENOUGH();
  const BodyLine box = box_at({0.1, 0.0, 0.0}, {0.1, 0.2, 0.3}, 6.0);
  const Vector3d momentum{0.3, 0.4, -0.2};
  const double start = turned(box, momentum, 1e-3, 0).rotational_energy();
  double worst[2] = {0.0, 0.0};
  for (const int k : {0, 1})
    for (const int steps : {5000, 9000, 10000, 20000}) {
      const BodySnapshot body = turned(box, momentum, 1e-3 / (k + 1), steps);
      worst[k] = std::max(worst[k], std::fabs(body.rotational_energy() / start - 1.0));
      EXPECT_LT(norm(vector_at(body.angmom.data()) - momentum), 1e-12);
      double square = 0.0;
      for (const double part : body.quat) square += part * part;
      EXPECT_NEAR(square, 1.0, 1e-13);
    }
  EXPECT_LT(worst[0], 1e-4);
  EXPECT_LT(worst[1], 0.5 * worst[0] + 1e-12);
}

TEST_F(LeapfrogBody, ThrowsAlongAParabola)
{
  ONE_RANK_IS_ENOUGH();
  write_bodies(folder / "data",
               {box_at({0.1, 0.2, 0.3}, {0.1, 0.2, 0.3}, 6.0), {4.0, {-0.4, 0.0, 0.0}, {}, 0.1}},
               -1, 1);
  LammpsSession lammps;
  lammps.run(SYSTEM + ("read_data " + (folder / "data")) + NO_FORCES +
             "velocity all set 0.5 -0.25 1.0\nfix down all gravity 9.81 vector 0 0 -1\n"
             "fix move all leapfrog/body\ntimestep 1e-3\nrun 200\n");
  const auto all = bodies(lammps);
  ASSERT_EQ(all.size(), 2u);
  const double t = 0.2;
  for (const BodySnapshot &body : all) {
    EXPECT_NEAR(body.v[2], 1.0 - 9.81 * t, 1e-12);
    EXPECT_NEAR(body.x[2] - (body.tag == 1 ? 0.3 : 0.0), t - 0.5 * 9.81 * t * t, 1e-12);
    EXPECT_NEAR(body.x[0] - (body.tag == 1 ? 0.1 : -0.4), 0.5 * t, 1e-12);
  }
}

// Nine boxes and a sphere that collide, more than one block of eight; of group `some` only two are
// moved.
const char *const CROWD = R"(
  pair_style polyhedron
  pair_coeff * * volume 1e8 restitution 0.5 friction 0.4
  neighbor 0.05 bin
  velocity all create 1e24 4711 dist gaussian
  set atom 1*4 angmom 2.0 0.8 -1.5
  set atom 5*10 angmom -1.2 2.4 0.9
  group some id 2 5
  timestep 1e-4
)";

class LeapfrogBodies : public LeapfrogBody {
 protected:
  // Once, as ranks that take no part in a session run ahead.
  void SetUp() override
  {
    std::vector<BodyLine> lines;
    for (int n = 0; n < 9; n++)
      lines.push_back(box_at({0.28 * (n % 3) - 0.3, 0.28 * (n / 3) - 0.3, 0.03 * n - 0.1},
                             {0.15 + 0.01 * n, 0.2, 0.25}, 3.0 + n));
    lines.push_back({4.0, {0.0, 0.0, 0.7}, {}, 0.15});
    if (is_first_rank()) write_bodies(folder / "data", lines, -1, 1);
    MPI_Barrier(MPI_COMM_WORLD);
  }
  std::string start() { return SYSTEM + ("read_data " + (folder / "data")) + CROWD; }
  std::vector<BodySnapshot> after(const std::string &lines, int ranks)
  {
    LammpsSession lammps(ranks);
    lammps.run(start() + lines);
    return bodies(lammps);
  }
};

// Their rotations differ by the error of second order of each, so that a tenth of the time step
// leaves a hundredth of the difference.
TEST_F(LeapfrogBodies, GoAsWithStockAtSmallSteps)
{
  ONE_RANK_IS_ENOUGH();
  double difference[2];
  for (const int k : {0, 1}) {
    const std::string run = k == 0 ? "run 40" : "timestep 1e-5\nrun 400";
    difference[k] = largest_difference(after("fix move all leapfrog/body\n" + run, 1),
                                       after("fix move all nve/body\n" + run, 1));
  }
  EXPECT_LT(difference[0], 1e-4);
  EXPECT_LT(difference[1], 0.02 * difference[0]);
}

TEST_F(LeapfrogBodies, AreTheSameOnMoreRanksAndThroughARestart)
{
  const std::string move = "fix move all leapfrog/body\n";
  const auto free = after("pair_coeff * * volume 1e-3\n" + move + "run 150\nrun 150", 1);
  const auto one = after(move + "run 150\nrun 150", 1);
  if (is_first_rank()) {
    EXPECT_GT(largest_difference(one, free), 0.1);    // they have met
  }
  for (const int ranks : rank_counts()) {
    const auto same = after(move + "run 150\nrun 150", ranks);
    if (is_first_rank()) { EXPECT_LT(largest_difference(same, one), 1e-10) << ranks; }
    LammpsSession first(ranks), second(ranks);
    first.run(start() + move + "run 150\nwrite_restart " +
              (folder / ("restart" + std::to_string(ranks))));
    second.run("comm_modify vel yes cutoff 0.5\nread_restart " +
               (folder / ("restart" + std::to_string(ranks))) +
               "\npair_style polyhedron\npair_coeff * * volume 1e8 restitution 0.5 friction 0.4\n"
               "neighbor 0.05 bin\ntimestep 1e-4\n" +
               move + "run 150");
    const auto restarted = bodies(second);
    if (is_first_rank()) { EXPECT_LT(largest_difference(restarted, one), 1e-10) << ranks; }
  }
}

TEST_F(LeapfrogBodies, MoveTheirGroupOnly)
{
  const auto before = after("run 0", 1), now = after("fix move some leapfrog/body\nrun 5", 1);
  for (size_t n = 0; n < now.size(); n++) {
    const bool moved = now[n].tag == 2 || now[n].tag == 5;
    EXPECT_EQ(now[n].x != before[n].x, moved) << now[n].tag;
  }
}

TEST_F(LeapfrogBody, RefusesWhatItCannotMove)
{
  LammpsSession lammps;
  if (!lammps.here()) return;
  EXPECT_TRUE(has(lammps.error_of("units si\natom_style sphere\nregion box block 0 1 0 1 0 1\n"
                                  "create_box 1 box\nfix move all leapfrog/body\nrun 0"),
                  "Fix leapfrog/body: atom style sphere has no bodies (expected body)"));
  EXPECT_TRUE(has(lammps.error_of("clear\nunits si\natom_style body polyhedron 4 20\n"
                                  "region box block 0 1 0 1 0 1\ncreate_box 1 box\n"
                                  "fix move all leapfrog/body gravity"),
                  "Fix leapfrog/body: unexpected argument gravity (it takes none)"));
  EXPECT_TRUE(has(lammps.error_of("clear\nunits si\natom_style body polyhedron 4 20\n"
                                  "region box block 0 1 0 1 0 1\ncreate_box 1 box\n"
                                  "pair_style zero 0.1\npair_coeff * *\n"
                                  "fix move all leapfrog/body\nrun_style respa 2 2\nrun 0"),
                  "Fix leapfrog/body: run_style respa"));
}

}    // namespace test_fix_leapfrog_body
