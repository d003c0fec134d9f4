// Histories of contacts with walls. Oracle: a map from sphere and surface to history, under random
// changes.

#include "walls/contact_memory.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <map>
#include <numeric>
#include <random>

namespace grist {
namespace test_contact_memory {

using Memory =
    std::map<int, std::map<int, double>>;    // sphere, surface: first number of the history

constexpr int WIDTH = 3;

WallContact at(int surface)
{
  return {surface, Vector3d::unit_x(), 1.0, 0.0, Vector3d::zero(), Vector3d::zero()};
}

void expect_same(const ContactMemory &memory, Memory &expected, int spheres)
{
  for (int i = 0; i < spheres; i++) {
    ASSERT_EQ(memory.count(i), static_cast<int>(expected[i].size())) << "sphere " << i;
    for (int k = 0; k < memory.count(i); k++) {
      ASSERT_EQ(expected[i].count(memory.surface(i, k)), 1u);
      EXPECT_EQ(memory.history(i, k)[0], expected[i][memory.surface(i, k)]);
    }
  }
}

std::vector<double> row_of(ContactMemory &memory, int sphere, int numbers)
{
  std::vector<double> row(ContactMemory::size_of(memory.count(sphere), numbers));
  RowWriter out(row.data());
  memory.transfer(out, sphere, numbers);
  row.resize(out.end());
  return row;
}

TEST(ContactMemory, HoldsTheSameHistoriesAsAMap)
{
  constexpr int SPHERES = 20;
  std::mt19937 random(7);
  const auto pick = [&random](int n) { return static_cast<int>(random() % n); };
  ContactMemory memory;
  memory.set_width(WIDTH);
  const FixedWalls wall;
  memory.resize(SPHERES);
  Memory expected;
  double fresh = 0.0;
  std::vector<int> all(SPHERES);
  std::iota(all.begin(), all.end(), 0);
  for (int step = 0; step < 5000; step++) {
    const int i = pick(SPHERES), j = pick(SPHERES);
    switch (pick(10)) {
      case 0:
        memory.copy(i, j);
        expected[j] = Memory::mapped_type(expected[i]);
        break;
      case 1:
        memory.clear(i);
        expected[i].clear();
        break;
      case 2: memory.keep_only(all); break;
      case 3: {
        const std::vector<double> row = row_of(memory, i, WIDTH);
        EXPECT_LE(static_cast<int>(row.size()), ContactMemory::size_of(memory.count(i), WIDTH));
        RowReader in(row.data());
        memory.transfer(in, j, WIDTH);
        EXPECT_EQ(in.end(), static_cast<int>(row.size()));
        expected[j] = Memory::mapped_type(expected[i]);
        break;
      }
      default: {
        std::vector<WallContact> contacts;
        Memory::mapped_type now;
        const int first = pick(6), count = pick(5);
        for (int s = first; s < first + count; s++) {
          contacts.push_back(at(s % 6));
          now[s % 6] = expected[i].count(s % 6) ? expected[i][s % 6] : 0.0;
        }
        double *history = memory.update(i, contacts, wall);
        for (int k = 0; k < count; k++)
          if (history[k * WIDTH] == 0.0) now[contacts[k].surface] = history[k * WIDTH] = ++fresh;
        expected[i] = now;
      }
    }
    expect_same(memory, expected, SPHERES);
  }
}

TEST(ContactMemory, TakesNoMemoryForGapsAfterSpheresAreDropped)
{
  ContactMemory memory;
  memory.set_width(WIDTH);
  const FixedWalls wall;
  memory.resize(100);
  for (int n = 1; n < 40; n++) {
    std::vector<WallContact> contacts;
    for (int s = 0; s < n; s++) contacts.push_back(at(s));
    memory.update(3, contacts, wall);
  }
  memory.copy(3, 99);
  memory.copy(3, 20);
  memory.keep_only({2, 3, 49});
  EXPECT_EQ(memory.count(3), 39);
  EXPECT_EQ(memory.count(20), 0);
  EXPECT_EQ(memory.count(99), 0);
  // A row that is filled and cleared repeatedly stays where it is in the pool.
  const double before = memory.memory_usage();
  for (int n = 0; n < 100000; n++) {
    memory.clear(3);
    memory.update(3, {at(1), at(2)}, wall);
  }
  EXPECT_EQ(memory.memory_usage(), before);
}

// The nearer two numbers, the higher the rank.
class Neighbors : public FixedWalls {
 public:
  int continuation_rank(int before, int now) const override
  {
    return std::max(0, 5 - std::abs(before - now));
  }
};

TEST(ContactMemory, ContinuesTheHistoryOfTheHighestRankThatIsLeft)
{
  ContactMemory memory;
  memory.set_width(1);
  memory.resize(1);
  const Neighbors wall;
  double *history = memory.update(0, {at(10), at(13), at(40)}, wall);
  history[0] = 1.0;
  history[1] = 2.0;
  history[2] = 3.0;
  // 13 keeps its history. 12 is nearer to 13 than to 10, but that history is taken. 20 has rank 0
  // with all others.
  history = memory.update(0, {at(12), at(13), at(20)}, wall);
  EXPECT_EQ(history[0], 1.0);
  EXPECT_EQ(history[1], 2.0);
  EXPECT_EQ(history[2], 0.0);
}

TEST(ContactMemory, SurfacesOfBeforeAreMarked)
{
  ContactMemory memory;
  memory.set_width(WIDTH);
  memory.resize(2);
  const double history[WIDTH] = {1, 2, 3};
  memory.append(0, 2, history);
  memory.append(0, 0, history);
  memory.append(1, 1, history);
  memory.mark_former(0);
  EXPECT_EQ(memory.surface(0, 0), former_surface(2));
  EXPECT_EQ(memory.surface(0, 1), former_surface(0));
  EXPECT_LT(memory.surface(0, 1), 0);
  EXPECT_EQ(memory.surface(1, 0), 1);
  EXPECT_EQ(memory.history(0, 1)[2], 3);
}

TEST(ContactMemory, PackedRowMayBeShorterOrLongerThanItsHistories)
{
  ContactMemory memory, narrow;
  memory.set_width(3);
  narrow.set_width(1);
  memory.resize(2);
  narrow.resize(1);
  const FixedWalls wall;
  double *history = memory.update(0, {at(5), at(7)}, wall);
  for (int k = 0; k < 6; k++) history[k] = k + 1.0;
  const std::vector<double> row = row_of(memory, 0, 2);
  RowReader in(row.data()), again(row.data());
  memory.transfer(in, 1, 3);
  ASSERT_EQ(memory.count(1), 2);
  EXPECT_EQ(memory.surface(1, 1), 7);
  EXPECT_EQ(std::vector<double>(memory.history(1, 0), memory.history(1, 0) + 6),
            (std::vector<double>{1, 2, 0, 4, 5, 0}));    // the third number was not sent
  narrow.transfer(again, 0, 1);
  EXPECT_EQ(again.end(), static_cast<int>(row.size()));
  EXPECT_EQ(narrow.history(0, 1)[0], 4.0);
}

}    // namespace test_contact_memory
}    // namespace grist
