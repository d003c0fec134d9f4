/* Contacts of spheres that begin, or act as a whole, because the bond of the pair has broken: what
   they remember, and what they store for compute energy/balance from the step of the break on,
   although their forces act from the next step on.
*/

#ifndef LMP_BEGUN_CONTACTS_H
#define LMP_BEGUN_CONTACTS_H

#include "pointers.h"

#include "styles/contacts/fix_contact_history.h"
#include "styles/contacts/single_pairs.h"
#include "styles/interfaces/energy_style.h"

#include <optional>
#include <utility>
#include <vector>

namespace LAMMPS_NS {

class BegunContacts : public BrokenPairs, protected Pointers {
 public:
  BegunContacts(class LAMMPS *lmp, const SinglePairs &contacts) : Pointers(lmp), contacts(contacts)
  {
  }

  // None if no contact acts in this run.
  void activate(bool acts) { is_on = acts; }

  std::optional<grist::SphereContactHistory> begun_by_break(int i, int j) override;

  // In each step before forces: from here on these contacts are as all others.
  void add_work();

  double take_energy()
  {
    return std::exchange(energy, 0.0);
  }    // for the balance, since the last call

  // What those store that have begun since forces were computed.
  void add_stored(grist::StoredEnergy &to, const grist::SphereSelection &of) const;

 private:
  // A contact that has begun or become whole since the last evaluation: what more it stores, and the
  // normal force more whose work is stored, from the next step on; the share of this rank.
  struct Begun {
    int i, j;
    tagint tag_i, tag_j;
    grist::Vector3d normal;    // from j to i
    double energy, force_apart, force_together;
  };
  const SinglePairs &contacts;
  bool is_on = true;
  std::vector<Begun> begun;
  double energy = 0.0;
};

}    // namespace LAMMPS_NS

#endif
