// Overlaps of polyhedra, oracles: the published algorithm, Lasserre's formula, symmetry, rigid
// motion, scale, finite differences, balance.

#include "common/constants.h"
#include "geometry/lasserre.h"
#include "geometry/overlap.h"
#include "geometry/plane_combinations.h"
#include "geometry/polyhedron_scenes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace test_overlap_invariance {

using namespace grist;

// Rounding of coordinates, of the size of the bodies, over the size of the overlap.
constexpr double ROUNDING = 1e-13;

// Overlaps thinner than this part of the radius are left to the tests of degenerate poses.
constexpr double THIN = 1e-3;

double size_of(const Overlap &o)
{
  return std::cbrt(o.volume);
}

// Differences of two results that should agree, each in units of the overlap.
void expect_equal(const Overlap &a, const Overlap &b, double tolerance, double radius)
{
  EXPECT_EQ(a.status, b.status);
  const double size = size_of(b), allowed = tolerance * radius / size;
  EXPECT_NEAR(a.volume / b.volume, 1.0, 10.0 * allowed);
  EXPECT_LT(norm(a.centroid - b.centroid), 10.0 * allowed * radius);
  EXPECT_LT(norm(a.area_vector - b.area_vector), 100.0 * tolerance * radius * radius);
  EXPECT_LT(norm(a.moment - b.moment), 100.0 * tolerance * std::pow(radius, 3));
}

struct Pair {
  const ConvexPolyhedron &a, &b;
  Pose pose_a, pose_b;

  double radius() const { return a.radius() + b.radius(); }
};

// Calls visit(pair, overlap) for random overlapping pairs.
template <class Visit> void for_overlapping_pairs(int seed, int count, Visit visit)
{
  static const std::vector<ConvexPolyhedron> shapes = many_shapes();
  Scenes scenes(seed);
  OverlapWorkspace workspace;
  for (int found = 0; found < count;) {
    const ConvexPolyhedron &a = shapes[scenes.index(shapes.size())];
    const ConvexPolyhedron &b = shapes[scenes.index(shapes.size())];
    const Pose pose_a = scenes.pose(), pose_b = scenes.near(a, pose_a, b);
    const Overlap result = overlap(a, pose_a, b, pose_b, workspace);
    if (result.volume < std::pow(THIN * (a.radius() + b.radius()), 3)) continue;
    visit(Pair{a, b, pose_a, pose_b}, result);
    found++;
  }
}

Lasserre by_lasserre(const Pair &pair)
{
  Lasserre both;
  for (const ConvexPolyhedron::Face &face : pair.a.faces())
    both.add({pair.pose_a.rotation * face.plane.normal, face.plane.offset}, Vector3d::zero());
  for (const ConvexPolyhedron::Face &face : pair.b.faces())
    both.add({pair.pose_b.rotation * face.plane.normal, face.plane.offset},
             pair.pose_b.position - pair.pose_a.position);
  return both;
}

// Part of the surface of a that is inside b, as a vector.
Vector3d area_by_lasserre(const Pair &pair, const Lasserre &both)
{
  Vector3d sum = Vector3d::zero();
  for (int f = 0; f < pair.a.face_count(); f++)
    sum +=
        static_cast<double>(both.area(f)) * (pair.pose_a.rotation * pair.a.faces()[f].plane.normal);
  return sum;
}

TEST(Overlap, AgreesWithLasserresFormula)
{
  for_overlapping_pairs(8, 1000, [&](const Pair &pair, const Overlap &result) {
    const double radius = pair.radius(), allowed = 1e-12 * radius / size_of(result);
    const Lasserre both = by_lasserre(pair);
    EXPECT_NEAR(static_cast<double>(both.volume()) / result.volume, 1.0, 10.0 * allowed);
    EXPECT_LT(norm(area_by_lasserre(pair, both) - result.area_vector), 1e-10 * radius * radius);
  });
}

