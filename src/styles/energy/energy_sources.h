/* Which styles of a run store, dissipate or supply energy, and an error for each style that cannot report it.

   A fix that changes neither forces nor motion is ignored. Of the others these are supported: integration by nve/sphere and
   leapfrog/sphere, nve/body, leapfrog/body, rigid/cluster, rigid and rigid/small, walls derived from WallContactFix, pair styles and walls of bodies that record contacts, gravity, freeze, enforce2d, and fixes derived from EnergyTraffic.

   A user that can do with the power of forces alone also gets: fixes that only add to forces, fix move, pair styles granular and gran, fixes
   pour and deposit.
*/

#ifndef LMP_ENERGY_SOURCES_H
#define LMP_ENERGY_SOURCES_H

#include "styles/energy/stock_rigid.h"

#include "contacts/overlap_record.h"

#include <Eigen/Core>

#include <memory>
#include <string>
#include <vector>

namespace LAMMPS_NS {

// Constant and uniform.
struct GravityField {
  int groupbit;
  Eigen::Vector3d acceleration;
  bool in_forces;    // part of the forces after post_force; otherwise the integrator adds it
};

struct EnergySources {
  class PairSphereContact *pair = nullptr;    // or null
  class BondParallel *bond = nullptr;         // or null
  class FixBondState *bond_state = nullptr;
  std::vector<class WallContactFix *> walls;       // whose laws keep a contact_record()
  std::vector<grist::OverlapRecord *> overlaps;    // of bodies, with each other and with walls
  std::vector<GravityField> gravity;
  std::vector<class EnergyTraffic *> traffic;
  class FixRigidCluster *rigid = nullptr;    // or null
  std::vector<std::shared_ptr<StockRigid>> stock_rigid;
  int integrated = 0;    // bits of the groups that are integrated, atom by atom

  // Of which only forces and motion are known.
  bool other_pair = false;               // a pair style with contacts
  bool other_fixes = false;              // fixes that add to forces
  int driven = 0;                        // bits of groups that a fix moves by a rule of its own
  std::vector<class Fix *> inserters;    // fixes pour and deposit
};

// The bodies that an owned atom is in, or null.
inline const StockRigid *stock_rigid_of(const EnergySources &sources, int i)
{
  for (const auto &bodies : sources.stock_rigid)
    if (bodies->has(i)) return bodies.get();
  return nullptr;
}

enum class OtherStyles { REJECTED, ALLOWED };

// To be called after all fixes are initialised. `user` begins errors.
EnergySources find_energy_sources(class LAMMPS *lmp, const std::string &user,
                                  OtherStyles others = OtherStyles::REJECTED);

// A fix that acts after forces and changes none, such as the users of these sources.
bool only_reads_forces(const class Fix *fix);

}    // namespace LAMMPS_NS

#endif
