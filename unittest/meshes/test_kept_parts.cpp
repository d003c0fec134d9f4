// Parts of a mesh that are kept as a text. Oracle: the parts themselves, to the last bit.

#include "meshes/kept_parts.h"
#include "meshes/named_shapes.h"

#include <gtest/gtest.h>

namespace test_kept_parts {

using namespace grist;

TEST(KeptParts, AreReadAsTheyWereWritten)
{
  const Mesh mesh = named_shape_mesh(*find_named_shape("U"));
  const SolidPartsRequest request;
  const SolidParts parts = solid_parts(mesh, request);
  const std::uint64_t key = parts_key(mesh, request);
  const auto read = parts_of_text(text_of(parts, key), key);
  ASSERT_TRUE(read);
  ASSERT_EQ(read->parts.size(), parts.parts.size());
  for (size_t n = 0; n < parts.parts.size(); n++) {
    ASSERT_EQ(read->parts[n].size(), parts.parts[n].size());
    for (size_t k = 0; k < parts.parts[n].size(); k++)
      EXPECT_EQ(read->parts[n][k], parts.parts[n][k]);
  }
  EXPECT_EQ(read->volume, parts.volume);
  EXPECT_EQ(read->inertia_error, parts.inertia_error);
  EXPECT_EQ(summary(*read), summary(parts));
}

TEST(KeptParts, OfAnotherMeshOrHalfOfThemAreNone)
{
  Mesh mesh = named_shape_mesh(*find_named_shape("L"));
  SolidPartsRequest request;
  const SolidParts parts = solid_parts(mesh, request);
  const std::uint64_t key = parts_key(mesh, request);
  const std::string text = text_of(parts, key);
  EXPECT_FALSE(parts_of_text(text, key + 1));
  EXPECT_FALSE(parts_of_text(text.substr(0, text.size() / 2), key));
  EXPECT_FALSE(parts_of_text("solid stone", key));
  EXPECT_FALSE(parts_of_text("", key));
  request.most = 7;
  EXPECT_NE(parts_key(mesh, request), key);
  request.most = 0;
  mesh.vertices[0].x += 1e-12;
  EXPECT_NE(parts_key(mesh, request), key);
}

}    // namespace test_kept_parts
