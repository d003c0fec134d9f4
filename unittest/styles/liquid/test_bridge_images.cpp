// Liquid bridges over the faces of a periodic box, between spheres and with a mesh.
// Oracle: the same scene in the middle of the box.

#include "common/space.h"
#include "testing/hertz_sphere.h"
#include "testing/lammps_session.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace test_bridge_images {

using namespace grist::testing;
using grist::Vector3d;

// Powers of two, so that a shift changes no place by rounding.
constexpr double EDGE = 1.0 / 128, HALF = EDGE / 2, DT = 1.0 / (1 << 20);
constexpr double SAME = 2e-12;    // of the largest value of the same kind

// Over a face, an edge or a corner of the box, or some periods beyond it.
const std::vector<Vector3d> SHIFTS = {
    {HALF, 0, 0}, {0, -HALF, 0}, {0, HALF, HALF}, {-HALF, HALF, HALF}, {3 * EDGE, HALF, -EDGE}};

std::string text(const Vector3d &v)
{
  return number(v.x) + " " + number(v.y) + " " + number(v.z);
}

Vector3d in_box(const Vector3d &x)
{
  Vector3d wrapped = x;
  for (int d = 0; d < 3; d++) wrapped[d] -= EDGE * std::floor(x[d] / EDGE + 0.5);
  return wrapped;
}

struct Sphere {
  Vector3d place;    // in units of 2^-16 m: 15 micrometers
  Vector3d velocity;
};
constexpr double UNIT = 1.0 / (1 << 16);

const std::string LAW = " young 1e7 poisson 0.3 restitution 0.6 friction 0.3";

// Spheres of 1 mm.
std::string scene(const std::vector<Sphere> &spheres, const Vector3d &shift,
                  const std::string &liquid, const std::string &walls = "")
{
  std::string lines = "units si\natom_style sphere\natom_modify map yes\nboundary p p p\n"
                      "newton on\ncomm_modify vel yes\nregion box block " +
      number(-HALF) + " " + number(HALF) + " " + number(-HALF) + " " + number(HALF) + " " +
      number(-HALF) + " " + number(HALF) + "\ncreate_box 1 box\n";
  for (const Sphere &one : spheres)
    lines += "create_atoms 1 single " + text(in_box(UNIT * one.place + shift)) + "\n";
  for (size_t n = 0; n < spheres.size(); n++) {
    const Vector3d &v = spheres[n].velocity;
    lines += "set atom " + std::to_string(n + 1) + " vx " + number(v.x) + " vy " + number(v.y) +
        " vz " + number(v.z) + "\n";
  }
  return lines +
      "set group all diameter 1e-3 density 2500\nneighbor 0.4e-3 bin\n"
      "pair_style hertz/mindlin\npair_coeff * *" +
      LAW + "\n" + walls + "fix wet all liquid tension 0.073 angle 20 film 2e-6 " + liquid +
      "\nfix move all leapfrog/sphere\ncompute e all energy/balance\n"
      "thermo_style custom step c_e c_e[*]\ntimestep " +
      number(DT) + "\n";
}

// Values of one kind at an instant.
using Values = std::vector<double>;

std::vector<Values> kinds_of(LammpsSession &lammps, const Vector3d &shift, bool has_wall)
{
  Values places, velocities, rates, forces, liquid, energies, on_wall, torques, answers;
  for (const AtomSnapshot &atom : lammps.atoms()) {
    const Vector3d x = in_box(grist::vector_at(atom.x.data()) - shift);
    places.insert(places.end(), {x.x, x.y, x.z});
    velocities.insert(velocities.end(), atom.v.begin(), atom.v.end());
    rates.insert(rates.end(), atom.omega.begin(), atom.omega.end());
    forces.insert(forces.end(), atom.f.begin(), atom.f.end());
  }
  for (const int n : {1, 2, 8})
    liquid.push_back(lammps.evaluate("f_wet[" + std::to_string(n) + "]"));
  for (const int n : {1, 4, 6, 7, 18})
    energies.push_back(lammps.evaluate("c_e[" + std::to_string(n) + "]"));
  for (int n = 1; has_wall && n <= 16; n++)
    (n <= 3       ? on_wall
         : n <= 6 ? torques
                  : answers)
        .push_back(lammps.evaluate("f_w[" + std::to_string(n) + "]"));
  return {places, velocities, rates, forces, liquid, energies, on_wall, torques, answers};
}

