#include "styles/access/lammps_access_averages.h"

#include "styles/access/lammps_access_member.h"

#include "fix_ave_time.h"
#include "fix_print.h"
#include "fix_vector.h"
#include "lmptype.h"
#include "modify.h"

#include <algorithm>

using namespace LAMMPS_NS;
using namespace LAMMPS_NS::lammps_access;

namespace LAMMPS_NS::lammps_access {

GRIST_OPEN_MEMBER(MeanValues, FixAveTime, int, nvalues);
GRIST_OPEN_MEMBER(MeanRows, FixAveTime, int, nrows);
GRIST_OPEN_MEMBER(MeanMode, FixAveTime, int, mode);
GRIST_OPEN_MEMBER(MeanVaries, FixAveTime, int, all_variable_length);
GRIST_OPEN_MEMBER(MeanWindows, FixAveTime, int, nwindow);
GRIST_OPEN_MEMBER(MeanRepeat, FixAveTime, int, irepeat);
GRIST_OPEN_MEMBER(MeanNorm, FixAveTime, int, norm);
GRIST_OPEN_MEMBER(MeanWindow, FixAveTime, int, iwindow);
GRIST_OPEN_MEMBER(MeanIsFull, FixAveTime, int, window_limit);
GRIST_OPEN_MEMBER(MeanNext, FixAveTime, bigint, nvalid);
GRIST_OPEN_MEMBER(MeanLast, FixAveTime, bigint, nvalid_last);
GRIST_OPEN_MEMBER(MeanVector, FixAveTime, double *, vector);
GRIST_OPEN_MEMBER(MeanVectorTotal, FixAveTime, double *, vector_total);
GRIST_OPEN_MEMBER(MeanVectorList, FixAveTime, double **, vector_list);
GRIST_OPEN_MEMBER(MeanArray, FixAveTime, double **, array);
GRIST_OPEN_MEMBER(MeanArrayTotal, FixAveTime, double **, array_total);
GRIST_OPEN_MEMBER(MeanArrayList, FixAveTime, double ***, array_list);

GRIST_OPEN_MEMBER(SeriesNext, FixVector, bigint, nextstep);
GRIST_OPEN_MEMBER(SeriesFirst, FixVector, bigint, initialstep);
GRIST_OPEN_MEMBER(SeriesCount, FixVector, bigint, ncount);
GRIST_OPEN_MEMBER(SeriesMost, FixVector, bigint, ncountmax);
GRIST_OPEN_MEMBER(SeriesPlace, FixVector, bigint, nindex);
GRIST_OPEN_MEMBER(SeriesVector, FixVector, double *, vector);
GRIST_OPEN_MEMBER(SeriesArray, FixVector, double **, array);

GRIST_OPEN_MEMBER(PrintNext, FixPrint, bigint, next_print);

}    // namespace LAMMPS_NS::lammps_access

namespace {

// Both directions: a state is filled from the fix, or the fix from a state.
class Transfer {
 public:
  Transfer(StockState &state, bool reads) : state(state), reads(reads) {}

  template <class Integer> void count(Integer &value)
  {
    if (!reads)
      state.counts.push_back(value);
    else if (place < state.counts.size())
      value = static_cast<Integer>(state.counts[place++]);
    else
      fits = false;
  }

  void numbers(double *values, std::size_t size)
  {
    if (!values) return;
    if (!reads) {
      state.numbers.insert(state.numbers.end(), values, values + size);
    } else if (number + size <= state.numbers.size()) {
      std::copy_n(state.numbers.begin() + number, size, values);
      number += size;
    } else {
      fits = false;
    }
  }

  bool is_complete() const
  {
    return fits && (!reads || (place == state.counts.size() && number == state.numbers.size()));
  }

 private:
  StockState &state;
  const bool reads;
  bool fits = true;
  std::size_t place = 0, number = 0;
};

void transfer(Transfer &to, FixAveTime &fix)
{
  to.count(fix.*member(MeanRepeat()));
  to.count(fix.*member(MeanNorm()));
  to.count(fix.*member(MeanWindow()));
  to.count(fix.*member(MeanIsFull()));
  to.count(fix.*member(MeanNext()));
  to.count(fix.*member(MeanLast()));
  const std::size_t values = fix.*member(MeanValues());
  const std::size_t windows = std::max(fix.*member(MeanWindows()), 0);
  to.numbers(fix.*member(MeanVector()), values);
  to.numbers(fix.*member(MeanVectorTotal()), values);
  if (double **list = fix.*member(MeanVectorList())) to.numbers(list[0], windows * values);
  if (!(fix.*member(MeanArray()))) return;
  const std::size_t size = values * (fix.*member(MeanRows()));
  to.numbers((fix.*member(MeanArray()))[0], size);
  to.numbers((fix.*member(MeanArrayTotal()))[0], size);
  if (double ***list = fix.*member(MeanArrayList())) to.numbers(list[0][0], windows * size);
}

// init() makes room for what has been collected and for the run: it needs the first step.
void transfer(Transfer &to, FixVector &fix, bool reads)
{
  to.count(fix.*member(SeriesNext()));
  to.count(fix.*member(SeriesFirst()));
  to.count(fix.*member(SeriesCount()));
  to.count(fix.*member(SeriesPlace()));
  if (reads) fix.init();
  const bigint count = std::min(fix.*member(SeriesCount()), fix.*member(SeriesMost()));
  if (double **array = fix.*member(SeriesArray())) {
    to.numbers(array[0], count * fix.size_array_cols);
    fix.size_array_rows = static_cast<int>(count);
  } else {
    to.numbers(fix.*member(SeriesVector()), count);
    fix.size_vector = static_cast<int>(count);
  }
}

bool transfer(StockState &state, Fix *fix, bool reads)
{
  Transfer to(state, reads);
  if (auto *mean = dynamic_cast<FixAveTime *>(fix))
    transfer(to, *mean);
  else if (auto *series = dynamic_cast<FixVector *>(fix))
    transfer(to, *series, reads);
  else if (auto *print = dynamic_cast<FixPrint *>(fix))
    to.count(print->*member(PrintNext()));
  else
    return false;
  return to.is_complete();
}

}    // namespace

bool LAMMPS_NS::has_stock_state(Fix *fix, StockState &state)
{
  state = {fix->id, {}, {}};
  return transfer(state, fix, false);
}

bool LAMMPS_NS::set_stock_state(Fix *fix, const StockState &state)
{
  StockState copy = state;
  return transfer(copy, fix, true);
}

bool LAMMPS_NS::averages_varying_rows(Fix *fix)
{
  constexpr int VECTOR = 1;    // of the enumeration in fix_ave_time.cpp
  const auto *mean = dynamic_cast<FixAveTime *>(fix);
  return mean && mean->*member(MeanMode()) == VECTOR && mean->*member(MeanVaries());
}
