/* spray REGION RATE of fix liquid: a volume of liquid per time falls on the spheres whose centers
   lie in the region at that step, shared by their cross sections over all ranks. While none is there
   nothing is sprayed.
*/

#ifndef LMP_LIQUID_SPRAY_H
#define LMP_LIQUID_SPRAY_H

#include "pointers.h"
#include "styles/commands/number_or_variable.h"

#include <functional>
#include <string>
#include <vector>

namespace LAMMPS_NS {

class LiquidSpray : protected Pointers {
 public:
  // Reads the words behind the keyword; `user` begins errors.
  LiquidSpray(class LAMMPS *lmp, class InputWords &words, const std::string &user);

  void init();

  // Adds what this step gives to the films of owned spheres and to what has fallen on them; takes
  // the volume by which films grew. Returns whether any liquid has fallen, on any rank.
  bool add_to(double *film, std::vector<double> &fallen,
              const std::function<void(double)> &take) const;

 private:
  std::string user, id;
  NumberOrVariable rate;
  class Region *region() const;
};

}    // namespace LAMMPS_NS

#endif
