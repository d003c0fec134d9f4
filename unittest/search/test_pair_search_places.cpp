// The battery over every contact search, in awkward places: spheres that touch to the last bit, at
// one point, far away. The oracle is brute force unless a test says otherwise.

#include "search/all_searches.h"

#include <gtest/gtest.h>

#include <vector>

using namespace grist;

namespace test_pair_search_places {

class AwkwardPlaces : public AllSearches {};

// Oracle: counting. Each sphere touches its neighbours exactly, at cell faces for any cell that is
// a power of two.
TEST_P(AwkwardPlaces, IntegerLatticeTouchesExactly)
{
  const int n = 16;
  const size_t touching = 3 * n * n * (n - 1);
  const Scene lattice = integer_lattice(n, 1.0, 0.5);
  for (double offset : {0.0, -8.0, 1.0e6, 1.0e9}) {
    const Scene there = moved(lattice, [&](const Position &at) {
      return Position{at[0] + offset, at[1] - offset, at[2] + 0.5 * offset};
    });
    EXPECT_EQ(find(*search, there).size(), touching) << "offset " << offset;
  }
  for (double factor : {0x1.0p-20, 0x1.0p10})
    EXPECT_EQ(find(*search, scaled(lattice, factor)).size(), touching) << "scale " << factor;

  Scene apart = integer_lattice(n, 1.0, 0.25);
  EXPECT_TRUE(find(*search, apart).empty());
  apart.skin = 0.5;
  EXPECT_EQ(find(*search, apart).size(), touching);
}

// Rounding decides which of these touch, and all must see it the same way.
TEST_P(AwkwardPlaces, TouchingToTheLastBit)
{
  for (double spacing : {0.1, 1.0 / 3.0, 0.7})
    for (double offset : {0.0, 1.0e3, 1.0e6}) {
      const Scene lattice = integer_lattice(8, spacing, 0.5 * spacing);
      expect_brute_force_pairs(moved(lattice, [&](const Position &at) {
        return Position{at[0] + offset, at[1] + offset, at[2] - offset};
      }));
    }
}

// The same along long lines of any spacing, where the faces of cells and the points of contact may
// fall together up to a few units in the last place. One sphere of no size makes some searches
// choose another grid.
TEST_P(AwkwardPlaces, LinesTouchingToTheLastBit)
{
  Random random(27);
  for (int line = 0; line < 60; line++) {
    const double spacing = uniform(random, 0.1, 1.0);
    const double start = line % 2 ? uniform(random, -1.0e3, 1.0e3) : 0.0;
    Scene scene;
    for (int k = 0; k < 400; k++) {
      Position at = {0.0, 0.0, 0.0};
      at[line % 3] = start + spacing * k;
      scene.add(at, 0.5 * spacing);
    }
    if (line % 4 < 2) scene.add({start, start, start}, 0.0);
    expect_brute_force_pairs(scene);
  }
}

TEST_P(AwkwardPlaces, CoincidentSpheres)
{
  Random random(15);
  Scene scene = random_spheres(random, 150, 6.0, 0.3, 2.0);
  for (int i = 0; i < scene.count(); i++) scene.units[i] = i / 3;
  scene.add(scene);    // in the same units
  scene.add(scene);
  expect_brute_force_pairs_any_skin(scene);
  for (int i = 0; i < scene.count(); i++) scene.units[i] = i / 10;    // and in others
  expect_brute_force_pairs_any_skin(scene);
}

TEST_P(AwkwardPlaces, AllAtOnePoint)
{
  Random random(16);
  Scene scene = random_spheres(random, 100, 0.0, 0.1, 10.0);
  for (int i = 0; i < scene.count(); i++) scene.units[i] = i % 7 - 1;
  expect_brute_force_pairs_any_skin(scene);
  expect_brute_force_pairs_any_skin(moved(scene, [](const Position &) {
    return Position{1.0e6, -0.1, 3.3};
  }));
  for (double &radius : scene.radii) radius = 0.0;
  expect_brute_force_pairs(scene);
}

TEST_P(AwkwardPlaces, NoRadius)
{
  Random random(17);
  Scene scene = random_spheres(random, 300, 10.0, 0.0);
  EXPECT_TRUE(find(*search, scene).empty());
  scene.add(scene);    // each twice
  EXPECT_EQ(find(*search, scene).size(), 300u);
  for (double skin : {0.1, 1.0, 20.0}) {
    scene.skin = skin;
    expect_brute_force_pairs(scene);
  }
  Scene some = random_spheres(random, 300, 10.0, 0.5);
  some.add(random_spheres(random, 300, 10.0, 0.0));
  expect_brute_force_pairs_any_skin(some);
}

TEST_P(AwkwardPlaces, WiderThanHalfTheDomain)
{
  Random random(18);
  for (double radius : {0.3, 0.6, 3.0, 1000.0}) {
    Scene scene = random_spheres(random, 100, 1.0, radius);
    expect_brute_force_pairs_any_skin(scene);
    scene.add(random_spheres(random, 300, 1.0, 0.02));
    expect_brute_force_pairs_any_skin(scene);
  }
}

TEST_P(AwkwardPlaces, CollinearAndCoplanar)
{
  Random random(19);
  const Scene scene = random_spheres(random, 400, 60.0, 0.2, 3.0);
  for (int d = 0; d < 3; d++) {
    expect_brute_force_pairs_any_skin(moved(scene, [&](const Position &at) {
      Position line = {1.0, 2.0, 3.0};
      line[d] = at[d];
      return line;
    }));
    expect_brute_force_pairs_any_skin(moved(scene, [&](Position plane) {
      plane[d] = -0.7;
      return plane;
    }));
  }
  expect_brute_force_pairs_any_skin(moved(scene, [](const Position &at) {
    return Position{at[0], 2.0 * at[0], -3.0 * at[0]};
  }));
}

TEST_P(AwkwardPlaces, FarFromTheOrigin)
{
  Random random(20);
  const Scene scene = clusters_and_spheres(random);
  for (double offset : {-1.0e6, 1.0e6, 1.0e9})
    expect_brute_force_pairs_any_skin(moved(scene, [&](const Position &at) {
      return Position{at[0] + offset, at[1] + 0.3 * offset, at[2] - offset};
    }));
}

TEST_P(AwkwardPlaces, AnyUnitOfLength)
{
  Random random(21);
  const Scene scene = clusters_and_spheres(random);
  for (double factor : {1.0e-6, 1.0e3}) expect_brute_force_pairs_any_skin(scaled(scene, factor));
}

// Crowds with up to 8e6 diameters of nothing between them.
TEST_P(AwkwardPlaces, SpreadOverMillionsOfDiameters)
{
  Random random(22);
  for (double spread : {1.0e4, 8.0e6}) {
    Scene scene;
    for (int crowd = 0; crowd < 5; crowd++) {
      const Position at = random_position(random, spread);
      scene.add(moved(random_spheres(random, 150, 3.0, 0.5), [&](const Position &from) {
        return Position{at[0] + from[0], at[1] + from[1], at[2] + from[2]};
      }));
    }
    expect_brute_force_pairs_any_skin(scene);
  }
}

GRIST_FOR_EACH_SEARCH(AwkwardPlaces);

}    // namespace test_pair_search_places
