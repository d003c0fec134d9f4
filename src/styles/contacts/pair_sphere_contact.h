/* Pair styles of spheres that touch, for any contact law (contacts/contact_laws.h): in blocks over flat arrays of pairs
   (contacts/pair_contacts.h), which fix CONTACT/HISTORY makes at every rebuild.

     pair_style hertz/mindlin | hooke/history   [stock yes|no]
*/

#ifndef LMP_PAIR_SPHERE_CONTACT_H
#define LMP_PAIR_SPHERE_CONTACT_H

#include "contacts/contact_flows.h"
#include "contacts/pair_contacts.h"
#include "styles/common/lammps_compat.h"
#include "styles/contacts/contact_table.h"
#include "styles/contacts/fix_contact_history.h"
#include "styles/contacts/sphere_gather.h"
#include "styles/guard/run_limits.h"

#include <optional>
#include <string>
#include <vector>

namespace LAMMPS_NS {

class PairSphereContact : public PairWithReach, public GuardedStyle, private grist::ContactTally {
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
  double atom2cut(int) override;
  double radii2cut(double, double) override;
  int pack_forward_comm(int, int *, double *, int, int *) override;
  void unpack_forward_comm(int, int, double *) override;
  void write_restart(FILE *) override;
  void read_restart(FILE *) override;
  void write_data(FILE *) override;
  void write_data_all(FILE *) override;
  double memory_usage() override;
  void add_limits(RunLimits &) override;

  grist::ContactForm form() const { return contact_form; }

  // As pair_coeff gives them. Once coefficients are set.
  const ContactTable &coefficients() const { return *table; }

  // One pair by itself: the law between its types, and its contact as it is now.
  const grist::ContactLaw &law_of(int i, int j) const;
  grist::SphereContact contact_of(int i, int j) const;
  bool touch(int i, int j) const;
  bool acts(int i, int j) const;    // at the last evaluation, where cohesion may act beyond touch

  // visit(i, j, what it remembers) for each pair of this rank that touched at the last evaluation.
  template <class Visit> void for_each_touching(const Visit &visit) const
  {
    const grist::ContactPairs &pairs = history->pairs;
    int n = 0;
    for (const auto &row : pairs.rows)
      for (; n < row.end; n++)
        if (pairs.touching[n]) visit(row.a, pairs.partner[n], pairs.remembered(n));
  }

  // visit(i, j, whether it began) for each pair of this rank that began or ended at the last evaluation, of cohesion jkr.
  template <class Visit> void for_each_change(const Visit &visit) const
  {
    for (const auto &change : history->pairs.changes) visit(change.a, change.b, change.now);
  }

  // Shares of all ranks add up to each pair once.
  double share_of(int j) const;

  // While on, each evaluation keeps what its contacts take; off at first.
  void record_flows(bool now) { records_flows = now; }
  // Of the last evaluation. rates: of owned and ghost spheres, at the instant of the positions.
  grist::ContactPower flow_power(const grist::SphereRates *rates) const;

  // Whether pairs come from this list.
  bool reads(const class NeighList *list) const { return history->reads(list); }

 private:
  std::string name;              // begins error texts
  FixContactHistory *history;    // null before the first run
  std::optional<ContactTable> table;
  SphereGather spheres;
  grist::RollingLaw rolling;    // of all pairs of types
  grist::CohesionLaw cohesion;
  grist::ContactForm contact_form;
  std::vector<double> largest;    // radius by type
  bool records_flows = false;
  grist::ContactFlows flows;

  void allocate();
  void mark_given();
  grist::ContactScene scene() const;
  double rayleigh_time() const;
  void check_surroundings();
  void make_laws();
  double reach_beyond_touch(int type_i, int type_j, double radius_i, double radius_j) const;
  int list_request();
  void contact(int a, int b, const double *force, const double *apart) override;
};

}    // namespace LAMMPS_NS

#endif
