// What a sensor gives apart: all particles first, then those of each atom type or of each of some
// groups.

#ifndef LMP_SENSOR_COMPONENTS_H
#define LMP_SENSOR_COMPONENTS_H

#include "pointers.h"
#include "styles/commands/named_group.h"

#include <cassert>
#include <string>
#include <vector>

namespace LAMMPS_NS {

class InputWords;

class SensorComponents : protected Pointers {
 public:
  SensorComponents(class LAMMPS *lmp, std::string user);

  void read(InputWords &words, const std::vector<std::string> &keywords);    // after `by`

  // At the start of a run: its warnings. At each look: groups may have been deleted.
  void init();
  void find_groups();

  int count() const { return static_cast<int>(names.size()); }
  const std::string &name(int component) const
  {
    assert(component >= 0 && component < static_cast<int>(names.size()));
    return names[component];
  }    // 0: all

  // Calls visit(component) for those that an atom belongs to.
  template <class Visit> void each(int type, int mask, const Visit &visit) const
  {
    assert(type >= 1 && bits.size() == groups.size());
    visit(0);
    if (by_type) visit(type);
    for (size_t n = 0; n < bits.size(); n++)
      if (mask & bits[n]) visit(static_cast<int>(n) + 1);
  }

 private:
  const std::string user;
  bool by_type = false;
  std::vector<std::string> names = {"all"};
  std::vector<NamedGroup> groups;
  std::vector<int> bits;    // of the groups, now
};

}    // namespace LAMMPS_NS

#endif
