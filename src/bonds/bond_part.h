// One step of some lanes of a block of bonds, for the kernels of blocks and of teams
// (bond_lanes.cpp).
//
// A block is evaluated in two halves. The first, which ends with the tilts, is a long chain of
// operations that wait for each other, and needs few registers: two vectors of lanes go side by
// side. In the second most operations can be done at any time, but they need all registers that
// there are.

#ifndef GRIST_BONDS_BOND_PART_H
#define GRIST_BONDS_BOND_PART_H

#include "bonds/bond_lanes.h"
#include "bonds/bond_law.h"

#include <cstring>
#include <type_traits>

namespace grist {
inline namespace GRIST_INSTRUCTION_SET {

using First = LaneGroup<2>;
using Second = LaneGroup<1>;
static_assert(BOND_LANES % First::WIDTH == 0 && BOND_LANES % Second::WIDTH == 0);

using Tilt = BondTilt<Second>;
using Ends = BondEnds<Second>;
using Exertion = BondExertion<Second>;
using SecondVectors = Vector3<Second>;

// `Shared`: as in bond_law.h, Second or double.
template <class Shared> using Law = BondLaw<Second, Shared>;

template <class Number> BondMask live_of(const BondBlock &block, int first)
{
  return block.live >> first & ((BondMask{1} << Number::WIDTH) - 1);
}
template <class Number> bool are_all_live(const BondBlock &block, int first)
{
  return live_of<Number>(block, first) == (BondMask{1} << Number::WIDTH) - 1;
}

template <class Number>
[[gnu::always_inline]] inline auto others_than_live(const BondBlock &block, int first)
{
  LaneMask bit;
  for (int l = 0; l < LANES; l++) bit[l] = std::int64_t{1} << l;
  const auto live = static_cast<std::int64_t>(block.live >> first);
  return each<MaskGroup, Number::WIDTH / LANES>(
      [&](int k) { return (bit & live >> k * LANES) == 0; });
}

// Sphere b as seen from a.
template <class Number> struct Apart {
  Vector3<Number> distance, velocity;
};

// ---- first half: tilts

// Tilts of a block, as BondTilt, and intermediate values that may be used again.
struct alignas(64) BlockTilts {
  double normal[3][BOND_LANES], axis[3][BOND_LANES];
  double length[BOND_LANES], half_over_axis[BOND_LANES], arc_over_axis[BOND_LANES];
  double one_plus_cosine[BOND_LANES], smallness[BOND_LANES];

  [[gnu::always_inline]] void set(int first, const BondTilt<First> &tilt)
  {
    store(normal, first, tilt.normal);
    store(axis, first, tilt.axis);
    store(length + first, tilt.length);
    store(half_over_axis + first, tilt.half_over_axis);
    store(arc_over_axis + first, tilt.arc_over_axis);
    store(one_plus_cosine + first, tilt.one_plus_cosine);
    store(smallness + first, tilt.smallness);
  }
  [[gnu::always_inline]] Tilt at(int first) const
  {
    Tilt tilt;
    tilt.normal = load_group<Second>(normal, first);
    tilt.axis = load_group<Second>(axis, first);
    tilt.length = load_group<Second>(length + first);
    tilt.half_over_axis = load_group<Second>(half_over_axis + first);
    tilt.arc_over_axis = load_group<Second>(arc_over_axis + first);
    tilt.one_plus_cosine = load_group<Second>(one_plus_cosine + first);
    tilt.smallness = load_group<Second>(smallness + first);
    return tilt;
  }
};

// Lanes that are not live become an unstrained bond that does not move.
[[gnu::always_inline]] inline void find_tilts(int first, const BondStep &step, Apart<First> apart,
                                              const BondBlock &block, const BondNormals &normals,
                                              BlockTilts &tilts)
{
  if (!are_all_live<First>(block, first)) {
    const auto others = others_than_live<First>(block, first);
    apart.distance = zero_where(others, apart.distance);
    apart.velocity = zero_where(others, apart.velocity);
    apart.distance.x = select(others, First{} + 0.5 * step.length_limit, apart.distance.x);
  }
  if (step.stored_normals)
    tilts.set(first, {apart.distance, load_group<First>(normals.normal, first)});
  else
    tilts.set(first, {apart.distance, apart.velocity, step.dt});
}

// ---- failure

template <class Shared> using Strengths = BeamStrengths::Numbers<Shared>;

// A bound on the stresses that takes fewer operations than they do: with a tensile force N, a shear
// force S and a moment M, both stresses are at most sqrt(2 (N^2 + S^2 + (4 beta M / R)^2)) / A. What
// friction adds is t N/A, so that with t = tan(angle) the factor is 2 + t^2. A pressing force P makes
// room for both: at least P times the lesser of t and 1.
template <class Shared> struct StressBound {
  Shared square;     // R^2
  Shared bending;    // (4 beta)^2
  Shared part;       // 1 / (2 + t^2)
  Shared force;      // A R times the lesser strength
  Shared pressed;    // R times the lesser of t and 1
  Shared room;       // `part` of the square of `force`

  StressBound() = default;
  [[gnu::always_inline]] StressBound(const BondConstants<Shared> &constants,
                                     const Strengths<Shared> &strengths) :
      square(constants.radius * constants.radius),
      bending((16.0 * strengths.beta) * strengths.beta)
  {
    part = 1.0 / (2.0 + strengths.friction * strengths.friction);
    force = (constants.area() * constants.radius) * least(strengths.tensile, strengths.shear);
    pressed = constants.radius * least(strengths.friction, Shared{} + 1.0);
    room = part * force * force;
  }
};

// ---- second half: one step of the lanes of a block from `first` on

// Numbers of a term: of the lanes from `first` on, from BondLaws; or of all, from BondLawOfType.
template <class TERM, class Shared>
[[gnu::always_inline]] inline auto term_numbers(const double *all, int first)
{
  return numbers_at<TERM, Shared>([&](int k) {
    if constexpr (std::is_same_v<Shared, double>)
      return all[k];
    else
      return load_group<Shared>(all + k * BOND_LANES + first);
  });
}

// Values that the law needs besides the ends.
template <class Shared, class Damping> struct PartLaw {
  const double *numbers;    // as term_numbers() has them
  BondConstants<Shared> constants;
  Strengths<Shared> strengths;
  StressBound<Shared> bound;
  DampingCoefficients<Damping> damping;

  // Radii: of the ends of the lanes from `first` on.
  [[gnu::always_inline]] PartLaw(const double *numbers, int first, const Shared &radius_a,
                                 const Shared &radius_b) :
      numbers(numbers),
      constants(term_numbers<BeamSprings, Shared>(numbers, first), radius_a, radius_b),
      strengths(term_numbers<BeamStrengths, Shared>(numbers, first)), bound(constants, strengths)
  {
  }
};

struct Part {
  bool is_evaluated;
  bool is_near;               // by StressBound: a strength may be near; may_have_failed() decides
  bool is_watched = false;    // by a term, that wants a lane to be looked at
  Exertion on, dashpots;      // of all, and of dashpots alone
};

template <class TERM>
[[gnu::always_inline]] inline auto memory_of(const BondMemories &memories, int first)
{
  return memory_at<TERM, Second>(
      [&](int k) { return load_group<Second>(memories.number[k] + first); });
}
// But of lanes that are `others`.
template <class TERM, class Memory, class Mask>
inline void keep_memory(BondMemories &memories, int first, const Memory &memory, const Mask &others)
{
  Second numbers[MemoryCount<TERM>::value];
  std::memcpy(numbers, &memory, sizeof(memory));
  for (int k = 0; k < MemoryCount<TERM>::value; k++) {
    double *row = memories.number[FIRST_MEMORY<TERM> + k] + first;
    store(row, select(others, load_group<Second>(row), numbers[k]));
  }
}

// The part of the length that no force has.
[[gnu::always_inline]] inline Second slack_of(const BondMemories &memories, int first)
{
  Second slack = {};
  for_each_part(BondTerms(), [&](auto term) {
    using Term = decltype(term);
    if constexpr (Term::HAS_SLACK) slack = slack + Term::slack(memory_of<Term>(memories, first));
  });
  return slack;
}

// What terms do to loads, and what is lost so.
template <class Shared>
[[gnu::noinline]] void advance_terms(int first, const double *numbers, SpringStep<Second> &step,
                                     const BondBlock &block, BondMemories &memories)
{
  const auto others = others_than_live<Second>(block, first);
  Second lost = {};
  for_each_part(BondTerms(), [&](auto term) {
    using Term = decltype(term);
    if constexpr (Term::ADVANCES) {
      auto memory = memory_of<Term>(memories, first);
      lost = lost +
          Term::template advance<Shared, Second>(term_numbers<Term, Shared>(numbers, first), step,
                                                 memory);
      keep_memory<Term>(memories, first, memory, others);
    }
  });
  store(memories.lost + first, select(others, Second{}, lost));
}

// Of the springs without damage.
template <class Shared>
inline Second tension_of(int first, const BondConstants<Shared> &bond, const Tilt &tilt,
                         const BondBlock &block, const BondMemories *memories)
{
  const auto initial = load_group<Second>(block.length_initial + first);
  Second stretch = tilt.length - initial;
  if (memories) stretch = stretch - slack_of(*memories, first);
  return bond.young_area / initial * stretch;
}

// True if a term wants a lane to be looked at, by the share of its strength that is in use.
template <class Shared, class Damping>
[[gnu::noinline]] bool watch_terms(int first, const PartLaw<Shared, Damping> &of,
                                   const BlockTilts &tilts, const BondBlock &block,
                                   BondMemories &memories)
{
  const Tilt tilt = tilts.at(first);
  const Second tension = tension_of(first, of.constants, tilt, block, &memories);
  const auto shear = load_group<Second>(block.shear_force, first);
  const auto moment = load_group<Second>(block.moment, first);
  const Shared area = of.constants.area(), lever = 1.0 / of.constants.radius;
  const Second twist = dot(moment, tilt.normal), bend2 = dot(moment, moment) - twist * twist;
  const Second bend = square_root(select(bend2 > 0.0, bend2, Second{}));
  const Second normal = tension + (4.0 * of.strengths.beta * lever) * bend;
  const Second slip = square_root(dot(shear, shear)) +
      (2.0 * of.strengths.beta * lever) * absolute(twist) + of.strengths.friction * tension;
  Second share = normal / (area * of.strengths.tensile);
  const Second by_slip = slip / (area * of.strengths.shear);
  share = select(share < by_slip, by_slip, share);
  Second left = load_group<Second>(memories.scatter + first);
  for_each_part(BondTerms(), [&](auto term) {
    using Term = decltype(term);
    if constexpr (MemoryCount<Term>::value > 0)
      left = Term::template strength_left<Second>(memory_of<Term>(memories, first)) * left;
  });
  share = select(share > 0.0, share, Second{}) / left;
  const auto others = others_than_live<Second>(block, first);    // what they remember stays
  bool is_watched = false;
  for_each_part(BondTerms(), [&](auto term) {
    using Term = decltype(term);
    if constexpr (Term::WATCHES) {
      auto memory = memory_of<Term>(memories, first);
      const auto found = Term::template watch<Second>(share, memory);
      is_watched = is_watched || any(found & ~others);
      keep_memory<Term>(memories, first, memory, others);
    }
  });
  return is_watched;
}

template <bool DASHPOTS>
inline void store_part(BondBlockForces &out, int first, const Second &length, const Part &part)
{
  store(out.length + first, length);
  if (!part.is_evaluated) return;
  store(out.force_a, first, part.on.force_a);
  store(out.torque_a, first, part.on.torque_a);
  store(out.torque_b, first, part.on.torque_b);
  if constexpr (!DASHPOTS) return;
  store(out.damping_force_a, first, part.dashpots.force_a);
  store(out.damping_torque_a, first, part.dashpots.torque_a);
  store(out.damping_torque_b, first, part.dashpots.torque_b);
}

// CHANGES: terms may change loads. Apart, so that elsewhere they cost nothing.
template <bool DASHPOTS, bool CHANGES, class Shared, class Damping>
[[gnu::always_inline]] inline Part
evaluate_part(int first, const BondStep &step, const BlockTilts &tilts, Ends ends,
              const PartLaw<Shared, Damping> &of_part, const BondStrengths *strengths,
              BondMemories *memories, BondBlock &block, BondNormals &normals)
{
  if (!are_all_live<Second>(block, first)) {
    const auto others = others_than_live<Second>(block, first);
    for (auto *vector : {&ends.velocity, &ends.omega_a, &ends.omega_b})
      *vector = zero_where(others, *vector);
    ends.length_initial = select(others, Second{} + 0.5 * step.length_limit, ends.length_initial);
  }
  const Tilt tilt = tilts.at(first);
  const Second spin = half_spin(ends, tilt, step.dt);
  Part part;
  part.is_evaluated = !any(~((tilt.smallness <= SMALL_TILT) & (spin * spin <= SMALL_TILT) &
                             (tilt.length < step.length_limit)));
  part.is_near = false;
  if (!part.is_evaluated) return part;

  Law<Shared> law(ends, tilt, of_part.constants, step.dt);
  SpringLoads<Second> loads = {law.tension,
                               law.new_shear_force(load_group<Second>(block.shear_force, first)),
                               law.new_moment(load_group<Second>(block.moment, first))};
  if constexpr (CHANGES) {
    loads.tension = loads.tension - law.stiffness * slack_of(*memories, first);
    SpringStep<Second> of_step = law.spring_step(loads);
    advance_terms<Shared>(first, of_part.numbers, of_step, block, *memories);
    loads = of_step.loads;
  }
  const SecondVectors &shear = loads.shear, &moment = loads.moment;
  store(block.shear_force, first, shear);
  store(block.moment, first, moment);
  if (step.stored_normals) store(normals.normal, first, tilt.normal);

  const Second tension = loads.tension, pull = select(tension > 0.0, tension, Second{});
  law.tension = tension;
  SecondVectors elastic_shear = shear, elastic_moment = moment;
  if (memories) {
    const auto kept = load_group<Second>(memories->kept + first);
    elastic_shear = kept * shear;
    elastic_moment = kept * moment;
    law.tension = tension + (kept - 1.0) * pull;
  }
  SecondVectors force = elastic_shear, total_moment = elastic_moment;
  law.damped(of_part.damping, force, total_moment);
  part.on = law.exertion(force, total_moment);
  // As a difference, so that the sum is rounded as without it.
  if constexpr (DASHPOTS)
    part.dashpots =
        law.exertion(force - law.elastic_force(elastic_shear), total_moment - elastic_moment);

  const StressBound<Shared> &bound = of_part.bound;
  const Second stress2 =
      bound.square * (pull * pull + dot(shear, shear)) + bound.bending * dot(moment, moment);
  Second room = Second{} + bound.room;
  if (step.friction) {
    Second force = Second{} + bound.force;
    if (strengths) force = force * load_group<Second>(strengths->factor + first);
    force = force + (pull - tension) * bound.pressed;
    room = bound.part * force * force;
  } else if (strengths) {
    const auto factor = load_group<Second>(strengths->factor + first);
    room = room * factor * factor;
  }
  part.is_near = any(~(stress2 < room));
  if (step.watches && memories)
    part.is_watched = watch_terms(first, of_part, tilts, block, *memories);
  return part;
}

// Stresses as last evaluated against strengths times `factor`, times area and radius. True if a
// lane may have reached one: compared by squares, so that strength_reached() decides on a lane at
// the very limit.
template <class Shared>
[[gnu::cold, gnu::noinline]] bool
may_have_failed(int first, const BondConstants<Shared> &bond, const Strengths<Shared> &strengths,
                const BondStrengths *scatter, const BondMemories *memories, const BlockTilts &tilts,
                const BondBlock &block)
{
  const Tilt tilt = tilts.at(first);
  const auto shear = load_group<Second>(block.shear_force, first);
  const auto moment = load_group<Second>(block.moment, first);
  const Second factor = scatter ? load_group<Second>(scatter->factor + first) : Second{} + 1.0;

  const Second tension = tension_of(first, bond, tilt, block, memories);
  const Second twist = dot(moment, tilt.normal);
  const Second bend2 = dot(moment, moment) - twist * twist;
  const Shared area = bond.area();
  const Second room_tension = (strengths.tensile * area * factor - tension) * bond.radius;
  const Second room_shear = strengths.shear * area * bond.radius * factor -
      2.0 * strengths.beta * absolute(twist) - strengths.friction * tension * bond.radius;
  const Shared bend_share = 4.0 * strengths.beta;
  return any((room_tension <= 0.0) | (room_shear <= 0.0) |
             (bend_share * bend_share * bend2 >= room_tension * room_tension) |
             (bond.radius * bond.radius * dot(shear, shear) >= room_shear * room_shear));
}

}    // namespace GRIST_INSTRUCTION_SET
}    // namespace grist

#endif
