/* Watches the limits that styles know (run_limits.h): the time step and the overlap of particles.
   Made by those styles themselves unless the input gives one:

     fix ID group guard [every N] [timestep error|warn|off] [overlap error|warn|off|share]
*/

#ifdef FIX_CLASS
// clang-format off
FixStyle(guard,FixGuard);
// clang-format on
#else

#ifndef LMP_FIX_GUARD_H
#define LMP_FIX_GUARD_H

#include "fix.h"
#include "styles/guard/run_limits.h"
#include "styles/interfaces/energy_style.h"

#include <map>
#include <string>
#include <vector>

namespace LAMMPS_NS {

class FixGuard : public Fix, public EnergyStyle {
 public:
  static constexpr const char *STYLE = "guard";
  static constexpr const char *DEFAULT_ID = "GRIST_GUARD";

  FixGuard(class LAMMPS *, int, char **);
  void post_constructor() override;
  int setmask() override { return FixConst::POST_FORCE; }
  void init() override;
  void setup(int) override;
  void post_force(int) override;
  double compute_scalar() override;
  double compute_vector(int) override;
  bool only_reads_forces() const override { return true; }

 private:
  enum class Answer { END, WARN, NOTHING };
  Answer to_time_step, to_overlap;
  bigint every, last, next;    // steps: between looks, of the last look, of the next one
  bigint particles;            // of the whole run, the fewest since the last look
  bool starts_anew;            // this run has particles that no run before it had
  bool is_first_step, is_postponed, is_replaced;
  double allowed_overlap;    // over a radius

  std::vector<double> shares;    // of the time step, by kind; of no limit 0
  double largest_overlap, mean_overlap;
  std::map<std::string, double> warned;    // of what, and the greatest value
  std::vector<bool> is_reported;           // kinds

  void look(bool at_setup);
  void look_for_passages();
  void require_finite_numbers() const;
  std::vector<TimeLimit> measure_times(const std::vector<TimeLimit> &times);
  void judge_times(const std::vector<TimeLimit> &times);
  void judge(const TimeLimit &limit);
  void report();
  void measure_overlaps(std::vector<OverlapReading> &overlaps);
  void judge(const OverlapReading &reading, bool is_start);
  bool is_news(const std::string &what, double value);
  void say(bool ends, Answer answer, const std::string &sentence) const;
};

}    // namespace LAMMPS_NS

#endif
#endif
