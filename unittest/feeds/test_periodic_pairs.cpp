// Near pairs across periodic borders. Oracle: all pairs of spheres and all images, by brute force.

#include "feeds/periodic_pairs.h"

#include "common/random_numbers.h"

#include <gtest/gtest.h>

#include <set>
#include <tuple>

using namespace grist;

namespace test_periodic_pairs {

using Key = std::tuple<int, int, int, int, int>;    // spheres, and the image of the second

// The smaller number first, a sphere near its own image once.
Key key(int a, int b, Vector3d step)
{
  const bool turned = a > b ||
      (a == b && std::make_tuple(step[0], step[1], step[2]) < std::make_tuple(0.0, 0.0, 0.0));
  if (turned) step = -step;
  const auto image = [&](int k) { return static_cast<int>(std::lround(step[k])); };
  return {std::min(a, b), std::max(a, b), image(0), image(1), image(2)};
}

struct Spheres {
  std::vector<Vector3d> centers;
  std::vector<double> radii;
  std::vector<int> bodies;
};

// Rods of four spheres about places in the box, and single spheres that are fixed.
Spheres rods(const PlacementBox &box, int count, int fixed)
{
  RandomNumbers random(5);
  Spheres all;
  for (int n = 0; n < count + fixed; n++) {
    const Vector3d lamda{random.uniform(), random.uniform(), random.uniform()};
    const Vector3d way{random.normal(), random.normal(), random.normal()};
    for (int m = 0; m < (n < count ? 4 : 1); m++) {
      const double arm = n < count ? 0.4 * (m - 1.5) : 0.0;
      all.centers.push_back(box.origin + box.edges * lamda + arm * normalized(way));
      all.radii.push_back(0.2 + 0.1 * random.uniform());
      all.bodies.push_back(n);
    }
  }
  return all;
}

std::multiset<Key> brute_force(const PlacementBox &box, const Spheres &all, int fixed, double skin)
{
  std::multiset<Key> found;
  const int count = static_cast<int>(all.radii.size());
  for (int a = 0; a < fixed; a++)
    for (int b = a; b < count; b++)
      for (int n = 0; n < 27; n++) {
        const Vector3d step =
            vector_cast<double>(Vector3<int>{n % 3 - 1, n / 3 % 3 - 1, n / 9 - 1});
        bool reached = all.bodies[a] != all.bodies[b] || !is_zero(step);
        for (int k = 0; k < 3; k++) reached = reached && (step[k] == 0.0 || box.periodic[k]);
        if (!reached || (a == b && key(a, b, step) != key(a, b, -step))) continue;
        if (a == b && std::make_tuple(step[0], step[1], step[2]) < std::make_tuple(0., 0., 0.))
          continue;
        const Vector3d apart = all.centers[b] + box.edges * step - all.centers[a];
        if (norm(apart) <= all.radii[a] + all.radii[b] + skin) found.insert(key(a, b, step));
      }
  return found;
}

TEST(PeriodicPairs, OfBodiesAreThoseOfBruteForce)
{
  PlacementBox box;
  box.origin = Vector3d{-1.0, 0.5, 2.0};
  box.edges = Matrix3d::of_rows({5.0, 1.0, -0.7}, {0.0, 4.0, 0.3}, {0.0, 0.0, 3.0});
  for (const bool open : {false, true}) {
    box.periodic = {true, !open, true};
    const Spheres all = rods(box, 80, 20);
    const int own = 4 * 80;
    PeriodicPairs pairs(box);
    std::multiset<Key> found;
    for (const PeriodicPair &pair :
         pairs.find(all.centers, all.radii, own, 0.1, &all.bodies, 0.6)) {
      EXPECT_LT(pair.a, own);
      found.insert(key(pair.a, pair.b, inverse(box.edges) * pair.shift));
    }
    EXPECT_GT(found.size(), 500u);
    EXPECT_EQ(found, brute_force(box, all, own, 0.1)) << open;
  }
}

}    // namespace test_periodic_pairs
