#include "bonds/bond_block.h"

#include "bonds/bond_dashpots.h"
#include "bonds/bond_law.h"
#include "common/preconditions.h"
#include "lanes/vector_sums.h"

#include <algorithm>
#include <utility>

namespace grist {

BondKernel::BondKernel(const std::vector<BondMaterial> &materials_in,
                       const BondedSpheres &spheres_in, double length_limit, double dt_in,
                       OldNormals old_normals_in) :
    lanes(kernels_in_use<BondLanes>()),
    materials(materials_in), spheres(spheres_in), limit(length_limit), dt(dt_in),
    old_normals(old_normals_in), step{spheres_in, length_limit, dt_in,
                                      old_normals_in == OldNormals::STORED}
{
  for (const BondMaterial &material : materials) {
    laws_of_types.push_back(law_numbers(material, dt));
    step.damped = step.damped || material.damping > 0.0;
    step.friction = step.friction || material.friction > 0.0;
    step.changes_loads = step.changes_loads || has<ChangesLoads>(material);
    step.watches = step.watches || has<Watches>(material);
  }
  std::fill_n(filled, BOND_LANES, short{-1});
}

void BondKernel::prefetch([[maybe_unused]] const std::vector<BondBlock> &blocks,
                          [[maybe_unused]] size_t k) const
{
#if defined(__GNUC__)
  // The spheres b are mostly the a of blocks nearby.
  constexpr size_t BLOCK_AHEAD = 6, SPHERES_AHEAD = 3, LINE = 64;
  if (k + BLOCK_AHEAD < blocks.size()) {
    const char *first = reinterpret_cast<const char *>(&blocks[k + BLOCK_AHEAD]);
    for (size_t n = 0; n < sizeof(BondBlock); n += LINE) __builtin_prefetch(first + n, 1);
  }
  if (k + SPHERES_AHEAD >= blocks.size()) return;
  for (const int lane : {0, BOND_LANES / 2}) {
    const size_t i = 3 * static_cast<size_t>(blocks[k + SPHERES_AHEAD].a[lane]);
    for (const double *vectors : {spheres.x, spheres.v, spheres.omega})
      __builtin_prefetch(vectors + i, 0);
    for (double *sums : {spheres.force, spheres.torque}) __builtin_prefetch(sums + i, 1);
  }
#endif
}

void BondKernel::fill_laws(const BondBlock &block)
{
  if (std::equal(filled, filled + BOND_LANES, block.type)) return;
  for (int l = 0; l < BOND_LANES; l++) {
    filled[l] = block.type[l];
    const BondLawOfType &law = laws_of_types[block.type[l]];
    for (int k = 0; k < BOND_NUMBERS; k++) laws.number[k][l] = law[k];
  }
}

BondSection BondKernel::section(const BondBlock &block, int l) const
{
  return {materials[block.type[l]], spheres.radius[block.a[l]], spheres.radius[block.b[l]],
          block.length_initial[l]};
}

BondState BondKernel::state_now(const BondBlock &block, const BondBlockForces &forces, int l,
                                const BondMemories *memories) const
{
  return {block.length_initial[l], lane_vector(forces.distance, l) / forces.length[l],
          lane_vector(block.shear_force, l), lane_vector(block.moment, l),
          memories ? memories->at(l) : BondMemory()};
}

// Without the masses.
BondMotion BondKernel::motion_of(const BondBlock &block, int l) const
{
  const int a = block.a[l], b = block.b[l];
  return {vector_at(spheres.x, b) - vector_at(spheres.x, a),
          vector_at(spheres.v, b) - vector_at(spheres.v, a),
          vector_at(spheres.omega, a),
          vector_at(spheres.omega, b),
          spheres.radius[a],
          spheres.radius[b],
          1.0,
          1.0,
          dt};
}

// With the scatter of its strengths, without what it remembers.
BondMaterial BondKernel::material_of(const BondBlock &block, int l, const BondStrengths *strengths,
                                     const BondMemories *memories) const
{
  const BondMaterial &plain = materials[block.type[l]];
  if (memories) return with_strength_factor(plain, memories->scatter[l]);
  return strengths ? with_strength_factor(plain, strengths->factor[l]) : plain;
}

BondFailure BondKernel::failure(const BondBlock &block, const BondBlockForces &forces, int l,
                                const BondStrengths *strengths, const BondMemories *memories) const
{
  return strength_reached(material_of(block, l, strengths, memories), section(block, l),
                          state_now(block, forces, l, memories), forces.length[l]);
}

double BondKernel::energy(const BondBlock &block, const BondBlockForces &forces, int l,
                          const BondMemories *memories) const
{
  return elastic_energy(section(block, l), state_now(block, forces, l, memories), forces.length[l]);
}

double BondKernel::fracture_energy(const BondBlock &block, const BondBlockForces &forces, int l,
                                   const BondMemories *memories) const
{
  return grist::fracture_energy(section(block, l), forces.length[l],
                                state_now(block, forces, l, memories));
}

bool BondKernel::takes_energy(const BondBlock &block, int l) const
{
  return grist::takes_energy(section(block, l));
}

void BondKernel::tally(const BondBlock &block, const BondBlockForces &on, BondTally &sum,
                       const BondMemories *memories)
{
  fill_laws(block);
  kernels_in_use<BondEnergyLanes>().tally(spheres, laws, block, memories, on, sum);
}

BondEvents BondKernel::evaluate(BondBlock &block, BondNormals &normals, BondBlockForces &out,
                                BondStrengths *strengths, BondMemories *memories)
{
  assert(!memories || strengths);
  fill_laws(block);
  const BondEvents events =
      events_of(lanes.evaluate(step, laws, strengths, memories, block, normals, out), block,
                normals, out, strengths, memories);
  take_flow(block, memories);
  return events;
}

BondEvents BondKernel::events_of(const BondLanesOutcome &outcome, BondBlock &block,
                                 BondNormals &normals, BondBlockForces &out,
                                 BondStrengths *strengths, BondMemories *memories)
{
  BondEvents events;
  const BondMask attended = (outcome.near_strength | outcome.watched) & block.live;
  for (int l = 0; attended && l < BOND_LANES; l++) {
    if (!(attended >> l & 1)) continue;
    if (memories)
      grow(l, block, out, *strengths, *memories, events);
    else if (failure(block, out, l, strengths) != BondFailure::NONE)
      events.failed |= BondMask{1} << l;
  }
  if (outcome.not_evaluated & block.live)
    evaluate_one_by_one(outcome.not_evaluated & block.live, block, normals, out, strengths,
                        memories, events);
  return events;
}

// Where stiffness is lost, the forces of this step become those of the springs that are left.
void BondKernel::grow(int l, const BondBlock &block, BondBlockForces &out, BondStrengths &strengths,
                      BondMemories &memories, BondEvents &events)
{
  const BondMaterial material = material_of(block, l, &strengths, &memories);
  const BondSection of = BondSection(material, spheres.radius[block.a[l]],
                                     spheres.radius[block.b[l]], block.length_initial[l]);
  const double share_a = share_of_a(spheres.radius[block.a[l]], spheres.radius[block.b[l]]);
  BondState state = state_now(block, out, l, &memories);
  const BondForces before = elastic_forces(of, state, share_a, out.length[l]);
  const Grown grown = grist::grow(material, of, motion_of(block, l), state, out.length[l]);
  if (grown.failure != BondFailure::NONE) events.failed |= BondMask{1} << l;
  keep_memory(l, block, of, state.memory, grown.dissipated, strengths, memories);
  if (grown.dissipated == 0.0) return;
  const BondForces now = elastic_forces(of, state, share_a, out.length[l]);
  const auto add = [l](double(&to)[3][BOND_LANES], const Vector3d &more) {
    set_lane_vector(to, l, lane_vector(to, l) + more);
  };
  add(out.force_a, now.force_a - before.force_a);
  add(out.torque_a, now.torque_a - before.torque_a);
  add(out.torque_b, now.torque_b - before.torque_b);
}

void BondKernel::keep_memory(int l, const BondBlock &block, const BondSection &section,
                             const BondMemory &memory, double dissipated, BondStrengths &strengths,
                             BondMemories &memories)
{
  memories.set(l, memory);
  memories.kept[l] = stiffness_kept(section, memory);
  strengths.factor[l] = strength_for_kernels(memories.scatter[l], memory);
  if (block.a[l] < spheres.owned) losses.damage += dissipated;
}

// What the lanes of a block have lost in this step.
void BondKernel::take_flow(const BondBlock &block, BondMemories *memories)
{
  if (!memories || !step.changes_loads) return;
  for (int l = 0; l < BOND_LANES; l++) {
    const double lost = std::exchange(memories->lost[l], 0.0);
    if (block.a[l] < spheres.owned) losses.flow += lost;
    for (const int end : {block.a[l], block.b[l]})
      if (spheres.flow && end < spheres.owned) spheres.flow[end] += 0.5 * lost;
  }
}

void BondKernel::evaluate_team(const BondTeam &team, const BondTeam *next, BondBlocks &bonds,
                               const Attend &attend, const Show &show_block)
{
  struct Visitor : public TeamVisitor {
    BondKernel &kernel;
    const BondTeam &team;
    BondBlocks &bonds;
    const Attend &attend;
    const Show &show_block;
    Visitor(BondKernel &kernel, const BondTeam &team, BondBlocks &bonds, const Attend &attend,
            const Show &show_block) :
        kernel(kernel),
        team(team), bonds(bonds), attend(attend), show_block(show_block)
    {
    }
    void visit(int bond, BondMask among, const BondLanesOutcome &outcome,
               BondBlockForces &out) override
    {
      const int k = team.first + bond;
      BondBlock &block = bonds.blocks[k];
      BondStrengths *strengths = bonds.strengths.empty() ? nullptr : &bonds.strengths[k];
      BondMemories *memories = bonds.memories.empty() ? nullptr : &bonds.memories[k];
      if (const auto events =
              kernel.events_of(outcome, block, bonds.normals[k], out, strengths, memories))
        attend(k, events, out);
      kernel.add(block, out, among);
    }
    void show(int bond, const BondBlockForces &out) override { show_block(team.first + bond, out); }
  };
  if (rows.size() < team.radius.size()) rows.resize(team.radius.size());
  Visitor visitor(*this, team, bonds, attend, show_block);
  lanes.evaluate_team(step,
                      {&team, next, laws_of_types.data(), &bonds.blocks[team.first],
                       &bonds.normals[team.first],
                       bonds.strengths.empty() ? nullptr : &bonds.strengths[team.first],
                       bonds.memories.empty() ? nullptr : &bonds.memories[team.first], rows.data(),
                       static_cast<bool>(show_block)},
                      visitor);
  if (bonds.memories.empty()) return;
  for (int k = team.first; k < team.end(); k++) take_flow(bonds.blocks[k], &bonds.memories[k]);
}

void BondKernel::evaluate_one_by_one(BondMask which, BondBlock &block, BondNormals &normals,
                                     BondBlockForces &out, BondStrengths *strengths,
                                     BondMemories *memories, BondEvents &events)
{
  for (int l = 0; l < BOND_LANES; l++) {
    if (!(which >> l & 1)) continue;
    const BondMotion motion = motion_of(block, l);
    out.length[l] = norm(motion.distance);
    if (!(out.length[l] < limit) || out.length[l] == 0.0) {
      events.bad_length |= BondMask{1} << l;
      continue;
    }
    BondState state{block.length_initial[l], lane_vector(normals.normal, l),
                    lane_vector(block.shear_force, l), lane_vector(block.moment, l),
                    memories ? memories->at(l) : BondMemory()};
    if (old_normals == OldNormals::FROM_MOTION)
      state.normal = normalized(motion.distance - dt * motion.velocity);
    BondState undamped = state;
    const BondMaterial material = material_of(block, l, strengths, memories);
    const BondForces on = update_bond(material, block.damping_of(l), motion, state);
    if (spheres.dashpots) {
      const BondForces elastic = update_bond(material, {0.0f, 0.0f, 0.0f}, motion, undamped);
      set_lane_vector(out.damping_force_a, l, on.force_a - elastic.force_a);
      set_lane_vector(out.damping_torque_a, l, on.torque_a - elastic.torque_a);
      set_lane_vector(out.damping_torque_b, l, on.torque_b - elastic.torque_b);
    }
    set_lane_vector(block.shear_force, l, state.shear_force);
    set_lane_vector(block.moment, l, state.moment);
    set_lane_vector(normals.normal, l, state.normal);
    set_lane_vector(out.force_a, l, on.force_a);
    set_lane_vector(out.torque_a, l, on.torque_a);
    set_lane_vector(out.torque_b, l, on.torque_b);
    if (on.failure != BondFailure::NONE) events.failed |= BondMask{1} << l;
    if (!memories) continue;
    const BondSection of(material, motion.radius_a, motion.radius_b, state.length_initial);
    keep_memory(l, block, of, state.memory, on.lost.damage, *strengths, *memories);
    memories->lost[l] = on.lost.flow;
  }
}

namespace {

// Forces of a block, ready to be added.
struct alignas(64) ForceRows {
  double force[BOND_LANES][2], torque_a[BOND_LANES][2],
      torque_b[BOND_LANES][2];    // x and y side by side

