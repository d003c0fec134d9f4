// The bond style whose states fix BOND/STATE keeps; with another bond style it keeps none.

#ifndef GRIST_STYLES_BOND_STATE_USER_H
#define GRIST_STYLES_BOND_STATE_USER_H

namespace LAMMPS_NS {

class BondStateUser {
 public:
  // Ghosts reach the far end of every bond in comm_modify mode multi, too. For
  // setup_pre_exchange(); collective.
  virtual void widen_ghosts() const = 0;

 protected:
  ~BondStateUser() = default;
};

}    // namespace LAMMPS_NS

#endif