// Shapes 12 and 7 of many_shapes() as they lay when the published algorithm, not yet refined, lost
// a corner of two faces at an angle of 5e-4, and with it 1.6e-3 of the volume.
const std::vector<Vector3d> ALMOST_COPLANAR = {
    {0.89785764301065252, 0.25158483758783234, 0.21674810952003257},
    {0.38454808004572183, 0.32028114113696338, 0.68345162806417259},
    {0.98565401037527922, -0.14893918946699514, -0.086328504269957418},
    {0.77935569149811601, -0.62827807343983555, 1.3079936922434783},
    {-0.34028234729151075, -0.85024205450933921, 0.42867157052516053},
    {0.21275370806877625, -0.31990468474363554, -0.3903032940606449},
    {0.72159054065007178, -1.3367384447318524, 0.5992313357123602},
    {0.3535846514779778, 0.38208397610056166, -0.041993262401288256},
    {-0.2324730734004565, -0.31869866630706395, 1.6667785679485276},
    {-0.64854656719108406, -0.27482866592490784, -0.62577572359128875},
    {0.94796897729512175, -1.144960197844231, 0.17486589750184167},
    {0.48176688325210582, -1.3387505579181445, -0.32688946704803978},
    {0.06716494149872354, -1.7150381644765318, 0.19800690769854667}};
const std::vector<Vector3d> PRISM = {
    {-0.25723591087504832, -0.84573246777470823, -0.12562197853091406},
    {0.16590388727913158, -0.52168584867448764, -0.41704348433684724},
    {0.35134894103473058, 0.045988801523654255, -0.30597765818658085},
    {0.1594553425240719, 0.42982089276796431, 0.12394066749876442},
    {-0.26527711465826692, 0.34077703160369888, 0.54897422474248692},
    {-0.60301622729078708, -0.1540909383486998, 0.64906407583554415},
    {-0.59943755493883755, -0.68213734224814426, 0.34884052144398225},
    {0.4409857476391752, -1.1959785384837589, 0.49872904896445042},
    {0.86412554579335499, -0.87193191938353842, 0.20730754315851732},
    {1.0495705995489542, -0.30425726918539653, 0.31837336930878368},
    {0.85767700103829547, 0.079574822058913475, 0.74829169499412895},
    {0.4329445438559566, -0.0094690391053518508, 1.1733252522378514},
    {0.095205431223436277, -0.50433700905775058, 1.2734151033309087},
    {0.098784103575385973, -1.0323834129571949, 0.97319154893934678}};

TEST(Overlap, PairOnWhichThePublishedAlgorithmLostACorner)
{
  // Turned, because it depended on rounding: 100 of 2000 poses with one compiler, 27 with another.
  const ConvexPolyhedron a = ConvexPolyhedron::from_vertices(ALMOST_COPLANAR),
                         b = ConvexPolyhedron::from_vertices(PRISM);
  Scenes scenes(5);
  OverlapWorkspace workspace;
  PlaneCombinations reference;
  for (int n = 0; n < 500; n++) {
    const Pose scene = n == 0 ? Pose{} : scenes.pose();
    const Pair pair{a, b, moved(scene.rotation, scene.position, a.placement()),
                    moved(scene.rotation, scene.position, b.placement())};
    const Overlap result = overlap(a, pair.pose_a, b, pair.pose_b, workspace);
    expect_equal(result, reference.overlap(a, pair.pose_a, b, pair.pose_b), 1e-12, pair.radius());
    EXPECT_NEAR(static_cast<double>(by_lasserre(pair).volume()) / result.volume, 1.0, 1e-13);
  }
}

TEST(Overlap, AgreesWithThePublishedAlgorithm)
{
  PlaneCombinations reference;
  for_overlapping_pairs(1, 4000, [&](const Pair &pair, const Overlap &result) {
    const Overlap expected = reference.overlap(pair.a, pair.pose_a, pair.b, pair.pose_b);
    expect_equal(result, expected, 1e-12, pair.radius());
  });
}

TEST(Overlap, IsSeparateWhereThePublishedAlgorithmFindsNothing)
{
  const std::vector<ConvexPolyhedron> shapes = many_shapes();
  Scenes scenes(2);
  OverlapWorkspace workspace;
  PlaneCombinations reference;
  int separate = 0;
  for (int n = 0; n < 4000; n++) {
    const ConvexPolyhedron &a = shapes[scenes.index(shapes.size())];
    const ConvexPolyhedron &b = shapes[scenes.index(shapes.size())];
    const Pose pose_a = scenes.pose(), pose_b = scenes.near(a, pose_a, b);
    const Overlap result = overlap(a, pose_a, b, pose_b, workspace);
    EXPECT_EQ(result.status, reference.overlap(a, pose_a, b, pose_b).status);
    separate += result.status == OverlapStatus::SEPARATE ? 1 : 0;
  }
  EXPECT_GT(separate, 500);
}

