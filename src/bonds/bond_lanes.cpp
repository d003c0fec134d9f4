#include "bonds/bond_lanes.h"

#include "bonds/bond_law.h"
#include "common/prefetch.h"

#include <algorithm>
#include <type_traits>

namespace grist {
inline namespace GRIST_INSTRUCTION_SET {

namespace {

static_assert(BOND_LANES % LANES == 0);

using Tilt = BondTilt<Lanes>;
constexpr BondMask ALL_OF_PART = (BondMask{1} << LANES) - 1;

// `Shared`: as in bond_law.h, Lanes or double.
template <class Shared> using Ends = BondEnds<Lanes, Shared>;
template <class Shared> using Law = BondLaw<Lanes, Shared>;

// Of the lanes from `first` on.
[[gnu::always_inline]] inline Ends<Lanes> ends_of(const BondBlock &block, int first,
                                                  const BondedSpheres &spheres, bool moving)
{
  const int *a = block.a + first, *b = block.b + first;
  Ends<Lanes> ends;
  ends.distance = gather_vectors(spheres.x, b) - gather_vectors(spheres.x, a);
  ends.omega_a = gather_vectors(spheres.omega, a);
  ends.omega_b = gather_vectors(spheres.omega, b);
  ends.radius_a = gather<1>(spheres.radius, a);
  ends.radius_b = gather<1>(spheres.radius, b);
  ends.length_initial = load(block.length_initial + first);
  // Zeros only where they are wanted: the compiler writes them slowly.
  ends.velocity = moving ? gather_vectors(spheres.v, b) - gather_vectors(spheres.v, a)
                         : LaneVectors{};
  return ends;
}

LaneMask others_than(BondMask live)
{
  alignas(64) double is_live[LANES];
  for (int l = 0; l < LANES; l++) is_live[l] = live >> l & 1;
  return load(is_live) < 0.5;
}

// Lanes that are not live become an unstrained bond that does not move.
template <class Shared> void neutralize_others(BondMask live, double length, Ends<Shared> &ends)
{
  const LaneMask other = others_than(live);
  for (auto *vectors : {&ends.distance, &ends.velocity, &ends.omega_a, &ends.omega_b})
    for (auto *component : {&vectors->x, &vectors->y, &vectors->z})
      *component = select(other, same(0.0), *component);
  for (auto *number : {&ends.distance.x, &ends.length_initial})
    *number = select(other, same(length), *number);
  if constexpr (std::is_same_v<Shared, Lanes>)
    for (auto *radius : {&ends.radius_a, &ends.radius_b})
      *radius = select(other, same(length), *radius);
}

[[gnu::always_inline]] inline bool are_small(const Tilt &tilt, const Lanes &spin,
                                             double length_limit)
{
  return !any(~((tilt.sine2 <= SMALL_TILT) & (tilt.cosine > 0.0) & (spin * spin <= SMALL_TILT) &
                (tilt.length < length_limit)));
}

// Strengths, and the share of moments in the stresses.
template <class Shared> struct Strengths {
  Shared beta;
  Lanes tensile, shear;
};

// Whether no lane can have reached a strength, from a bound on the stresses that takes fewer operations than they do: with a tensile force N, a shear
// force S and a moment M, both stresses are at most sqrt(2 (N^2 + S^2 + (4 beta M / R)^2)) / A.
template <class Shared>
[[gnu::always_inline]] inline bool
are_far_from_failure(const Law<Shared> &law, const Strengths<Shared> &strengths,
                     const LaneVectors &shear, const LaneVectors &moment)
{
  const Shared bend_share = 4.0 * strengths.beta;
  const Lanes pull = select(law.tension > 0.0, law.tension, same(0.0));
  const Lanes square = (law.radius * law.radius) * (pull * pull + dot(shear, shear)) +
      (bend_share * bend_share) * dot(moment, moment);
  const Lanes room = (law.area * law.radius) * least(strengths.tensile, strengths.shear);
  return !any(~(2.0 * square < room * room));
}

// Stresses against strengths, times area and radius. True where a lane may have reached one: compared by squares, so
// that strength_reached() decides on a lane at the very limit.
template <class Shared>
LaneMask may_have_failed(const Law<Shared> &law, const Strengths<Shared> &strengths,
                         const LaneVectors &normal, const LaneVectors &shear,
                         const LaneVectors &moment)
{
  const Lanes twist = dot(moment, normal);
  const Lanes bend2 = dot(moment, moment) - twist * twist;
  const Lanes room_tension = (strengths.tensile * law.area - law.tension) * law.radius;
  const Lanes room_shear =
      strengths.shear * law.area * law.radius - 2.0 * strengths.beta * absolute(twist);
  const Shared bend_share = 4.0 * strengths.beta;
  return (room_tension <= 0.0) | (room_shear <= 0.0) |
      (bend_share * bend_share * bend2 >= room_tension * room_tension) |
      (dot(shear, shear) * law.radius * law.radius >= room_shear * room_shear);
}

/* ----------------------------------------------------------------------
   one step of the lanes of a block from `first` on
------------------------------------------------------------------------- */

// What the law needs besides the ends.
template <class Shared, class Damping> struct PartLaw {
  BondCoefficients<Shared> elastic;
  DampingCoefficients<Damping> damping;
  Strengths<Shared> strengths;
};

struct Part {
  bool is_evaluated, near_strength;
  LaneVectors distance;
  Lanes length;
  BondExertion<Lanes> on, drag;    // drag: the part of dashpots
};

template <bool DRAG> inline void store(BondBlockForces &out, int first, const Part &part)
{
  store(out.distance, first, part.distance);
  store(out.length + first, part.length);
  if (!part.is_evaluated) return;
  store(out.force_a, first, part.on.force_a);
  store(out.torque_a, first, part.on.torque_a);
  store(out.torque_b, first, part.on.torque_b);
  if constexpr (!DRAG) return;
  store(out.drag_force_a, first, part.drag.force_a);
  store(out.drag_torque_a, first, part.drag.torque_a);
  store(out.drag_torque_b, first, part.drag.torque_b);
}

template <bool DRAG, class Shared, class Damping>
[[gnu::always_inline]] inline Part
evaluate_part(int first, const BondStep &step, Ends<Shared> &ends,
              PartLaw<Shared, Damping> &of_part, const BondStrengths *strengths, BondBlock &block,
              BondNormals &normals)
{
  const bool stored = step.stored_normals;
  const BondMask live = block.live >> first & ALL_OF_PART;
  if (live != ALL_OF_PART) neutralize_others(live, 0.5 * step.length_limit, ends);

  LaneVectors normal_old;
  if (stored) {
    normal_old = load(normals.normal, first);
  } else {
    const LaneVectors before = ends.distance - step.dt * ends.velocity;
    normal_old = inverse_root(dot(before, before)) * before;
  }
  const Tilt tilt(ends.distance, normal_old);
  Part part;
  part.distance = ends.distance;
  part.length = tilt.length;
  part.is_evaluated = are_small(tilt, half_spin(ends, tilt, step.dt), step.length_limit);
  part.near_strength = false;
  if (!part.is_evaluated) return part;

  if (strengths) {
    const Lanes factor = load(strengths->factor + first);
    of_part.strengths.tensile = factor * of_part.strengths.tensile;
    of_part.strengths.shear = factor * of_part.strengths.shear;
  }
  const Law<Shared> law(ends, tilt, of_part.elastic, step.dt);
  const LaneVectors shear = law.new_shear_force(load(block.shear_force, first));
  const LaneVectors moment = law.new_moment(load(block.moment, first));
  store(block.shear_force, first, shear);
  store(block.moment, first, moment);
  if (stored) store(normals.normal, first, tilt.normal);

  const LaneVectors elastic = law.elastic_force(shear);
  LaneVectors force = elastic, total_moment = moment;
  if (step.damped) law.add_drag(of_part.damping, force, total_moment);
  part.on = law.exertion(force, total_moment);
  // As a difference, so that the sum is rounded as without it.
  if constexpr (DRAG) part.drag = law.exertion(force - elastic, total_moment - moment);
  part.near_strength = !are_far_from_failure(law, of_part.strengths, shear, moment) &&
      any(may_have_failed(law, of_part.strengths, tilt.normal, shear, moment));
  return part;
}

template <bool DRAG>
BondLanesOutcome evaluate_block(const BondStep &step, const BondLaws &laws,
                                const BondStrengths *strengths, BondBlock &block,
                                BondNormals &normals, BondBlockForces &out)
{
  BondLanesOutcome outcome;
  for (int first = 0; first < BOND_LANES; first += LANES) {
    Ends<Lanes> ends = ends_of(block, first, step.spheres, step.damped || !step.stored_normals);
    PartLaw<Lanes, Lanes> law = {
        {load(laws.young + first), load(laws.inverse_ratio + first), load(laws.radius + first)},
        {load(block.damping[0] + first), load(block.damping[1] + first),
         load(block.damping[2] + first), load(laws.twist_damping + first)},
        {load(laws.beta + first), load(laws.tensile + first), load(laws.shear + first)}};
    const Part part = evaluate_part<DRAG>(first, step, ends, law, strengths, block, normals);
    store<DRAG>(out, first, part);
    if (!part.is_evaluated) outcome.not_evaluated |= ALL_OF_PART << first;
    if (part.near_strength) outcome.near_strength |= ALL_OF_PART << first;
  }
  return outcome;
}

BondLanesOutcome evaluate(const BondStep &step, const BondLaws &laws,
                          const BondStrengths *strengths, BondBlock &block, BondNormals &normals,
                          BondBlockForces &out)
{
  return step.spheres.drag ? evaluate_block<true>(step, laws, strengths, block, normals, out)
                           : evaluate_block<false>(step, laws, strengths, block, normals, out);
}

/* ----------------------------------------------------------------------
   teams
------------------------------------------------------------------------- */

void clear(double (&vectors)[3][BOND_LANES])
{
  for (int k = 0; k < 3; k++) std::fill_n(vectors[k], BOND_LANES, 0.0);
}

void gather_rows(const BondedSpheres &spheres, const BondTeam &team, TeamRow *rows)
{
  const std::size_t count = team.radius.size();
  for (std::size_t e = 0; e < count; e++) {
    const int *sphere = team.spheres_of(e);
    TeamRow &row = rows[e];
    for (int first = 0; first < BOND_LANES; first += LANES) {
      store(row.x, first, gather_vectors(spheres.x, sphere + first));
      store(row.v, first, gather_vectors(spheres.v, sphere + first));
      store(row.omega, first, gather_vectors(spheres.omega, sphere + first));
    }
    clear(row.force);
    clear(row.torque);
  }
}

void scatter_rows(const TeamRow *rows, const BondTeam &team, const BondedSpheres &spheres)
{
  const std::size_t count = team.radius.size();
  for (std::size_t e = 0; e < count; e++) {
    const int *sphere = team.spheres_of(e);
    for (int l = 0; l < BOND_LANES; l++) {
      if (sphere[l] >= spheres.owned) continue;
      const std::size_t i = 3 * static_cast<std::size_t>(sphere[l]);
      for (int k = 0; k < 3; k++) {
        spheres.force[i + k] += rows[e].force[k][l];
        spheres.torque[i + k] += rows[e].torque[k][l];
      }
    }
  }
}

// Part of the spheres of the next team, while this one is evaluated. Into the second level: the first one has the rows of this team.
void prefetch_elements(const BondedSpheres &spheres, const BondTeam &team, std::size_t bond,
                       std::size_t bonds)
{
  constexpr std::size_t EVERY = 2;    // of the elements: lines of memory hold more than this
  const std::size_t count = (team.radius.size() + EVERY - 1) / EVERY * BOND_LANES;
  for (std::size_t n = bond * count / bonds, end = (bond + 1) * count / bonds; n < end; n++) {
    const int sphere = team.spheres_of(EVERY * (n / BOND_LANES))[n % BOND_LANES];
    const std::size_t i = 3 * static_cast<std::size_t>(sphere);
    for (const double *vectors :
         {spheres.x, spheres.v, spheres.omega, const_cast<const double *>(spheres.force),
          const_cast<const double *>(spheres.torque)})
      prefetch_far(vectors + i);
  }
}

template <class Damping> void prefetch_block(const BondBlock &block)
{
  for (const double *numbers :
       {block.length_initial, block.shear_force[0], block.shear_force[1], block.shear_force[2],
        block.moment[0], block.moment[1], block.moment[2]})
    for (int first = 0; first < BOND_LANES; first += 8) prefetch_far(numbers + first);
  if constexpr (std::is_same_v<Damping, Lanes>)
    for (const auto &coefficients : block.damping) prefetch_far(coefficients);
  prefetch_far(&block.live);
}

[[gnu::always_inline]] inline Ends<double> ends_of(const TeamBond &bond, const TeamStep &of,
                                                   const BondBlock &block, int first, bool moving)
{
  const TeamRow &a = of.rows[bond.a], &b = of.rows[bond.b];
  Ends<double> ends;
  ends.distance = load(b.x, first) - load(a.x, first);
  ends.omega_a = load(a.omega, first);
  ends.omega_b = load(b.omega, first);
  ends.radius_a = of.team->radius[bond.a];
  ends.radius_b = of.team->radius[bond.b];
  ends.length_initial = load(block.length_initial + first);
  ends.velocity = moving ? load(b.v, first) - load(a.v, first) : LaneVectors{};
  return ends;
}

template <class Row>
[[gnu::always_inline]] inline void add(const BondExertion<Lanes> &on, Row &a, Row &b, int first)
{
  store(a.force, first, load(a.force, first) + on.force_a);
  store(a.torque, first, load(a.torque, first) + on.torque_a);
  store(b.force, first, load(b.force, first) - on.force_a);
  store(b.torque, first, load(b.torque, first) + on.torque_b);
}

LaneVectors where_live(const LaneMask &other, const LaneVectors &vector)
{
  const Lanes zero = same(0.0);
  return {select(other, zero, vector.x), select(other, zero, vector.y),
          select(other, zero, vector.z)};
}

BondExertion<Lanes> where_live(const LaneMask &other, const BondExertion<Lanes> &on)
{
  return {where_live(other, on.force_a), where_live(other, on.torque_a),
          where_live(other, on.torque_b)};
}

template <class Damping>
DampingCoefficients<Damping> damping_of(const TeamBond &bond, const BondLawOfType &law,
                                        const BondBlock &block, int first)
{
  if constexpr (std::is_same_v<Damping, double>)
    return {bond.damping[0], bond.damping[1], bond.damping[2], law.twist_damping};
  else
    return {load(block.damping[0] + first), load(block.damping[1] + first),
            load(block.damping[2] + first), same(law.twist_damping)};
}

template <class Damping, bool DRAG>
void evaluate_bonds(const BondStep &step, const TeamStep &of, TeamVisitor &visitor)
{
  constexpr std::size_t AHEAD = 6;
  const std::size_t bonds = of.team->bonds.size();
  const bool moving = step.damped || !step.stored_normals;
  BondBlockForces out;
  for (std::size_t n = 0; n < bonds; n++) {
    const TeamBond &bond = of.team->bonds[n];
    BondBlock &block = of.blocks[n];
    if (of.next) prefetch_elements(step.spheres, *of.next, n, bonds);
    if (n + AHEAD < bonds || of.next) prefetch_block<Damping>(of.blocks[n + AHEAD]);
    if (!block.live) continue;
    const BondLawOfType &law = of.laws[bond.type];
    for (int first = 0; first < BOND_LANES; first += LANES) {
      const BondMask live = block.live >> first & ALL_OF_PART;
      if (!live) continue;
      Ends<double> ends = ends_of(bond, of, block, first, moving);
      PartLaw<double, Damping> part_law = {{law.young, law.inverse_ratio, law.radius},
                                           damping_of<Damping>(bond, law, block, first),
                                           {law.beta, same(law.tensile), same(law.shear)}};
      Part part =
          evaluate_part<DRAG>(first, step, ends, part_law,
                              of.strengths ? of.strengths + n : nullptr, block, of.normals[n]);
      if (part.is_evaluated && !part.near_strength) {
        if (live != ALL_OF_PART) {
          const LaneMask other = others_than(live);
          part.on = where_live(other, part.on);
          if constexpr (DRAG) part.drag = where_live(other, part.drag);
        }
        add(part.on, of.rows[bond.a], of.rows[bond.b], first);
        if constexpr (DRAG) add(part.drag, of.drag_rows[bond.a], of.drag_rows[bond.b], first);
        continue;
      }
      store<DRAG>(out, first, part);
      const BondMask lanes = ALL_OF_PART << first;
      visitor.visit(static_cast<int>(n), lanes,
                    {part.is_evaluated ? 0 : lanes, part.near_strength ? lanes : 0}, out);
    }
  }
}

void evaluate_team(const BondStep &step, const TeamStep &of, TeamVisitor &visitor)
{
  gather_rows(step.spheres, *of.team, of.rows);
  if (step.spheres.drag) {
    for (std::size_t e = 0; e < of.team->radius.size(); e++) {
      clear(of.drag_rows[e].force);
      clear(of.drag_rows[e].torque);
    }
    if (of.team->shares_damping)
      evaluate_bonds<double, true>(step, of, visitor);
    else
      evaluate_bonds<Lanes, true>(step, of, visitor);
  } else if (of.team->shares_damping) {
    evaluate_bonds<double, false>(step, of, visitor);
  } else {
    evaluate_bonds<Lanes, false>(step, of, visitor);
  }
  scatter_rows(of.rows, *of.team, step.spheres);
}

}    // namespace

const BondLanes BOND_LANES_TABLE = {evaluate_team, evaluate};

}    // namespace GRIST_INSTRUCTION_SET
}    // namespace grist
