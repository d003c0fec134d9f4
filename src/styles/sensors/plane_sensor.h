/* Particles whose centers cross a plane: numbers and masses each way, and their velocity.

   The place of each particle is kept as the number of planes below it, where a periodic box repeats
   the plane. It changes by one with each crossing, wherever LAMMPS puts the particle back.
*/

#ifndef LMP_PLANE_SENSOR_H
#define LMP_PLANE_SENSOR_H

#include "styles/sensors/sensor.h"

#include "common/exact_sum.h"

#include <array>
#include <cstdint>

namespace LAMMPS_NS {

struct SensorPlane {
  int axis = 2;
  double place = 0.0;
  std::string region;    // of the plane that counts; empty: all of it
};

class PlaneSensor : public Sensor {
 public:
  PlaneSensor(class LAMMPS *lmp, int groupbit, const SensorComponents &components,
              SensorPlane plane);

  int places() const override { return 1; }
  std::vector<std::string> columns() const override;
  bool has_rows() const override { return true; }
  bool looks_at_every_step() const override { return true; }
  void init() override;
  void begin_run(std::vector<SensorRow> &rows, bool is_first, double time) override;
  void look(std::vector<SensorRow> &rows, double time) override;
  std::vector<double> close(double elapsed) override;
  void transfer_state(grist::Archive &archive) override;

 private:
  enum { FORWARD, BACK, WAYS };

  // Of a component. Amounts since the start are this rank's share.
  struct Tally {
    std::array<std::int64_t, WAYS> number{};
    std::array<grist::ExactSum, WAYS> mass;
  };
  // Of the interval that has not ended: what crossed either way.
  struct Interval {
    double mass = 0.0;
    std::array<double, 3> momentum{};
  };
  // On all ranks.
  struct Totals {
    std::array<std::int64_t, WAYS> number;
    std::array<double, WAYS> mass;
  };

  const SensorPlane plane;
  class Region *region = nullptr;    // at the last use
  std::vector<Tally> tallies;
  std::vector<Interval> intervals;
  std::vector<double> net_before;    // mass by component when the interval began

  void find_region();
  double planes_below(int i) const;
  bool counts_here(int i, const grist::Vector3d &before) const;
  void count(int i, double crossings);
  Totals totals(int component) const;
  grist::ExactSum sum_of_all_ranks(const grist::ExactSum &mine) const;
  std::vector<Interval> whole_intervals() const;
};

}    // namespace LAMMPS_NS

#endif
