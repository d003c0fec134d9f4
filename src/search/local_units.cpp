#include "search/local_units.h"

#include "common/radix_sort.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace grist {

void LocalUnits::make(int count, const std::int64_t *clusters, const double *centers_in,
                      const Periods &periods_in)
{
  centers = centers_in;
  periods = periods_in;
  periodic = false;
  for (const auto &row : periods.inverse)
    for (const double value : row) periodic = periodic || value != 0.0;
  find_runs(count, clusters);
  group_runs();
  number_groups(count);
}

// Distance of a sphere from another, in whole periods; 0 where it is too large to be a periodic image.
LocalUnits::Image LocalUnits::image_of(int sphere, int anchor) const
{
  const double *a = centers + 3 * static_cast<std::ptrdiff_t>(sphere),
               *b = centers + 3 * static_cast<std::ptrdiff_t>(anchor);
  std::int64_t shift[3];
  for (int d = 0; d < 3; d++) {
    double whole = 0.0;
    for (int e = 0; e < 3; e++) whole += periods.inverse[d][e] * (a[e] - b[e]);
    shift[d] = std::fabs(whole) < 0x1.0p60 ? std::llround(whole) : 0;
  }
  return {shift[0], shift[1], shift[2], -1};
}

void LocalUnits::find_runs(int count, const std::int64_t *clusters)
{
  runs.clear();
  for (int first = 0, last; first < count; first = last) {
    last = first + 1;
    if (clusters[first] > 0)
      for (; last < count && clusters[last] == clusters[first]; last++) {
        if (!periodic) continue;
        const Image shift = image_of(last, first);
        if (shift.x != 0 || shift.y != 0 || shift.z != 0) break;
      }
    runs.push_back({clusters[first], first, last - first, -1});
  }
}

// Runs of one cluster and image belong together.
void LocalUnits::group_runs()
{
  order.clear();
  bool sorted = true;
  for (const Run &run : runs) {
    const std::uint64_t key = run.cluster > 0 ? static_cast<std::uint64_t>(run.cluster) : 0;
    sorted = sorted && (order.empty() || order.back().cluster <= key);
    order.push_back({key, static_cast<int>(order.size())});
  }
  if (!sorted)
    radix_sort(order, scratch, starts, [](const OrderedRun &run) { return run.cluster; });

  sizes.clear();
  for (std::size_t begin = 0, end; begin < order.size(); begin = end) {
    end = begin + 1;
    while (order[begin].cluster > 0 && end < order.size() &&
           order[end].cluster == order[begin].cluster)
      end++;
    group_images(begin, end);
  }
}

// The runs of one cluster, in `order`.
void LocalUnits::group_images(std::size_t begin, std::size_t end)
{
  const int anchor = runs[order[begin].run].first;
  images.clear();
  for (std::size_t n = begin; n < end; n++) {
    Run &run = runs[order[n].run];
    Image image = image_of(run.first, anchor);
    const auto known = std::find_if(images.begin(), images.end(), [&](const Image &other) {
      return other.x == image.x && other.y == image.y && other.z == image.z;
    });
    if (known != images.end()) {
      run.group = known->group;
    } else {
      run.group = image.group = static_cast<int>(sizes.size());
      images.push_back(image);
      sizes.push_back(0);
    }
    sizes[run.group] += run.count;
  }
}

void LocalUnits::number_groups(int count)
{
  labels.assign(sizes.size(), -1);
  unit_list.clear();
  int total = 0;
  for (const Run &run : runs) {
    if (sizes[run.group] < 2 || labels[run.group] >= 0) continue;
    labels[run.group] = static_cast<int>(unit_list.size());
    unit_list.push_back({run.cluster, total, 0});
    total += sizes[run.group];
  }
  number.resize(count);
  element.resize(total);
  for (const Run &run : runs) {
    const int label = labels[run.group];
    std::fill_n(number.begin() + run.first, run.count, label);
    if (label < 0) continue;
    Unit &unit = unit_list[label];
    std::iota(element.begin() + unit.first + unit.count,
              element.begin() + unit.first + unit.count + run.count, run.first);
    unit.count += run.count;
  }
}

std::size_t LocalUnits::memory() const
{
  return runs.capacity() * sizeof(Run) + unit_list.capacity() * sizeof(Unit) +
      images.capacity() * sizeof(Image) +
      (order.capacity() + scratch.capacity()) * sizeof(OrderedRun) +
      (starts.capacity() + sizes.capacity() + labels.capacity() + number.capacity() +
       element.capacity()) *
      sizeof(int);
}

}    // namespace grist
