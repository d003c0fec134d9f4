// fix_modify move: motions of a wall that begin where it stands. Oracles: places in closed form, and
// an uninterrupted run. And dump image of several meshes: the triangles of each.

#include "common/space.h"
#include "styles/walls/mesh_wall_scenes.h"

#include "fix.h"
#include "lammps.h"
#include "modify.h"

#include <gtest/gtest.h>

using namespace grist::testing;
using grist::Vector3d;

namespace test_new_motions {

const std::string MODEL = " model hertz/mindlin young 1e7 poisson 0.3\n";

using Corners = std::vector<Vector3d>;

// Corners of the triangles that dump image draws for fix w.
Corners drawn(LammpsSession &session)
{
  int *kinds = nullptr;
  double **rows = nullptr;
  const int count = session.lammps()->modify->get_fix_by_id("w")->image(kinds, rows);
  Corners corners;
  for (int n = 0; n < 3 * count; n++) corners.push_back(grist::vector_at(rows[n / 3] + 1, n % 3));
  return corners;
}

template <class Motion> Corners moved_by(Corners corners, const Motion &motion)
{
  for (Vector3d &corner : corners) corner = motion(corner);
  return corners;
}

double greatest_distance(const Corners &a, const Corners &b)
{
  double most = a.size() == b.size() ? 0.0 : 1e300;
  for (size_t n = 0; n < std::min(a.size(), b.size()); n++)
    most = std::max(most, norm(a[n] - b[n]));
  return most;
}

class NewMotions : public FixWallMeshOnOneRank {
 protected:
  std::string plate() { return files.text(random_plate(3, 0.01, 1)); }
  const std::string start = spheres(INNER, 5) +
      "timestep 1e-3\nfix GRIST_GUARD all guard overlap warn "
      "timestep off\nthermo_modify lost ignore\n";
};

constexpr double ROUNDING = 1e-9;

// 0.1 along x in 100 steps, then a quarter of a turn about the z-axis, then nothing.
TEST_F(NewMotions, BeginWhereTheMeshStands)
{
  LammpsSession lammps;
  lammps.run(start + "fix w all wall/mesh " + plate() + " move linear 1 0 0" + MODEL);
  const Corners first = drawn(lammps);
  lammps.run("run 100 post no\nfix_modify w move rotate 0 0 0 0 0 1 0.4");
  const Corners moved = moved_by(first, [](const Vector3d &x) {
    return x + Vector3d{0.1, 0.0, 0.0};
  });
  EXPECT_LT(greatest_distance(drawn(lammps), moved), ROUNDING);
  lammps.run("run 60 post no\nrun 40 post no");
  Corners turned = moved_by(moved, [](const Vector3d &x) { return Vector3d{-x.y, x.x, x.z}; });
  EXPECT_LT(greatest_distance(drawn(lammps), turned), ROUNDING);
  lammps.run("fix_modify w move none\nrun 10 post no");
  EXPECT_LT(greatest_distance(drawn(lammps), turned), ROUNDING);
  lammps.run("fix_modify w move linear 0 0 1 move wiggle 0 1 0 0.04\nrun 10 post no");
  turned = moved_by(turned, [](const Vector3d &x) { return x + Vector3d{0.0, 1.0, 0.01}; });
  EXPECT_LT(greatest_distance(drawn(lammps), turned), ROUNDING);
}

TEST_F(NewMotions, GoOnAfterARestartWithTheSameMotion)
{
  const std::string fix = "fix w all wall/mesh " + plate(), file = files.folder / "moved";
  const std::string wiggle = " move wiggle 0 0 0.01 0.3";
  LammpsSession whole, again, other, none;
  whole.run(start + fix + " move linear 1 0 0" + MODEL + "run 100 post no\nfix_modify w" + wiggle +
            "\nrun 40 post no\nwrite_restart " + file + "\nrun 30 post no");
  const std::string from = restarted(file) +
      "timestep 1e-3\nfix GRIST_GUARD all guard overlap warn timestep off\nthermo_modify lost "
      "ignore\n";
  again.run(from + fix + wiggle + MODEL + "run 30 post no");
  EXPECT_LT(greatest_distance(drawn(again), drawn(whole)), ROUNDING);
  EXPECT_TRUE(has(other.error_of(from + fix + " move linear 1 0 0" + MODEL),
                  "Fix wall/mesh: move differs (the restart file has another motion"));
  EXPECT_TRUE(has(none.error_of(from + fix + MODEL), "Fix wall/mesh: move is missing"));
}

TEST_F(NewMotions, WordsThatAreNoMotionAreErrors)
{
  LammpsSession lammps, word;
  lammps.run(start + "fix w all wall/mesh " + plate() + MODEL);
  EXPECT_TRUE(has(lammps.error_of("fix_modify w move spin"), "move spin (expected linear"));
  word.run(start + "fix w all wall/mesh " + plate() + MODEL);
  EXPECT_TRUE(has(word.error_of("fix_modify w turn 0 0 1 90"), "does not support fix_modify turn"));
}

TEST_F(NewMotions, AMeshAsLongAsThePeriodicBoxTurnsAboutItsLengthOnly)
{
  const std::string mesh = files.text(tube(20, 0.03, -0.06, 0.06, 1), "one.stl");
  LammpsSession lammps;
  lammps.run(spheres("cylinder x 0 0 0.02 -0.06 0.06", 5, "p f f") + "fix w all wall/mesh " + mesh +
             MODEL + "fix_modify w move rotate 0 0 0 1 0 0 1");
  EXPECT_TRUE(
      has(lammps.error_of("fix_modify w move rotate 0 0 0 0 1 0 1"),
          "Fix wall/mesh w: fix_modify move (a mesh as long as the periodic box rotates about "
          "x only)"));
}

TEST_F(NewMotions, ImagesShowOneMeshOrAll)
{
  const std::string mesh = plate();
  const auto triangles = [&](const std::string &draw) {
    LammpsSession lammps;
    lammps.run(start + "fix w all wall/mesh " + mesh + draw + MODEL + "fix v all wall/mesh " +
               mesh + " shift 0 0 0.01" + MODEL);
    return drawn(lammps).size() / 3;
  };
  const size_t own = triangles("");
  EXPECT_GT(own, 0u);
  EXPECT_EQ(triangles(" draw own"), own);
  EXPECT_EQ(triangles(" draw all"), 2 * own);
}

TEST_F(NewMotions, WordsOfLiggghtsEndWithTheirNamesHere)
{
  const std::string mesh = plate();
  const auto expect = [&](const std::string &words, const std::string &part) {
    LammpsSession lammps;
    EXPECT_TRUE(has(lammps.error_of(start + "fix w all wall/mesh " + mesh + words + MODEL), part));
  };
  expect(" type 1", "unknown keyword type (of LIGGGHTS: leave it out");
  expect(" scale 2 rotate axis 1 0 0 angle -90", "of LIGGGHTS: expected turn");
  expect(" surface_vel -4.5 0 0", "of LIGGGHTS: expected surface linear");
}

}    // namespace test_new_motions
