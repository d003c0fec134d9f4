// Vessels from keywords. Oracle: the sides of the mesh, by hand.

#include "meshes/vessel_keywords.h"

#include "testing/words_of.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace test_vessel_keywords {

using namespace grist;
using namespace grist::testing;

Mesh mesh_of(const std::string &kind, WordReader &words)
{
  const auto vessel = vessel_keywords(kind, words);
  words.read_keywords(vessel->keywords);
  return vessel->mesh();
}

std::string vessel_error(const std::string &kind, const std::string &line)
{
  return error_of(line, [&](WordReader &words) { mesh_of(kind, words); });
}

double height_of(const Mesh &mesh)
{
  double least = mesh.vertices[0][2], most = least;
  for (const auto &vertex : mesh.vertices) {
    least = std::min(least, vertex[2]);
    most = std::max(most, vertex[2]);
  }
  return most - least;
}

TEST(VesselKeywords, HeightsOfHoppers)
{
  // 45 degrees from the axis: the cone is as high as the radius shrinks.
  WordReader round = words_of("top 4 outlet 2 angle 45 upper 3");
  EXPECT_NEAR(height_of(mesh_of("hopper", round)), 1.0 + 3.0, 1e-12);
  WordReader rectangular = words_of("top 4 3 outlet 2 1 height 5");
  EXPECT_NEAR(height_of(mesh_of("hopper", rectangular)), 5.0, 1e-12);
}

TEST(VesselKeywords, EveryKindIsKnown)
{
  WordReader words = words_of("");
  for (const std::string &kind : vessel_kinds())
    EXPECT_FALSE(vessel_keywords(kind, words)->required.empty()) << kind;
  EXPECT_TRUE(vessel_keywords("bottle", words) == nullptr);
}

TEST(VesselKeywords, KeywordsThatDoNotGoTogether)
{
  EXPECT_EQ(vessel_error("hopper", "top 4 outlet 2 1"),
            "top of 1 numbers with an outlet of 2 (one each for a round hopper, two for a "
            "rectangular one)");
  EXPECT_EQ(vessel_error("hopper", "top 4 outlet 2"),
            "no height (keyword height is required without angle)");
  EXPECT_EQ(vessel_error("drum", "diameter 1 length 1 height 0.1"),
            "keyword height (only with bars)");
}

}    // namespace test_vessel_keywords
