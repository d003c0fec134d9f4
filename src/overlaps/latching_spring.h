// The partially latching spring: it unloads along a steeper line than it was loaded, and the area
// between the lines is lost.
//
// Source: Walton and Braun, J. Rheology 30 (1986) 949, with a coordinate q of any kind (an overlap,
// a volume) in place of the overlap, and the ratio of the two stiffnesses from a coefficient of
// restitution e.
//
//      loading               K q                               while q is the largest so far,
//                            `peak`
//      unloading, reloading  K/e^2 (q - (1 - e^2) peak)        not below 0; meets the line of
//                            loading at the peak
//
// Work by dq: K peak^2/2 is done to a peak, e^2 of it is given back on the way out. The spring has
// no memory but its peak, so that it depends on no speed. At the residual q = (1 - e^2) peak its
// force ends.

#ifndef GRIST_OVERLAPS_LATCHING_SPRING_H
#define GRIST_OVERLAPS_LATCHING_SPRING_H

#include "lanes/instructions.h"

namespace grist {
inline namespace GRIST_INSTRUCTION_SET {

struct LatchingSpring {
  double stiffness;      // K, of loading
  double restitution;    // e, above 0 to 1

  double steepest() const { return stiffness / (restitution * restitution); }
  double virgin_force(double q) const { return stiffness * q; }

  // q <= peak.
  double force(double q, double peak) const
  {
    const double pressed = stiffness * peak - steepest() * (peak - q);
    return pressed > 0.0 ? pressed : 0.0;
  }

  // The energy that unloading from here returns, and the loss of a peak.
  double stored(double q, double peak) const
  {
    const double now = force(q, peak);
    return 0.5 * now * now / steepest();
  }
  double lost(double peak) const
  {
    return 0.5 * (1.0 - restitution * restitution) * stiffness * peak * peak;
  }
};

}    // namespace GRIST_INSTRUCTION_SET
}    // namespace grist

#endif
