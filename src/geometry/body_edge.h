// An edge of a convex body, between two of its vertices and two of its faces: from its tail to its
// head with the loop of its left face (clipped_body.h). Bodies that are kept store a quarter of the
// bytes, or half of them where a number does not fit in 8 bits.

#ifndef GRIST_GEOMETRY_BODY_EDGE_H
#define GRIST_GEOMETRY_BODY_EDGE_H

#include <cassert>
#include <cstdint>
#include <cstring>

namespace grist {

template <typename Number> struct EdgeOf {
  Number tail, head;     // vertices
  Number left, right;    // faces
};

using BodyEdge = EdgeOf<int>;
using ByteEdge = EdgeOf<std::uint8_t>;
using WideEdge = EdgeOf<std::uint16_t>;

// The edges of a body that is kept, wherever its bytes are.
struct PackedEdges {
  const unsigned char *bytes = nullptr;
  bool are_wide = false;    // each is a WideEdge, otherwise a ByteEdge

  BodyEdge operator[](int n) const
  {
    assert(bytes && n >= 0);
    BodyEdge edge;
    if (are_wide)
      unpack<WideEdge>(n, 1, &edge);
    else
      unpack<ByteEdge>(n, 1, &edge);
    return edge;
  }

  void unpack(int count, BodyEdge *to) const
  {
    assert(bytes && count >= 0);
    if (are_wide)
      unpack<WideEdge>(0, count, to);
    else
      unpack<ByteEdge>(0, count, to);
  }

 private:
  // Several edges at a time, so that compilers make vectors of them.
  template <typename Packed> void unpack(int first, int count, BodyEdge *to) const
  {
    constexpr int SEVERAL = 4;
    const unsigned char *const from = bytes + first * sizeof(Packed);
    int n = 0;
    for (; n + SEVERAL <= count; n += SEVERAL)
      unpack<Packed, SEVERAL>(from + n * sizeof(Packed), to + n);
    for (; n < count; n++) unpack<Packed, 1>(from + n * sizeof(Packed), to + n);
  }
  template <typename Packed, int COUNT> static void unpack(const unsigned char *from, BodyEdge *to)
  {
    constexpr int NUMBERS = sizeof(BodyEdge) / sizeof(int) * COUNT;
    decltype(Packed::tail) packed[NUMBERS];
    int numbers[NUMBERS];
    std::memcpy(packed, from, sizeof(packed));
    for (int k = 0; k < NUMBERS; k++) numbers[k] = packed[k];
    std::memcpy(to, numbers, sizeof(numbers));
  }
};

}    // namespace grist

#endif
