// The energy that softening (softening.h) takes in one step, along the way of the loads.
//
// With psi, the energy of the springs without damage except that of pressure, damage takes the integral
// of psi dd. Along a step the loads of the undamaged springs go straight from those before it to those
// after it; the share u of the strength is a convex function of them, so that it exceeds its former
// maximum from one point of the way on. There dd = reach/(reach - 1) du/u^2, and psi/u^2 stays the same
// where all loads grow alike.

#ifndef GRIST_BONDS_LOAD_PATH_H
#define GRIST_BONDS_LOAD_PATH_H

namespace grist {

class LoadPath {
 public:
  // Share of the strength without damage at the end of the step.
  double share() const { return last_share; }

  // Energy that damage takes while the largest share so far grows from `before` to `now`, with
  // 1 <= before <= now <= share().
  double taken(double before, double now, double reach) const;

 protected:
  ~LoadPath() = default;
  void begin();    // when share_at() can be asked

  virtual double share_at(double way) const = 0;                 // 0: before the step, 1: after it
  virtual double energy_over_square_at(double way) const = 0;    // psi/u^2

  // Where the share first exceeds this one.
  double way_to(double share) const;

 private:
  double first_share = 0.0, last_share = 0.0;
};

}    // namespace grist

#endif
