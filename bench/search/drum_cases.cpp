// The 24 detection cases of huang2020 (Tables 6 to 11): single-level against multi-level, in one
// run.
//
// One line a case: median times in ms, by phase and in total, and the paper's own. Pairs are the
// contacts between bodies, without a skin.

#include "search/contest.h"
#include "search/drum_distribution.h"
#include "search/examples.h"

#include <cstdio>
#include <string>

namespace grist {

namespace {

// Of Tables 9 (multi-level) and 10 (single-level), ms: grid subdivision and total time,
// distribution by row, cluster by column.
using PaperTable = double[4][6];
constexpr PaperTable MULTI_SUBDIVISION = {{128.9, 128.9, 128.95, 128.9, 128.1, 128.9},
                                          {138.3, 139.05, 138.3, 138.3, 138.25, 138.3},
                                          {146.1, 145.35, 145.3, 146.9, 146.85, 147.65},
                                          {154.7, 155.5, 155.5, 153.9, 154.65, 153.9}};
constexpr PaperTable MULTI_TOTAL = {{742.2, 765.6, 801.6, 854.7, 910.15, 942.95},
                                    {469.55, 476.55, 481.25, 491.4, 505.45, 504.7},
                                    {502.35, 576.6, 707.05, 944.55, 1204.7, 1335.95},
                                    {336.7, 383.6, 434.4, 539.05, 657.8, 690.65}};
constexpr PaperTable SINGLE_SUBDIVISION = {{286.7, 328.95, 454.7, 637.5, 807.8, 973.45},
                                           {284.35, 327.35, 466.4, 664.05, 844.55, 1013.3},
                                           {551.55, 782.8, 1472.7, 2457.8, 3383.6, 4282.0},
                                           {543.75, 785.95, 1526.55, 2572.65, 3541.4, 4464.05}};
constexpr PaperTable SINGLE_TOTAL = {{400.8, 494.55, 964.05, 2236.75, 4150.75, 6704.7},
                                     {358.6, 432.8, 765.65, 1563.25, 2690.65, 4143.75},
                                     {773.4, 1280.45, 4018.75, 11960.95, 24285.1, 40991.4},
                                     {707.8, 1143.75, 3314.05, 9210.15, 18119.5, 30008.55}};

void print_times(double subdivision, double total)
{
  std::printf(",%.4g,%.4g,%.4g", subdivision, total - subdivision, total);
}

bool run_case(int d, int c, bool quick)
{
  const DrumContents drum = fill_drum(DRUM_DISTRIBUTIONS[d], DRUM_CLUSTERS[c]);
  const SphereView spheres = drum.view(0.0);
  Contest contest;
  contest.add("grid");
  contest.add("multilevel");
  while (!contest.is_enough(quick ? 15 : 31, quick ? 0.2 : 0.6)) contest.run_round(spheres);

  const std::vector<SearchTimes> times = contest.times();
  const SearchTimes &single = times[0], &multi = times[1];
  std::printf("%d,%c,%d,%zu", d + 1, DRUM_CLUSTERS[c].name, spheres.count, multi.pairs);
  print_times(1e3 * single.subdivision, 1e3 * single.total);
  print_times(1e3 * multi.subdivision, 1e3 * multi.total);
  std::printf(",%.4g", single.total / multi.total);
  print_times(SINGLE_SUBDIVISION[d][c], SINGLE_TOTAL[d][c]);
  print_times(MULTI_SUBDIVISION[d][c], MULTI_TOTAL[d][c]);
  std::printf(",%.4g\n", SINGLE_TOTAL[d][c] / MULTI_TOTAL[d][c]);
  std::fflush(stdout);
  return contest.all_agree();
}

}    // namespace

// The quick ones: the loose drums, which need not settle first.
bool run_drum_cases(bool quick)
{
  std::printf(
      "distribution,cluster,spheres,pairs,single_subdivision_ms,single_resolution_ms,single_ms,"
      "multi_subdivision_ms,multi_resolution_ms,multi_ms,ratio,"
      "paper_single_subdivision_ms,paper_single_resolution_ms,paper_single_ms,"
      "paper_multi_subdivision_ms,paper_multi_resolution_ms,paper_multi_ms,paper_ratio\n");
  bool agree = true;
  for (int d = 0; d < 4; d++)
    for (int c = 0; c < 6; c++) {
      if (quick && DRUM_DISTRIBUTIONS[d].tight) continue;
      std::fprintf(stderr, "bench_search: drum %d %c\n", d + 1, DRUM_CLUSTERS[c].name);
      agree = run_case(d, c, quick) && agree;
    }
  return agree;
}

}    // namespace grist
