// What styles keep, written and read through one archive. Oracle: what is read is what was written,
// with nothing left.

#include "common/archive.h"
#include "common/exact_sum.h"
#include "common/space.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace grist {
namespace test_archive {

enum class Color { RED, GREEN };

struct Plain {
  double mass = 0.0;
  Color color = Color::RED;
  bool is_new = false;
  Vector3d place = Vector3d::zero();
};

struct Kept {
  std::int64_t step = 0;
  Plain plain;
  std::vector<Plain> pieces;
  std::vector<std::string> names;
  std::array<std::vector<int>, 2> both;
  struct Inner {
    ExactSum mass;
    std::vector<std::vector<double>> rows;
  } inner;
};

struct Wide {
  std::string a, b, c, d, e, f, g, h, i, j;
};

static_assert(count_of_members<Plain>() == 4);
static_assert(count_of_members<Kept>() == 6);
static_assert(count_of_members<Wide>() == 10);

Kept some()
{
  Kept kept = {-5, {2.5, Color::GREEN, true, {1.0, -2.0, 3.0}}, {}, {}, {}, {}};
  kept.pieces = {kept.plain, {}};
  kept.names = {"", "ore", "a longer name than a text holds within itself"};
  kept.both = {std::vector<int>{}, std::vector<int>{4, 5, 6}};
  kept.inner.mass.add(1.0);
  kept.inner.mass.add(1e-30);
  kept.inner.rows = {{1.5}, {}, {2.5, 3.5}};
  return kept;
}

TEST(Archive, ReadsWhatWasWritten)
{
  Kept kept = some(), read;
  read.pieces.resize(9);    // what was there before goes
  std::vector<double> row = {7.0};
  append_row(kept, row);
  EXPECT_EQ(row[0], 7.0);
  EXPECT_EQ(static_cast<int>(row.size()), 1 + row_size(kept));
  RowReader in(row.data() + 1);
  in(read);
  EXPECT_EQ(in.end(), row_size(kept));
  EXPECT_EQ(read.step, -5);
  EXPECT_EQ(read.plain.color, Color::GREEN);
  ASSERT_EQ(read.pieces.size(), 2u);
  EXPECT_TRUE(read.pieces[0].is_new);
  EXPECT_EQ(read.pieces[0].place, kept.plain.place);
  EXPECT_EQ(read.names, kept.names);
  EXPECT_EQ(read.both, kept.both);
  EXPECT_EQ(read.inner.mass.parts(), kept.inner.mass.parts());
  EXPECT_EQ(read.inner.rows, kept.inner.rows);
}

// Each of ten members, in its place.
TEST(Archive, WalksAllMembers)
{
  Wide wide = {"a", "b", "c", "d", "e", "f", "g", "h", "i", "j"}, read;
  std::string seen;
  for_each_member(wide, [&seen](const std::string &member) { seen += member; });
  EXPECT_EQ(seen, "abcdefghij");
  std::vector<double> row;
  append_row(wide, row);
  RowReader in(row.data());
  in(read);
  EXPECT_EQ(read.a + read.e + read.j, "aej");
}

// The same bytes give the same hash, whatever the buffer held before.
TEST(Archive, FillsTheLastNumberOfARow)
{
  std::int32_t three[] = {1, 2, 3};
  double numbers[] = {-1.0, -1.0, -1.0};
  RowWriter out(numbers);
  for (std::int32_t &one : three) out(one);
  EXPECT_EQ(out.end(), 2);
  std::int32_t words[4];
  std::copy_n(reinterpret_cast<const char *>(numbers), sizeof(words),
              reinterpret_cast<char *>(words));
  EXPECT_EQ(words[2], 3);
  EXPECT_EQ(words[3], 0);
  EXPECT_EQ(numbers[2], -1.0);
}

}    // namespace test_archive
}    // namespace grist
