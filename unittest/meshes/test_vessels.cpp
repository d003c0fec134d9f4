// Meshes of vessels, oracles: closed forms of area and volume, the paper's points, closedness edge
// by edge.

#include "common/constants.h"
#include "common/space.h"
#include "meshes/mesh_checks.h"
#include "meshes/vessels.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <stdexcept>
#include <vector>

namespace test_vessels {

using namespace grist;

constexpr double ROUNDING = 1e-12;

// The mill of the paper, in millimetres: top of a bar 18 wide, flanks that meet the wall at 2
// degrees 56 minutes.
constexpr double FOOT = (2.0 + 56.0 / 60.0) * PI / 180.0;
Drum paper_drum()
{
  Drum drum;
  drum.diameter = 600.0;
  drum.length = 100.0;
  drum.bars = 12;
  drum.bar_height = 14.0;
  drum.bar_width = 18.0;
  drum.bar_base = 600.0 * std::sin(FOOT);
  return drum;
}

Mesh closed(Drum drum)
{
  drum.caps = true;
  return drum_mesh(drum);
}

double polygon_area(double radius, double angle, int facets)    // of a sector, cut into triangles
{
  return 0.5 * radius * radius * facets * std::sin(angle / facets);
}

double ngon(double diameter, int facets)
{
  return polygon_area(0.5 * diameter, 2.0 * PI, facets);
}

void expect_vessel(const Mesh &mesh, double area, double volume, int open, const char *what)
{
  const EdgeCount edges = count_edges(mesh);
  EXPECT_EQ(edges.open, open) << what;
  EXPECT_EQ(edges.wrong, 0) << what;
  EXPECT_NEAR(area_of(mesh) / area, 1.0, ROUNDING) << what;
  if (open == 0) { EXPECT_NEAR(volume_inside(mesh) / volume, 1.0, ROUNDING) << what; }
  EXPECT_GT(least_slenderness(mesh), 1e-6) << what;
}

void expect_refused(const std::function<void()> &make, const std::string &text)
{
  try {
    make();
    ADD_FAILURE() << "not refused: " << text;
  } catch (const std::invalid_argument &error) {
    EXPECT_NE(std::string(error.what()).find(text), std::string::npos) << "said: " << error.what();
  }
}

TEST(Vessels, CylinderIsAPrismOfItsPolygon)
{
  for (const int facets : {3, 4, 7, 180, 1000}) {
    Drum drum;
    drum.diameter = 0.6;
    drum.length = 0.25;
    drum.facets = facets;
    const double chord = drum.diameter * std::sin(PI / facets);
    const double lateral = facets * chord * drum.length, end = ngon(drum.diameter, facets);
    expect_vessel(drum_mesh(drum), lateral, 0.0, 2 * facets, "open");
    expect_vessel(closed(drum), lateral + 2.0 * end, end * drum.length, 0, "closed");
  }
}

// The corner (x, y, z) of a bar on the horizontal plane, and all that follow from it by symmetry
// and turns by 30 degrees.
void expect_corners(const Mesh &mesh, double y, double z)
{
  for (int bar = 0; bar < 12; bar++) {
    const Matrix3d turn = rotation_matrix(bar * PI / 6.0, Vector3d::unit_x());
    for (const double x : {-50.0, 50.0})
      for (const double sign : {-1.0, 1.0}) {
        double nearest = 1e9;
        for (const Vector3d &p : mesh.vertices)
          nearest = std::min(nearest, norm(p - turn * Vector3d{x, y, sign * z}));
        EXPECT_LT(nearest, 1e-9) << bar << " " << x << " " << y << " " << sign * z;
      }
  }
}

TEST(Vessels, DrumOfThePaperHasItsCorners)
{
  // Eqs. 34 and 35: flanks from (286, 9) to the circle at 2 degrees 56 minutes, 25 degrees off the
  // radius.
  const Mesh mesh = placed(drum_mesh(paper_drum()), 0, Vector3d::zero());
  const double y = 300.0 * std::cos(FOOT), z = 300.0 * std::sin(FOOT);
  expect_corners(mesh, 286.0, 9.0);
  expect_corners(mesh, y, z);
  EXPECT_NEAR(std::atan((z - 9.0) / (y - 286.0)), 25.0 * PI / 180.0, 1e-3);
  // Tops of bars are inside of the circle; all other corners are on it.
  for (const Vector3d &p : mesh.vertices) {
    const double r = std::hypot(p[1], p[2]);
    EXPECT_TRUE(std::fabs(r - 300.0) < 1e-9 || std::fabs(r - std::hypot(286.0, 9.0)) < 1e-9) << r;
    EXPECT_EQ(std::fabs(p[0]), 50.0);
  }

  // Eq. 33 taken by its word, with the width of Table 3 at the wall.
  Drum narrow = paper_drum();
  narrow.bar_width = 14.0;
  narrow.bar_base = 18.0;
  const Mesh other = placed(drum_mesh(narrow), 0, Vector3d::zero());
  expect_corners(other, 286.0, 7.0);
  expect_corners(other, std::sqrt(300.0 * 300.0 - 9.0 * 9.0), 9.0);
}

TEST(Vessels, BarsTakeTheirTrapezoidsFromTheDrum)
{
  for (const int bars : {1, 2, 3, 8, 12, 40})
    for (const double base : {4.0, 14.0, 18.0, 30.0})
      for (const double phase : {0.0, 0.3}) {
        Drum drum = paper_drum();
        drum.bars = bars;
        drum.bar_width = 14.0;
        drum.bar_base = base;
        drum.phase = phase;
        // Triangles from the axis: to the wall between bars, to the flanks, to the tops.
        const double half = std::asin(base / 600.0), arc = 2.0 * PI / bars - 2.0 * half;
        const int facets = std::max(1, static_cast<int>(std::lround(180.0 * arc / (2.0 * PI))));
        const double foot = 300.0 * std::cos(half), flank = std::hypot(foot - 286.0, base / 2 - 7);
        const double section = bars *
            (polygon_area(300.0, arc, facets) + foot * base / 2.0 -
             (foot - 286.0) * (base + 14.0) / 2.0);
        const double around =
            bars * (facets * 600.0 * std::sin(0.5 * arc / facets) + 2.0 * flank + 14.0);
        const int corners = bars * (3 + facets);
        expect_vessel(drum_mesh(drum), 100.0 * around, 0.0, 2 * corners, "open");
        expect_vessel(closed(drum), 100.0 * around + 2.0 * section, 100.0 * section, 0, "closed");
      }
}

TEST(Vessels, NormalsPointToTheParticles)
{
  const Mesh mesh = drum_mesh(paper_drum());
  for (size_t f = 0; f < mesh.faces.size(); f++) {
    const Vector3d normal = area_vector(mesh, f), p = middle(mesh, f);
    EXPECT_NEAR(normal[2], 0.0, ROUNDING * norm(normal));
    EXPECT_LT(dot(normal, Vector3d{p[0], p[1], 0.0}), 0.0);
  }
  const Mesh floor = plate_mesh({2.0, 3.0});
  EXPECT_EQ(floor.faces.size(), 2u);
  EXPECT_NEAR(area_of(floor), 6.0, ROUNDING);
  for (size_t f = 0; f < 2; f++) EXPECT_GT(area_vector(floor, f)[2], 0.0);
}

TEST(Vessels, PhaseTurnsTheBars)
{
  Drum drum = paper_drum();
  const Mesh straight = drum_mesh(drum);
  drum.phase = 0.2;
  const Mesh turned = drum_mesh(drum);
  const Matrix3d turn = rotation_matrix(0.2, Vector3d::unit_z());
  ASSERT_EQ(straight.vertices.size(), turned.vertices.size());
  for (size_t n = 0; n < turned.vertices.size(); n++)
    EXPECT_LT(norm(turn * straight.vertices[n] - turned.vertices[n]), 1e-10);
}

TEST(Vessels, HoppersAreFrustumsAndPrisms)
{
  for (const int facets : {3, 8, 180}) {
    const double outlet = 0.1, top = 0.5, cone = 0.4, cylinder = 0.7;
    // The slant height of a facet is from the middle of one chord to the middle of the other.
    const double slant = std::hypot(cone, 0.5 * (top - outlet) * std::cos(PI / facets));
    const double chord = std::sin(PI / facets);
    const double sides = facets * chord * (0.5 * (top + outlet) * slant + top * cylinder);
    const double volume = ngon(top, facets) * cylinder +
        ngon(1.0, facets) * cone / 3.0 * (top * top + top * outlet + outlet * outlet);
    const double ends = ngon(top, facets) + ngon(outlet, facets);
    expect_vessel(round_hopper_mesh({top, cylinder, cone, outlet, facets, true, true}),
                  sides + ends, volume, 0, "closed");
    expect_vessel(round_hopper_mesh({top, cylinder, cone, outlet, facets, false, false}), sides,
                  0.0, 2 * facets, "open");
    expect_vessel(round_hopper_mesh({top, cylinder, cone, outlet, facets, true, false}),
                  sides + ngon(outlet, facets), 0.0, facets, "with a lid");
  }
}

TEST(Vessels, SilosMayBeFlat)
{
  const int n = 60;
  const double round = n * std::sin(PI / n) * 2.0 * 3.0, floor = ngon(2.0, n);
  expect_vessel(round_hopper_mesh({2.0, 3.0, 0.0, 0.0, n, false, true}), round + 2.0 * floor,
                3.0 * floor, 0, "closed");
  expect_vessel(round_hopper_mesh({2.0, 3.0, 0.0, 0.5, n, false, false}),
                round + floor - ngon(0.5, n), 0.0, 2 * n, "hole in the floor");
  expect_vessel(round_hopper_mesh({2.0, 3.0, 0.0, 0.5, n, true, true}), round + 2.0 * floor,
                3.0 * floor, 0, "hole with a lid");
  expect_vessel(round_hopper_mesh({2.0, 3.0, 0.0, 2.0, n, false, false}), round, 0.0, 2 * n,
                "no floor");
  for (const double angle : {0.1, 0.5, 1.4})
    EXPECT_NEAR(std::atan(0.5 * (3.0 - 1.0) / cone_height(3.0, 1.0, angle)), angle, ROUNDING);
}

TEST(Vessels, RectangularHoppersAndWedges)
{
  const double a = 0.5, b = 0.3, h = 0.4, up = 0.2;
  for (const auto &[c, d] : {std::pair{0.1, 0.05}, std::pair{0.5, 0.05}, std::pair{0.1, 0.3}}) {
    const double sides = (a + c) * std::hypot(h, 0.5 * (b - d)) +
        (b + d) * std::hypot(h, 0.5 * (a - c)) + 2.0 * (a + b) * up;
    // The section is quadratic in height: Simpson's rule is exact.
    const double volume = a * b * up + h / 6.0 * (a * b + (a + c) * (b + d) + c * d);
    expect_vessel(rectangular_hopper_mesh({{a, b}, {c, d}, h, up, true, true}),
                  sides + a * b + c * d, volume, 0, "closed");
    expect_vessel(rectangular_hopper_mesh({{a, b}, {c, d}, h, up, false, false}), sides, 0.0, 8,
                  "open");
  }
  expect_vessel(box_mesh({{1.0, 2.0, 3.0}, true}), 22.0, 6.0, 0, "box");
  expect_vessel(box_mesh({{1.0, 2.0, 3.0}, false}), 20.0, 0.0, 4, "open box");
}

TEST(Vessels, AreRotatedByCyclicOrderOfAxes)
{
  const Mesh local = plate_mesh({2.0, 3.0});
  const Vector3d center{10.0, 20.0, 30.0};
  for (int axis = 0; axis < 3; axis++) {
    const Mesh mesh = placed(local, axis, center);
    EXPECT_GT(area_vector(mesh, 0)[axis], 0.0);
    for (size_t n = 0; n < 4; n++) {
      const Vector3d p = mesh.vertices[n] - center;
      EXPECT_EQ(p[axis], 0.0);
      EXPECT_EQ(std::fabs(p[(axis + 1) % 3]), 1.0);
      EXPECT_EQ(std::fabs(p[(axis + 2) % 3]), 1.5);
    }
  }
}

TEST(Vessels, RefuseInvalidDrums)
{
  const auto refused = [](const std::function<void(Drum &)> &change, const std::string &text) {
    expect_refused(
        [&] {
          Drum drum = paper_drum();
          change(drum);
          drum_mesh(drum);
        },
        text);
  };
  refused([](Drum &d) { d.diameter = -1.0; }, "diameter -1 (must be positive)");
  refused([](Drum &d) { d.length = 0.0; }, "length 0 (must be positive)");
  refused([](Drum &d) { d.length = INFINITY; }, "length inf");
  refused([](Drum &d) { d.diameter = NAN; }, "diameter nan");
  refused([](Drum &d) { d.phase = NAN; }, "phase nan");
  refused([](Drum &d) { d.facets = 2; }, "facets 2 (must be 3 to 100000)");
  refused([](Drum &d) { d.facets = 100001; }, "facets 100001");
  refused([](Drum &d) { d.bars = -1; }, "bars -1");
  refused([](Drum &d) { d.bar_height = 0.0; }, "height 0 (must be positive)");
  refused([](Drum &d) { d.bar_height = 300.0; }, "height 300 (bars reach the axis, at 300)");
  refused([](Drum &d) { d.bar_width = -1.0; }, "width -1");
  refused([](Drum &d) { d.bar_base = 600.0; }, "base 600 (wider than the drum, 600)");
  refused([](Drum &d) { d.bar_height = 0.1; }, "height 0.1 (must be above 0.39");
  refused(
      [](Drum &d) {
        d.bar_width = 200.0;
        d.bars = 1;
      },
      "width 200 (bars stand out of");
  refused([](Drum &d) { d.bars = 62; }, "bars 62 (they overlap: each takes 5.86");
  refused(
      [](Drum &d) {
        d.bar_width = 180.0;
        d.bar_height = 100.0;
      },
      "bars 12 (they overlap");
  refused(
      [](Drum &d) {
        d.bars = 2;
        d.facets = 3;
        d.bar_width = 40.0;
      },
      "facets 3 (too few");
}

TEST(Vessels, RefuseInvalidHoppers)
{
  const auto round = [](const RoundHopper &hopper) { return [=] { round_hopper_mesh(hopper); }; };
  expect_refused(round({1.0, 1.0, 1.0, 1.5, 60, false, false}),
                 "outlet 1.5 (wider than the top, 1)");
  expect_refused(round({1.0, 1.0, 1.0, 0.0, 60, false, false}), "outlet 0 (must be positive)");
  expect_refused(round({1.0, -1.0, 1.0, 0.1, 60, false, false}), "height of the cylinder -1");
  expect_refused(round({1.0, 1.0, -1.0, 0.1, 60, false, false}), "height of the cone -1");
  expect_refused(round({1.0, 0.0, 0.0, 0.1, 60, false, false}), "height 0 (cone and cylinder");
  expect_refused(round({1.0, 1.0, 1.0, 0.1, 1, false, false}), "facets 1");
  expect_refused([] { cone_height(1.0, 0.5, 0.5 * PI); }, "angle 90");
  expect_refused([] { cone_height(1.0, 0.5, 0.0); }, "angle 0");
  expect_refused([] { cone_height(1.0, 1.0, 0.3); }, "the outlet is as wide");
  expect_refused(
      [] {
        rectangular_hopper_mesh({{1.0, 1.0}, {0.5, 1.5}, 1.0, 0.0, false, false});
      },
      "outlet 1.5");
  expect_refused(
      [] {
        rectangular_hopper_mesh({{1.0, 1.0}, {0.5, 0.5}, 0.0, 1.0, false, false});
      },
      "height 0");
  expect_refused([] { box_mesh({{1.0, 0.0, 1.0}, false}); }, "size 0");
  expect_refused([] { plate_mesh({1.0, -2.0}); }, "size -2");
}

}    // namespace test_vessels
