// Lists of small numbers, a byte each: what AVX2 has in place of compress and expand of AVX-512.
//
// A list is a register of 16 or 32 bytes. Lists are permuted by shuffles, and sets (lane_numbers.h)
// are turned into lists by two tables. A byte whose highest bit is set is no number: a shuffle makes
// 0 of it, and select_by_sign() reads it as "yes".

#ifndef GRIST_LANES_BYTE_LISTS_H
#define GRIST_LANES_BYTE_LISTS_H

#include "lanes/lane_numbers.h"

#if defined(GRIST_LANE_NUMBERS) && !defined(GRIST_AVX512)

namespace grist {
inline namespace GRIST_INSTRUCTION_SET {

// For each set of eight its members, then its lowest again; and at the place of each member how
// many are before it, at other places no number.
struct ByteTables {
  std::uint64_t members[256], ranks[256];
};
constexpr ByteTables byte_tables()
{
  ByteTables of = {};
  for (unsigned set = 0; set < 256; set++) {
    int count = 0;
    for (unsigned k = 0; k < 8; k++) {
      const bool in = (set >> k & 1u) != 0;
      of.ranks[set] |= static_cast<std::uint64_t>(in ? count : 0x80) << (8 * k);
      if (in) of.members[set] |= static_cast<std::uint64_t>(k) << (8 * count);
      count += in ? 1 : 0;
    }
    for (int k = count; count > 0 && k < 8; k++)
      of.members[set] |= (of.members[set] & 0xffu) << (8 * k);
  }
  return of;
}
inline constexpr ByteTables BYTE_TABLES = byte_tables();

/* Lists */

template <int PLACES> struct ByteList;
template <> struct ByteList<8> {
  using Type = __m128i;    // of which the upper half is not used
};
template <> struct ByteList<16> {
  using Type = __m128i;
};
template <> struct ByteList<32> {
  using Type = __m256i;
};
template <int PLACES> using Bytes = typename ByteList<PLACES>::Type;

inline __m128i eight_bytes(std::uint64_t eight)
{
  return _mm_cvtsi64_si128(static_cast<long long>(eight));
}
inline __m128i same_bytes(int value)
{
  return _mm_set1_epi8(static_cast<char>(value));
}
inline __m256i twice(__m128i list)
{
  return _mm256_broadcastsi128_si256(list);
}

// The numbers of a list of 16 at places.
inline __m128i shuffle(__m128i list, __m128i places)
{
  return _mm_shuffle_epi8(list, places);
}
inline __m256i shuffle(__m128i list, __m256i places)
{
  return _mm256_shuffle_epi8(twice(list), places);
}

inline unsigned signs(__m128i list)
{
  return static_cast<unsigned>(_mm_movemask_epi8(list));
}
inline unsigned signs(__m256i list)
{
  return static_cast<unsigned>(_mm256_movemask_epi8(list));
}
inline __m128i select_by_sign(__m128i of, __m128i a, __m128i b)
{
  return _mm_blendv_epi8(b, a, of);
}
inline __m256i select_by_sign(__m256i of, __m256i a, __m256i b)
{
  return _mm256_blendv_epi8(b, a, of);
}
inline __m128i either(__m128i a, __m128i b)
{
  return _mm_or_si128(a, b);
}
inline __m256i either(__m256i a, __m256i b)
{
  return _mm256_or_si256(a, b);
}
inline __m128i differ(__m128i a, __m128i b)
{
  return _mm_xor_si128(a, b);
}
inline __m256i differ(__m256i a, __m256i b)
{
  return _mm256_xor_si256(a, b);
}

// Places from `count` on: yes.
inline __m128i beyond(int count)
{
  return _mm_cmpgt_epi8(_mm_setr_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
                        same_bytes(count - 1));
}

/* From sets to lists */

// At each member's place how many members are before it, at other places no number. The upper half
// of eight places is 0.
template <int PLACES> [[gnu::always_inline]] inline Bytes<PLACES> ranks(unsigned set)
{
  if constexpr (PLACES == 8) {
    return eight_bytes(BYTE_TABLES.ranks[set]);
  } else if constexpr (PLACES == 16) {
    const unsigned low = set & 0xffu;
    const __m128i high =
        _mm_add_epi8(eight_bytes(BYTE_TABLES.ranks[set >> 8]), same_bytes(count_of(low)));
    return _mm_unpacklo_epi64(eight_bytes(BYTE_TABLES.ranks[low]), high);
  } else {
    const unsigned low = set & 0xffffu;
    const __m128i high = _mm_add_epi8(ranks<16>(set >> 16), same_bytes(count_of(low)));
    return _mm256_inserti128_si256(_mm256_castsi128_si256(ranks<16>(low)), high, 1);
  }
}

// The first `count` members of a set with these ranks.
[[gnu::always_inline]] inline unsigned first_of(__m128i rank, int count)
{
  return signs(_mm_andnot_si128(rank, _mm_cmpgt_epi8(same_bytes(count), rank)));
}
[[gnu::always_inline]] inline unsigned first_of(__m256i rank, int count)
{
  const __m256i limit = _mm256_set1_epi8(static_cast<char>(count));
  return signs(_mm256_andnot_si256(rank, _mm256_cmpgt_epi8(limit, rank)));
}

// Moved up by `count` bytes, 0 to 8.
inline std::uint64_t moved_up(std::uint64_t eight, int count)
{
  return eight << (4 * count) << (4 * count);
}

// The first eight members of a set of 16, then any numbers below 16.
[[gnu::always_inline]] inline std::uint64_t members_of(unsigned set)
{
  const unsigned low = set & 0xffu;
  const int count = count_of(low);
  return _bzhi_u64(BYTE_TABLES.members[low], static_cast<unsigned>(8 * count)) |
      moved_up(BYTE_TABLES.members[set >> 8] + 0x0808080808080808u, count);
}

// The numbers of a list at the first eight members of a set, then any of the list.
template <int PLACES> class Picked;
template <> class Picked<16> {
 public:
  [[gnu::always_inline]] explicit Picked(unsigned set) : order(eight_bytes(members_of(set))) {}
  __m128i of(__m128i list) const { return shuffle(list, order); }

 private:
  __m128i order;
};
template <> class Picked<32> {
 public:
  [[gnu::always_inline]] explicit Picked(unsigned set)
  {
    constexpr std::uint64_t NONE = 0x8080808080808080u;
    const unsigned first = set & 0xffffu;
    const int count = count_of(first) < 8 ? count_of(first) : 8;
    const std::uint64_t from_high = moved_up(NONE, count);
    low = eight_bytes(members_of(first) | from_high);
    high = eight_bytes(moved_up(members_of(set >> 16), count) | (NONE ^ from_high));
  }
  __m128i of(__m256i list) const
  {
    return either(shuffle(_mm256_castsi256_si128(list), low),
                  shuffle(_mm256_extracti128_si256(list, 1), high));
  }

 private:
  __m128i low, high;
};

/* Lanes by numbers of a list */

// Numbers GROUP * LANES and following.
template <int GROUP> inline LaneNumbers lane_numbers(__m128i list)
{
  constexpr int N = LANES * GROUP, NO = -128;
  const __m256i SPREAD =
      _mm256_setr_epi8(N, NO, NO, NO, N, NO, NO, NO, N + 1, NO, NO, NO, N + 1, NO, NO, NO, N + 2,
                       NO, NO, NO, N + 2, NO, NO, NO, N + 3, NO, NO, NO, N + 3, NO, NO, NO);
  const __m256i even = _mm256_shuffle_epi8(twice(_mm_add_epi8(list, list)), SPREAD);
  return _mm256_or_si256(even, _mm256_setr_epi32(0, 1, 0, 1, 0, 1, 0, 1));
}
// The same numbers as lanes; signed.
template <int GROUP> inline Lanes lanes_of(__m128i list)
{
  return _mm256_cvtepi32_pd(_mm_cvtepi8_epi32(_mm_srli_si128(list, LANES * GROUP)));
}
// The lanes of a where these are no numbers.
template <int GROUP> inline Lanes select_by_sign(__m128i list, const Lanes &a, const Lanes &b)
{
  const __m256i wide = _mm256_cvtepi8_epi64(_mm_srli_si128(list, LANES * GROUP));
  return _mm256_blendv_pd(b, a, _mm256_castsi256_pd(wide));
}

}    // namespace GRIST_INSTRUCTION_SET
}    // namespace grist

#endif
#endif
