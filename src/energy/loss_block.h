// Eight entries that take energy from the motion of spheres or bodies: contacts, liquid bridges. Their power at any motion follows from these numbers, as it is linear in the motion
// (losses.h).

#ifndef GRIST_ENERGY_LOSS_BLOCK_H
#define GRIST_ENERGY_LOSS_BLOCK_H

#include "energy/energy_ledger.h"

#include <iterator>

namespace grist {

// Sorts of entries: to which flow the power of each force and of each moment belongs; and whether
// forces act at a place of their own, or at the position of a.
struct ContactEntries {
  static constexpr EnergyFlow FORCES[] = {CONTACT_DAMPING, SHEARING}, MOMENTS[] = {ROLLING};
  static constexpr bool HAS_ARM_A = true;
};
struct OverlapEntries {
  static constexpr EnergyFlow FORCES[] = {CONTACT_DAMPING, SHEARING, PRESSING},
                              MOMENTS[] = {CONTACT_DAMPING, SHEARING};
  static constexpr bool HAS_ARM_A = true;
};
struct BridgeEntries {
  static constexpr EnergyFlow FORCES[] = {CONTACT_DAMPING}, MOMENTS[] = {CONTACT_DAMPING};
  static constexpr bool HAS_ARM_A = false;
};

// From the position of a to where forces act.
template <bool HAS_ARM_A> struct alignas(64) LossArms {
  double arm_a[3][8];
};
template <> struct LossArms<false> {
};

template <class SORT> struct alignas(64) LossBlock : LossArms<SORT::HAS_ARM_A> {
  static constexpr int LANES = 8;
  static constexpr int FORCES = std::size(SORT::FORCES), MOMENTS = std::size(SORT::MOMENTS);
  static constexpr int PARTS = FORCES + MOMENTS;
  using Lane3 = double[3][LANES];

  // On a, as far as they count here; b takes the opposite. Zero where there is no entry.
  Lane3 force[FORCES], moment[MOMENTS];

  // The same from the position of b. A wall has no lever: its motion is known at once, and this is
  // the power at the wall of each part, forces first.
  Lane3 arm_b;
  int a[LANES], b[LANES];
};

}    // namespace grist

#endif
