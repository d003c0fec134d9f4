// Shapes of held clusters: known again, and loads of larger clusters.
//
// Oracles: the cluster itself with the larger elements, solved without its shape; sums over its
// elements.

#include "common/space.h"
#include "relief/held_shape.h"

#include "relief/relief_clusters.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace test_held_shape {

using namespace grist;
using namespace grist::testing;

struct Cluster {
  std::vector<RigidElement> elements;
  std::vector<ShapeBond> bonds;
};

// Larger by `length`, of `density` times the density, turned and moved.
Cluster cluster_of(const ClusterModel &model, double length = 1.0, double density = 1.0)
{
  Cluster cluster;
  const Rotation turn = quaternion_of(1.1, Vector3d{0.48, 0.6, 0.64});
  for (const ModelElement &e : model.elements)
    cluster.elements.push_back({Vector3d{0.3, -0.2, 0.7} + turn * (length * e.place),
                                Vector3d{1.0, 2.0, 3.0}, Vector3d::zero(), length * e.radius,
                                density * std::pow(length, 3.0) * e.mass});
  for (const ModelBond &bond : model.bonds)
    cluster.bonds.push_back({bond.a, bond.b, length * (bond.length())});
  std::sort(cluster.bonds.begin(), cluster.bonds.end(),
            [](const ShapeBond &one, const ShapeBond &two) {
              return one.a != two.a ? one.a < two.a : one.b < two.b;
            });
  return cluster;
}

HeldShape shape_of(const Cluster &cluster)
{
  return HeldShape(HeldShape::define(cluster.elements, cluster.bonds, 1));
}

TEST(HeldShape, LoadsOfALargerClusterAreItsOwn)
{
  const double length = 2.5, density = 1.7;
  const ClusterModel model = named_cluster("rock");
  HeldShape shape = shape_of(cluster_of(model));
  shape.use(model.material);
  const Cluster large = cluster_of(model, length, density);
  ShapeScale scale;
  RigidBody pose;
  ASSERT_TRUE(shape.matches(large.elements, large.bonds, 1, scale, pose));
  EXPECT_NEAR(scale.length, length, 1e-12);
  EXPECT_NEAR(scale.mass, density * std::pow(length, 3.0), 1e-9);

  // The same elements in the axes of the shape, on their own.
  std::vector<ModelElement> elements;
  for (const ModelElement &e : shape.definition().elements)
    elements.push_back({length * e.place, e.mass * scale.mass, length * e.radius});
  std::vector<std::pair<int, int>> ends;
  for (const ShapeBond &bond : shape.definition().bonds) ends.emplace_back(bond.a, bond.b);
  const InertiaRelief own(ClusterModel(elements, ends, model.material));

  const std::vector<ElementLoad> loads = {{3, {5.0, 1.0, 0.0}, {0.01, 0.0, 0.02}},
                                          {71, {-2.0, 0.0, 4.0}, {0.0, 0.03, 0.0}}};
  const Vector3d omega{40.0, -90.0, 60.0};
  std::vector<ElementLoad> on_shape;
  for (const ElementLoad &load : loads) on_shape.push_back(scale.to_shape(load));
  const std::vector<BondLoad> expected = own.bond_loads(loads, omega);
  const std::vector<BondLoad> scaled = shape.relief().bond_loads(on_shape, scale.to_shape(omega));
  for (size_t n = 0; n < expected.size(); n++) {
    const BondLoad load = scale.load(scaled[n]);
    EXPECT_LT(norm(load.force - expected[n].force), 1e-8);
    EXPECT_LT(norm(load.moment - expected[n].moment), 1e-10);
    const BondStress one = own.model().stress(own.model().bonds[n], expected[n], 0.3),
                     two = shape.relief().model().stress(shape.relief().model().bonds[n], scaled[n],
                                                         0.3);
    EXPECT_NEAR(two.tension / one.tension, 1.0, 1e-8);
  }
  const ClusterVector moved = own.displacement(loads, omega),
                      moved_shape = shape.relief().displacement(on_shape, scale.to_shape(omega));
  double square = 0.0;
  for (const ElementVector &one : moved) square += squared_norm(one.linear);
  for (size_t n = 0; n < moved.size(); n++)
    EXPECT_LT(norm(scale.displacement(moved_shape[n].linear) - moved[n].linear),
              1e-8 * std::sqrt(square));
}

