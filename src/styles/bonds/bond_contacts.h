/* Contacts beside bonds: which bonded pairs have one (bond_coeff ... contact yes|absolute), the
   distance of centres from which its overlap counts, and the interface of the pair styles that
   evaluate it.
*/

#ifndef GRIST_STYLES_BOND_CONTACTS_H
#define GRIST_STYLES_BOND_CONTACTS_H

#include "bonds/stable_time_step.h"

#include "pointers.h"

#include <string>
#include <vector>

namespace LAMMPS_NS {

class BondStates;

// A pair style whose contacts can act beside bonds.
class BondContactStyle {
 public:
  // Why they cannot in this run; empty: they can.
  virtual std::string bond_contact_refusal() const = 0;

  // Of the contact of atoms i and j beside their bond, as in AskBeside.
  virtual grist::StiffnessBeside stiffness_beside_bond(int i, int j, double counts_from) const = 0;

 protected:
  ~BondContactStyle() = default;
};

class BondContacts : protected Pointers {
 public:
  BondContacts(LAMMPS *lmp, const BondStates &states) : Pointers(lmp), states(states) {}

  // By bond type, 0 unused; set by the bond style at every init.
  void set_types(const std::vector<grist::BondContact> &types);
  bool exist() const { return any; }

  // Whether the contact of owned atom i with its neighbor j acts beside a bond of them;
  // counts_from: as in AskBeside.
  bool acts_beside_bond(int i, int j, double &counts_from) const;

 private:
  const BondStates &states;
  std::vector<grist::BondContact> of_type;
  bool any = false;
};

}    // namespace LAMMPS_NS

#endif
