// A random assembly of bonded spheres that move, turn, stretch their bonds and break some, and its
// course by the law taken bond by bond: the oracle of blocks and teams.

#ifndef GRIST_UNITTEST_BONDS_BOND_ASSEMBLY_H
#define GRIST_UNITTEST_BONDS_BOND_ASSEMBLY_H

#include "bonds/bond_block.h"
#include "bonds/bond_cases.h"
#include "bonds/bond_dashpots.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <utility>
#include <vector>

namespace grist::testing {

// Both sides round differently in each of some hundred operations and some dozen steps.
constexpr double ROUNDING = 1e-11;
constexpr double DT = 1e-6;

// A chain with rungs: every sphere is bonded to the next and to the third, so that lanes of a block
// share spheres. With `link` the chain is cut into clusters of so many spheres, which are alike
// except for places and motion.
class Assembly {
 public:
  std::vector<BondMaterial> materials;
  std::vector<Vector3d> x, v, omega, force, torque;
  std::vector<double> radius, mass;
  std::vector<std::pair<int, int>> bonds;
  std::vector<int> types;
  std::vector<BondState> states;
  std::vector<float> factors;          // of strength; empty: none
  BondDashpots *dashpots = nullptr;    // or null: not asked for
  BondLosses lost = {};                // until now

  Assembly(int count, int types_count, double damping, double strength, int link = 0) : random(7)
  {
    const auto place = [link](int i) { return link > 0 ? i % link : i; };    // in its cluster
    materials.resize(types_count + 1);
    for (int t = 1; t <= types_count; t++) {
      BondMaterial &material = materials[t];
      material.young = 1e8 * t;
      material.ratio = 2.0 + 0.3 * t;
      material.tensile = strength * t;
      material.shear = 0.7 * strength;
      material.radius = 0.6 + 0.1 * t;
      material.beta = 0.5;
      material.damping = t == 1 ? damping : 0.5 * damping;
    }
    for (int i = 0; i < count; i++) {
      const int k = place(i);
      if (link == 0 || i < link)
        x.push_back(Vector3d{4e-3 * k, 1e-3 * (k % 3), 1.5e-3 * (k % 2)} + 2e-4 * any());
      else    // near, so that coordinates are rounded as in one chain, and not between clusters
        x.push_back(x[k] + Vector3d{(i / link) / 1024.0, 0.0, 0.0});
      v.push_back(0.5 * any());
      omega.push_back(50.0 * any());
      radius.push_back(2e-3 + 1e-4 * (place(i) % 5));
      mass.push_back(1e-4 + 1e-5 * (place(i) % 7));
    }
    for (int i = 0; i < count; i++)
      for (const int step : {1, 3})
        if (i + step < count && (link == 0 || place(i) + step < link)) {
          // Either end may come first, as the order of ids has it.
          const bool in_order = place(i) % 4 != 0;
          bonds.emplace_back(in_order ? i : i + step, in_order ? i + step : i);
          types.push_back(1 + (2 * place(i) + step / 2) % types_count);
          states.push_back(make_bond(x[bonds.back().second] - x[bonds.back().first]));
        }
  }

  int count() const { return static_cast<int>(x.size()); }
  void scatter()
  {
    std::uniform_real_distribution<float> spread(0.2f, 3.0f);
    for (size_t n = 0; n < bonds.size(); n++) factors.push_back(spread(random));
  }
  Vector3d any() { return {gauss(random), gauss(random), gauss(random)}; }
  void move()
  {
    for (int i = 0; i < count(); i++) x[i] += DT * v[i];
    force.assign(count(), Vector3d::zero());
    torque = force;
  }

