// fix wall/mesh over the faces of a periodic box. Oracles: the same scene in the middle of the box;
// the closed form of a collision with a plate.

#include "common/constants.h"
#include "styles/polyhedra/cubes.h"
#include "styles/walls/mesh_wall_scenes.h"

#include "atom.h"
#include "lammps.h"

#include <array>
#include <cmath>
#include <functional>

namespace test_wall_images {

using namespace grist::testing;
using grist::Mesh;
using grist::Vector3d;

constexpr double EDGE_OF_BOX = 0.25, HALF = EDGE_OF_BOX / 2;

constexpr double SAME = 1e-12;    // of the largest value of the same kind

// Where a scene is: over a face, an edge or a corner of the box, or some periods beyond it.
const std::vector<Vector3d> SHIFTS = {{HALF, 0, 0},        {0, HALF, 0},       {0, 0, HALF},
                                      {-HALF, 0, HALF},    {HALF, HALF, HALF}, {0.75, -0.5, 0.25},
                                      {0.03125, HALF, 1.0}};

std::string text(const Vector3d &v)
{
  return number(v.x) + " " + number(v.y) + " " + number(v.z);
}

Vector3d in_box(const Vector3d &x)
{
  Vector3d wrapped = x;
  for (int d = 0; d < 3; d++) wrapped[d] -= EDGE_OF_BOX * std::floor(x[d] / EDGE_OF_BOX + 0.5);
  return wrapped;
}

struct Sphere {
  Vector3d place, velocity;
};

// The nearest multiple of 2^-bits: in flight, places are then exact.
Vector3d exact(const Vector3d &v, int bits)
{
  Vector3d rounded;
  for (int d = 0; d < 3; d++) rounded[d] = std::ldexp(std::round(std::ldexp(v[d], bits)), -bits);
  return rounded;
}

// A scene that is written at a shift.
using Scene = std::function<std::string(const Vector3d &shift)>;

std::string spheres_at(const std::vector<Sphere> &spheres, const Vector3d &shift)
{
  std::string lines;
  for (const Sphere &one : spheres)
    lines += "create_atoms 1 single " + text(in_box(exact(one.place, 30) + shift)) + "\n";
  for (size_t n = 0; n < spheres.size(); n++) {
    const Vector3d v = exact(spheres[n].velocity, 10);
    lines += "set atom " + std::to_string(n + 1) + " vx " + number(v.x) + " vy " + number(v.y) +
        " vz " + number(v.z) + "\n";
  }
  return lines;
}

struct Model {
  std::string pair, coefficients, wall;
};
const Model HERTZ = {"hertz/mindlin", "young 1e7 poisson 0.3 restitution 0.8 friction 0.4",
                     "hertz/mindlin"};
const Model HOOKE = {"hooke/history", "stiffness 2e4 restitution 0.8 friction 0.4",
                     "hooke/history"};
const Model JKR = {"hertz/mindlin",
                   "young 1e7 poisson 0.3 restitution 0.8 friction 0.4 cohesion jkr 0.5",
                   "hertz/mindlin"};

// `walls`: what is behind the spheres, at the shift.
std::string scene_of(const Model &model, const std::vector<Sphere> &spheres, const Vector3d &shift,
                     const std::string &walls)
{
  return "units si\natom_style sphere\natom_modify map array\nboundary p p p\nnewton on off\n"
         "comm_modify vel yes\nregion b block -0.125 0.125 -0.125 0.125 -0.125 0.125\n"
         "create_box 1 b\n" +
      spheres_at(spheres, shift) +
      "set group all diameter 0.02 density 2500\nneighbor 2e-3 bin\n"
      "fix GRIST_GUARD all guard overlap warn timestep warn\npair_style " +
      model.pair + "\npair_coeff * * " + model.coefficients + "\n" + walls +
      "\nfix i all leapfrog/sphere\ncompute e all energy/balance\ntimestep " +
      number(std::ldexp(1.0, -19)) +
      "\n"
      "thermo_style custom step c_e c_e[*]\n";
}

// Values of one kind at an instant.
using Values = std::vector<double>;

struct Motion {
  std::array<double, 3> x, v, turning;    // angular velocity or momentum
};
std::vector<Motion> motions_of(LammpsSession &lammps)
{
  std::vector<Motion> motions;
  if (lammps.here() && lammps.lammps()->atom->body_flag)
    for (const BodySnapshot &body : bodies(lammps))
      motions.push_back({body.x, body.v, body.angmom});
  else
    for (const AtomSnapshot &atom : lammps.atoms()) motions.push_back({atom.x, atom.v, atom.omega});
  return motions;
}

std::vector<Values> kinds_of(LammpsSession &lammps, const Vector3d &shift,
                             const std::vector<std::string> &walls, int values_of_walls)
{
  Values places, velocities, rates, forces, torques, answers, energies;
  for (const Motion &one : motions_of(lammps)) {
    const Vector3d x = in_box(grist::vector_at(one.x.data()) - shift);
    places.insert(places.end(), {x.x, x.y, x.z});
    velocities.insert(velocities.end(), one.v.begin(), one.v.end());
    rates.insert(rates.end(), one.turning.begin(), one.turning.end());
  }
  for (const std::string &wall : walls)
    for (int n = 1; n <= values_of_walls; n++) {
      const double value = lammps.evaluate("f_" + wall + "[" + std::to_string(n) + "]");
      Values &kind = n <= 3 ? forces : n <= 6 ? torques : answers;
      kind.push_back(value);
    }
  for (const int n : {1, 4, 6, 7, 10, 18})
    energies.push_back(lammps.evaluate("c_e[" + std::to_string(n) + "]"));
  return {places, velocities, rates, forces, torques, answers, energies};
}

double largest(const Values &values)
{
  double most = 0.0;
  for (const double value : values) most = std::max(most, std::fabs(value));
  return most;
}

// The scene at several instants, at each shift as in the middle of the box.
void expect_the_same_everywhere(const Scene &scene, const std::vector<std::string> &walls,
                                const std::string &what, int ranks = 1, int values_of_walls = 7)
{
  SCOPED_TRACE(what);
  const std::vector<Vector3d> several = {SHIFTS[3], SHIFTS[5]};    // where ranks share a core
  for (const Vector3d &shift : ranks > 1 ? several : SHIFTS) {
    LammpsSession middle(1), shifted(ranks);
    middle.run(scene(Vector3d::zero()));
    shifted.run(scene(shift));
    std::vector<double> scale(7, 0.0), off(7, 0.0);
    for (int n = 0; n < (ranks > 1 ? 6 : 30); n++) {
      for (LammpsSession *one : {&middle, &shifted})
        one->run(std::string(ranks > 1 ? "run 500" : "run 100") + (n > 0 ? " pre no" : "") +
                 " post no");
      const auto one = kinds_of(middle, Vector3d::zero(), walls, values_of_walls),
                 other = kinds_of(shifted, shift, walls, values_of_walls);
      if (!is_first_rank()) continue;
      for (size_t k = 0; k < one.size(); k++) {
        ASSERT_EQ(one[k].size(), other[k].size());
        scale[k] = std::max(scale[k], largest(one[k]));
        for (size_t m = 0; m < one[k].size(); m++)
          off[k] = std::max(off[k], std::fabs(one[k][m] - other[k][m]));
      }
    }
    if (!is_first_rank()) continue;
    EXPECT_GT(scale[4], 0.0) << "no torque";
    for (size_t k = 0; k < scale.size(); k++)
      EXPECT_LE(off[k] / scale[k], SAME) << "kind " << k << " at " << text(shift);
  }
}

// Across y, 0.08 along x and 0.04 along z.
Mesh plate()
{
  return {{{-0.04, 0, -0.02}, {0.04, 0, -0.02}, {0.04, 0, 0.02}, {-0.04, 0, 0.02}},
          {{0, 1, 2}, {0, 2, 3}}};
}

// About y, closed.
Mesh torus(double radius, double tube)
{
  constexpr int AROUND = 24, ACROSS = 12;
  Mesh mesh;
  for (int n = 0; n < AROUND; n++)
    for (int k = 0; k < ACROSS; k++) {
      const double a = 2 * grist::PI * n / AROUND, b = 2 * grist::PI * k / ACROSS;
      const double r = radius + tube * std::cos(b);
      mesh.vertices.push_back({r * std::cos(a), tube * std::sin(b), r * std::sin(a)});
    }
  for (int n = 0; n < AROUND; n++)
    for (int k = 0; k < ACROSS; k++) {
      const int one = n * ACROSS + k, up = n * ACROSS + (k + 1) % ACROSS;
      const int next = (one + ACROSS) % (AROUND * ACROSS), both = (up + ACROSS) % (AROUND * ACROSS);
      mesh.faces.push_back({one, up, both});
      mesh.faces.push_back({one, both, next});
    }
  return mesh;
}

// A cylinder about y without ends.
Mesh roller(double radius, double length)
{
  constexpr int FACETS = 40;
  Mesh mesh;
  for (int n = 0; n < FACETS; n++) {
    const double a = 2 * grist::PI * n / FACETS;
    for (const double y : {-length / 2, length / 2})
      mesh.vertices.push_back({radius * std::cos(a), y, radius * std::sin(a)});
  }
  for (int n = 0; n < FACETS; n++) {
    const int one = 2 * n, next = (2 * n + 2) % (2 * FACETS);
    mesh.faces.push_back({one, one + 1, next + 1});
    mesh.faces.push_back({one, next + 1, next});
  }
  return mesh;
}

const std::vector<Sphere> ON_A_PLATE = {{{0.03, 0.01030123, 0.002}, {0.1, -1, 0.05}},
                                        {{-0.031, -0.01050077, -0.012}, {0, 0.6, 0.2}},
                                        {{-0.002, 0.01160031, 0.013}, {-0.3, -0.4, 0}}};
const std::string FREE = " move free mass 0.02 inertia 2e-5 2.5e-5 3e-5 0 0 0 center ";

class WallImages : public OneRankTest {
 protected:
  MeshFiles files;
};

TEST(WallImagesOnRanks, AFreePlateTurnsAsInTheMiddleOfTheBox)
{
  MeshFiles files;
  const std::string mesh = files.text(plate());
  for (const int ranks : rank_counts())
    for (const Model &model :
         ranks > 1 ? std::vector<Model>{HERTZ} : std::vector<Model>{HERTZ, HOOKE, JKR})
      expect_the_same_everywhere(
          [&](const Vector3d &shift) {
            return scene_of(model, ON_A_PLATE, shift,
                            "fix w all wall/mesh " + mesh + " shift " + text(shift) + FREE +
                                text(shift) + " model " + model.wall + " " + model.coefficients);
          },
          {"w"}, model.coefficients + " on " + std::to_string(ranks), ranks, 16);
}

// Its rate after one hit at a lever L, without friction and loss: J L/I, J = 2 v/(1/m + 1/M + L^2/I).
TEST_F(WallImages, APlateThatIsHitBeyondAFaceSpins)
{
  const std::string mesh = files.text(plate());
  const double m = sphere_mass(0.01), lever = 0.03;
  const double rate = 2.0 / (1.0 / m + 1.0 / 0.02 + lever * lever / 2e-5) * lever / 2e-5;
  const Model model = {"hertz/mindlin", "young 1e7 poisson 0.3", "hertz/mindlin"};
  for (const Vector3d &shift : SHIFTS) {
    LammpsSession lammps;
    lammps.run(scene_of(model, {{{lever, 0.01001, 0.002}, {0, -1, 0}}}, shift,
                        "fix w all wall/mesh " + mesh + " shift " + text(shift) +
                            " move free mass .02 inertia 2e-5 2e-5 2e-5 0 0 0 center " +
                            text(shift) + " along xyz around axis " + text(shift) +
                            " 0 0 1 model hertz/mindlin") +
               "run 2500 post no");
    EXPECT_NEAR(lammps.evaluate("f_w[15]") / -rate, 1.0, 2e-3) << text(shift);
    EXPECT_NEAR(lammps.evaluate("c_e") / (0.5 * m), 0.0, 1e-6) << text(shift);
  }
}

TEST(WallImagesOnRanks, AFreeTorusAmongSpheres)
{
  MeshFiles files;
  const std::string mesh = files.text(torus(0.035, 0.014));
  const std::vector<Sphere> around = {{{0.035, 0.02420123, 0.003}, {0, -1.2, 0}},
                                      {{-0.037, -0.02450077, 0.004}, {0.2, 1, 0}},
                                      {{0.001, 0.004, -0.01050031}, {0, 0, -0.9}},
                                      {{0.002, 0.0, 0.06030057}, {0.4, 0, -1}}};
  for (const int ranks : rank_counts())
    expect_the_same_everywhere(
        [&](const Vector3d &shift) {
          return scene_of(HERTZ, around, shift,
                          "fix w all wall/mesh " + mesh + " shift " + text(shift) +
                              " sides one move free density 1500 model hertz/mindlin " +
                              HERTZ.coefficients);
        },
        {"w"}, "torus", ranks, 16);
}

// Rollers that turn, or whose surface does, also while they float.
TEST_F(WallImages, RollersTakeTheTorqueOfTheirSpheres)
{
  const std::string mesh = files.text(roller(0.03, 0.06));
  const std::vector<Sphere> around = {{{0.0403, 0.0262, 0.001}, {-1, 0, 0}},
                                      {{-0.002, -0.025, 0.0404}, {0.2, 0, -0.7}}};
  for (const std::string move :
       {"move rotate AT 0 1 0 0.05", "surface rotate AT 0 1 0 0.05",
        "move rotate AT 0 1 0 0.05 move free mass 0.05 along xz around none",
        "move linear 0.3 0.1 0.2 move wiggle 0 0 1e-3 0.01 surface rotate AT 0 1 0 0.05"})
    expect_the_same_everywhere(
        [&](const Vector3d &shift) {
          std::string how = move;
          how.replace(how.find("AT"), 2, text(shift));
          return scene_of(HERTZ, around, shift,
                          "fix w all wall/mesh " + mesh + " shift " + text(shift) + " " + how +
                              " model hertz/mindlin " + HERTZ.coefficients);
        },
        {"w"}, move);
}

// A free plate, and another one beside it that follows: only this one is hit.
TEST_F(WallImages, FollowersOverAFace)
{
  const std::string mesh = files.text(plate());
  expect_the_same_everywhere(
      [&](const Vector3d &shift) {
        const std::string law = " model hertz/mindlin " + HERTZ.coefficients + "\n";
        return scene_of(HERTZ, ON_A_PLATE, shift,
                        "fix w all wall/mesh " + mesh + " shift " +
                            text(shift + Vector3d{0, 0, 0.05}) + FREE + text(shift) + law +
                            "fix v all wall/mesh " + mesh + " shift " + text(shift) + " about " +
                            text(shift) + " move with w" + law);
      },
      {"v", "w"}, "followers");
}

// The torque about an axis at one end of a plate that lies on a sphere, which is held.
TEST_F(WallImages, AServoHoldsItsTorqueOverAFace)
{
  const std::string mesh = files.text(plate());
  for (const Vector3d &shift : SHIFTS) {
    LammpsSession lammps;
    lammps.run(scene_of(HERTZ, {{{0.031, 0.0103, 0.004}, {0, 0, 0}}}, shift,
                        "fix w all wall/mesh " + mesh + " shift " + text(shift) +
                            " move servo torque -0.2 " + text(shift + Vector3d{-0.04, 0, 0}) +
                            " 0 0 1 5 model hertz/mindlin " + HERTZ.coefficients) +
               "unfix i\nuncompute e\nthermo_style custom step\nrun 6000 post no");
    EXPECT_NEAR(lammps.evaluate("f_w[6]") / -0.2, 1.0, 1e-9) << text(shift);
  }
}

// A cube that falls on one end of a plate.
TEST_F(WallImages, PolyhedraTurnAPlateAsInTheMiddleOfTheBox)
{
  const std::string mesh = files.text(plate()), file = files.folder / "cube";
  const grist::Matrix3d lean = rotation_matrix(0.3, normalized(Vector3d{1, 2, 3}));
  for (const std::string law :
       {"volume 3e9 restitution 0.5 friction 0.5", "energy 3e13 friction 0.3"})
    expect_the_same_everywhere(
        [&](const Vector3d &shift) {
          write_bodies(file, {cube_at(lean, in_box(exact({0.03, 0.016, 0.002}, 30) + shift))},
                       -HALF, HALF);
          return BODIES +
              ("boundary p p p\nnewton off\ncomm_modify vel yes\natom_modify map array\n"
               "read_data " +
               file) +
              "\npair_style polyhedron\npair_coeff * * " + law +
              "\nfix GRIST_GUARD all guard overlap warn timestep warn\nfix w all wall/mesh " +
              mesh + " shift " + text(shift) + FREE + text(shift) + " model polyhedron " + law +
              "\nfix i all leapfrog/body\nvelocity all set 0 -1 0\ncompute e all energy/balance\n"
              "thermo_style custom step c_e c_e[*]\ntimestep " +
              number(std::ldexp(1.0, -18)) + "\n";
        },
        {"w"}, law, 1, 16);
}

}    // namespace test_wall_images
