/* The order of the fixes of an input, in one list (order_of_fixes.cpp).

   A fix whose place is not seen from what it does says it: it is a StandsAt<FixPlace::LIQUID>. At the
   start of a run each such fix asks for the check, which names all that stand wrongly in one sentence
   and writes the right order of all fixes of the input.
*/

#ifndef LMP_ORDER_OF_FIXES_H
#define LMP_ORDER_OF_FIXES_H

#include <string>
#include <vector>

namespace LAMMPS_NS {

// In the order of an input.
enum class FixPlace { BONDS, LIQUID, PARTICLES, FORCES, READERS, REPORTS, CHECKPOINT };

class OrderedFix {
 public:
  virtual FixPlace place() const = 0;

 protected:
  ~OrderedFix() = default;
};

template <FixPlace PLACE> class StandsAt : public OrderedFix {
 public:
  FixPlace place() const override { return PLACE; }
};

// For init(): ends the run unless all fixes stand in this order.
void check_order_of_fixes(class LAMMPS *lmp);

// What stands at each place, in the order of places: "bond_style", "fix liquid", ...
std::vector<std::string> names_of_places();

}    // namespace LAMMPS_NS

#endif
