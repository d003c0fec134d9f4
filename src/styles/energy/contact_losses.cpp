#include "styles/energy/contact_losses.h"

#include "records/contact_visitor.h"

#include "fix.h"

using namespace LAMMPS_NS;
using grist::RecordedChange;
using grist::RecordedContact;
using grist::RecordedOverlap;
using grist::SphereRates;

namespace LAMMPS_NS {

// A visitor that knows the wall whose contacts it visits.
class PlacedVisitor : public grist::ContactVisitor {
 public:
  int wall = -1;

 protected:
  ~PlacedVisitor() = default;
  ContactPlace place_of(const grist::TouchingPair &pair) const
  {
    return {pair.a, pair.b, wall, pair.beside_bond};
  }
};

}    // namespace LAMMPS_NS

namespace {

// share: of a wall's force that acts.
class LossVisitor : public PlacedVisitor {
 public:
  LossVisitor(const SphereRates *rates, const ContactLosses::Visit &take) : rates(rates), take(take)
  {
  }
  void visit(const RecordedContact &contact) override
  {
    const grist::ContactPower power = dissipated_power(contact, rates);
    const double friction = power.shearing + power.rolling;
    take({place_of(contact), true, {power.damping + friction, friction}, 0.0});
  }
  void visit(const RecordedOverlap &overlap) override
  {
    const double share = overlap.share_of_force();
    const grist::OverlapPower power = dissipated_power(overlap, rates);
    take({place_of(overlap),
          true,
          {share * (power.damping + power.pressing + power.shearing), share * power.shearing},
          share * overlap.on.lost_now});
  }
  void visit(const RecordedChange &change) override
  {
    take({place_of(change), false, {}, dissipated_by_change(change, rates)});
  }

 private:
  const SphereRates *rates;
  const ContactLosses::Visit &take;
};

class HeldVisitor : public PlacedVisitor {
 public:
  explicit HeldVisitor(const ContactLosses::VisitHeld &take) : take(take) {}
  void visit(const RecordedContact &c) override
  {
    const grist::ContactEnergy stored = stored_energy(*c.law, c.contact, c.history);
    take(place_of(c), {stored.shear + stored.roll, stored.shear + stored.roll});
  }
  void visit(const RecordedOverlap &o) override
  {
    const double share = o.share_of_force();
    const grist::OverlapEnergy stored = stored_energy(*o.law, o.overlap, o.history);
    take(place_of(o), {share * (stored.pressed + stored.shear), share * stored.shear});
  }

 private:
  const ContactLosses::VisitHeld &take;
};

}    // namespace

ContactLosses::ContactLosses(LAMMPS *lmp) : styles(contact_styles(lmp))
{
  for (const NamedContacts &named : styles) records.push_back(named.style->record_contacts());
}

std::vector<std::string> ContactLosses::walls() const
{
  std::vector<std::string> ids;
  for (const NamedContacts &named : styles)
    if (named.of_wall) ids.emplace_back(named.of_wall->id);
  return ids;
}

void ContactLosses::show(PlacedVisitor &visitor) const
{
  for (const NamedContacts &named : styles) {
    if (named.of_wall) visitor.wall++;
    named.style->show_contacts(visitor);
  }
}

void ContactLosses::for_each(const SphereRates *rates, const Visit &visit) const
{
  LossVisitor visitor(rates, visit);
  show(visitor);
}

void ContactLosses::for_each_held(const VisitHeld &visit) const
{
  HeldVisitor visitor(visit);
  show(visitor);
}
