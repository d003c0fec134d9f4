// Several vectors of lanes that are processed side by side, so that a processor works on one while
// the other waits for a result. Two where the chain of operations is long and needs few registers;
// values without a register are written to memory and read again, which costs more than waiting.

#ifndef GRIST_LANES_LANE_GROUPS_H
#define GRIST_LANES_LANE_GROUPS_H

#include "lanes/lane_vectors.h"

namespace grist {
inline namespace GRIST_INSTRUCTION_SET {

template <int N> struct LaneGroup {
  static_assert(N == 1 || N == 2);
  static constexpr int WIDTH = N * LANES;
  Lanes of[N];
};
template <int N> struct MaskGroup {
  LaneMask of[N];
};

// The group of the results f(0), f(1), ...
template <template <int> class Group, int N, class Function>
[[gnu::always_inline]] inline Group<N> each(const Function &f)
{
  if constexpr (N == 1)
    return {{f(0)}};
  else
    return {{f(0), f(1)}};
}

#define GRIST_GROUP_OPERATOR(Result, op)                                               \
  template <int N>                                                                     \
  [[gnu::always_inline]] inline Result<N> operator op(const LaneGroup<N> &a,           \
                                                      const LaneGroup<N> &b)           \
  {                                                                                    \
    return each<Result, N>([&](int k) { return a.of[k] op b.of[k]; });                 \
  }                                                                                    \
  template <int N>                                                                     \
  [[gnu::always_inline]] inline Result<N> operator op(double a, const LaneGroup<N> &b) \
  {                                                                                    \
    return each<Result, N>([&](int k) { return a op b.of[k]; });                       \
  }                                                                                    \
  template <int N>                                                                     \
  [[gnu::always_inline]] inline Result<N> operator op(const LaneGroup<N> &a, double b) \
  {                                                                                    \
    return each<Result, N>([&](int k) { return a.of[k] op b; });                       \
  }
GRIST_GROUP_OPERATOR(LaneGroup, +)
GRIST_GROUP_OPERATOR(LaneGroup, -)
GRIST_GROUP_OPERATOR(LaneGroup, *)
GRIST_GROUP_OPERATOR(LaneGroup, /)
GRIST_GROUP_OPERATOR(MaskGroup, <)
GRIST_GROUP_OPERATOR(MaskGroup, <=)
GRIST_GROUP_OPERATOR(MaskGroup, >)
GRIST_GROUP_OPERATOR(MaskGroup, >=)
#undef GRIST_GROUP_OPERATOR

template <int N> inline MaskGroup<N> operator&(const MaskGroup<N> &a, const MaskGroup<N> &b)
{
  return each<MaskGroup, N>([&](int k) { return a.of[k] & b.of[k]; });
}
template <int N> inline MaskGroup<N> operator|(const MaskGroup<N> &a, const MaskGroup<N> &b)
{
  return each<MaskGroup, N>([&](int k) { return a.of[k] | b.of[k]; });
}
template <int N> inline MaskGroup<N> operator~(const MaskGroup<N> &a)
{
  return each<MaskGroup, N>([&](int k) { return ~a.of[k]; });
}
template <int N> inline bool any(const MaskGroup<N> &a)
{
  if constexpr (N == 1)
    return any(a.of[0]);
  else
    return any(a.of[0] | a.of[1]);
}

template <int N>
inline LaneGroup<N> select(const MaskGroup<N> &mask, const LaneGroup<N> &a, const LaneGroup<N> &b)
{
  return each<LaneGroup, N>([&](int k) { return select(mask.of[k], a.of[k], b.of[k]); });
}
template <int N> inline LaneGroup<N> least(const LaneGroup<N> &a, const LaneGroup<N> &b)
{
  return select(a < b, a, b);
}
template <int N> inline LaneGroup<N> absolute(const LaneGroup<N> &a)
{
  return select(a < 0.0, -1.0 * a, a);
}
template <int N> [[gnu::always_inline]] inline LaneGroup<N> inverse_root(const LaneGroup<N> &square)
{
  return each<LaneGroup, N>([&](int k) { return inverse_root(square.of[k]); });
}

template <int N> inline LaneGroup<N> square_root(const LaneGroup<N> &square)
{
  return each<LaneGroup, N>([&](int k) { return square_root(square.of[k]); });
}

// From lane `first` on. Number: LaneGroup.
template <class Number, class Stored>
[[gnu::always_inline]] inline Number load_group(const Stored *from)
{
  return each<LaneGroup, Number::WIDTH / LANES>([&](int k) { return load(from + k * LANES); });
}
template <class Number, int LENGTH>
[[gnu::always_inline]] inline Vector3<Number> load_group(const double (&from)[3][LENGTH], int first)
{
  return {load_group<Number>(from[0] + first), load_group<Number>(from[1] + first),
          load_group<Number>(from[2] + first)};
}
template <int N> inline void store(double *to, const LaneGroup<N> &value)
{
  for (int k = 0; k < N; k++) store(to + k * LANES, value.of[k]);
}
template <int N, int LENGTH>
inline void store(double (&to)[3][LENGTH], int first, const Vector3<LaneGroup<N>> &value)
{
  store(to[0] + first, value.x);
  store(to[1] + first, value.y);
  store(to[2] + first, value.z);
}

template <class Number>
[[gnu::always_inline]] inline Vector3<Number> gather_vector_group(const double *values,
                                                                  const int *index)
{
  Vector3<Number> out;
  for (int k = 0; k < Number::WIDTH / LANES; k++)
    gather_vectors(values, index + k * LANES, out.x.of[k], out.y.of[k], out.z.of[k]);
  return out;
}
template <class Number>
[[gnu::always_inline]] inline Number gather_group(const double *values, const int *index)
{
  return each<LaneGroup, Number::WIDTH / LANES>(
      [&](int k) { return gather(values, index + k * LANES); });
}

}    // namespace GRIST_INSTRUCTION_SET
}    // namespace grist

#endif
