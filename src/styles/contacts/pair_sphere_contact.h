/* Pair styles of spheres that touch, for any contact law (contacts/contact_laws.h): in blocks over
   flat arrays of pairs (contacts/pair_contacts.h), which fix CONTACT/HISTORY makes at every
   rebuild.

     pair_style hertz/mindlin | hooke/history   [stock yes|no]
*/

#ifndef LMP_PAIR_SPHERE_CONTACT_H
#define LMP_PAIR_SPHERE_CONTACT_H

#include "atom.h"
#include "contacts/pair_contacts.h"
#include "force.h"
#include "records/contact_visitor.h"
#include "styles/access/lammps_compat.h"
#include "styles/contacts/begun_contacts.h"
#include "styles/contacts/contact_table.h"
#include "styles/contacts/fix_contact_history.h"
#include "styles/contacts/radius_watch.h"
#include "styles/contacts/single_pairs.h"
#include "styles/contacts/sphere_gather.h"
#include "styles/guard/run_limits.h"
#include "styles/interfaces/energy_style.h"
#include "styles/interfaces/heat_style.h"

#include <cassert>
#include <optional>
#include <string>
#include <vector>

namespace LAMMPS_NS {

class PairSphereContact :
    public PairWithReach,
    public GuardedStyle,
    public ContactStyle,
    public HeatStyle,
    public BondContactStyle,
    private grist::ContactTally {
 public:
  const grist::ContactKind kind;

  PairSphereContact(class LAMMPS *, grist::ContactKind kind);
  ~PairSphereContact() override;
  void compute(int, int) override;
  void settings(int, char **) override;
  void coeff(int, char **) override;
  void init_style() override;
  double init_one(int, int) override;
  double single(int, int, int, int, double, double, double, double &) override;
  double atom2cut(int i) override { return radii2cut(atom->radius[i], atom->radius[i]); }
  double radii2cut(double r1, double r2) override;
  int pack_forward_comm(int n, int *list, double *buf, int, int *) override
  {
    return spheres.pack(n, list, buf);
  }
  void unpack_forward_comm(int n, int first, double *buf) override
  {
    spheres.unpack(n, first, buf);
  }
  void write_restart(FILE *file) override
  {
    assert(table.has_value());
    table->write_restart(file, contact_form);
  }
  void read_restart(FILE *) override;
  void write_data(FILE *file) override { table->write_data(file); }
  void write_data_all(FILE *file) override { table->write_data_all(file); }
  double memory_usage() override
  {
    return spheres.memory_usage() + losses.memory_usage() +
        static_cast<double>(heat.capacity() * sizeof(grist::ContactHeat));
  }
  void add_limits(RunLimits &) override;
  std::string bond_contact_refusal() const override;
  grist::StiffnessBeside stiffness_beside_bond(int i, int j, double from) const override;

  grist::ContactForm form() const { return contact_form; }

  // As pair_coeff gives them. Once coefficients are set.
  const ContactTable &coefficients() const
  {
    assert(table.has_value());
    return *table;
  }

  // While someone subscribes, each evaluation takes the power of the forces that take energy, or
  // keeps them, so that powers need no second evaluation.
  grist::Subscription record_energy() override { return recording.subscribe(); }
  bool has_powers_at_once() const override { return true; }

  // While someone subscribes, each evaluation keeps the velocities: contacts are shown with them
  // later in the step, too, when particles have got others and ghosts have not.
  grist::Subscription record_contacts() override { return rate_recording.subscribe(); }
  void show_contacts(grist::ContactVisitor &visitor) const override;
  void add_stored(grist::StoredEnergy &to, const grist::SphereSelection &of) const override;
  void add_powers(grist::EnergyFlows &to, const grist::SphereRates *rates,
                  const grist::SphereSelection &of) const override;
  double lost_at_once(const grist::SphereRates *rates,
                      const grist::SphereSelection &of) const override;
  bool may_lose_at_once() const override { return cohesion().jumps; }
  void take_events(grist::EnergyLedger &ledger) override
  {
    ledger.add_new_contact(begun.take_energy());
  }

  const grist::HeatMaterial &heat_material(int type) const override { return table->heat(type); }
  double heat_conductance(int type_a, int type_b) const override;
  std::vector<grist::Subscription> record_heat() override
  {
    return {recording.subscribe(), heat_recording.subscribe()};
  }
  void add_heat(const grist::HeatScene &scene, const grist::SphereRates *rates,
                grist::SphereHeat *to) override;

 private:
  std::string name;              // begins error texts
  FixContactHistory *history;    // null before the first run
  std::optional<ContactTable> table;
  SphereGather spheres;
  RadiusWatch radius_watch;
  // The cohesion of all pairs of types that have any.
  const grist::ContactPart &cohesion() const
  {
    return grist::cohesion_part(table->part(grist::COHESION_PART));
  }
  grist::ContactForm contact_form;
  std::vector<double> largest;    // radius by type
  SinglePairs single_pairs;
  BegunContacts begun;
  grist::Recording recording, heat_recording, rate_recording;
  grist::Losses<grist::ContactEntries> losses;
  std::vector<grist::ContactHeat> heat;    // of the last evaluation

  void allocate();
  void mark_given();
  grist::ContactScene scene() const;
  int receivers() const { return atom->nlocal + (force->newton_pair ? atom->nghost : 0); }
  int list_request();
  void contact(int a, int b, const double *force, const double *apart) override;
};

}    // namespace LAMMPS_NS

#endif
