// Restart blocks. Oracles: what was written comes back; each wrong block is rejected with its own
// sentence.

#include "styles/state/restart_block.h"

#include "testing/lammps_session.h"
#include "testing/one_rank.h"

#include "atom.h"
#include "exceptions.h"
#include "lammps.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

namespace test_restart_block {

using namespace grist::testing;
using namespace LAMMPS_NS;

constexpr int VERSION = 3;
constexpr const char *USER = "Fix breakage";

struct Pair {
  int number;
  double value;
};

RestartWriter some_block(int version = VERSION)
{
  RestartWriter out(version);
  out.add(42, Pair{7, 0.25});
  out.add(std::array<double, 2>{1.0 / 3.0, -2.0});
  out.add(std::vector<double>{1.5, 2.5, 3.5}, std::vector<int>{});
  return out;
}

void expect_some_block(RestartReader &in)
{
  int number = 0;
  Pair pair = {};
  std::array<double, 2> values;
  std::vector<double> three = {9.0};
  std::vector<int> none = {1, 2};
  in.get(number, pair, values, three, none);
  in.end();
  EXPECT_EQ(number, 42);
  EXPECT_EQ(pair.number, 7);
  EXPECT_EQ(pair.value, 0.25);
  EXPECT_EQ(values, (std::array<double, 2>{1.0 / 3.0, -2.0}));
  EXPECT_EQ(three, (std::vector<double>{1.5, 2.5, 3.5}));
  EXPECT_TRUE(none.empty());
}

class RestartBlock : public testing::Test {
 protected:
  TestFolder folder;
  std::string path = folder / "block";

  // The bytes of a block as LAMMPS keeps them for Fix::restart(): without their number.
  std::string buffer_of(RestartWriter block)
  {
    FILE *file = fopen(path.c_str(), "wb");
    block.write_for_fix(file);
    fclose(file);
    const std::string bytes = read_file(path);
    int size = 0;
    std::memcpy(&size, bytes.data(), sizeof(int));
    EXPECT_EQ(size, static_cast<int>(bytes.size() - sizeof(int)));
    return bytes.substr(sizeof(int));
  }

  // The error of reading, without LAMMPS' words around it.
  static std::string error_of(const std::function<void()> &read)
  {
    try {
      read();
    } catch (LAMMPSException &error) {
      const std::string text = error.what();
      const size_t begin = text.find(USER);
      return begin == std::string::npos ? text : text.substr(begin, text.find(" (src") - begin);
    }
    return "";
  }
};

class RestartBlockOnOneRank : public RestartBlock {
 protected:
  void SetUp() override { ONE_RANK_IS_ENOUGH(); }
};

TEST_F(RestartBlockOnOneRank, OfAFixComesBack)
{
  LammpsSession lammps;
  const std::string buffer = buffer_of(some_block());
  RestartReader in(lammps.lammps(), USER, VERSION, buffer.data());
  expect_some_block(in);
}

TEST_F(RestartBlock, OfAPairStyleComesBackOnEveryRank)
{
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks);
    if (!lammps.here()) continue;
    FILE *file = nullptr;
    if (lammps.first()) {
      file = fopen(path.c_str(), "w+b");
      some_block().write(file);
      some_block().write(file);
      rewind(file);
    }
    for (int time = 0; time < 2; time++) {    // nothing after a block is read with it
      RestartReader in(lammps.lammps(), USER, VERSION, file);
      expect_some_block(in);
    }
    if (file) fclose(file);
  }
}

TEST_F(RestartBlockOnOneRank, OfAnotherVersionIsRefused)
{
  LammpsSession lammps;
  const std::string buffer = buffer_of(some_block(VERSION + 1));
  EXPECT_EQ(
      error_of([&] { RestartReader in(lammps.lammps(), USER, VERSION, buffer.data()); }),
      "Fix breakage: the restart file has layout 4 of these data (expected 3; start from a data "
      "file, or use the version of Grist that wrote it)");
}

// A block of another program may be shorter than a header.
TEST_F(RestartBlockOnOneRank, WithoutTheMarkIsRefused)
{
  LammpsSession lammps;
  const std::string refused =
      "Fix breakage: the restart file was written by an older version of Grist or by another "
      "program (start from a data file, or use the version that wrote it)";
  const std::string buffer(sizeof(int), '\1');
  EXPECT_EQ(error_of([&] { RestartReader in(lammps.lammps(), USER, VERSION, buffer.data()); }),
            refused);
  FILE *file = fopen(path.c_str(), "w+b");
  fwrite(std::string(64, '\2').data(), 1, 64, file);
  rewind(file);
  EXPECT_EQ(error_of([&] { RestartReader in(lammps.lammps(), USER, VERSION, file); }), refused);
  fclose(file);
}

