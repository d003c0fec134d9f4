/* The energy that a style stores, dissipates and supplies, for compute energy/balance, fix
   collisions and compute stress/cluster. They find it by styles_with() and know no style by name.

   A style that changes forces or motion and is no EnergyStyle is rejected, or only the power of its
   forces is known. Powers are those on the motion at the instant of the positions (`rates`, by
   atom, owned and ghost). Sums are this rank's share: shares add up to each contact once.
*/

#ifndef GRIST_STYLES_ENERGY_STYLE_H
#define GRIST_STYLES_ENERGY_STYLE_H

#include "common/space.h"
#include "common/subscription.h"
#include "energy/energy_ledger.h"
#include "energy/sphere_rates.h"
#include "energy/sphere_selection.h"

#include <string>
#include <vector>

namespace grist {
class ContactVisitor;
class OverlapRecord;
}    // namespace grist

namespace LAMMPS_NS {

// Constant and uniform.
struct GravityField {
  enum class Part {
    MOTION,                 // the integrator adds it
    FORCES_BEFORE_FIXES,    // forces have it before fixes act on them
    FORCES                  // forces have it after post_force
  };
  int groupbit;
  grist::Vector3d acceleration;    // force/mass
  Part part;

  bool in_forces() const { return part != Part::MOTION; }
};

// Rigid bodies that owned atoms move with.
class BodyMotion {
 public:
  virtual bool has(int i) const = 0;

  // How an atom of a body moves now. Valid where velocities are those of a full step.
  virtual grist::SphereRates rates_now(int i) const = 0;

  // Puts in the rates of atoms of bodies after half a step of the forces on their bodies, when all
  // forces are known. half_step: in units of velocity times mass over force; 0 where velocities are
  // those of a full step. Collective.
  virtual void complete(std::vector<grist::SphereRates> &rates, double half_step) = 0;

  // The share of an atom. rates: its own, of any instant.
  virtual double twice_kinetic_energy(int i, const grist::SphereRates &rates) const = 0;

  // Energy in gravity that acts on bodies alone [force times length].
  virtual double gravitational_energy(int) const { return 0.0; }

  // Power of the constraints that hold bodies, on this rank; valid after complete().
  virtual double power_of_constraints() const { return 0.0; }

 protected:
  ~BodyMotion() = default;
};

// How the atoms of a run are moved.
struct AtomMotion {
  int integrated = 0;    // bits of the groups that are integrated, atom by atom
  std::vector<GravityField> gravity;
  std::vector<BodyMotion *> bodies;
};

// What a fix foresees of the motion at the instant of the positions, before forces are known.
class ForeseenRates {
 public:
  static constexpr const char *ID = "GRIST_FULL_STEP_RATES";    // of the fix

  // By atom, owned and ghost; null: not in this step.
  virtual const grist::SphereRates *foreseen() const = 0;

  // By owned atom, where an integrator that foresees_rates() puts them as it starts this step; null:
  // it need not.
  virtual grist::SphereRates *to_foresee() = 0;

 protected:
  ~ForeseenRates() = default;
};
const grist::SphereRates *foreseen_rates(const class LAMMPS *lmp);
grist::SphereRates *rates_to_foresee(const class LAMMPS *lmp);

class EnergyStyle {
 public:
  // Why it cannot report its energy in this run; empty if it can.
  virtual std::string energy_refusal() const { return {}; }

  // A fix that acts after forces, reads them and changes none.
  virtual bool only_reads_forces() const { return false; }

  // A fix that is neither a contact style nor moves bodies, and stores or takes energy.
  virtual bool has_own_energy() const { return false; }

  // While someone holds a subscription, each evaluation of forces keeps what the functions below
  // need.
  virtual grist::Subscription record_energy() { return {}; }

  // Whether its powers may be those by foreseen_rates(): not where forces change velocities by much of
  // themselves in a step.
  virtual bool has_powers_at_once() const { return false; }

  // Both add what the last evaluation gave.
  virtual void add_stored(grist::StoredEnergy &, const grist::SphereSelection &) const {}
  virtual void add_powers(grist::EnergyFlows &, const grist::SphereRates *,
                          const grist::SphereSelection &) const
  {
  }

  // Whether powers begin and end at once in this run, so that samples of every few steps miss much
  // of them.
  virtual bool power_begins_at_once() const { return false; }

  // Power on spheres of forces that it adds beside the contacts of walls, when walls act.
  virtual double power_at_walls(const grist::SphereRates *) const { return 0.0; }

  // Instantaneous events since the last call: bonds that broke, contacts that took their place.
  virtual void take_events(grist::EnergyLedger &) {}

  // Dissipated energy that has become heat, on this rank.
  virtual double heat_made() const { return 0.0; }

  // At the start of a run.
  virtual void add_atom_motion(AtomMotion &) {}

  // An integrator of all atoms that fills rates_to_foresee().
  virtual bool foresees_rates() const { return false; }

 protected:
  ~EnergyStyle() = default;
};

class ContactStyle;

// Is shown to after each evaluation, while velocities are still those of it.
class ContactWatch {
 public:
  virtual void evaluated(const ContactStyle &style) = 0;

 protected:
  ~ContactWatch() = default;
};

// A style with contacts.
class ContactStyle : public EnergyStyle {
 public:
  // While someone holds a subscription, the contacts of each evaluation are kept to be shown.
  virtual grist::Subscription record_contacts() { return {}; }
  grist::Subscription record_energy() override { return record_contacts(); }

  // Shows the contacts of the last evaluation, in the order in which they were evaluated.
  virtual void show_contacts(grist::ContactVisitor &) const = 0;

  grist::Listeners<ContactWatch> watches;

  // Contacts of bodies, which breakage reads; null: the style has none.
  virtual grist::OverlapRecord *overlap_record() { return nullptr; }

  // What a wall is to heat (styles/walls/wall_law.h); null: nothing.
  virtual struct WallHeat *wall_heat() { return nullptr; }

  // Atoms that a wall tests in each step, which compute load/atom counts; null: it is no wall.
  virtual const std::vector<int> *near_atoms() const { return nullptr; }

  void add_stored(grist::StoredEnergy &to, const grist::SphereSelection &of) const override;
  void add_powers(grist::EnergyFlows &to, const grist::SphereRates *rates,
                  const grist::SphereSelection &of) const override;

  // Energy that contacts have lost at once in this step (grist::LossSum); all of it is
  // CONTACT_DAMPING. Whether there may be any.
  virtual double lost_at_once(const grist::SphereRates *rates,
                              const grist::SphereSelection &of) const;
  virtual bool may_lose_at_once() const = 0;

 protected:
  ~ContactStyle() = default;

  // For a style that shows contacts with the present velocities, which at outputs are half a step
  // later: at the end of an evaluation.
  void show_watches() const
  {
    watches.for_each([this](ContactWatch &watch) { watch.evaluated(*this); });
  }
};

// The pair style and the fixes of a run that show contacts.
struct NamedContacts {
  ContactStyle *style;
  std::string name;            // "pair_style polyhedron", "fix drum"
  const class Fix *of_wall;    // null: the pair style
};
std::vector<NamedContacts> contact_styles(class LAMMPS *lmp);

}    // namespace LAMMPS_NS

#endif
