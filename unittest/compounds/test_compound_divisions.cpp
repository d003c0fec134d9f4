// What does not depend on how a body is cut into parts, and does not jump where the motion is slow.
// Oracles: the same body in other parts; forces as the derivative of the energy.

#include "common/space.h"
#include "compounds/compound_scenes.h"
#include "geometry/solids.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>

namespace test_compound_divisions {

using namespace grist;

constexpr double SAME = 1e-9;    // over the largest

// What two bodies do to each other with K = 1, by both laws.
struct Effect {
  double volume = 0.0, energy = 0.0;
  Vector3d by_volume = Vector3d::zero(), by_energy = Vector3d::zero();    // on the second
  Vector3d torque_by_volume = Vector3d::zero(), torque_by_energy = Vector3d::zero();    // about 0
  AreaSpread spread;
  int contacts = 0;
};

class Divisions : public testing::Test {
 protected:
  CompoundContacts contacts;
  OverlapWorkspace workspace;

  Effect effect_of(const Placed &a, const Placed &b)
  {
    PartPlanes planes;
    Effect sum;
    for (const CompoundContact &one : contacts.find(a.body(), b.body(), workspace, planes)) {
      const Overlap &found = one.overlap;
      const double force = one.share * found.volume;
      const Vector3d torque = found.torque_a() + cross(a.pose.position, found.area_vector);
      sum.volume += force;
      sum.energy += 0.5 * force * found.volume;
      sum.by_volume += force * found.normal;
      sum.by_energy += force * found.area_vector;
      if (found.area > 0.0) sum.torque_by_volume += force / found.area * torque;
      sum.torque_by_energy += force * torque;
      add(sum.spread, one.share, found.spread);
      sum.contacts++;
    }
    return sum;
  }

  static void expect_same(const Effect &a, const Effect &b, const std::string &what)
  {
    const double area = norm(a.by_energy) / a.volume;
    double spread = 0.0;
    for (int k = 0; k < AreaSpread::SIZE; k++)
      spread = std::max(spread, std::fabs(a.spread.data()[k] - b.spread.data()[k]));
    EXPECT_NEAR(a.volume, b.volume, SAME * a.volume) << what;
    EXPECT_NEAR(a.energy, b.energy, SAME * a.energy) << what;
    EXPECT_LT(norm(a.by_volume - b.by_volume), SAME * a.volume) << what;
    EXPECT_LT(norm(a.by_energy - b.by_energy), SAME * a.volume * area) << what;
    EXPECT_LT(norm(a.torque_by_volume - b.torque_by_volume), SAME * a.volume) << what;
    EXPECT_LT(norm(a.torque_by_energy - b.torque_by_energy), SAME * a.volume * area) << what;
    EXPECT_LT(spread, SAME * std::max(trace(a.spread), 1.0)) << what;
  }

  // A body in several divisions, with another one near it.
  struct Case {
    std::string name;
    std::vector<PartCorners> divisions;
    PartCorners other;
    Vector3d low, high;    // positions of the other
    bool turned;
    double most;    // of the overlap volumes that are compared
    int poses = 60;
  };

  void compare(const Case &with)
  {
    Scenes scenes(17);
    std::vector<CompoundShape> shapes;
    for (const PartCorners &parts : with.divisions) shapes.emplace_back(cut_at_hollow_edges(parts));
    const CompoundShape other(cut_at_hollow_edges(with.other));
    int compared = 0, several = 0;
    for (int n = 0; n < with.poses; n++) {
      Pose at;
      for (int k = 0; k < 3; k++) at.position[k] = scenes.uniform(with.low[k], with.high[k]);
      if (with.turned) at.rotation = scenes.rotation();
      const Pose frame = {scenes.vector(), scenes.rotation()};
      const Placed placed = as_given(other, frame * at);
      const Effect first = effect_of(as_given(shapes[0], frame), placed);
      if (first.volume < 1e-6 || first.volume > with.most) continue;
      compared++;
      if (first.contacts > 1) several++;
      for (size_t k = 1; k < shapes.size(); k++)
        expect_same(first, effect_of(as_given(shapes[k], frame), placed),
                    with.name + " division " + std::to_string(k));
    }
    EXPECT_GT(compared, 10) << with.name;
    EXPECT_GT(several, 3) << with.name;
  }