double largest(const Values &values)
{
  double most = 0.0;
  for (const double value : values) most = std::max(most, std::fabs(value));
  return most;
}

struct Seen {
  double made, broken, at_walls;    // bridges; the largest volume
};

// `input` writes the scene at a shift.
template <class Input> Seen expect_the_same_over_faces(const Input &input, bool has_wall, int ranks)
{
  Seen seen = {};
  for (const Vector3d &shift : SHIFTS) {
    LammpsSession middle(1), shifted(ranks);
    middle.run(input(Vector3d::zero()));
    shifted.run(input(shift));
    std::vector<double> scale(9, 0.0), off(9, 0.0);
    for (int n = 0; n < 12; n++) {
      for (LammpsSession *one : {&middle, &shifted})
        one->run(std::string("run 100") + (n > 0 ? " pre no" : "") + " post no");
      const auto one = kinds_of(middle, Vector3d::zero(), has_wall),
                 other = kinds_of(shifted, shift, has_wall);
      seen.at_walls = std::max(seen.at_walls, shifted.evaluate("f_wet[8]"));
      if (!is_first_rank()) continue;
      for (size_t k = 0; k < one.size(); k++) {
        EXPECT_EQ(one[k].size(), other[k].size());
        scale[k] = std::max(scale[k], largest(one[k]));
        for (size_t m = 0; m < one[k].size(); m++)
          off[k] = std::max(off[k], std::fabs(one[k][m] - other[k][m]));
      }
    }
    seen.made = shifted.evaluate("f_wet[6]");
    seen.broken = shifted.evaluate("f_wet[7]");
    EXPECT_EQ(seen.made, middle.evaluate("f_wet[6]"));
    for (size_t k = 0; is_first_rank() && k < scale.size(); k++)
      EXPECT_LE(off[k], SAME * scale[k]) << "kind " << k << " at " << text(shift) << ", " << ranks;
  }
  return seen;
}

// Two meet and part again; a third one joins, and a fourth one only pulls.
TEST(BridgeImages, SpheresPullOverAFaceAsInTheMiddle)
{
  const std::vector<Sphere> spheres = {{{-33, 0, 0}, {0.25, 0, 0}},
                                       {{33, 8, 2}, {-0.25, 0, 0.03125}},
                                       {{4, 70, 1}, {0, -0.375, 0}},
                                       {{30, -60, 10}, {0, 0.125, -0.0625}}};
  for (const std::string liquid : {"", "viscosity 5e-3"})
    for (const int ranks : rank_counts()) {
      if (ranks > 2) continue;
      const Seen seen = expect_the_same_over_faces(
          [&](const Vector3d &shift) { return scene(spheres, shift, liquid); }, false, ranks);
      EXPECT_GE(seen.made, 3.0) << liquid;
      if (liquid.empty()) { EXPECT_GE(seen.broken, 1.0); }
    }
}

// A free plate of 3 by 2 mm across y. Spheres hit it on both sides, rebound and pull it.
TEST(BridgeImages, AMeshIsPulledOverAFaceAsInTheMiddle)
{
  const std::vector<Sphere> spheres = {{{5, 33, 70}, {0.03125, -0.25, 0.0625}},
                                       {{-20, -34, -60}, {0.125, 0.375, 0}},
                                       {{30, 33, -10}, {0, -0.0625, -0.125}}};
  const TestFolder folder;
  const std::string file = folder / "plate.stl";
  LammpsSession(1).run("units si\nwrite_mesh " + file +
                       " plane size 3e-3 2e-3 axis y format text resolution 1.5e-3");
  for (const std::string move :
       {" move free mass 1e-5 inertia 4e-12 1.7e-11 1.4e-11 0 0 0 center ",
        " move free mass 1e-5 along y around none move linear 0.03125 0 0 about "})
    for (const std::string liquid : {"walls 40", "walls 0 viscosity 5e-3"})
      for (const int ranks : rank_counts()) {
        if (ranks > 2) continue;
        const Seen seen = expect_the_same_over_faces(
            [&](const Vector3d &shift) {
              return scene(spheres, shift, liquid,
                           "fix w all wall/mesh " + file + " shift " + text(shift) + move +
                               text(shift) + " model hertz/mindlin" + LAW + "\n");
            },
            true, ranks);
        EXPECT_GT(seen.at_walls, 0.0);
        EXPECT_GE(seen.made, 3.0) << liquid;
      }
}

}    // namespace test_bridge_images
