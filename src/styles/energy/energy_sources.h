/* The styles of a run that store, dissipate or supply energy, and an error for each style that
   cannot report it.

   Grist's styles say so themselves (styles/interfaces/energy_style.h). Of LAMMPS' own styles these are
   supported: integration by nve/sphere and nve/body, rigid and rigid/small, gravity, freeze,
   enforce2d, and all fixes that change neither forces nor motion.

   A user that can do with the power of forces alone also gets: fixes that only add to forces, fix
   move, pair styles granular and gran, fixes pour and deposit.
*/

#ifndef LMP_ENERGY_SOURCES_H
#define LMP_ENERGY_SOURCES_H

#include "styles/access/styles_of_run.h"
#include "styles/energy/stock_rigid.h"
#include "styles/interfaces/energy_traffic.h"

#include <memory>
#include <string>
#include <vector>

namespace LAMMPS_NS {

struct EnergySources {
  std::vector<EnergyStyle *> styles;       // that store energy
  std::vector<ContactStyle *> contacts;    // of these, those with contacts
  std::vector<EnergyTraffic *> traffic;    // that insert or remove
  AtomMotion motion;
  std::vector<std::shared_ptr<StockRigid>> stock_rigid;    // of the bodies in `motion`

  // Sources of which only forces and motion are known.
  bool other_pair = false;               // a pair style with contacts
  bool other_fixes = false;              // fixes that add to forces
  int driven = 0;                        // bits of groups that a fix moves by a rule of its own
  std::vector<class Fix *> inserters;    // fixes pour and deposit

  // Those that stored energies are read from, also after the run. Integrators and feeds are not
  // among them.
  StylesOfRun read_later;

  // The bodies that an owned atom is in, or null.
  const BodyMotion *bodies_of(int i) const;
};

enum class OtherStyles { REJECTED, ALLOWED };

// To be called after all fixes are initialised. `user` begins errors.
EnergySources find_energy_sources(class LAMMPS *lmp, const std::string &user,
                                  OtherStyles others = OtherStyles::REJECTED);

}    // namespace LAMMPS_NS

#endif
