/* The state of the material in a region, slices or blocks: means over the samples of an interval of
   what sensors/cell_sums.h has, the solid fraction, and the stays of particles in a region.

   Contacts are recorded in the steps of samples alone.
*/

#ifndef LMP_FIELD_SENSOR_H
#define LMP_FIELD_SENSOR_H

#include "styles/packings/part_space.h"
#include "styles/sensors/sensor.h"
#include "styles/stress/particle_loads.h"

#include "sensors/cell_sums.h"
#include "sensors/image_text.h"
#include "sensors/segment_shares.h"

#include <algorithm>
#include <memory>

namespace LAMMPS_NS {

struct FieldSettings {
  std::unique_ptr<PartSpace> space;
  std::vector<std::string> values;    // of value_names()
  bool stays = false;                 // those in the region are followed
};

class FieldSensor : public Sensor {
 public:
  FieldSensor(class LAMMPS *lmp, int groupbit, const SensorComponents &components,
              FieldSettings settings);

  static std::vector<std::string> value_names();
  static std::vector<std::string> default_values()
  {
    return {"number", "mass", "velocity", "temperature"};
  }

  int places() const override { return space->parts.count(); }
  std::vector<std::string> columns() const override;
  bool has_rows() const override { return has_stays; }
  bool restarts_rows() const override { return has_stays; }
  void init() override;
  void begin_run(std::vector<SensorRow> &rows, bool is_first, double time) override;
  void before_sample() override
  {
    if (has_stress) loads = std::make_unique<ParticleLoads>(lmp, FIX_SENSOR, [] { return true; });
  }
  void look(std::vector<SensorRow> &rows, double time) override;
  std::vector<double> close(double elapsed) override;
  void transfer_state(grist::Archive &archive) override;

  // What close() gave, as a file for ParaView.
  std::string image(const std::vector<double> &table) const;

 private:
  const std::unique_ptr<PartSpace> space;
  const std::vector<std::string> values;
  const bool has_stays;
  bool has_stress, has_fraction;

  // Of the interval that has not ended.
  double samples = 0.0;
  std::vector<grist::CellSums> sums;    // this rank's share, by component, then by place
  std::vector<double> solid;            // volumes by place, of all ranks

  grist::PartGrid grid;           // at the last sample
  std::vector<double> volumes;    // of places
  std::unique_ptr<Stays> stays;
  std::unique_ptr<ParticleLoads> loads;
  grist::SegmentShares shares;

  bool measures(const char *value) const
  {
    return std::find(values.begin(), values.end(), value) != values.end();
  }
  int place_of(const grist::Vector3d &x) const;
  void place_grid();
  void add_particles();
  void add_stress();
  void add_arm(int i, const grist::Vector3d &arm, const grist::Vector3d &force);
  void add_solid();
  std::vector<grist::CellSums> whole_sums() const;
  void add_values(std::vector<double> &row, const grist::CellState &state, double solid_volume,
                  double volume) const;
};

}    // namespace LAMMPS_NS

#endif
