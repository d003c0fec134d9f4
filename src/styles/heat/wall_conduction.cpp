#include "styles/heat/wall_conduction.h"

#include "records/contact_visitor.h"

#include "contacts/contact_laws.h"
#include "heat/conduction.h"

#include "atom.h"
#include "lammps.h"

#include <cassert>

using namespace LAMMPS_NS;
using grist::RecordedChange;
using grist::RecordedContact;
using grist::SphereHeat;

namespace {

double radius_of(const RecordedContact &c)
{
  return grist::contact_radius(*c.law, c.contact.overlap, c.contact.radius, c.history.memory);
}

// A visitor of spheres on a wall.
class SphereVisitor : public grist::ContactVisitor {
 public:
  void visit(const RecordedContact &) override {}
  void visit(const grist::RecordedOverlap &) override {}
};

class RadiusSum : public SphereVisitor {
 public:
  using SphereVisitor::visit;
  void visit(const RecordedContact &c) override { sum += radius_of(c); }
  double sum = 0.0;
};

// A wall without a temperature takes no heat: then all losses are the sphere's.
class WallVisitor : public SphereVisitor {
 public:
  WallVisitor(const Atom *atom, const grist::SphereRates *rates, SphereHeat *to) :
      atom(atom), rates(rates), to(to)
  {
  }
  const WallHeat *heat = nullptr;
  double temperature = 0.0;    // of the wall
  double by_radius = 0.0;      // power of a flux, over the contact radius
  WallConduction::Sums sums;

  using SphereVisitor::visit;
  void visit(const RecordedContact &c) override
  {
    conduct(c);
    const grist::ContactPower power = dissipated_power(c, rates);
    const double losses = power.damping + power.shearing + power.rolling;
    take(c.a, losses, grist::energy_held(*c.law, c.contact, c.history), 0.0);
  }
  void visit(const RecordedChange &change) override
  {
    take(change.a, 0.0, 0.0, dissipated_by_change(change, rates));
  }

 private:
  const Atom *atom;
  const grist::SphereRates *rates;
  SphereHeat *to;

  void conduct(const RecordedContact &c)
  {
    assert(heat && c.is_wall());
    const double radius = radius_of(c);
    double flow = by_radius * radius;
    if (heat->temperature) {
      const double conductance = radius * heat->conductance[atom->type[c.a]];
      flow = conductance * (temperature - atom->temperature[c.a]);
      to[c.a].conductance += conductance;
    }
    to[c.a].flow += flow;
    sums.conducted += flow;
  }

  void take(int sphere, double losses, double held, double at_once)
  {
    assert(heat && sphere >= 0 && sphere < atom->nlocal);
    const double share = heat->temperature ? 0.5 : 1.0;
    to[sphere].losses += share * losses;
    to[sphere].held += share * held;
    to[sphere].at_once += share * at_once;
    sums.losses += (1.0 - share) * losses;
    sums.held += (1.0 - share) * held;
    sums.at_once += (1.0 - share) * at_once;
  }
};

}    // namespace

void WallConduction::find(LAMMPS *lmp, const std::string &user)
{
  walls.clear();
  records.clear();
  for (const NamedContacts &named : contact_styles(lmp)) {
    WallHeat *heat = named.style->wall_heat();
    if (!heat) continue;
    if (heat->temperature) heat->temperature->find(lmp, user);
    if (heat->flux) heat->flux->find(lmp, user);
    walls.push_back({named.style, heat});
    records.push_back(named.style->record_contacts());
  }
}

bool WallConduction::has_variables() const
{
  for (const Wall &wall : walls)
    for (const auto &number : {wall.heat->temperature, wall.heat->flux})
      if (number && number->is_variable()) return true;
  return false;
}

WallConduction::Sums WallConduction::add(LAMMPS *lmp, const std::string &user,
                                         const grist::SphereRates *rates, SphereHeat *to) const
{
  WallVisitor visitor(lmp->atom, rates, to);
  for (const Wall &wall : walls) {
    visitor.heat = wall.heat;
    visitor.by_radius = 0.0;
    if (wall.heat->temperature) visitor.temperature = wall.heat->temperature->value(lmp, user);
    if (wall.heat->flux) {
      RadiusSum here;
      wall.style->show_contacts(here);
      double all = 0.0;
      MPI_Allreduce(&here.sum, &all, 1, MPI_DOUBLE, MPI_SUM, lmp->world);
      if (all > 0.0) visitor.by_radius = wall.heat->flux->value(lmp, user) / all;
    }
    wall.style->show_contacts(visitor);
  }
  return visitor.sums;
}
