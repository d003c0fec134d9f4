/* What LAMMPS' fixes ave/time, vector and print remember from one step to the next: sums of windows
   that go on, values so far, the step of the next row. LAMMPS writes none of it to restart files.
*/

#ifndef LMP_LAMMPS_ACCESS_AVERAGES_H
#define LMP_LAMMPS_ACCESS_AVERAGES_H

#include <cstdint>
#include <string>
#include <vector>

namespace LAMMPS_NS {

class Fix;

struct StockState {
  std::string id;                      // of the fix
  std::vector<std::int64_t> counts;    // steps and sizes
  std::vector<double> numbers;
};

// Whether the fix is one of these, and if so its state.
bool has_stock_state(Fix *fix, StockState &state);

// Between the init() of the fix and its setup(). False: the fix is of another kind or size.
bool set_stock_state(Fix *fix, const StockState &state);

// Whether the fix averages rows whose number changes: their state is not known here.
bool averages_varying_rows(Fix *fix);

}    // namespace LAMMPS_NS

#endif
