// Structs as numbers side by side. Oracle: what is read is what was written, and where.

#include "common/number_archive.h"
#include "common/space.h"

#include <gtest/gtest.h>

#include <cstdint>

namespace grist {
namespace test_number_archive {

enum class Color { RED, GREEN };

struct Piece {
  double mass = 0.0;
  Vector3d place = Vector3d::zero();
  Quaterniond turn = Quaterniond::identity();
  std::int64_t id = 0;
  bool is_new = false;
  Color color = Color::RED;

  template <class Archive, class Of> static void transfer(Archive &archive, Of &piece)
  {
    archive(piece.mass, piece.place, piece.turn, piece.id, piece.is_new, piece.color);
  }
};

const Piece PIECE = {2.5,  {1.0, -2.0, 3.0}, Quaterniond{0.5, 0.1, -0.2, 0.3}, 1LL << 52,
                     true, Color::GREEN};

TEST(NumberArchive, ReadsWhatWasWritten)
{
  std::vector<double> numbers(20, -7.0);
  EXPECT_EQ(write_numbers(PIECE, numbers.data() + 1) - numbers.data(), 12);
  EXPECT_EQ(count_of_numbers<Piece>(), 11);
  EXPECT_EQ(numbers[0], -7.0);
  EXPECT_EQ(numbers[1], 2.5);
  EXPECT_EQ(numbers[3], -2.0);
  EXPECT_EQ(numbers[12], -7.0);

  const Piece read = read_numbers<Piece>(numbers.data() + 1);
  EXPECT_EQ(read.mass, PIECE.mass);
  EXPECT_EQ(read.place, PIECE.place);
  EXPECT_EQ(read.turn, PIECE.turn);
  EXPECT_EQ(read.id, PIECE.id);
  EXPECT_TRUE(read.is_new);
  EXPECT_EQ(read.color, Color::GREEN);
}

TEST(NumberArchive, AppendsBehindWhatIsThere)
{
  std::vector<double> numbers = {9.0};
  NumberAppender appender(numbers);
  Piece::transfer(appender, PIECE);
  ASSERT_EQ(numbers.size(), 12);
  EXPECT_EQ(numbers[0], 9.0);
  EXPECT_EQ(numbers[8], 0.5);    // the real part of a quaternion comes last
}

}    // namespace test_number_archive
}    // namespace grist
