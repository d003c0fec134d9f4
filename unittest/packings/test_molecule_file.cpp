#include "packings/cluster_builder.h"
#include "packings/molecule_file.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <sstream>
#include <stdexcept>

using namespace grist;

namespace test_molecule_file {

// The lines of each section of a molecule file, without the blank ones.
std::map<std::string, std::vector<std::string>> sections_of(const std::string &text)
{
  std::map<std::string, std::vector<std::string>> sections;
  std::istringstream lines(text);
  std::string line, section = "header";
  std::getline(lines, line);    // the title
  while (std::getline(lines, line)) {
    if (line.empty()) continue;
    if (std::isalpha(static_cast<unsigned char>(line[0])))
      section = line;
    else
      sections[section].push_back(line);
  }
  return sections;
}

std::vector<double> numbers_of(const std::string &line)
{
  std::istringstream words(line);
  std::vector<double> numbers;
  for (double number; words >> number;) numbers.push_back(number);
  return numbers;
}

BondedCluster pebble(int elements)
{
  return build_cluster({Shape::sphere(0.02), 2500.0, elements, {}, {}});
}

// Oracle: reading it back gives the cluster, to the last bit.
TEST(MoleculeFile, ReadsBackExactly)
{
  const BondedCluster cluster = pebble(30);
  auto sections = sections_of(molecule_text(cluster, {"# a pebble", 3, 2}));
  EXPECT_EQ(
      sections["header"],
      (std::vector<std::string>{"30 atoms", std::to_string(cluster.bonds.size()) + " bonds"}));
  for (const char *name :
       {"Coords", "Types", "Diameters", "Masses", "Special Bond Counts", "Special Bonds"})
    ASSERT_EQ(sections[name].size(), 30u) << name;
  for (int n = 0; n < 30; n++) {
    const Vector3d &at = cluster.centers[n];
    EXPECT_EQ(numbers_of(sections["Coords"][n]), (std::vector<double>{n + 1.0, at.x, at.y, at.z}));
    EXPECT_EQ(numbers_of(sections["Types"][n]), (std::vector<double>{n + 1.0, 3.0}));
    EXPECT_EQ(numbers_of(sections["Diameters"][n]),
              (std::vector<double>{n + 1.0, 2.0 * cluster.radii[n]}));
    EXPECT_EQ(numbers_of(sections["Masses"][n]), (std::vector<double>{n + 1.0, cluster.masses[n]}));
  }
  ASSERT_EQ(sections["Bonds"].size(), cluster.bonds.size());
  for (std::size_t n = 0; n < cluster.bonds.size(); n++) {
    const auto bond = numbers_of(sections["Bonds"][n]);
    EXPECT_EQ(bond[0], n + 1.0);
    EXPECT_EQ(bond[1], 2.0);
    EXPECT_EQ(std::minmax(bond[2], bond[3]),
              (std::pair<const double &, const double &>(cluster.bonds[n].first + 1.0,
                                                         cluster.bonds[n].second + 1.0)));
  }
}

// Each element has its own diameter and mass.
TEST(MoleculeFile, WritesDifferentElements)
{
  BondedCluster cluster = bonded_cluster({{{0, 0, 0}, 1.0}, {{3, 0, 0}, 2.0}}, 1.0, 1.1);
  auto sections = sections_of(molecule_text(cluster, {"#"}));
  EXPECT_EQ(numbers_of(sections["Diameters"][0])[1], 2.0);
  EXPECT_EQ(numbers_of(sections["Diameters"][1])[1], 4.0);
  EXPECT_EQ(numbers_of(sections["Masses"][1])[1], cluster.masses[1]);
  EXPECT_NEAR(cluster.masses[1], 8.0 * cluster.masses[0], 1e-12);
}

// Oracle: the sections that LAMMPS reads of a molecule without bonds.
TEST(MoleculeFile, WritesOneElementWithoutBonds)
{
  auto sections = sections_of(molecule_text(rigid_cluster({{{}, 1.0}}, 1.0), {"#"}));
  EXPECT_EQ(sections["header"], std::vector<std::string>{"1 atoms"});
  EXPECT_EQ(sections.count("Bonds") + sections.count("Special Bonds"), 0u);
}

// Oracle: the bonds themselves. 1-2 neighbours only, each bond seen from both of its elements.
TEST(MoleculeFile, SpecialNeighborsAreTheBondedOnes)
{
  const BondedCluster cluster = pebble(50);
  auto sections = sections_of(molecule_text(cluster, {"#"}));
  const auto bonds = bonds_at_elements(cluster);
  std::size_t total = 0;
  for (int n = 0; n < 50; n++) {
    EXPECT_EQ(numbers_of(sections["Special Bond Counts"][n]),
              (std::vector<double>{n + 1.0, double(bonds[n]), 0.0, 0.0}));
    const auto special = numbers_of(sections["Special Bonds"][n]);
    EXPECT_EQ(special.size(), bonds[n] + 1u);
    for (std::size_t k = 1; k < special.size(); k++) {
      const std::pair<int, int> bond = std::minmax(n, int(special[k]) - 1);
      EXPECT_TRUE(std::binary_search(cluster.bonds.begin(), cluster.bonds.end(), bond));
      total++;
    }
  }
  EXPECT_EQ(total, 2 * cluster.bonds.size());
}

// Stored once, an element with 12 bonds need not store 12. Oracle: the definition.
TEST(MoleculeFile, BondsAreSharedOutBetweenTheirElements)
{
  const BondedCluster cluster = build_cluster({Shape::cube(1.0), 1.0, {}, 0.09, Lattice::FCC});
  std::vector<int> stored(cluster.centers.size(), 0);
  for (const auto &[owner, other] : bonds_by_owner(cluster)) stored[owner]++;
  const auto bonds = bonds_at_elements(cluster);
  EXPECT_EQ(*std::max_element(bonds.begin(), bonds.end()), 12);
  EXPECT_LE(*std::max_element(stored.begin(), stored.end()), 8);
}

TEST(MoleculeFile, RefusesLinesThatLammpsWouldCut)
{
  ClusterRequest request = {Shape::sphere(1.0), 1.0, 300, {}, {}};
  request.reach = 100.0;
  try {
    molecule_text(build_cluster(request), {"#"});
    FAIL() << "299 bonds at an element were taken";
  } catch (const std::invalid_argument &refused) {
    EXPECT_NE(std::string(refused.what()).find(": 299 ("), std::string::npos);
  }
  const std::string text = molecule_text(pebble(3), {std::string(5000, 'x')});
  EXPECT_LT(text.find('\n'), 1023u);
}

}    // namespace test_molecule_file
