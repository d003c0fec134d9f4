#include "styles/packings/part_words.h"

#include "styles/commands/input_words.h"

#include <algorithm>
#include <string>
#include <vector>

using namespace LAMMPS_NS;

static constexpr double MOST_PARTS = 1e7;
static const std::vector<std::string> AXES = {"x", "y", "z"};

static int read_axis(InputWords &words, const std::string &what)
{
  const std::string axis = words.one_of(what, AXES);
  return static_cast<int>(std::find(AXES.begin(), AXES.end(), axis) - AXES.begin());
}

void PartWords::read_slices(InputWords &words)
{
  words.need(2, "slices", "an axis and a number");
  counts = {1, 1, 1};
  const int axis = read_axis(words, "slices");
  counts[axis] = words.whole("slices", 1);
  if (counts[axis] > MOST_PARTS) words.refuse("slices", counts[axis], "at most 10 million");
}

void PartWords::read_blocks(InputWords &words)
{
  words.need(3, "blocks", "three numbers");
  double parts = 1.0;
  for (int &count : counts) {
    count = words.whole("blocks", 1);
    parts *= count;
  }
  if (parts > MOST_PARTS) words.refuse("number of blocks", parts, "at most 10 million");
}

void PartWords::read_range(InputWords &words)
{
  words.need(3, "range", "an axis, the lower and the upper end");
  const int axis = read_axis(words, "range");
  const double low = words.finite("range", Quantity::LENGTH),
               high = words.finite("range", Quantity::LENGTH);
  if (!(low < high)) words.refuse("range " + AXES[axis], high, "must be above the lower end");
  ranges[axis] = Range{low, high};
}