  static std::vector<PartCorners> divided(const PartCorners &parts)
  {
    Scenes scenes(5);
    std::vector<PartCorners> divisions = {parts};
    for (int planes = 1; planes <= 3; planes++)
      divisions.push_back(cut_at_random(parts, planes, scenes));
    return divisions;
  }
};

const PartCorners CUBE = {block({-0.3, -0.3, -0.3}, {0.3, 0.3, 0.3})};

TEST_F(Divisions, HollowCorners)
{
  std::vector<PartCorners> angles = divided(angle_piece(1.2, 1.0, 0.3, 1.0));
  angles.push_back(angle_piece(1.2, 1.0, 0.3, 1.0, 2, 2));
  angles.push_back(angle_piece(1.2, 1.0, 0.3, 1.0, 5, 5, 2));
  compare({"angle", angles, CUBE, {0.295, -0.1, 0.295}, {0.2999, 0.1, 0.2999}, false, 1.0});
  compare({"angle, turned", angles, CUBE, {0.25, -0.3, 0.25}, {0.4, 0.3, 0.4}, true, 1.0});
  const auto pockets = divided(pocket_piece(0.3));
  compare({"pocket", pockets, CUBE, {0.295, 0.295, 0.295}, {0.2999, 0.2999, 0.2999}, false, 1.0});
  compare({"pocket, turned", pockets, CUBE, {0.25, 0.25, 0.25}, {0.4, 0.4, 0.4}, true, 1.0});
}

TEST_F(Divisions, Notches)
{
  for (const double angle : {30.0, 45.0, 60.0, 75.0})
    compare({"notch of " + std::to_string(angle),
             divided(notch_piece(angle * DEGREE)),
             CUBE,
             {-0.1, 0.3, -0.3},
             {0.1, 0.5, 0.3},
             true,
             1.0});
}

TEST_F(Divisions, RingOnAPeg)
{
  Outline round;
  for (int k = 0; k < 24; k++)
    round.push_back({0.497 * std::cos(2 * PI * k / 24), 0.497 * std::sin(2 * PI * k / 24)});
  Scenes scenes(9);
  const PartCorners ring = ring_piece(12, 0.5, 0.8, 0.5);
  compare({"ring",
           {ring, ring_piece(12, 0.5, 0.8, 0.5, 3), cut_at_random(ring, 2, scenes)},
           {prism(round, -1.0, 1.0)},
           {-0.03, -0.03, -0.2},
           {0.03, 0.03, 0.1},
           false,
           1.0});
}

TEST_F(Divisions, HooksInEachOther)
{
  const PartCorners u = u_body().parts;
  compare({"U", divided(u), CUBE, {-1, -0.5, -0.3}, {1, 1.4, 0.3}, true, 1.0});
  compare({"U and U", divided(u), u, {-1, -1.5, -0.3}, {1, 1.8, 0.3}, true, 1.0, 240});
}

// Where many hollow edges meet inside, deep overlaps depend on which of their bisectors goes
// through; those at the surface do not.
TEST_F(Divisions, Stars)
{
  std::vector<PartCorners> stars = divided(star_body().parts);
  stars.push_back(star_body(false).parts);
  compare({"star", stars, CUBE, {-1, -1, -0.3}, {1, 1, 1}, true, 0.01});
  compare({"Schoenhardt",
           divided(schoenhardt_body().parts),
           CUBE,
           {-1, -1, -0.6},
           {1, 1, 0.6},
           true,
           0.01});
}

// ---- slow paths

class Paths : public Divisions {
 protected:
  // Along a path of the second body: no force jumps, and the force by energy is its derivative.
  void follow(const std::string &name, const PartCorners &still, const PartCorners &moving,
              const std::function<Pose(double)> &path)
  {
    const CompoundShape a(cut_at_hollow_edges(still)), b(cut_at_hollow_edges(moving));
    const Placed fixed = as_given(a);
    const auto at = [&](double s) { return effect_of(fixed, as_given(b, path(s))); };
    constexpr int STEPS = 400;
    std::vector<Effect> all;
    for (int n = 0; n <= STEPS; n++) all.push_back(at(static_cast<double>(n) / STEPS));
    for (const bool by_energy : {false, true}) {
      const auto change = [by_energy](const Effect &x, const Effect &y) {
        return by_energy
            ? norm(x.by_energy - y.by_energy) + norm(x.torque_by_energy - y.torque_by_energy)
            : norm(x.by_volume - y.by_volume) + norm(x.torque_by_volume - y.torque_by_volume);
      };
      double most = 0.0;
      std::vector<int> steepest;
      for (int n = 0; n < STEPS; n++) {
        most = std::max(most, change(all[n + 1], Effect()));
        steepest.push_back(n);
      }
      EXPECT_GT(most, 0.0) << name;
      std::sort(steepest.begin(), steepest.end(), [&](int n, int m) {
        return change(all[n], all[n + 1]) > change(all[m], all[m + 1]);
      });
      for (int k = 0; k < 12; k++) {
        double from = static_cast<double>(steepest[k]) / STEPS, to = from + 1.0 / STEPS;
        Effect first = all[steepest[k]], last = all[steepest[k] + 1];
        while (to - from > 1e-9) {
          const double middle = 0.5 * (from + to);
          const Effect half = at(middle);
          const bool is_first = change(first, half) > change(half, last);
          (is_first ? to : from) = middle;
          (is_first ? last : first) = half;
        }
        EXPECT_LT(change(first, last), 1e-5 * most)
            << name << (by_energy ? " energy" : " volume") << " jumps at " << from;
      }
    }
    double largest = 0.0;
    for (const Effect &one : all) largest = std::max(largest, norm(one.by_energy));
    constexpr double H = 1e-6;
    for (int n = 3; n < STEPS; n += 20) {
      const double s = static_cast<double>(n) / STEPS;
      const Pose before = path(s - H), after = path(s + H);
      if (norm(before.rotation.column[0] - after.rotation.column[0]) > 0.0) continue;
      const double work = -dot(all[n].by_energy, after.position - before.position);
      EXPECT_NEAR(at(s + H).energy - at(s - H).energy, work, 1e-5 * largest * 2.0 * H)
          << name << " at " << s;
    }
  }
};

Pose shifted(const Vector3d &from, const Vector3d &to, double s, const Matrix3d &rotation)
{
  return {from + s * (to - from), rotation};
}

TEST_F(Paths, NoForceJumps)
{
  const Matrix3d straight = Matrix3d::identity();
  const Matrix3d tilted = turn(0.02, {1, 2, 3}), turned = turn(0.7, {1, -1, 2});
  for (const Matrix3d &rotation : {straight, tilted, turned}) {
    follow("along the floor into the wall", angle_piece(1.2, 1.0, 0.3, 1.0), CUBE, [&](double s) {
      return shifted({0.9, 0.03, 0.29}, {0.28, 0.03, 0.29}, s, rotation);
    });
    follow("down the wall over the edge", angle_piece(1.2, 1.0, 0.3, 1.0), CUBE, [&](double s) {
      return shifted({0.29, 0.03, 1.4}, {0.29, 0.6, 0.2}, s, rotation);
    });
    follow("into the pocket", pocket_piece(0.3), CUBE, [&](double s) {
      return shifted({0.5, 0.45, 0.4}, {0.27, 0.28, 0.29}, s, rotation);
    });
    follow("into the notch", notch_piece(60.0 * DEGREE), CUBE, [&](double s) {
      return shifted({0.3, 0.9, 0.1}, {-0.05, 0.3, 0.1}, s, rotation);
    });
    follow("over the star", star_body().parts, CUBE, [&](double s) {
      return shifted({1.5, 0.2, 0.35}, {0.2, 1.4, 0.35}, s, rotation);
    });
    follow("hook into hook", u_body().parts, u_body().parts, [&](double s) {
      return shifted({-0.1, 1.9, 0.0}, {0.05, 1.1, 0.1}, s,
                     tilted * rotation * turn(PI, Vector3d::unit_x()) *
                         turn(0.3, Vector3d::unit_y()));
    });
    follow("over a Schoenhardt body", schoenhardt_body().parts, CUBE, [&](double s) {
      return shifted({1.3, -0.4, 0.3}, {0.6, 0.5, -0.4}, s, tilted * rotation);
    });
  }
  follow("tipped out of the corner", angle_piece(1.2, 1.0, 0.3, 1.0), CUBE, [](double s) {
    return Pose{{0.298, 0.0, 0.298}, turn(0.5 * s, Vector3d::unit_y())};
  });
  Outline round;
  for (int k = 0; k < 24; k++)
    round.push_back({0.497 * std::cos(2 * PI * k / 24), 0.497 * std::sin(2 * PI * k / 24)});
  follow("peg about its hole", ring_piece(12, 0.5, 0.8, 0.5), {prism(round, -1.0, 1.0)},
         [](double s) {
           return Pose{{0.03 * std::cos(2.0 * PI * s), 0.03 * std::sin(2.0 * PI * s), 0.1},
                       Matrix3d::identity()};
         });
}

// Faces that are cut unevenly must be plates without remainders.
TEST(DividedShapes, RingHasOneHollowEdgeForEachFold)
{
  const CompoundShape ring(ring_piece(48, 0.5, 0.8, 0.5, 2));
  EXPECT_EQ(ring.surface_plates().hollow_edges().size(), 2u * 48u);
  EXPECT_EQ(cut_at_hollow_edges(ring_piece(48, 0.5, 0.8, 0.5, 2)).size(), 96u);
}

// Five points on a pentagon, cut by five bisectors.
TEST(DividedShapes, PartsOfAStarAreConnected)
{
  const CompoundShape star(cut_at_hollow_edges(star_body(false).parts));
  EXPECT_NEAR(star.volume(), CompoundShape(star_body().parts).volume(), 1e-12);
}

}    // namespace test_compound_divisions
