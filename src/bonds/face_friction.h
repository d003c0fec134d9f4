// Friction in the damaged part of a face that is pressed.
//
// The damage D is the share of the area that is cracked (Alfano and Sacco 2006). Pressure acts on
// the whole area, so that this share can bear the friction
//   |F| <= mu D k_n A |u_3|.
// Below it sticks: a spring D k_s A. Area that is damaged anew begins without friction; so damage takes
// the same energy as without it, and what friction takes comes on top of that.

#ifndef GRIST_BONDS_FACE_FRICTION_H
#define GRIST_BONDS_FACE_FRICTION_H

#include "common/number_row.h"
#include "common/space.h"

namespace grist {

struct FaceFriction {
  struct Coefficients {
    double sliding = 0.0;    // mu
  };
  static NumberRows<Coefficients> rows()
  {
    return {{"friction", in<&Coefficients::sliding>, Quantity::NUMBER, ranges::NOT_NEGATIVE,
             "friction coefficient of the damaged part of a face that softens under pressure"}};
  }
  static bool acts(const Coefficients &of) { return of.sliding > 0.0; }

  // At the end of a step, along axes 1 and 2 of the face half way.
  struct Memory {
    double force[2];    // on a
    double slip[2];     // u
    double damage;      // 0: no friction yet
  };
  static constexpr Memory NEW = {};

  struct Step {
    double stiffness;    // k_s A
    double limit;        // mu times the pressure on the whole area
    double damage;       // at the end of the step
    double slip[2];
  };
  struct Result {
    Vector3d force;    // on a
    double stored;
    double
        lost;    // in the step: the work of the mean force of both ends less what the spring gains
  };
  static Result advance(const Step &step, Memory &memory);
};

}    // namespace grist

#endif
