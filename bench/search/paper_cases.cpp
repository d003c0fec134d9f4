// The 24 detection cases of huang2020 (Tables 6 to 11): single-level against multi-level, in one run.
//
//   bench_search [skin] > cases.csv
//
// One line a case: median times of REPEATS detections in ms, both phases, and the paper's own total times. Pairs
// are the contacts between bodies; both algorithms must find the same number.

#include "search/drum_distribution.h"
#include "search/multilevel_grid.h"
#include "search/single_level_grid.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace {

using namespace grist;
constexpr int REPEATS = 9;

// Total times of Tables 9 and 10, ms: distribution by row, cluster by column.
constexpr double PAPER_MULTI[4][6] = {{742.2, 765.6, 801.6, 854.7, 910.15, 942.95},
                                      {469.55, 476.55, 481.25, 491.4, 505.45, 504.7},
                                      {502.35, 576.6, 707.05, 944.55, 1204.7, 1335.95},
                                      {336.7, 383.6, 434.4, 539.05, 657.8, 690.65}};
constexpr double PAPER_SINGLE[4][6] = {{400.8, 494.55, 964.05, 2236.75, 4150.75, 6704.7},
                                       {358.6, 432.8, 765.65, 1563.25, 2690.65, 4143.75},
                                       {773.4, 1280.45, 4018.75, 11960.95, 24285.1, 40991.4},
                                       {707.8, 1143.75, 3314.05, 9210.15, 18119.5, 30008.55}};

struct Timing {
  double subdivision, resolution;
  size_t pairs;
  double total() const { return subdivision + resolution; }
};

double median(std::vector<double> values)
{
  std::nth_element(values.begin(), values.begin() + values.size() / 2, values.end());
  return values[values.size() / 2];
}

Timing measure(PairSearch &search, const SphereView &spheres)
{
  std::vector<IndexPair> pairs;
  std::vector<double> subdivision, resolution;
  search.find(spheres, pairs);    // storage grows once
  for (int k = 0; k < REPEATS; k++) {
    search.find(spheres, pairs);
    subdivision.push_back(1e3 * search.report().seconds_subdivision);
    resolution.push_back(1e3 * search.report().seconds_resolution);
  }
  return {median(subdivision), median(resolution), pairs.size()};
}

}    // namespace

int main(int narg, char **arg)
{
  const double skin = narg > 1 ? std::atof(arg[1]) : 0.0;
  std::printf(
      "distribution,cluster,spheres,pairs,single_subdivision_ms,single_resolution_ms,single_ms,"
      "multi_subdivision_ms,multi_resolution_ms,multi_ms,ratio,paper_single_ms,paper_multi_ms,"
      "paper_ratio\n");
  bool agree = true;
  for (int d = 0; d < 4; d++)
    for (int c = 0; c < 6; c++) {
      const DrumContents drum = fill_drum(DRUM_DISTRIBUTIONS[d], DRUM_CLUSTERS[c]);
      const SphereView spheres = drum.view(skin);
      SingleLevelGrid single;
      MultilevelGrid multi;
      const Timing one = measure(single, spheres), two = measure(multi, spheres);
      agree = agree && one.pairs == two.pairs;
      std::printf("%d,%c,%d,%zu,%.3f,%.3f,%.3f,%.3f,%.3f,%.3f,%.2f,%g,%g,%.2f\n", d + 1,
                  DRUM_CLUSTERS[c].name, spheres.count, two.pairs, one.subdivision, one.resolution,
                  one.total(), two.subdivision, two.resolution, two.total(),
                  one.total() / two.total(), PAPER_SINGLE[d][c], PAPER_MULTI[d][c],
                  PAPER_SINGLE[d][c] / PAPER_MULTI[d][c]);
      std::fflush(stdout);
    }
  if (!agree) std::fprintf(stderr, "bench_search: the two searches found different pairs\n");
  return agree ? 0 : 1;
}