  // Bond by bond; a failed bond adds nothing and has type 0 from now on.
  void evaluate()
  {
    for (size_t n = 0; n < bonds.size(); n++) {
      if (types[n] == 0) continue;
      const auto [a, b] = bonds[n];
      const BondMotion motion{x[b] - x[a], v[b] - v[a], omega[a], omega[b], radius[a],
                              radius[b],   mass[a],     mass[b],  DT};
      BondMaterial material = materials[types[n]];
      if (!factors.empty()) material = with_strength_factor(material, factors[n]);
      const BondForces on = update_bond(material, motion, states[n]);
      lost.damage += on.lost.damage;
      lost.flow += on.lost.flow;
      if (on.failure != BondFailure::NONE) {
        types[n] = 0;
        continue;
      }
      force[a] += on.force_a;
      force[b] -= on.force_a;
      torque[a] += on.torque_a;
      torque[b] += on.torque_b;
    }
  }

 private:
  std::mt19937_64 random;
  std::normal_distribution<double> gauss;
};

// Strength of bond n of the assembly, which has this number in the blocks and a state there.
inline void set_strength(BondBlocks &bonds, const Assembly &from, size_t n, int number)
{
  const bool remembers = std::any_of(from.materials.begin(), from.materials.end(), has<Remembers>);
  if (from.factors.empty() && !remembers) return;
  bonds.strengths.resize(bonds.blocks.size());
  if (remembers) bonds.memories.resize(bonds.blocks.size());
  const auto [a, b] = from.bonds[n];
  bonds.set_strength(number,
                     {from.materials[from.types[n]], from.radius[a], from.radius[b],
                      from.states[n].length_initial},
                     from.factors.empty() ? 1.0f : from.factors[n]);
}

template <class Things> auto *at_or_null(std::vector<Things> &things, size_t k)
{
  return things.empty() ? nullptr : &things[k];
}

inline BondedSpheres spheres_of(Assembly &in, int owned)
{
  return {
      in.x[0].data(),      in.v[0].data(), in.omega[0].data(), in.radius.data(), in.force[0].data(),
      in.torque[0].data(), owned,          in.dashpots};
}

// Type 1 softens, all others tire, and creep.
inline void make_damageable(Assembly &assembly)
{
  for (size_t t = 1; t < assembly.materials.size(); t++) {
    BondMaterial &material = assembly.materials[t];
    // Bonds are some 4 mm long: the reach is about 4.
    if (t == 1)
      material.softening =
          4.0 * material.tensile * material.tensile * 4e-3 / (2.0 * material.young);
    else {
      material.fatigue = 2.0;
      material.relaxation_time = 20 * DT;
    }
  }
}

// One step of a motion that turns round every 20 steps.
template <class Evaluate> void swing(Assembly &assembly, int step, const Evaluate &evaluate)
{
  if (step % 20 == 10)
    for (auto *all : {&assembly.v, &assembly.omega})
      for (Vector3d &one : *all) one = -one;
  assembly.move();
  evaluate();
}

inline void expect_all_kinds_of_damage(const Assembly &of)
{
  int softened = 0, tired = 0, broken = 0;
  for (size_t n = 0; n < of.bonds.size(); n++) {
    broken += of.types[n] == 0;
    softened += of.types[n] == 1 && of.states[n].memory.reached > 1.01;
    tired += of.types[n] > 1 && of.states[n].memory.left < 0.99;
  }
  EXPECT_GT(softened, 3);
  EXPECT_GT(tired, 3);
  EXPECT_GT(broken, 3);
  EXPECT_LT(broken, static_cast<int>(of.bonds.size()) - 6);
}

inline double greatest(const std::vector<Vector3d> &values)
{
  double most = 0.0;
  for (const auto &value : values) most = std::max(most, norm(value));
  return most;
}

inline void expect_same(const std::vector<Vector3d> &one, const std::vector<Vector3d> &other,
                        double tolerance)
{
  const double scale = greatest(one);
  for (size_t i = 0; i < one.size(); i++)
    ASSERT_LE(norm(one[i] - other[i]), tolerance * scale) << "sphere " << i;
}

}    // namespace grist::testing

#endif