TEST(Overlap, IsTheSameWithTheBodiesSwapped)
{
  OverlapWorkspace workspace;
  for_overlapping_pairs(3, 2000, [&](const Pair &pair, const Overlap &result) {
    Overlap swapped = overlap(pair.b, pair.pose_b, pair.a, pair.pose_a, workspace);
    swapped.centroid += pair.pose_b.position - pair.pose_a.position;
    swapped.area_vector = -swapped.area_vector;
    swapped.moment = -swapped.moment;
    expect_equal(result, swapped, ROUNDING, pair.radius());
  });
}

TEST(Overlap, TurnsAndMovesWithTheScene)
{
  OverlapWorkspace workspace;
  Scenes scenes(4);
  for_overlapping_pairs(5, 2000, [&](const Pair &pair, const Overlap &result) {
    const Matrix3d rotation = scenes.rotation();
    const Vector3d shift = scenes.vector();
    Overlap turned = overlap(pair.a, moved(rotation, shift, pair.pose_a), pair.b,
                             moved(rotation, shift, pair.pose_b), workspace);
    for (Vector3d *v : {&turned.centroid, &turned.area_vector, &turned.moment})
      *v = transposed(rotation) * *v;
    expect_equal(turned, result, ROUNDING, pair.radius());
  });
}

TEST(Overlap, IsTheSameInAllUnitsOfLength)
{
  OverlapWorkspace workspace;
  for (const double unit : {1e3, 1e-3, 1e-6, 1e-9}) {
    for_overlapping_pairs(6, 300, [&](const Pair &pair, const Overlap &result) {
      Pose pose_a = pair.pose_a, pose_b = pair.pose_b;
      pose_a.position *= unit;
      pose_b.position *= unit;
      Overlap scaled = overlap(pair.a.scaled(unit), pose_a, pair.b.scaled(unit), pose_b, workspace);
      scaled.volume /= std::pow(unit, 3);
      scaled.centroid /= unit;
      scaled.area_vector /= std::pow(unit, 2);
      scaled.moment /= std::pow(unit, 3);
      expect_equal(scaled, result, ROUNDING, pair.radius());
    });
  }
}

TEST(Overlap, LosesNothingFarFromTheOrigin)
{
  // Positions in steps of 2^-20, which 1e6 more does not round.
  const auto dyadic = [](const Vector3d &v) -> Vector3d {
    return Vector3d{std::round(v.x * 1048576.0), std::round(v.y * 1048576.0),
                    std::round(v.z * 1048576.0)} /
        1048576.0;
  };
  OverlapWorkspace workspace;
  for_overlapping_pairs(7, 500, [&](const Pair &pair, const Overlap &) {
    Pose pose_a = pair.pose_a, pose_b = pair.pose_b;
    pose_a.position = dyadic(pose_a.position);
    pose_b.position = dyadic(pose_b.position);
    const Overlap result = overlap(pair.a, pose_a, pair.b, pose_b, workspace);
    pose_a.position += Vector3d{1e6, -1e6, 1e6};
    pose_b.position += Vector3d{1e6, -1e6, 1e6};
    const Overlap far = overlap(pair.a, pose_a, pair.b, pose_b, workspace);
    EXPECT_EQ(far.volume, result.volume);
    EXPECT_EQ(far.centroid, result.centroid);
    EXPECT_EQ(far.moment, result.moment);
  });
}

// Central differences of two widths, extrapolated.
template <class Value> double slope(Value value, double h)
{
  const auto central = [&](double width) { return (value(width) - value(-width)) / (2.0 * width); };
  return (4.0 * central(0.5 * h) - central(h)) / 3.0;
}

