// A buffer before a vector of pairs: pairs are written one by one without a check of the size, and
// moved many at a time.

#ifndef GRIST_SEARCH_PAIR_BUFFER_H
#define GRIST_SEARCH_PAIR_BUFFER_H

#include "search/pair_search.h"

#include <algorithm>
#include <cassert>
#include <vector>

namespace grist {

class PairBuffer {
 public:
  explicit PairBuffer(std::vector<IndexPair> &pairs) : pairs(pairs) {}
  ~PairBuffer() { flush(); }
  PairBuffer(const PairBuffer &) = delete;
  PairBuffer &operator=(const PairBuffer &) = delete;

  // To be called before every FEW calls of put(), or more often.
  void make_room()
  {
    if (size > SIZE - FEW) flush();
  }
  // A pair that is not `taken` is overwritten by the next: no branch.
  void put(int i, int j, bool taken = true)
  {
    assert(size < SIZE && i != j);
    buffer[size].a = std::min(i, j);
    buffer[size].b = std::max(i, j);
    size += taken;
  }
  static constexpr int FEW = 64;

 private:
  static constexpr int SIZE = 1024;

  void flush()
  {
    pairs.insert(pairs.end(), buffer, buffer + size);
    size = 0;
  }

  std::vector<IndexPair> &pairs;
  int size = 0;
  IndexPair buffer[SIZE];
};

}    // namespace grist

#endif
