// Sums over the contacts that styles show, for an energy balance. Each counts the share of this
// rank, and for a selection the contacts with a selected particle. rates: by particle, owned and
// ghost, at the instant of the positions.

#ifndef GRIST_RECORDS_CONTACT_SUMS_H
#define GRIST_RECORDS_CONTACT_SUMS_H

#include "energy/energy_ledger.h"
#include "energy/sphere_selection.h"
#include "records/contact_visitor.h"

namespace grist {

class StoredSum : public ContactVisitor {
 public:
  StoredSum(StoredEnergy &sum, const SphereSelection &of) : sum(sum), of(of) {}
  void visit(const RecordedContact &contact) override;
  void visit(const RecordedOverlap &overlap) override;

 private:
  StoredEnergy &sum;
  SphereSelection of;
};

// Power that contacts take, and the work of walls on selected particles.
class PowerSum : public ContactVisitor {
 public:
  PowerSum(EnergyFlows &sum, const SphereRates *rates, const SphereSelection &of) :
      sum(sum), rates(rates), of(of)
  {
  }
  void visit(const RecordedContact &contact) override;
  void visit(const RecordedOverlap &overlap) override;

 private:
  EnergyFlows &sum;
  const SphereRates *rates;
  SphereSelection of;
};

// Energy that was lost at once in this step: where contacts with cohesion began or tore off, and by
// the hysteretic law of energy. All of it is CONTACT_DAMPING.
class LossSum : public ContactVisitor {
 public:
  LossSum(const SphereRates *rates, const SphereSelection &of) : rates(rates), of(of) {}
  void visit(const RecordedContact &) override {}
  void visit(const RecordedOverlap &overlap) override;
  void visit(const RecordedChange &change) override;
  double sum = 0.0;

 private:
  const SphereRates *rates;
  SphereSelection of;
};

// The power of contacts between a selected particle and one that is not, on the latter.
class PowerOnOthers : public ContactVisitor {
 public:
  PowerOnOthers(const SphereRates *rates, const SphereSelection &of) : rates(rates), of(of) {}
  void visit(const RecordedContact &contact) override;
  void visit(const RecordedOverlap &overlap) override;
  double sum = 0.0;

 private:
  const SphereRates *rates;
  SphereSelection of;
};

// The power of all forces of walls, at the velocities of the particles. Not the work of walls: that
// is taken at the velocities of the walls, and is WALL_WORK of PowerSum.
class PowerOfWalls : public ContactVisitor {
 public:
  explicit PowerOfWalls(const SphereRates *rates) : rates(rates) {}
  void visit(const RecordedContact &contact) override;
  void visit(const RecordedOverlap &overlap) override;
  double sum = 0.0;

 private:
  const SphereRates *rates;
};

}    // namespace grist

#endif
