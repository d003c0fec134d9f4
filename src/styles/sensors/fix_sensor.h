/* fix sensor: the flow through a plane, or the state of the material in a region, slices or blocks.

   sensor.h has what is measured; this fix has the words, the intervals, the values, the files, and
   the numbers that migrate with atoms.
*/

#ifdef FIX_CLASS
// clang-format off
FixStyle(sensor,FixSensor);
// clang-format on
#else

#ifndef LMP_FIX_SENSOR_H
#define LMP_FIX_SENSOR_H

#include "fix.h"
#include "styles/common/report_file.h"
#include "styles/common/run_counter.h"
#include "styles/sensors/sensor_components.h"

#include <memory>
#include <vector>

namespace LAMMPS_NS {

class FieldSensor;
class InputWords;
class Sensor;
class SensorSeries;

class FixSensor : public Fix {
 public:
  FixSensor(class LAMMPS *, int, char **);
  ~FixSensor() override;
  int setmask() override;
  void init() override;
  void setup(int) override;
  void end_of_step() override;
  void post_run() override { counter.leave(update); }
  double compute_array(int, int) override;
  double memory_usage() override;

  void grow_arrays(int) override;
  void copy_arrays(int, int, int) override;
  void set_arrays(int) override;
  int pack_exchange(int, double *) override;
  int unpack_exchange(int, double *) override;

  void write_restart(FILE *) override;
  void restart(char *) override;
  int pack_restart(int, double *) override;
  void unpack_restart(int, int) override;
  int size_restart(int) override;
  int maxsize_restart() override;

 private:
  SensorComponents components;
  std::unique_ptr<Sensor> sensor;
  FieldSensor *field = nullptr;    // the same, where it is one
  std::unique_ptr<ReportFile> file;
  std::unique_ptr<SensorSeries> series;
  int samples_every = 1, output_every = 1;    // steps
  bool is_appended = false;

  std::vector<double> table;      // what close() gave
  std::vector<double> numbers;    // by atom
  int width = 0;                  // of these

  // Times are those since the first run with this sensor.
  bool has_begun = false;
  double start = 0.0, interval_start = 0.0;
  RunCounter counter;

  struct Words;
  void read_words(InputWords &words, Words &to);
  void make_files(const Words &words);
  double time() const;
  void write_rows();
  std::string header() const;
  std::vector<char> signature() const;
};

}    // namespace LAMMPS_NS

#endif
#endif
