#include "packings/sphere_file.h"

#include <gtest/gtest.h>

#include <stdexcept>

using namespace grist;

namespace test_sphere_file {

std::string refusal_of(const std::string &text)
{
  try {
    parse_spheres(text, "file");
  } catch (const std::invalid_argument &refused) {
    return refused.what();
  }
  return "none";
}

TEST(SphereFile, ReadsLinesAndLeavesOutComments)
{
  const auto spheres =
      parse_spheres("# x y z r\n0 1e-3 -2 0.5\n\n  3\t4 5 6  # the last\r\n7 8 9 10\r\n", "file");
  ASSERT_EQ(spheres.size(), 3u);
  EXPECT_EQ(spheres[0].center.y, 1e-3);
  EXPECT_EQ(spheres[0].center.z, -2.0);
  EXPECT_EQ(spheres[1].radius, 6.0);
  EXPECT_EQ(spheres[2].radius, 10.0);
}

TEST(SphereFile, RefusesWithTheLine)
{
  EXPECT_EQ(refusal_of(""), "file: no spheres (must have lines of x y z r)");
  EXPECT_EQ(refusal_of("0 0 0 1\n0 0 1"), "file line 2: 3 numbers (must be four: x y z r)");
  EXPECT_EQ(refusal_of("0 0 0 1 1"), "file line 1: 5 numbers (must be four: x y z r)");
  EXPECT_EQ(refusal_of("0 0 zero 1"), "file line 1: \"zero\" is not a finite number");
  EXPECT_EQ(refusal_of("0 0 nan 1"), "file line 1: \"nan\" is not a finite number");
  EXPECT_EQ(refusal_of("\n0 0 0 0"), "file line 2: radius 0 (must be a positive, finite number)");
  EXPECT_EQ(refusal_of("1e200 0 0 1"), "file line 1: coordinate 1e+200 (must be at most 1e+75)");
  EXPECT_THROW(read_spheres("/no/such/file"), std::invalid_argument);
  EXPECT_THROW(read_spheres("/tmp"), std::invalid_argument);
}

}    // namespace test_sphere_file
