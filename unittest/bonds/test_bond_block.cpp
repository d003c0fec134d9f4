// Blocks of bonds against the bond law taken one by one.
//
// Oracle: update_bond(), whose own oracles are closed forms and conservation laws. Both sides get
// the same random assembly of spheres that move, turn, stretch their bonds and break some.
// Energies: those of the law, bond by bond, and the power of its forces and torques.

#include "bonds/bond_assembly.h"
#include "bonds/bond_energy.h"
#include "bonds/bond_law.h"
#include "common/space.h"
#include "lanes/each_instruction_set.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>
#include <tuple>
#include <utility>
#include <vector>

namespace test_bond_block {

using namespace grist;
using namespace grist::testing;

// The same assembly in blocks, its first bond in the given lane.
class Blocks {
 public:
  BondBlocks bonds;
  int first;

  Blocks(const Assembly &from, int first_lane) : first(first_lane)
  {
    bonds.resize(static_cast<int>(from.bonds.size()) + first);
    for (size_t n = 0; n < from.bonds.size(); n++) {
      const int k = number_of(n), lane = bonds.lane_of(k);
      BondBlock &block = bonds.block_of(k);
      std::tie(block.a[lane], block.b[lane]) = from.bonds[n];
      block.type[lane] = static_cast<short>(from.types[n]);
      block.live |= BondMask{1} << lane;
      bonds.set_state(k, from.states[n]);
      set_strength(bonds, from, n, k);
      const auto [a, b] = from.bonds[n];
      block.set_damping(lane,
                        bond_damping(from.materials[from.types[n]], from.radius[a], from.radius[b],
                                     from.mass[a], from.mass[b], from.states[n].length_initial));
    }
  }

  int number_of(size_t n) const { return static_cast<int>(n) + first; }
  bool is_live(size_t n) const
  {
    return bonds.block_of(number_of(n)).live >> bonds.lane_of(number_of(n)) & 1;
  }

  BondKernel kernel_for(Assembly &in, double limit, int owned) const
  {
    return {in.materials, spheres_of(in, owned), limit, DT, old_normals};
  }

