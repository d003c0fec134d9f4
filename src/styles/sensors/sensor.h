// What a fix sensor measures: the flow through a plane, or the state of the material in places. The
// fix has the file, the output and the intervals.

#ifndef LMP_SENSOR_H
#define LMP_SENSOR_H

#include "pointers.h"
#include "styles/sensors/sensor_components.h"

#include <string>
#include <vector>

namespace LAMMPS_NS {

inline constexpr char FIX_SENSOR[] = "Fix sensor";    // begins errors

class RestartReader;
class RestartWriter;

class Sensor : protected Pointers {
 public:
  Sensor(class LAMMPS *lmp, int groupbit, const SensorComponents &components) :
      Pointers(lmp), groupbit(groupbit), components(components)
  {
  }
  virtual ~Sensor() = default;

  virtual int places() const = 0;                               // slices or blocks
  virtual std::vector<std::string> columns() const = 0;         // as in output_columns.h
  virtual int numbers_by_atom() const = 0;                      // that migrate with atoms
  virtual bool restarts_atoms() const { return false; }         // with these numbers
  virtual bool looks_at_every_step() const { return false; }    // not at samples alone

  virtual void init() = 0;

  // At set-up. numbers: of atom i at numbers[i * numbers_by_atom()]; NEW for atoms that are new.
  // `is_first`: no run before had this sensor. `time`: since then.
  virtual void begin_run(std::vector<double> &, bool, double) {}

  virtual void before_sample() {}    // before the forces of the step

  // After a step. Collective.
  virtual void look(std::vector<double> &numbers, double time) = 0;

  // Ends an interval of this length. Gives the columns of all rows: by component, then by place.
  // Collective.
  virtual std::vector<double> close(double elapsed) = 0;

  // What goes on after a restart. write() is collective, and complete on rank 0.
  virtual void write(RestartWriter &block) const = 0;
  virtual void read(RestartReader &block) = 0;

  static constexpr double NEW = -1e300;

 protected:
  const int groupbit;
  const SensorComponents &components;
};

}    // namespace LAMMPS_NS

#endif
