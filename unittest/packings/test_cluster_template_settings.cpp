// Keywords of cluster_template. Oracle: the values that the words stand for.

#include "packings/cluster_template_settings.h"

#include "packings/solid_shapes.h"

#include "testing/words_of.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>

namespace test_cluster_template_settings {

using namespace grist;
using namespace grist::testing;

std::string settings_error(const std::string &line)
{
  return error_of(line, [](WordReader &words) {
    read_cluster_template_settings(std::move(words), MeshSource());
  });
}

TEST(ClusterTemplateSettings, ShapeNamesAndSource)
{
  const ClusterTemplateSettings read = read_cluster_template_settings(
      words_of("stone tablet 2 1 mass 5 radius/range 0.1 0.2 type 3 rigid scale 2"), MeshSource());
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
    const auto read =
        read_cluster_template_settings(words_of("stone rod 1 3 density 1" + end), MeshSource());
    return norm(read.request.mesh->vertices[0]);
  };
  EXPECT_NEAR(width(" scale 2"), 2.0 * width(""), 1e-12);
}

// Oracle: the calls of the functions of the source.
TEST(ClusterTemplateSettings, MeshOfAFileIsCleanedAtItsScale)
{
  const Mesh stone = solid_shapes::rod(0.5, 2.0);
  std::string asked;
  MeshSource meshes;
  meshes.read = [&](const std::string &file) {
    asked = "read " + file;
    return stone;
  };
  meshes.clean = [&](const std::string &file, const Mesh &mesh, const MeshCleaning &how) {
    EXPECT_EQ(how.use, MeshUse::SOLID);
    EXPECT_EQ(how.precision, 0.01);
    EXPECT_NEAR(norm(extent(mesh).sizes() - 3.0 * extent(stone).sizes()), 0.0, 1e-12);
    asked += ", clean " + file;
    return cleaned(mesh, how);
  };
  const auto read = read_cluster_template_settings(
      words_of("stone stl s.stl precision 0.01 density 1 scale 3"), meshes);
  EXPECT_EQ(asked, "read s.stl, clean s.stl");
  EXPECT_EQ(read.mesh_file, "s.stl");
  EXPECT_EQ(read.source, "stl s.stl");
  EXPECT_EQ(settings_error("stone rod 1 3 precision 0.1"), "Fix test: precision 0.1 (is for stl)");
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

}    // namespace test_cluster_template_settings
