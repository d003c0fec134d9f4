// What a fix sensor measures: the flow through a plane, or the state of the material in places. The
// fix has the file, the output and the intervals.

#ifndef LMP_SENSOR_H
#define LMP_SENSOR_H

#include "common/archive.h"
#include "common/space.h"
#include "pointers.h"
#include "styles/commands/named_group.h"
#include "styles/sensors/stays.h"

#include <cassert>
#include <string>
#include <vector>

namespace LAMMPS_NS {

class InputWords;

// What a sensor gives apart: all particles first, then those of each atom type or of each of some
// groups.
class SensorComponents : protected Pointers {
 public:
  SensorComponents(class LAMMPS *lmp, std::string user);

  void read(InputWords &words, const std::vector<std::string> &keywords);    // after `by`

  // At the start of a run: its warnings. At each look: groups may have been deleted.
  void init();
  void find_groups();

  int count() const { return static_cast<int>(names.size()); }
  const std::string &name(int component) const    // 0: all
  {
    assert(component >= 0 && component < static_cast<int>(names.size()));
    return names[component];
  }

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

inline constexpr char FIX_SENSOR[] = "Fix sensor";    // begins errors

// What an atom carries for its sensor.
struct SensorRow {
  static constexpr double NEW = -1e300;
  double planes_below = NEW;                          // of PlaneSensor; NEW: not known
  grist::Vector3d place = grist::Vector3d::zero();    // at the last step, where a region counts
  double stay = Stays::OUTSIDE;                       // of FieldSensor: of Stays::follow()
};

class Sensor : protected Pointers {
 public:
  Sensor(class LAMMPS *lmp, int groupbit, const SensorComponents &components) :
      Pointers(lmp), groupbit(groupbit), components(components)
  {
  }
  virtual ~Sensor() = default;

  virtual int places() const = 0;                          // slices or blocks
  virtual std::vector<std::string> columns() const = 0;    // as in output_columns.h
  virtual bool has_rows() const = 0;
  virtual bool restarts_rows() const { return false; }
  virtual bool looks_at_every_step() const { return false; }    // not at samples alone

  virtual void init() = 0;

  // At set-up. Rows by atom; empty if it has none. `is_first`: no run before had this sensor.
  // `time`: since then.
  virtual void begin_run(std::vector<SensorRow> &, bool, double) {}

  virtual void before_sample() {}    // before the forces of the step

  // After a step. Collective.
  virtual void look(std::vector<SensorRow> &rows, double time) = 0;

  // Ends an interval of this length. Gives the columns of all rows: by component, then by place.
  // Collective.
  virtual std::vector<double> close(double elapsed) = 0;

  // What goes on after a restart. Writing is collective, and complete on rank 0.
  virtual void transfer_state(grist::Archive &archive) = 0;

 protected:
  const int groupbit;
  const SensorComponents &components;
};

}    // namespace LAMMPS_NS

#endif