  explicit ForceRows(const BondBlockForces &on)
  {
    for (int l = 0; l < BOND_LANES; l++) {
      force[l][0] = on.force_a[0][l];
      force[l][1] = on.force_a[1][l];
    }
    for (int l = 0; l < BOND_LANES; l++) {
      torque_a[l][0] = on.torque_a[0][l];
      torque_a[l][1] = on.torque_a[1][l];
    }
    for (int l = 0; l < BOND_LANES; l++) {
      torque_b[l][0] = on.torque_b[0][l];
      torque_b[l][1] = on.torque_b[1][l];
    }
  }
};

// True if every lane adds to two owned spheres.
bool all_add(const BondBlock &block, BondMask live, int owned)
{
  int greatest = 0;
  for (int l = 0; l < BOND_LANES; l++)
    greatest = std::max(greatest, std::max(block.a[l], block.b[l]));
  return live == ALL_LANES && greatest < owned;
}

// As far as its ends are owned: another rank has the bond, too, where one is not.
double dashpot_power(const BondBlock &block, const BondBlockForces &on, BondMask live,
                     const BondedSpheres &spheres)
{
  double sum = 0.0;
  for (int l = 0; l < BOND_LANES; l++) {
    if (!(live >> l & 1)) continue;
    const size_t a = 3 * static_cast<size_t>(block.a[l]), b = 3 * static_cast<size_t>(block.b[l]);
    const double share = 0.5 * ((block.a[l] < spheres.owned) + (block.b[l] < spheres.owned));
    double into = 0.0;
    for (int d = 0; d < 3; d++)
      into += on.damping_force_a[d][l] * (spheres.v[a + d] - spheres.v[b + d]) +
          on.damping_torque_a[d][l] * spheres.omega[a + d] +
          on.damping_torque_b[d][l] * spheres.omega[b + d];
    sum -= share * into;
  }
  return sum;
}

}    // namespace

void BondKernel::add(const BondBlock &block, const BondBlockForces &on, BondMask among) const
{
  const ForceRows rows(on);
  const BondMask live = block.live & among;
  if (spheres.dashpots) spheres.dashpots->add(dashpot_power(block, on, live, spheres));
  const auto add_to_b = [&](int l) {
    const size_t b = 3 * static_cast<size_t>(block.b[l]);
    subtract_vector(spheres.force + b, rows.force[l], on.force_a[2][l]);
    add_vector(spheres.torque + b, rows.torque_b[l], on.torque_b[2][l]);
  };

  // Bonds of the same sphere a are consecutive: its sums stay in registers.
  const bool all = all_add(block, live, spheres.owned);
  for (int l = 0; l < BOND_LANES;) {
    const int a = block.a[l];
    VectorSum force(spheres.force, a), torque(spheres.torque, a);
    for (; l < BOND_LANES && block.a[l] == a; l++) {
      if (!all && !(live >> l & 1)) continue;
      force.add(rows.force[l], on.force_a[2][l]);
      torque.add(rows.torque_a[l], on.torque_a[2][l]);
      if (all || block.b[l] < spheres.owned) add_to_b(l);
    }
    if (all || a < spheres.owned) {
      force.write();
      torque.write();
    }
  }
}

}    // namespace grist
