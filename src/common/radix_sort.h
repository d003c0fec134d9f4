// Sorting by an unsigned number, digit by digit from the lowest, each by counting: stable, and in a
// time proportional to the items.

#ifndef GRIST_COMMON_RADIX_SORT_H
#define GRIST_COMMON_RADIX_SORT_H

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace grist {

// key(item) is a std::uint64_t. `scratch` and `starts` are storage that callers keep.
template <class Item, class Key>
void radix_sort(std::vector<Item> &items, std::vector<Item> &scratch, std::vector<int> &starts,
                const Key &key)
{
  const int bits = items.size() < 4096 ? 8 : 16;    // large digits if the items are many
  const std::uint64_t digits = std::uint64_t(1) << bits;
  std::uint64_t highest = 0;
  for (const Item &item : items) highest = std::max(highest, key(item));
  for (int shift = 0; shift < 64 && highest >> shift > 0; shift += bits) {
    const auto digit = [&](const Item &item) { return (key(item) >> shift) & (digits - 1); };
    starts.assign(digits + 1, 0);
    for (const Item &item : items) starts[digit(item) + 1]++;
    for (std::size_t d = 0; d < digits; d++) starts[d + 1] += starts[d];
    scratch.resize(items.size());
    for (const Item &item : items) scratch[starts[digit(item)]++] = item;
    std::swap(items, scratch);
  }
}

}    // namespace grist

#endif