// Whichever byte it is.
TEST_F(RestartBlockOnOneRank, OneChangedByteIsRefused)
{
  LammpsSession lammps;
  const std::string right = buffer_of(some_block());
  for (size_t at = 0; at < right.size(); at++) {
    std::string buffer = right;
    buffer[at] = static_cast<char>(buffer[at] ^ 0x10);
    const auto read = [&] { RestartReader in(lammps.lammps(), USER, VERSION, buffer.data()); };
    EXPECT_NE(error_of(read), "") << at;
  }
}

// Of two fixes, the numbers of the second one.
TEST_F(RestartBlockOnOneRank, NumbersOfAnAtomComeBackOrAreRefused)
{
  LammpsSession lammps;
  lammps.run("region box block 0 1 0 1 0 1\ncreate_box 1 box\ncreate_atoms 1 single 0 0 0\n");
  Atom *atom = lammps.lammps()->atom;
  std::vector<double> numbers(12);
  double *row = numbers.data();
  std::copy_n(std::array<double, 2>{1.5, -2.0}.data(), 2, row + 1);
  const int first = close_restart_numbers(row, 2);
  std::copy_n(std::array<double, 3>{7.0, 1.0 / 3.0, 0.0}.data(), 3, row + first + 1);
  EXPECT_EQ(first + close_restart_numbers(row + first, 3), 9);
  atom->extra = &row;
  atom->nextra_store = 9;
  const auto read = [&] { return restart_numbers(lammps.lammps(), USER, 0, 1); };
  EXPECT_EQ(read()[1], 1.0 / 3.0);

  char *bytes = reinterpret_cast<char *>(row);
  for (size_t at = first * sizeof(double); at < 9 * sizeof(double); at++) {
    bytes[at] = static_cast<char>(bytes[at] ^ 0x10);
    EXPECT_EQ(error_of(read),
              "Fix breakage: the restart file is damaged (data of atom 1 are not as they were "
              "written: copy the file again, or start from another one)")
        << at;
    bytes[at] = static_cast<char>(bytes[at] ^ 0x10);
  }
  for (const double count : {-1.0, 0.0, 1e300, std::nan("")}) {
    row[0] = count;
    EXPECT_NE(error_of(read), "") << count;
  }
  atom->extra = nullptr;
  atom->nextra_store = 0;
}

TEST_F(RestartBlockOnOneRank, TooShortIsRefused)
{
  LammpsSession lammps;
  RestartWriter out(VERSION);
  out.add(1.0);
  const std::string buffer = buffer_of(out);
  EXPECT_EQ(error_of([&] {
              RestartReader in(lammps.lammps(), USER, VERSION, buffer.data());
              std::array<double, 2> values;
              in.get(values);
            }),
            "Fix breakage: the restart file holds 8 bytes of these data (more are expected)");
}

// A damaged count is not allocated.
TEST_F(RestartBlockOnOneRank, VectorLongerThanTheBlockIsRefused)
{
  LammpsSession lammps;
  for (const std::size_t count : {std::size_t(2), ~std::size_t(0), ~std::size_t(0) / 8}) {
    RestartWriter out(VERSION);
    out.add(count);
    out.add(1.0);
    const std::string buffer = buffer_of(out);
    EXPECT_EQ(error_of([&] {
                RestartReader in(lammps.lammps(), USER, VERSION, buffer.data());
                std::vector<double> values;
                in.get(values);
              }),
              "Fix breakage: the restart file holds 16 bytes of these data (more are expected)");
  }
}

TEST_F(RestartBlockOnOneRank, WithBytesLeftIsRefused)
{
  LammpsSession lammps;
  RestartWriter out(VERSION);
  out.add(1.0);
  out.add(2);
  const std::string buffer = buffer_of(out);
  EXPECT_EQ(error_of([&] {
              RestartReader in(lammps.lammps(), USER, VERSION, buffer.data());
              double value = 0.0;
              in.get(value);
              in.end();
            }),
            "Fix breakage: the restart file holds 12 bytes of these data (expected 8)");
}

TEST_F(RestartBlockOnOneRank, OfNegativeSizeIsRefused)
{
  LammpsSession lammps;
  std::string buffer = buffer_of(some_block());
  const int bytes = -1;
  std::memcpy(&buffer[2 * sizeof(int)], &bytes, sizeof(int));
  EXPECT_EQ(
      error_of([&] { RestartReader in(lammps.lammps(), USER, VERSION, buffer.data()); }),
      "Fix breakage: the restart file is damaged (its size of these data, -1 bytes, is not as "
      "it was written: copy the file again, or start from another one)");
}

}    // namespace test_restart_block
