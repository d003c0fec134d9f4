/* Contacts of pair style spheres one by one, as they are now or as they were evaluated last: for
   outputs, breaks and limits. Forces come from blocks of them (contacts/pair_contacts.h).
*/

#ifndef LMP_SINGLE_PAIRS_H
#define LMP_SINGLE_PAIRS_H

#include "pointers.h"

#include "contacts/pair_contacts.h"
#include "heat/pair_heat.h"
#include "records/contact_visitor.h"
#include "styles/contacts/contact_table.h"
#include "styles/contacts/sphere_gather.h"

#include <optional>

namespace LAMMPS_NS {

class FixContactHistory;

class SinglePairs : protected Pointers {
 public:
  // Of a pair style, which has all of these; the fix is null before the first run.
  SinglePairs(class LAMMPS *lmp, const std::optional<ContactTable> &table,
              const SphereGather &spheres, FixContactHistory *const &history) :
      Pointers(lmp),
      table(table), spheres(spheres), history(history)
  {
  }

  // With each evaluation of all forces.
  void mark_evaluated();

  // The law between the types of two spheres.
  const grist::ContactLaw &law_of(int i, int j) const;

  // The contact as it is now, with the overlap from touch, or from where it counts beside a bond.
  grist::SphereContact contact_of(int i, int j) const;
  grist::SphereContact contact_of(int i, int j, const grist::ContactPairs::Bonding &bonding) const;
  bool touch(int i, int j) const { return grist::touch(spheres.place_of(i), spheres.place_of(j)); }
  bool acts(int i, int j) const;    // at the last evaluation, where cohesion may act beyond touch

  // The pair with the share of it that counts on this rank.
  grist::TouchingPair pair_of(int i, int j) const;

  // The contacts of the last evaluation in their order; those that have begun or torn off in it.
  void show(grist::ContactVisitor &visitor) const;
  void show_changes(grist::ContactVisitor &visitor) const;
  void add_heat_of_changes(const grist::HeatScene &heat, const grist::SphereRates *rates,
                           grist::SphereHeat *to) const;

  // The fix has the pairs.
  const FixContactHistory &pairs() const;

 private:
  const std::optional<ContactTable> &table;
  const SphereGather &spheres;
  FixContactHistory *const &history;
  bool evaluated_in_step = false;    // the last forces, not at the start of a run

  grist::SphereContact contact_between(const grist::MovingSphere &a, const grist::MovingSphere &b,
                                       int i, int j) const;
  grist::SphereContact evaluated_contact(int i, int j) const;
};

}    // namespace LAMMPS_NS

#endif