TEST(Overlap, AreaVectorAndMomentAreTheGradientOfTheVolume)
{
  // The volume is a cubic of the shift between events (a corner meets a plane), where higher
  // derivatives jump.
  constexpr double STEP = 1e-4, ALLOWED = 2e-6;
  OverlapWorkspace workspace;
  int off = 0;
  for_overlapping_pairs(8, 500, [&](const Pair &pair, const Overlap &result) {
    const Vector3d distance = pair.pose_b.position - pair.pose_a.position;
    const double area = std::pow(pair.radius(), 2), moment = area * pair.radius();
    for (int k = 0; k < 3; k++) {
      const Vector3d axis = Vector3d::unit(k);
      const auto shifted = [&](bool first, double s) {
        Pose pose_a = pair.pose_a, pose_b = pair.pose_b;
        (first ? pose_a : pose_b).position += s * axis;
        return overlap(pair.a, pose_a, pair.b, pose_b, workspace).volume;
      };
      const auto turned = [&](bool first, double angle) {
        Pose pose_a = pair.pose_a, pose_b = pair.pose_b;
        Matrix3d &rotation = (first ? pose_a : pose_b).rotation;
        rotation = turn(angle, axis) * rotation;
        return overlap(pair.a, pose_a, pair.b, pose_b, workspace).volume;
      };
      const double da = slope([&](double s) { return shifted(true, s); }, STEP);
      const double db = slope([&](double s) { return shifted(false, s); }, STEP);
      const double ta = slope([&](double s) { return turned(true, s); }, STEP);
      const double tb = slope([&](double s) { return turned(false, s); }, STEP);
      const double worst = std::max({std::fabs(da - result.area_vector[k]) / area,
                                     std::fabs(db + result.area_vector[k]) / area,
                                     std::fabs(ta - result.torque_a()[k]) / moment,
                                     std::fabs(tb - result.torque_b(distance)[k]) / moment});
      EXPECT_LT(worst, 1e-3);
      off += worst > ALLOWED ? 1 : 0;
    }
  });
  EXPECT_LT(off, 15);    // of 1500, near an event
}

TEST(Overlap, EnergyLawBalancesForceAndAngularMomentum)
{
  Scenes scenes(9);
  for_overlapping_pairs(10, 200, [&](const Pair &pair, const Overlap &result) {
    const Vector3d distance = pair.pose_b.position - pair.pose_a.position;
    const Vector3d force_a = -result.area_vector, torque_a = -result.torque_a();
    const Vector3d force_b = -force_a, torque_b = -result.torque_b(distance);
    const Vector3d about = scenes.vector();    // any point, relative to a
    const Vector3d total =
        torque_a + torque_b + cross(-about, force_a) + cross(distance - about, force_b);
    EXPECT_LT(norm(total), ROUNDING * 100.0);

    // The force at its point of action does the same, except for a moment along itself.
    const Vector3d left = torque_a - cross(result.point_of_action(), force_a);
    EXPECT_LT(norm(cross(left, force_a)), ROUNDING * 100.0);
  });
}

TEST(Overlap, ClosedPathDoesNoWork)
{
  // Shifts and turns of b along a circle: Simpson's rule over work against the change of volume.
  const ConvexPolyhedron a = solids::icosahedron(1.0), b = solids::octahedron(1.0);
  OverlapWorkspace workspace;
  constexpr int STEPS = 2000;
  const double full = 2.0 * grist::PI, dt = 1.0 / STEPS;
  double work = 0.0, greatest = 0.0;
  for (int i = 0; i <= STEPS; i++) {
    const double s = full * i * dt;
    const Vector3d distance{0.9 + 0.3 * std::cos(s), 0.4 * std::sin(s), 0.2};
    const Vector3d velocity{-0.3 * full * std::sin(s), 0.4 * full * std::cos(s), 0.0};
    const Vector3d axis = Vector3d{1, 2, 2} / 3.0;
    const Pose pose{distance, turn(0.5 * std::sin(s), axis)};
    const Vector3d spin = 0.5 * full * std::cos(s) * axis;
    const Overlap o = overlap(a, {}, b, pose, workspace);
    const double power = dot(o.torque_b(distance), spin) - dot(o.area_vector, velocity);
    const double weight = i == 0 || i == STEPS ? 1.0 : i % 2 ? 4.0 : 2.0;
    work += weight * power * dt / 3.0;
    greatest = std::max(greatest, std::fabs(power));
  }
  EXPECT_GT(greatest, 0.1);
  EXPECT_NEAR(work, 0.0, 1e-6 * greatest);
}

}    // namespace test_overlap_invariance
