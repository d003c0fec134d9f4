// The stiffness of a bed against a wall that a servo moves (walls/servo.h), found from how the force
// has answered the wall while it went for a new target.
//
// Vocabulary:
//   own change   change of the force in one step if what the wall touches did not give way: that of
//                the springs and dashpots of the wall's own contacts
//   share        r: the force changes by r times the own change, because bed and contacts are springs
//                in series. About 1 over the number of layers
//   answer       unit of time: the sum of g r k dt/(k dt + c), in which a servo of gain g on its way
//                to a new target takes up all but 1/e of what is missing
//
// With F, S and T the sums of changes of the force, of own changes and of k dt, r and w of
//   F = r S + w T
// are fitted by least squares. w is that of a bed that moves by itself. The sums forget what is older
// than three answers: they see the bed as slowly as the servo goes for its target, when waves in it
// have come back. Where nothing has changed the target, S follows what disturbs the force and says nothing
// about r; so the fit ends some answers after a new target.

#ifndef GRIST_WALLS_BED_STIFFNESS_H
#define GRIST_WALLS_BED_STIFFNESS_H

#include <initializer_list>

namespace grist {

class BedStiffness {
 public:
  struct Step {
    double change;        // of the force
    double own_change;    // with the bed at rest or at its speed before
    double spring;        // k dt
    double gain;          // g k dt/(k dt + c)
  };

  // At first touch: nothing is known.
  void begin_unknown(double target, double missing);

  // Whether a target differs enough from that of the last fit to begin another.
  bool is_new(double target) const;
  void begin(double target, double missing);

  // missing: of the force, after the step.
  void add(const Step &step, double target, double missing);

  double share() const { return fitted; }

  // Whether the share may be used: the force has come near its target, or had time to.
  bool is_known() const { return known; }
  bool is_fitting() const { return fitting; }

  // Whether the force has not come near a new target yet, and misses it on the side it comes from.
  bool is_on_its_way(double missing) const { return on_way && missing * missing_first > 0.0; }

  // Where the force stays away from its target on one side, the share has been too small.
  void double_share();

 private:
  double fitted = 1.0;
  bool known = false, fitting = false, on_way = false;
  double answers = 0.0;          // since the fit began
  double aim = 0.0;              // its target
  double missing_first = 0.0;    // when it began
  double force = 0.0, own = 0.0, springs = 0.0;
  double own_own = 0.0, own_force = 0.0, own_springs = 0.0;    // sums of products
  double springs_force = 0.0, springs_springs = 0.0;

  void sum(const Step &step, double keep);
  double fit() const;
};

}    // namespace grist

#endif
