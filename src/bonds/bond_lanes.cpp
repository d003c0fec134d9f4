#include "bonds/bond_lanes.h"

#include "bonds/bond_part.h"
#include "lanes/prefetch.h"

#include <algorithm>
#include <type_traits>

namespace grist {
inline namespace GRIST_INSTRUCTION_SET {

namespace {

template <bool DASHPOTS, bool CHANGES>
BondLanesOutcome evaluate_block(const BondStep &step, const BondLaws &laws,
                                const BondStrengths *strengths, BondMemories *memories,
                                BondBlock &block, BondNormals &normals, BondBlockForces &out)
{
  const BondedSpheres &spheres = step.spheres;
  const auto apart = [&](const double *vectors, int first, auto number) {
    using Number = decltype(number);
    return gather_vector_group<Number>(vectors, block.b + first) -
        gather_vector_group<Number>(vectors, block.a + first);
  };
  alignas(64) double velocity[3][BOND_LANES];
  BlockTilts tilts;
  for (int first = 0; first < BOND_LANES; first += First::WIDTH) {
    Apart<First> now = {apart(spheres.x, first, First{}), apart(spheres.v, first, First{})};
    store(out.distance, first, now.distance);
    store(velocity, first, now.velocity);
    find_tilts(first, step, now, block, normals, tilts);
  }
  BondLanesOutcome outcome;
  for (int first = 0; first < BOND_LANES; first += Second::WIDTH) {
    const Ends ends = {load_group<Second>(velocity, first),
                       gather_vector_group<Second>(spheres.omega, block.a + first),
                       gather_vector_group<Second>(spheres.omega, block.b + first),
                       load_group<Second>(block.length_initial + first)};
    const auto of = [&](const auto *numbers) { return load_group<Second>(numbers + first); };
    const auto others = others_than_live<Second>(block, first);
    const auto radius_of = [&](const int *ends) {
      return select(others, Second{} + 1.0, gather_group<Second>(spheres.radius, ends + first));
    };
    PartLaw<Second, Second> law(laws.number[0], first, radius_of(block.a), radius_of(block.b));
    law.damping = step.damped
        ? DampingCoefficients<Second>{of(block.damping[0]), of(block.damping[1]),
                                      of(block.damping[2]),
                                      term_numbers<BeamDashpots, Second>(laws.number[0], first)
                                          .twist_over_bend}
        : DampingCoefficients<Second>{};
    const Part part = evaluate_part<DASHPOTS, CHANGES>(first, step, tilts, ends, law, strengths,
                                                       memories, block, normals);
    store_part<DASHPOTS>(out, first, load_group<Second>(tilts.length + first), part);
    const BondMask lanes = ((BondMask{1} << Second::WIDTH) - 1) << first;
    if (!part.is_evaluated) outcome.not_evaluated |= lanes;
    if (part.is_near &&
        may_have_failed(first, law.constants, law.strengths, strengths, memories, tilts, block))
      outcome.near_strength |= lanes;
    if (part.is_watched) outcome.watched |= lanes;
  }
  return outcome;
}

BondLanesOutcome evaluate(const BondStep &step, const BondLaws &laws,
                          const BondStrengths *strengths, BondMemories *memories, BondBlock &block,
                          BondNormals &normals, BondBlockForces &out)
{
  const bool dashpots = step.spheres.dashpots;
  const auto run = step.changes_loads && memories
      ? dashpots ? evaluate_block<true, true> : evaluate_block<false, true>
      : dashpots ? evaluate_block<true, false>
                 : evaluate_block<false, false>;
  return run(step, laws, strengths, memories, block, normals, out);
}

// ---- teams

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

bool are_owned(const int *sphere, int owned)
{
  int greatest = 0;
  for (int l = 0; l < LANES; l++) greatest = std::max(greatest, sphere[l]);
  return greatest < owned;
}

// Lanes without a sphere of their own add nothing: they would wait for each other at the sphere
// that they name.
void scatter_rows(const TeamRow *rows, const BondTeam &team, const BondedSpheres &spheres)
{
  constexpr BondMask ALL = (BondMask{1} << LANES) - 1;
  const std::size_t count = team.radius.size();
  for (std::size_t e = 0; e < count; e++)
    for (int first = 0; first < BOND_LANES; first += LANES) {
      const int *sphere = team.spheres_of(e) + first;
      const BondMask held = team.held[e] >> first & ALL;
      const TeamRow &row = rows[e];
      if (held == ALL && are_owned(sphere, spheres.owned)) {
        add_vectors(spheres.force, sphere, load(row.force, first));
        add_vectors(spheres.torque, sphere, load(row.torque, first));
        continue;
      }
      for (int l = 0; l < LANES; l++) {
        if (!(held >> l & 1) || sphere[l] >= spheres.owned) continue;
        const std::size_t i = 3 * static_cast<std::size_t>(sphere[l]);
        for (int k = 0; k < 3; k++) {
          spheres.force[i + k] += row.force[k][first + l];
          spheres.torque[i + k] += row.torque[k][first + l];
        }
      }
    }
}

// Part of the spheres of the next team, while this one is evaluated. Into the second level: the
// first one has the rows of this team.
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
  if constexpr (!std::is_same_v<Damping, double>)
    for (const auto &coefficients : block.damping) prefetch_far(coefficients);
  prefetch_far(&block.live);
}

// The difference of a vector of both ends, b - a.
template <class Number>
[[gnu::always_inline]] inline Vector3<Number> apart(const double (&a)[3][BOND_LANES],
                                                    const double (&b)[3][BOND_LANES], int first)
{
  return load_group<Number>(b, first) - load_group<Number>(a, first);
}

[[gnu::always_inline]] inline void add(const Exertion &on, TeamRow &a, TeamRow &b, int first)
{
  store(a.force, first, load_group<Second>(a.force, first) + on.force_a);
  store(a.torque, first, load_group<Second>(a.torque, first) + on.torque_a);
  store(b.force, first, load_group<Second>(b.force, first) - on.force_a);
  store(b.torque, first, load_group<Second>(b.torque, first) + on.torque_b);
}

template <class Mask>
[[gnu::always_inline]] inline Exertion zero_where(const Mask &others, const Exertion &on)
{
  return {zero_where(others, on.force_a), zero_where(others, on.torque_a),
          zero_where(others, on.torque_b)};
}

template <class Damping>
[[gnu::always_inline]] inline DampingCoefficients<Damping>
damping_of(const TeamBond &bond, double twist_over_bend, const BondBlock &block, int first)
{
  if constexpr (std::is_same_v<Damping, double>) {
    return {bond.damping[0], bond.damping[1], bond.damping[2], twist_over_bend};
  } else {
    const auto of = [&](int k) { return load_group<Damping>(block.damping[k] + first); };
    return {of(0), of(1), of(2), Damping{} + twist_over_bend};
  }
}

template <class Damping, bool DASHPOTS, bool CHANGES = false>
void evaluate_bonds(const BondStep &step, const TeamStep &of, TeamVisitor &visitor)
{
  constexpr std::size_t AHEAD = 6;
  const std::size_t bonds = of.team->bonds.size();
  BlockTilts tilts;
  BondBlockForces out;
  [[maybe_unused]] Second taken = {};
  for (std::size_t n = 0; n < bonds; n++) {
    const TeamBond &bond = of.team->bonds[n];
    BondBlock &block = of.blocks[n];
    if (of.next) prefetch_elements(step.spheres, *of.next, n, bonds);
    if (n + AHEAD < bonds || of.next) prefetch_block<Damping>(of.blocks[n + AHEAD]);
    if (!block.live) continue;
    TeamRow &a = of.rows[bond.a], &b = of.rows[bond.b];
    for (int first = 0; first < BOND_LANES; first += First::WIDTH)
      find_tilts(first, step, {apart<First>(a.x, b.x, first), apart<First>(a.v, b.v, first)}, block,
                 of.normals[n], tilts);

    const double *numbers = of.laws[bond.type].data();
    PartLaw<double, Damping> law(numbers, 0, of.team->radius[bond.a], of.team->radius[bond.b]);
    const double twist = term_numbers<BeamDashpots, double>(numbers, 0).twist_over_bend;
    for (int first = 0; first < BOND_LANES; first += Second::WIDTH) {
      if (!live_of<Second>(block, first)) continue;
      law.damping = step.damped ? damping_of<Damping>(bond, twist, block, first)
                                : DampingCoefficients<Damping>{};
      const Ends ends = {apart<Second>(a.v, b.v, first), load_group<Second>(a.omega, first),
                         load_group<Second>(b.omega, first),
                         load_group<Second>(block.length_initial + first)};
      const BondStrengths *strengths = of.strengths ? of.strengths + n : nullptr;
      BondMemories *memories = of.memories ? of.memories + n : nullptr;
      Part part = evaluate_part<DASHPOTS, CHANGES>(first, step, tilts, ends, law, strengths,
                                                   memories, block, of.normals[n]);
      const BondMask lanes = ((BondMask{1} << Second::WIDTH) - 1) << first;
      BondLanesOutcome outcome;
      if (!part.is_evaluated)
        outcome.not_evaluated = lanes;
      else if (part.is_near &&
               may_have_failed(first, law.constants, law.strengths, strengths, memories, tilts,
                               block))
        outcome.near_strength = lanes;
      if (part.is_watched) outcome.watched = lanes;
      if (!part.is_evaluated || part.is_near || part.is_watched || of.shows_forces) {
        store(out.distance, first, apart<Second>(a.x, b.x, first));
        store_part<DASHPOTS>(out, first, load_group<Second>(tilts.length + first), part);
        if (outcome.not_evaluated | outcome.near_strength | outcome.watched) {
          visitor.visit(static_cast<int>(n), lanes, outcome, out);
          continue;
        }
      }
      if (!are_all_live<Second>(block, first)) {
        const auto others = others_than_live<Second>(block, first);
        part.on = zero_where(others, part.on);
        if constexpr (DASHPOTS) part.dashpots = zero_where(others, part.dashpots);
      }
      add(part.on, a, b, first);
      if constexpr (DASHPOTS)
        taken = taken + dot(part.dashpots.force_a, ends.velocity) -
            dot(part.dashpots.torque_a, ends.omega_a) - dot(part.dashpots.torque_b, ends.omega_b);
    }
    if (of.shows_forces) visitor.show(static_cast<int>(n), out);
  }
  if constexpr (DASHPOTS)
    for (const Lanes &some : taken.of) step.spheres.dashpots->add(sum_of(some));
}

void evaluate_team(const BondStep &step, const TeamStep &of, TeamVisitor &visitor)
{
  gather_rows(step.spheres, *of.team, of.rows);
  const bool dashpots = step.spheres.dashpots, shares = of.team->shares_damping;
  const auto run = step.changes_loads && of.memories
      ? dashpots ? evaluate_bonds<Second, true, true> : evaluate_bonds<Second, false, true>
      : dashpots ? shares ? evaluate_bonds<double, true> : evaluate_bonds<Second, true>
      : shares ? evaluate_bonds<double, false>
                 : evaluate_bonds<Second, false>;
  run(step, of, visitor);
  scatter_rows(of.rows, *of.team, step.spheres);
}

constexpr BondLanes TABLE = {evaluate_team, evaluate};

}    // namespace
}    // namespace GRIST_INSTRUCTION_SET

const BondLanes BondLanes::GRIST_INSTRUCTION_SET = TABLE;

}    // namespace grist