TEST(HeldShape, MassAndMomentsAreTheSumsOfTheElements)
{
  const Cluster cluster = cluster_of(named_cluster("cube"), 0.4, 3.0);
  const HeldShape shape = shape_of(cluster_of(named_cluster("cube")));
  ShapeScale scale;
  RigidBody body;
  ASSERT_TRUE(shape.matches(cluster.elements, cluster.bonds, 1, scale, body));
  shape.set_mass(scale, body);
  double mass = 0.0;
  Matrix3d inertia = Matrix3d::zero();
  for (const RigidElement &e : cluster.elements) {
    const Vector3d arm = e.position - body.position;
    mass += e.mass;
    inertia += e.mass * (squared_norm(arm) * Matrix3d::identity() - outer_product(arm, arm)) +
        0.4 * e.mass * e.radius * e.radius * Matrix3d::identity();
  }
  EXPECT_NEAR(body.mass / mass, 1.0, 1e-12);
  const Matrix3d axes = rotation_matrix(body.orientation);
  const Matrix3d of_body = axes * Matrix3d::diagonal(body.moments) * transposed(axes);
  EXPECT_LT(norm(of_body - inertia), 1e-9 * norm(inertia));
}

TEST(HeldShape, OthersDoNotMatch)
{
  const Cluster cube = cluster_of(named_cluster("cube")), rock = cluster_of(named_cluster("rock"));
  const HeldShape shape = shape_of(rock);
  ShapeScale scale;
  RigidBody pose;
  const auto matches = [&](const Cluster &cluster, int type = 1) {
    return shape.matches(cluster.elements, cluster.bonds, type, scale, pose);
  };
  EXPECT_TRUE(matches(rock));
  EXPECT_FALSE(matches(cube));
  EXPECT_FALSE(matches(rock, 2));
  Cluster broken = rock, bent = rock, heavy = rock, mirrored = rock;
  broken.bonds.pop_back();
  EXPECT_FALSE(matches(broken));
  bent.elements[7].position.x += 0.2 * bent.elements[7].radius;
  EXPECT_FALSE(matches(bent));
  heavy.elements[7].mass *= 1.01;
  EXPECT_FALSE(matches(heavy));
  for (RigidElement &e : mirrored.elements) e.position.x = -e.position.x;
  EXPECT_FALSE(matches(mirrored));
  bent = rock;
  bent.elements[7].position.x += 0.01 * bent.elements[7].radius;
  EXPECT_TRUE(matches(bent));
}

TEST(HeldShape, PackedAndBack)
{
  const HeldShape shape = shape_of(cluster_of(named_cluster("rod")));
  const std::vector<double> numbers = shape.definition().pack();
  const double *in = numbers.data();
  const HeldShape::Definition again = HeldShape::Definition::unpack(in);
  EXPECT_EQ(in, numbers.data() + numbers.size());
  EXPECT_EQ(again.pack(), numbers);
  EXPECT_EQ(again.elements.size(), 5u);
  EXPECT_EQ(again.bonds.size(), 4u);
}

TEST(HeldShape, BondsOfAnElementAreInTheOrderOfTheirOtherEnds)
{
  const HeldShape shape = shape_of(cluster_of(named_cluster("cube")));
  const auto &bonds = shape.definition().bonds;
  size_t all = 0;
  for (int e = 0; e < 27; e++) {
    int before = -1;
    for (const int n : shape.bonds_of(e)) {
      EXPECT_TRUE(bonds[n].a == e || bonds[n].b == e);
      const int other = bonds[n].a == e ? bonds[n].b : bonds[n].a;
      EXPECT_GT(other, before);
      before = other;
      all++;
    }
  }
  EXPECT_EQ(all, 2 * bonds.size());
}

}    // namespace test_held_shape
