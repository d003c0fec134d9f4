// What spheres remember of walls. Oracle: a map from sphere and surface to history, under random changes.

#include "mechanics/contact_memory.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

namespace grist {
namespace {

using Memory =
    std::map<int, std::map<int, double>>;    // sphere, surface: first number of the history

SurfaceContact at(int surface)
{
  return {surface, Vector3d::UnitX(), 1.0, 0.0, Vector3d::Zero(), Vector3d::Zero()};
}

void expect_same(const ContactMemory &memory, Memory &expected, int spheres)
{
  for (int i = 0; i < spheres; i++) {
    ASSERT_EQ(memory.count(i), static_cast<int>(expected[i].size())) << "sphere " << i;
    for (int k = 0; k < memory.count(i); k++) {
      const auto &kept = memory.begin(i)[k];
      ASSERT_EQ(expected[i].count(kept.surface), 1u);
      EXPECT_EQ(kept.history.shear[0], expected[i][kept.surface]);
    }
  }
}

TEST(ContactMemory, KeepsWhatAMapKeeps)
{
  constexpr int SPHERES = 20;
  std::mt19937 random(7);
  const auto pick = [&random](int n) { return static_cast<int>(random() % n); };
  ContactMemory memory;
  memory.resize(SPHERES);
  Memory expected;
  double fresh = 0.0;
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
      case 2: memory.compact(SPHERES); break;
      default: {
        std::vector<SurfaceContact> contacts;
        Memory::mapped_type now;
        const int first = pick(6), count = pick(5);
        for (int s = first; s < first + count; s++) {
          contacts.push_back(at(s % 6));
          now[s % 6] = expected[i].count(s % 6) ? expected[i][s % 6] : 0.0;
        }
        ContactMemory::Kept *kept = memory.update(i, contacts);
        for (int k = 0; k < count; k++)
          if (kept[k].history.shear[0] == 0.0)
            now[kept[k].surface] = kept[k].history.shear[0] = ++fresh;
        expected[i] = now;
      }
    }
    expect_same(memory, expected, SPHERES);
  }
}

TEST(ContactMemory, TakesNoMemoryForGapsAfterCompaction)
{
  ContactMemory memory;
  memory.resize(100);
  for (int n = 1; n < 40; n++) {
    std::vector<SurfaceContact> contacts;
    for (int s = 0; s < n; s++) contacts.push_back(at(s));
    memory.update(3, contacts);
  }
  memory.copy(3, 99);
  memory.compact(50);
  EXPECT_EQ(memory.count(3), 39);
  EXPECT_EQ(memory.count(99), 0);
  // A row that is filled and emptied again and again keeps its place.
  const double before = memory.memory_usage();
  for (int n = 0; n < 100000; n++) {
    memory.clear(3);
    memory.update(3, {at(1), at(2)});
  }
  EXPECT_EQ(memory.memory_usage(), before);
}

}    // namespace
}    // namespace grist
