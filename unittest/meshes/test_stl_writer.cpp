// STL, oracles: the reader, and the layout of the format byte by byte.

#include "meshes/mesh_checks.h"
#include "meshes/mesh_file.h"
#include "meshes/stl_writer.h"
#include "meshes/vessels.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <sstream>
#include <stdexcept>

namespace test_stl_writer {

using namespace grist;

Mesh drum(double scale, const Vector3d &center)
{
  Drum drum;
  drum.diameter = 0.6 * scale;
  drum.length = 0.1 * scale;
  drum.bars = 12;
  drum.bar_height = 0.014 * scale;
  drum.bar_width = 0.014 * scale;
  drum.bar_base = 0.018 * scale;
  drum.caps = true;
  return placed(drum_mesh(drum), 1, center);
}

// Triangle by triangle; `rounding` of single precision or none.
void expect_same(const Mesh &written, const Mesh &read, bool single)
{
  ASSERT_EQ(read.faces.size(), written.faces.size());
  EXPECT_EQ(read.vertices.size(), written.vertices.size());
  for (size_t f = 0; f < read.faces.size(); f++)
    for (size_t k = 0; k < 3; k++) {
      const Vector3d &p = written.vertices[written.faces[f][k]],
                     &q = read.vertices[read.faces[f][k]];
      for (int x = 0; x < 3; x++)
        EXPECT_EQ(q[x], single ? static_cast<double>(static_cast<float>(p[x])) : p[x]);
    }
  EXPECT_EQ(count_edges(read).open + count_edges(read).wrong, 0);
}

TEST(StlWriter, IsReadBack)
{
  for (const double scale : {1e-6, 1.0, 1e3}) {
    const Mesh mesh = drum(scale, scale * Vector3d{0.3, -0.2, 0.1});
    expect_same(mesh, parse_mesh(text_stl(mesh, "a drum")), false);
    expect_same(mesh, parse_mesh(binary_stl(mesh, "a drum")), true);
    expect_same(mesh, parse_mesh(binary_stl(mesh, "solid drum")), true);
  }
}

TEST(StlWriter, WritesUnitNormals)
{
  const Mesh mesh = drum(1.0, Vector3d::zero());
  const std::string binary = binary_stl(mesh, std::string(200, 'x'));
  ASSERT_EQ(binary.size(), 84 + 50 * mesh.faces.size());
  std::istringstream text(text_stl(mesh, ""));
  for (size_t f = 0; f < mesh.faces.size(); f++) {
    const Vector3d expected = normalized(area_vector(mesh, f));
    std::string word;
    Vector3d written;
    while (text >> word && word != "normal") {}
    text >> written[0] >> written[1] >> written[2];
    EXPECT_LT(norm(written - expected), 1e-12);
    std::array<float, 3> single;
    std::memcpy(single.data(), binary.data() + 84 + 50 * f, sizeof(single));
    EXPECT_LT(norm(Vector3d{single[0], single[1], single[2]} - expected), 1e-6);
  }
}

TEST(StlWriter, RefusesWhatStlCannotHold)
{
  const auto refused = [](const Mesh &mesh, const std::string &text) {
    try {
      binary_stl(mesh, "");
      ADD_FAILURE() << "not refused: " << text;
    } catch (const std::invalid_argument &error) {
      EXPECT_NE(std::string(error.what()).find(text), std::string::npos) << error.what();
    }
  };
  refused(drum(1.0, {1e7, 0.0, 0.0}), "too small for single precision");
  refused(drum(1e40, Vector3d::zero()), "too large for single precision");
  const Mesh square = {{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}, {{0, 1, 2, 3}}};
  refused(square, "face 1 has 4 corners");
  EXPECT_THROW(text_stl(square, ""), std::invalid_argument);
}

}    // namespace test_stl_writer
