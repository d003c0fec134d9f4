// Bounds of stresses and the lowest frequencies.
//
// Oracles: stresses by inertia relief under random loads; two spheres in closed form; all modes by
// a dense solver.

#include "common/space.h"
#include "relief/cluster_matrices.h"
#include "relief/inertia_relief.h"
#include "relief/load_bounds.h"
#include "relief/relief_clusters.h"

#include "common/constants.h"

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>

#include <cmath>
#include <limits>
#include <random>

namespace test_load_bounds {

using namespace grist;
using namespace grist::testing;

class Directions {
 public:
  Vector3d next() { return normalized(Vector3d{normal(random), normal(random), normal(random)}); }
  double number() { return std::abs(normal(random)); }

 private:
  std::mt19937_64 random{7};
  std::normal_distribution<double> normal;
};

BondStress greatest_stress(const ClusterModel &model, const std::vector<BondLoad> &loads)
{
  BondStress most = {0.0, 0.0};
  for (size_t n = 0; n < loads.size(); n++) {
    const BondStress stress = model.stress(model.bonds[n], loads[n], 1.0);
    most.tension = std::max(most.tension, stress.tension);
    most.shear = std::max(most.shear, stress.shear);
  }
  return most;
}

TEST(LoadBounds, NoStressIsAboveThem)
{
  for (const std::string name : {"cube", "rod", "rock"}) {
    const InertiaRelief relief(named_cluster(name));
    const LoadBounds bounds(relief);
    const int count = static_cast<int>(relief.model().elements.size());
    const double rate = spin_of_strain(relief.model(), 1e-4);
    Directions directions;
    for (int trial = 0; trial < 200; trial++) {
      std::vector<ElementLoad> loads;
      for (int n = 0; n < trial % 4; n++)
        loads.push_back({(31 * trial + 7 * n) % count, directions.number() * directions.next(),
                         0.002 * directions.number() * directions.next()});
      const Vector3d omega = (trial % 2) * rate * directions.next();
      const BondStress most = greatest_stress(relief.model(), relief.bond_loads(loads, omega));
      const BondStress bound = bounds.of(loads, omega);
      EXPECT_LE(most.tension, bound.tension * (1.0 + 1e-9) + 1e-9) << name << trial;
      EXPECT_LE(most.shear, bound.shear * (1.0 + 1e-9) + 1e-9) << name << trial;
    }
  }
}

// A bound that is far above any stress would be of no use.
TEST(LoadBounds, AreNearTheWorstDirection)
{
  for (const std::string name : {"cube", "rod", "rock"}) {
    const InertiaRelief relief(named_cluster(name));
    const LoadBounds bounds(relief);
    const int last = static_cast<int>(relief.model().elements.size()) - 1;
    Directions directions;
    BondStress force = {0.0, 0.0}, torque = force, spin = force;
    const auto raise = [](BondStress &most, const BondStress &stress) {
      most = {std::max(most.tension, stress.tension), std::max(most.shear, stress.shear)};
    };
    const Vector3d none = Vector3d::zero();
    for (int trial = 0; trial < 500; trial++) {
      const Vector3d way = directions.next();
      const ClusterModel &model = relief.model();
      raise(force, greatest_stress(model, relief.bond_loads({{last, way, none}}, none)));
      raise(torque, greatest_stress(model, relief.bond_loads({{last, none, way}}, none)));
      raise(spin, greatest_stress(model, relief.bond_loads({}, way)));
    }
    EXPECT_GT(force.tension, 0.7 * bounds.force[last].tension) << name;
    EXPECT_GT(force.shear, 0.7 * bounds.force[last].shear) << name;
    EXPECT_GT(torque.tension, 0.7 * bounds.torque[last].tension) << name;
    EXPECT_GT(torque.shear, 0.7 * bounds.torque[last].shear) << name;
    EXPECT_GT(spin.tension, 0.5 * bounds.spin.tension) << name;
  }
}

// The greater of tension and shear, each over its own strength.
TEST(BondStress, ShareOfStrengths)
{
  BondMaterial material = bond_material(0.0);
  material.tensile = 4.0;
  material.shear = 10.0;
  EXPECT_EQ((BondStress{3.0, 5.0}.share_of(material)), 0.75);
  EXPECT_EQ((BondStress{3.0, 9.0}.share_of(material)), 0.9);
  material.shear = std::numeric_limits<double>::infinity();
  EXPECT_EQ((BondStress{-1.0, 9.0}.share_of(material)), 0.0);
}

/* ---- frequencies ---- */

ClusterModel two_spheres()
{
  const double mass = DENSITY * 4.0 / 3.0 * PI * 8e-9;
  return {
      {{{-0.002, 0, 0}, mass, 0.002}, {{0.002, 0, 0}, mass, 0.002}}, {{0, 1}}, bond_material(0.0)};
}

// Along the bond two masses on a spring; about it two discs on a shaft; and bending.
TEST(LowestFrequencies, OfTwoSpheres)
{
  const ClusterModel model = two_spheres();
  const BondSection s = section_of(model, model.bonds[0]);
  const double mass = model.elements[0].mass, moment = 0.4 * mass * 0.002 * 0.002;
  // Across, both turn alike, and their centres swing the other way, so that there is no angular
  // momentum.
  const double arm = 0.004 * (1.0 + moment / (mass * 0.002 * 0.002));
  const double swinging = 2.0 * moment + 2.0 * mass * std::pow(moment / (mass * 0.002), 2);
  std::vector<double> expected = {std::sqrt(2.0 * s.tension / mass),
                                  std::sqrt(2.0 * s.twisting / moment),
                                  std::sqrt(2.0 * s.bending / moment),
                                  std::sqrt(2.0 * s.bending / moment),
                                  std::sqrt(s.shearing * arm * arm / swinging),
                                  std::sqrt(s.shearing * arm * arm / swinging)};
  std::sort(expected.begin(), expected.end());
  const std::vector<double> found = lowest_frequencies(InertiaRelief(model), 10);
  ASSERT_EQ(found.size(), 6);
  for (int k = 0; k < 6; k++) EXPECT_NEAR(found[k] / expected[k], 1.0, 1e-9) << k;
}

TEST(LowestFrequencies, EqualThoseOfADenseSolver)
{
  for (const std::string name : {"cube", "rod"}) {
    const ClusterModel model = named_cluster(name);
    const Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::MatrixXd> all(
        Eigen::MatrixXd(stiffness_matrix(model)), Eigen::MatrixXd(mass_matrix(model)),
        Eigen::EigenvaluesOnly);
    const std::vector<double> found = lowest_frequencies(InertiaRelief(model), 8);
    ASSERT_EQ(found.size(), 8);
    for (int k = 0; k < 8; k++)
      EXPECT_NEAR(found[k] / std::sqrt(all.eigenvalues()[6 + k]), 1.0, 1e-6) << name << k;
  }
}

// A cluster whose bonds do not connect it is rejected.
TEST(ClusterModel, RefusesPieces)
{
  const double mass = 1.0;
  EXPECT_THROW(
      ClusterModel({{{0, 0, 0}, mass, 1.0}, {{2, 0, 0}, mass, 1.0}, {{9, 0, 0}, mass, 1.0}},
                   {{0, 1}}, bond_material(0.0)),
      std::invalid_argument);
}

}    // namespace test_load_bounds
