// Hashes of numbers. Oracle: equal numbers have equal hashes; any change of a bit, of the order or of the count has another.

#include "common/bit_hash.h"

#include <gtest/gtest.h>

#include <set>
#include <vector>

namespace test_bit_hash {

std::uint64_t hash_of(const std::vector<double> &numbers)
{
  grist::BitHash hash;
  hash.add(numbers.data(), numbers.size());
  return hash.value();
}

TEST(BitHash, IsTheSameForTheSameNumbers)
{
  EXPECT_EQ(hash_of({1.0, 2.0, 3.0}), hash_of({1.0, 2.0, 3.0}));
}

TEST(BitHash, DiffersWhereAnyNumberDiffers)
{
  const std::vector<std::vector<double>> different = {
      {}, {0.0}, {-0.0}, {0.0, 0.0}, {1.0, 2.0}, {2.0, 1.0}, {1.0, 2.0000000000000004}};
  std::set<std::uint64_t> hashes;
  for (const auto &numbers : different) hashes.insert(hash_of(numbers));
  EXPECT_EQ(hashes.size(), different.size());
}

}    // namespace test_bit_hash