  void evaluate(Assembly &in, double limit = 0.1, int owned = -1)
  {
    BondKernel kernel = kernel_for(in, limit, owned < 0 ? in.count() : owned);
    BondBlockForces on;
    for (size_t k = 0; k < bonds.blocks.size(); k++) {
      BondBlock &block = bonds.blocks[k];
      const BondEvents events =
          kernel.evaluate(block, bonds.normals[k], on, at_or_null(bonds.strengths, k),
                          at_or_null(bonds.memories, k));
      bad_length |= events.bad_length;
      for (int lane = 0; lane < BOND_LANES; lane++)
        if (events.failed >> lane & 1) bonds.deactivate(static_cast<int>(k) * BOND_LANES + lane);
      kernel.add(block, on);
    }
    lost.damage += kernel.lost().damage;
    lost.flow += kernel.lost().flow;
  }
  BondMask bad_length = 0;
  BondLosses lost = {};
  OldNormals old_normals = OldNormals::STORED;
};

void expect_same_course(Assembly reference, int first_lane, int steps,
                        OldNormals old_normals = OldNormals::STORED)
{
  Assembly moved = reference;
  Blocks blocks(moved, first_lane);
  blocks.old_normals = old_normals;
  for (int step = 0; step < steps; step++) {
    reference.move();
    reference.evaluate();
    moved.move();
    blocks.evaluate(moved);
    expect_same(reference.force, moved.force, ROUNDING);
    expect_same(reference.torque, moved.torque, ROUNDING);
  }
  for (size_t n = 0; n < reference.bonds.size(); n++)
    EXPECT_EQ(blocks.is_live(n), reference.types[n] != 0) << "bond " << n;
  EXPECT_NEAR(blocks.lost.damage, reference.lost.damage, 1e-10 * reference.lost.damage);
}

class BlocksOfBonds : public grist::testing::EachInstructionSet {};

TEST_P(BlocksOfBonds, FollowsTheLawOneByOne)
{
  for (const int count : {2, 5, 9, 40})
    for (const double damping : {0.0, 0.1}) expect_same_course({count, 1, damping, NEVER}, 0, 20);
}

TEST_P(BlocksOfBonds, FollowsTheLawWithTypesMixed)
{
  expect_same_course({40, 3, 0.1, NEVER}, 0, 20);
}

TEST_P(BlocksOfBonds, FollowsTheLawWithNormalsFromTheMotion)
{
  for (const double damping : {0.0, 0.1})
    expect_same_course({40, 2, damping, NEVER}, 0, 20, OldNormals::FROM_MOTION);
}

// Tilts and rotations near the largest that the series of a block allow.
TEST_P(BlocksOfBonds, FollowsTheLawWhereAStepIsLarge)
{
  for (const auto normals : {OldNormals::STORED, OldNormals::FROM_MOTION}) {
    Assembly assembly(40, 2, 0.1, NEVER);
    double tilt = 0.0, spin = 0.0;
    for (const auto &[a, b] : assembly.bonds) {
      tilt = std::max(
          tilt, DT * norm(assembly.v[b] - assembly.v[a]) / norm(assembly.x[b] - assembly.x[a]));
      spin = std::max(spin, 0.25 * DT * norm(assembly.omega[a] + assembly.omega[b]));
    }
    const double largest = 0.9 * std::sqrt(SMALL_TILT);
    for (Vector3d &velocity : assembly.v) velocity *= largest / tilt;
    for (Vector3d &omega : assembly.omega) omega *= largest / spin;
    expect_same_course(assembly, 0, 3, normals);
  }
}

// Normals that have aged are renewed, and the run continues with stored ones.
TEST_P(BlocksOfBonds, NormalsCanBeUpdated)
{
  Assembly reference(40, 2, 0.1, NEVER), moved = reference;
  Blocks blocks(moved, 0);
  for (int step = 0; step < 20; step++) {
    blocks.old_normals = step < 10 ? OldNormals::FROM_MOTION : OldNormals::STORED;
    if (step == 10) blocks.bonds.update_normals(moved.x[0].data());
    reference.move();
    reference.evaluate();
    moved.move();
    blocks.evaluate(moved);
    expect_same(reference.force, moved.force, ROUNDING);
  }
}

TEST_P(BlocksOfBonds, CopiesRunsAcrossBlocks)
{
  Assembly assembly(40, 2, 0.1, NEVER);
  assembly.scatter();
  Blocks from(assembly, 0), to(assembly, 5);
  to.bonds.strengths.clear();
  for (int step = 0; step < 3; step++) {
    assembly.move();
    from.evaluate(assembly);
  }
  const int count = static_cast<int>(assembly.bonds.size());
  for (int n = 0, run; n < count; n += run) {
    run = to.bonds.copy(n + 5, from.bonds, n, count - n);
    ASSERT_GT(run, 0);
  }
  for (int n = 0; n < count; n++) {
    const BondState one = from.bonds.state(n), other = to.bonds.state(n + 5);
    EXPECT_EQ(one.length_initial, other.length_initial);
    EXPECT_EQ(one.normal, other.normal);
    EXPECT_EQ(one.shear_force, other.shear_force);
    EXPECT_EQ(one.moment, other.moment);
    const int k = n + 5;
    EXPECT_EQ(to.bonds.strengths[k / BOND_LANES].factor[k % BOND_LANES], assembly.factors[n]);
  }
}

TEST_P(BlocksOfBonds, BreaksTheSameBonds)
{
  Assembly assembly(60, 2, 0.1, 2e5);
  Assembly run = assembly;
  for (int step = 0; step < 30; step++) {
    run.move();
    run.evaluate();
  }
  const auto broken = std::count(run.types.begin(), run.types.end(), 0);
  ASSERT_GT(broken, 5);
  ASSERT_LT(broken, static_cast<long>(run.bonds.size()) - 5);
  expect_same_course(assembly, 0, 30);
}

// Strengths that pressure raises; with scatter and without, one after the other and as one block.
TEST_P(BlocksOfBonds, BreaksTheSameBondsWithFriction)
{
  for (const bool scatters : {false, true})
    for (const double friction : {0.3, 1.0, 1.7}) {
      Assembly plain(60, 2, 0.1, 2e5), assembly = plain;
      for (BondMaterial &material : assembly.materials) {
        material.friction = friction;
        material.shear = std::max(material.shear, friction * material.tensile);
        material.tensile *= 0.9;
      }
      if (scatters) assembly.scatter();
      Assembly run = assembly;
      for (auto *one : {&plain, &run})
        for (int step = 0; step < 30; step++) {
          one->move();
          one->evaluate();
        }
      EXPECT_NE(plain.types, run.types);
      const auto broken = std::count(run.types.begin(), run.types.end(), 0);
      EXPECT_GT(broken, 5);
      EXPECT_LT(broken, static_cast<long>(run.bonds.size()) - 5);
      expect_same_course(assembly, 0, 30);
      expect_same_course(assembly, 3, 30);
    }
}

TEST_P(BlocksOfBonds, BreaksTheSameBondsOfScatteredStrength)
{
  for (const double tilt : {0.0, 2e-3}) {
    Assembly plain(60, 2, 0.1, 2e5), scattered = plain;
    scattered.scatter();
    scattered.x[7].y += tilt;    // by tens of degrees at once: bonds of its block go one by one
    Assembly run = scattered;
    for (auto *assembly : {&plain, &run})
      for (int step = 0; step < 30; step++) {
        assembly->move();
        assembly->evaluate();
      }
    EXPECT_NE(plain.types, run.types);
    const auto broken = std::count(run.types.begin(), run.types.end(), 0);
    ASSERT_GT(broken, 5);
    ASSERT_LT(broken, static_cast<long>(run.bonds.size()) - 5);
    expect_same_course(scattered, 0, 30);
    expect_same_course(scattered, 3, 30);
  }
}

// One type softens and one tires; the spheres come and go, so that bonds are loaded again. With the
// last two, bonds of a block go one by one.
TEST_P(BlocksOfBonds, DamageTheSameBonds)
{
  for (const double tilt : {0.0, 2e-3})
    for (const bool scatters : {false, true}) {
      Assembly assembly(60, 2, 0.1, 2e5);
      make_damageable(assembly);
      if (scatters) assembly.scatter();
      assembly.x[7].y += tilt;
      Assembly run = assembly;
      for (int step = 0; step < 90; step++) swing(run, step, [&run] { run.evaluate(); });
      expect_all_kinds_of_damage(run);

      for (const int first : {0, 3}) {
        Assembly reference = assembly, moved = assembly;
        Blocks blocks(moved, first);
        for (int step = 0; step < 90; step++) {
          swing(reference, step, [&] { reference.evaluate(); });
          swing(moved, step, [&] { blocks.evaluate(moved); });
          expect_same(reference.force, moved.force, ROUNDING);
          expect_same(reference.torque, moved.torque, ROUNDING);
        }
        EXPECT_NEAR(blocks.lost.damage, reference.lost.damage, 1e-10 * reference.lost.damage);
        EXPECT_GT(reference.lost.flow, 0.0);
        EXPECT_NEAR(blocks.lost.flow, reference.lost.flow, 1e-10 * reference.lost.flow);
        for (size_t n = 0; n < reference.bonds.size(); n++) {
          EXPECT_EQ(blocks.is_live(n), reference.types[n] != 0) << "bond " << n;
          const BondMemory one = reference.states[n].memory,
                           other = blocks.bonds.state(blocks.number_of(n)).memory;
          if (!blocks.is_live(n)) continue;
          EXPECT_NEAR(strength_left(other), strength_left(one), 1e-10);
          EXPECT_NEAR(other.taken, one.taken, 1e-9 * reference.lost.damage);
          EXPECT_NEAR(other.crept, one.crept, 1e-10 * reference.states[n].length_initial);
          if (reference.types[n] > 1) { EXPECT_NEAR(other.peak, one.peak, 1e-10); }
        }
      }
    }
}

// Not to rounding but to the last bit: a run must not depend on where in a block a bond happens to
// be.
TEST_P(BlocksOfBonds, ResultDoesNotDependOnTheLane)
{
  Assembly at_zero(40, 2, 0.1, NEVER), shifted = at_zero;
  Blocks blocks(at_zero, 0), blocks_shifted(shifted, 5);
  for (int step = 0; step < 20; step++) {
    at_zero.move();
    blocks.evaluate(at_zero);
    shifted.move();
    blocks_shifted.evaluate(shifted);
    for (int i = 0; i < at_zero.count(); i++) {
      ASSERT_EQ(at_zero.force[i], shifted.force[i]);
      ASSERT_EQ(at_zero.torque[i], shifted.torque[i]);
    }
  }
}

TEST_P(BlocksOfBonds, LargeTurnInOneStepFollowsTheLaw)
{
  Assembly assembly(20, 1, 0.1, NEVER);
  assembly.x[7] += Vector3d{0.0, 2e-3, 1e-3};    // tilts its bonds by tens of degrees at once
  expect_same_course(assembly, 0, 5);
}

// By a quarter of a radian and more, where the series of small angles would be wrong in the sixth
// digit.
TEST_P(BlocksOfBonds, FastSpinFollowsTheLaw)
{
  Assembly assembly(20, 1, 0.1, NEVER);
  for (Vector3d &omega : assembly.omega) omega *= 1e4;
  expect_same_course(assembly, 0, 5);
}

TEST_P(BlocksOfBonds, RefusesImpossibleLengths)
{
  Assembly assembly(20, 1, 0.0, NEVER);
  assembly.move();
  Blocks zero(assembly, 0), endless(assembly, 0), fine(assembly, 0);
  fine.evaluate(assembly, 0.05);
  EXPECT_EQ(fine.bad_length, 0u);

  const Vector3d was = assembly.x[1];
  assembly.x[1] = assembly.x[2];
  zero.evaluate(assembly, 0.05);
  EXPECT_NE(zero.bad_length, 0u);

  assembly.x[1] = was + Vector3d{std::nan(""), 0.0, 0.0};
  endless.evaluate(assembly, 0.05);
  EXPECT_NE(endless.bad_length, 0u);
}

TEST_P(BlocksOfBonds, GhostsTakeNoForce)
{
  Assembly all(20, 1, 0.1, NEVER), part = all;
  Blocks blocks(all, 0), blocks_part(part, 0);
  constexpr int OWNED = 13;
  all.move();
  blocks.evaluate(all);
  part.move();
  blocks_part.evaluate(part, 0.1, OWNED);
  for (int i = 0; i < all.count(); i++)
    EXPECT_EQ(part.force[i], i < OWNED ? all.force[i] : Vector3d::zero());
}

// A strained assembly, and the same in blocks with one bond broken.
struct Strained {
  static constexpr size_t BROKEN = 5;
  static constexpr int OWNED = 25;    // of 40 spheres
  Assembly spheres;
  Blocks blocks;

