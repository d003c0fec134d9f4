// The energy balance of a run: the energy stored now, the energy dissipated and supplied so far,
// and the residual.
//
// Vocabulary:
//   flow     a power summed over time: dissipation, or the work of moving walls
//   stored   energies that are functions of positions, velocities and histories at one instant
//   drift    stored now + dissipated - supplied - stored at the start; zero for exact integration
//
// Spheres that are inserted enter the balance with what they store at the end of their first step,
// and spheres that are removed leave it with what they stored at the end of their last: neither
// takes part in the flows of the step between. A body that breaks is removed and its pieces are
// inserted, with an entry of their own.
//
// Powers are those of the forces at a step on the velocities at the same step. Velocity Verlet
// changes the kinetic energy by the mean of two forces that follow each other on the velocity half
// way between them. Summed over a run this is the trapezoid rule over such powers, except for terms
// of the size dt^2 |F|^2 / 8m at its two ends.

#ifndef GRIST_ENERGY_ENERGY_LEDGER_H
#define GRIST_ENERGY_ENERGY_LEDGER_H

#include <array>

namespace grist {

enum EnergyFlow {
  BOND_DAMPING,
  CONTACT_DAMPING,
  SHEARING,    // work against tangential forces: friction and the springs' energy
  ROLLING,     // work against rolling torques: rolling friction and the springs' energy
  WALL_WORK,
  PRESSING,      // work against normal forces of bodies that have no potential: loss and `pressed`
  OTHER_WORK,    // work of forces and motion of which nothing else is known
  OTHER_CONTACTS,    // of contacts that do not separate stored from dissipated energy
  WALL_LOSS,         // in dashpots and at stops of walls that move freely
  ENERGY_FLOWS
};
using EnergyFlows = std::array<double, ENERGY_FLOWS>;

struct StoredEnergy {
  double kinetic = 0.0, gravitational = 0.0, bond = 0.0;
  double normal = 0.0, shear = 0.0, roll = 0.0;    // of contacts
  double pressed = 0.0;    // in normal springs without a potential, as of a face
  double walls = 0.0;      // kinetic and potential, of walls that move freely

  // As an array, for sums over ranks.
  static constexpr int SIZE = 8;
  std::array<double, SIZE> to_array() const
  {
    return {kinetic, gravitational, bond, normal, shear, roll, pressed, walls};
  }
  static StoredEnergy from_array(const std::array<double, SIZE> &n)
  {
    return {n[0], n[1], n[2], n[3], n[4], n[5], n[6], n[7]};
  }
  double total() const
  {
    return kinetic + gravitational + bond + normal + shear + roll + pressed + walls;
  }
  void add(const StoredEnergy &other, double factor = 1.0);
};

// Energy that some of the spheres store and the powers of their flows, at one instant.
struct EnergyPart {
  StoredEnergy stored;
  EnergyFlows powers{};
};

// The entries of a report.
struct EnergyBalance {
  double kinetic, gravitational, bond, contact;                       // stored
  double bond_damping, contact_damping, friction, rolling, broken;    // dissipated since the start
  double wall_work, new_contacts;                                     // supplied since the start
  double entered, left;    // with spheres that were inserted and removed since the start
  double held;             // supplied where clusters began or ceased to be held rigid
  double split;            // stored by bodies before they broke, less what their pieces store after
  double other_work;       // supplied by forces of other styles
  double other_contacts;    // stored and dissipated by contacts of other styles
  double walls;             // stored by walls that move freely
  double wall_loss;         // dissipated by them since the start
  double drift;
};

class EnergyLedger {
 public:
  // Powers at the start of a run: no time has passed since the last step.
  void begin(const EnergyFlows &powers) { last = powers; }

  // Powers at the end of a time dt, which is one step or several.
  void advance(const EnergyFlows &powers, double dt);

  // The same where the powers at its end are not known: they are those at its start.
  void advance(double dt) { advance(last, dt); }

  // Energy that a flow takes at once in a step, which no power includes.
  void add_flow(EnergyFlow flow, double energy) { total[flow] += energy; }

  // Energy that a bond takes along when it breaks, and that of a contact that begins with an
  // overlap.
  void add_broken_bond(double energy) { broken += energy; }
  void add_new_contact(double energy) { new_contacts += energy; }

  // Energy of deformation that a cluster gains when it is released, or loses when it becomes rigid
  // (< 0).
  void add_held(double energy) { held += energy; }

  // Spheres that were inserted in a step, after advance() to its end, with their part at that end.
  void add_entered(const EnergyPart &part, double dt);

  // Spheres that are removed in a step, before advance() to its end, with their part at its start.
  void add_left(const EnergyPart &part);

  // The same of bodies that break, and of their pieces.
  void add_broken_bodies(const EnergyPart &part);
  void add_pieces(const EnergyPart &part, double dt);

  // Sums so far: flows, broken bonds, new contacts, held clusters, what entered, what left, what
  // breaking took.
  static constexpr int ENTERED = ENERGY_FLOWS + 3, LEFT = ENTERED + StoredEnergy::SIZE;
  static constexpr int SPLIT = LEFT + StoredEnergy::SIZE, SIZE = SPLIT + StoredEnergy::SIZE;
  using Sums = std::array<double, SIZE>;
  Sums sums() const;
  void set_sums(const Sums &sums);

 private:
  EnergyFlows total{}, last{};
  double broken = 0.0, new_contacts = 0.0, held = 0.0;
  StoredEnergy entered, left, split;

  void take_part(const EnergyPart &part)
  {
    for (int k = 0; k < ENERGY_FLOWS; k++) last[k] -= part.powers[k];
  }
  void give_part(const EnergyPart &part, double dt);
};

// The balance from the sums of a ledger (of all ranks).
EnergyBalance energy_balance(const StoredEnergy &now, const StoredEnergy &start,
                             const EnergyLedger::Sums &sums);

}    // namespace grist

#endif
