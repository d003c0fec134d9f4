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

#include "styles/access/run_time.h"
#include "styles/files/report_file.h"
#include "styles/sensors/sensor.h"
#include "styles/state/atom_rows.h"

#include <memory>
#include <string>
#include <vector>

namespace LAMMPS_NS {

class FieldSensor;
class InputWords;
class SensorSeries;

class FixSensor : public AtomRows<SensorRow> {
 public:
  FixSensor(class LAMMPS *, int, char **);
  int setmask() override { return FixConst::END_OF_STEP; }
  void init() override;
  void setup(int) override;
  void end_of_step() override;
  void post_run() override { counter.leave(update); }
  double compute_array(int row, int column) override
  {
    return kept.table[static_cast<size_t>(row) * size_array_cols + column];
  }
  double memory_usage() override
  {
    return static_cast<double>(kept.table.capacity()) * sizeof(double) + AtomRows::memory_usage();
  }

 private:
  SensorComponents components;
  std::unique_ptr<Sensor> sensor;
  FieldSensor *field = nullptr;    // the same, where it is one
  std::unique_ptr<ReportFile> file;
  std::unique_ptr<SensorSeries> series;
  int samples_every = 1, output_every = 1;    // steps
  bool is_appended = false;

  // What a run continues with, besides what the sensor has.
  struct Kept {
    bool has_begun = false;
    double start = 0.0, interval_start = 0.0;    // since the first run with this sensor
    std::vector<double> table;                   // what close() gave
  } kept;
  RunCounter counter;

  struct Words;
  void read_words(InputWords &words, Words &to);
  void make_files(const Words &words);
  double time() const { return run_time(update) - kept.start; }
  void write_rows();
  std::string header() const;
  std::string signature() const { return fmt::format("{} {}", header(), size_array_rows); }
  void transfer_state(grist::Archive &archive) override;
};

}    // namespace LAMMPS_NS

#endif
#endif
