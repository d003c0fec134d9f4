// Keywords of cluster_template. Oracle: the values that the words stand for.

#include "packings/cluster_template_settings.h"

#include "testing/words_of.h"

#include <gtest/gtest.h>

#include <utility>

namespace {

using namespace grist;
using namespace grist::testing;

std::string settings_error(const std::string &line)
{
  return error_of(line,
                  [](WordReader &words) { read_cluster_template_settings(std::move(words)); });
}

TEST(ClusterTemplateSettings, ShapeNamesAndSource)
{
  const ClusterTemplateSettings read = read_cluster_template_settings(
      words_of("stone tablet 2 1 mass 5 radius/range 0.1 0.2 type 3 rigid scale 2"));
  EXPECT_EQ(read.id, "stone");
  EXPECT_EQ(read.source, "tablet 2 1");
  EXPECT_EQ(read.names.title,
            "# cluster_template stone tablet 2 1 mass 5 radius/range 0.1 0.2 "
            "type 3 rigid scale 2");
  EXPECT_EQ(read.names.atom_type, 3);
  EXPECT_EQ(read.request.density, 5.0);
  EXPECT_EQ(read.request.mass_of, MassOf::CLUSTER);
  EXPECT_EQ(read.request.radius_max, 0.2);
  EXPECT_TRUE(read.request.rigid);
}

TEST(ClusterTemplateSettings, ScaleOfAMesh)
{
  const auto width = [](const std::string &end) {
    const auto read = read_cluster_template_settings(words_of("stone rod 1 3 density 1" + end));
    return read.request.mesh->vertices[0].norm();
  };
  EXPECT_NEAR(width(" scale 2"), 2.0 * width(""), 1e-12);
}

TEST(ClusterTemplateSettings, Errors)
{
  EXPECT_EQ(settings_error("stone sphere 1"),
            "Fix test: no density (one of density, density/solid and mass is required)");
  EXPECT_EQ(settings_error("stone sphere 1 density 1 mass 1"),
            "Fix test: second mass (only one of density, density/solid and mass)");
  EXPECT_EQ(settings_error("stone sphere 1 density 1 scale 2"),
            "Fix test: scale 2 (is for stl and spheres)");
}

}    // namespace