  explicit Strained(double damping) : spheres(40, 3, damping, NEVER), blocks(spheres, 3)
  {
    for (int step = 0; step < 20; step++) {
      spheres.move();
      spheres.evaluate();
    }
    for (size_t n = 0; n < spheres.bonds.size(); n++)
      blocks.bonds.set_state(blocks.number_of(n), spheres.states[n]);
    blocks.bonds.deactivate(blocks.number_of(BROKEN));
  }
  bool is_counted(size_t n) const { return n != BROKEN && spheres.bonds[n].first < OWNED; }
  const BondMaterial &material(size_t n) const { return spheres.materials[spheres.types[n]]; }

  // At the same instant, so that the state stays; or after a step dt, with elastic forces that do
  // not matter.
  BondForces forces(size_t n, bool damped, double dt = 0.0) const
  {
    const auto [a, b] = spheres.bonds[n];
    BondMaterial law = material(n);
    if (!damped) law.damping = 0.0;
    BondState state = spheres.states[n];
    const Vector3d distance = spheres.x[b] - spheres.x[a], velocity = spheres.v[b] - spheres.v[a];
    state.normal = normalized(distance - dt * velocity);
    return update_bond(law,
                       {distance, velocity, spheres.omega[a], spheres.omega[b], spheres.radius[a],
                        spheres.radius[b], spheres.mass[a], spheres.mass[b], dt},
                       state);
  }
  double power(size_t n, const BondForces &on, const std::vector<SphereRates> &rates) const
  {
    const auto [a, b] = spheres.bonds[n];
    return dot(on.force_a, rates[a].velocity - rates[b].velocity) +
        dot(on.torque_a, rates[a].omega) + dot(on.torque_b, rates[b].omega);
  }
};

class EnergyOfBonds : public grist::testing::EachInstructionSet {};

TEST_P(EnergyOfBonds, EachIntactBondOfAnOwnedFirstSphereCounts)
{
  Strained strained(0.1);
  double sum = 0.0;
  for (size_t n = 0; n < strained.spheres.bonds.size(); n++)
    if (strained.is_counted(n)) sum += strained.forces(n, true).energy;
  const double found = stored_energy(strained.blocks.bonds, strained.spheres.materials,
                                     spheres_of(strained.spheres, Strained::OWNED));
  EXPECT_GT(sum, 0.0);
  EXPECT_NEAR(found / sum, 1.0, ROUNDING);
}

// Each rank counts half of a bond with an end on another rank. The virial is from a to b, as LAMMPS
// has it.
TEST_P(EnergyOfBonds, TalliesCountHalfOfEachBondForEachOwnedEnd)
{
  Strained strained(0.1);
  Assembly &in = strained.spheres;
  double energy = 0.0, size = 0.0;
  Matrix3d virial = Matrix3d::zero();
  for (size_t n = 0; n < in.bonds.size(); n++) {
    if (n == Strained::BROKEN) continue;
    const auto [a, b] = in.bonds[n];
    const double share = 0.5 * (a < Strained::OWNED) + 0.5 * (b < Strained::OWNED);
    const BondForces on = strained.forces(n, true);
    energy += share * on.energy;
    virial += outer_product(share * (in.x[a] - in.x[b]), on.force_a);
    size += share * norm(in.x[a] - in.x[b]) * norm(on.force_a);
  }

  BondKernel kernel(in.materials, spheres_of(in, Strained::OWNED), 0.1, 0.0, OldNormals::STORED);
  BondTally tally;
  for (size_t k = 0; k < strained.blocks.bonds.blocks.size(); k++) {
    BondBlockForces on;
    kernel.evaluate(strained.blocks.bonds.blocks[k], strained.blocks.bonds.normals[k], on);
    kernel.tally(strained.blocks.bonds.blocks[k], on, tally);
  }
  const auto sum_of = [](const double(&lanes)[BOND_LANES]) {
    return std::accumulate(lanes, lanes + BOND_LANES, 0.0);
  };
  EXPECT_NEAR(sum_of(tally.energy) / energy, 1.0, ROUNDING);
  const int rows[6] = {0, 1, 2, 0, 0, 1}, columns[6] = {0, 1, 2, 1, 2, 2};
  for (int k = 0; k < 6; k++)    // damping is kept to seven digits
    EXPECT_NEAR(sum_of(tally.virial[k]), virial(rows[k], columns[k]), 1e-7 * size) << k;
}

// The coefficients are kept to seven digits.
TEST_P(EnergyOfBonds, DashpotsTakeThePowerOfTheirForces)
{
  Strained strained(0.1);
  std::vector<SphereRates> rates;
  for (int i = 0; i < strained.spheres.count(); i++)
    rates.push_back({0.5 * strained.spheres.any(), 50.0 * strained.spheres.any()});
  for (const double dt : {0.0, DT, 1e3 * DT}) {    // the last turns bonds by a tenth of a radian
    double sum = 0.0, scale = 0.0;
    for (size_t n = 0; n < strained.spheres.bonds.size(); n++) {
      if (!strained.is_counted(n)) continue;
      const double taken = strained.power(n, strained.forces(n, false, dt), rates) -
          strained.power(n, strained.forces(n, true, dt), rates);
      sum += taken;
      scale += std::fabs(taken);
    }
    const double found =
        damping_power(strained.blocks.bonds.blocks, strained.spheres.materials,
                      spheres_of(strained.spheres, Strained::OWNED), dt, rates.data());
    EXPECT_GT(scale, 0.0);
    EXPECT_NEAR(found, sum, 1e-6 * scale);
  }
}

TEST_P(EnergyOfBonds, ElasticPowerIsThatOfTheUndampedForces)
{
  for (const double damping : {0.0, 0.1}) {
    Strained strained(damping);
    std::vector<SphereRates> rates;
    for (int i = 0; i < strained.spheres.count(); i++)
      rates.push_back({strained.spheres.v[i], strained.spheres.omega[i]});
    for (size_t n = 0; n < strained.spheres.bonds.size(); n++) {
      const BondForces on = strained.forces(n, true);
      const int lane = BondBlocks::lane_of(strained.blocks.number_of(n));
      BondBlockForces lanes;
      for (int k = 0; k < 3; k++) {
        lanes.force_a[k][lane] = on.force_a[k];
        lanes.torque_a[k][lane] = on.torque_a[k];
        lanes.torque_b[k][lane] = on.torque_b[k];
      }
      const double expected = -strained.power(n, strained.forces(n, false), rates);
      const double total = std::fabs(strained.power(n, on, rates));
      EXPECT_NEAR(elastic_power(strained.blocks.bonds.block_of(strained.blocks.number_of(n)), lanes,
                                lane, strained.spheres.materials,
                                spheres_of(strained.spheres, Strained::OWNED), 0.0),
                  expected, 1e-6 * (total + std::fabs(expected)));
    }
  }
}

GRIST_FOR_EACH_INSTRUCTION_SET(BlocksOfBonds);

GRIST_FOR_EACH_INSTRUCTION_SET(EnergyOfBonds);

}    // namespace test_bond_block
