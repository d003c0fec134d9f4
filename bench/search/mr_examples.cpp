// The examples of munjiza2006 sections 6 and 7: MR and MMR next to the grids, in one run.
//
//   A        bodies of diameter d at distance d in x, y and z; 8000 to 5,000,211 of them
//            (Example I)
//   B        125,000 at distance s in x, 2 d in y and z (Example II)
//   C        125,000 at distance s in x and y, 2 d in z (Example III)
//   D        125,000 at distance s in x, y and z (Example IV)
//   sizes    8000 to 5,000,211 bodies that do not overlap and fill half the space, with diameters
//            from 1/32 to 1 by Eq. 36 (section 7): log d is uniform, by number. Copies of a random
//            pack side by side (packings.h)
//   sizes-by-mass    the same, where log d is uniform by mass, as sieves show it: nearly all bodies
//                    are small
//
// Each of them twice:
//   still     as the paper has it: the same packing again and again
//   moving    bodies are displaced by up to d/2 in each coordinate, so that they lie anywhere in
//             the cells, and move by up to d/100 in each coordinate from step to step; of different
//             sizes, d is the smallest
//
// Times are medians over the steps after the first, in ns a body. MR and MMR repair their list from
// step to step; the first step, in which they sort it, has columns of its own.

#include "search/contest.h"
#include "search/examples.h"
#include "search/packings.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>

namespace grist {

namespace {

enum class Sizes { EQUAL, BY_NUMBER, BY_MASS };

struct Example {
  std::string packing;
  double spacing;    // in diameters
  Sizes sizes;
};

constexpr int MANY = 200000;    // bodies: with more of them, fewer steps

// Up to this number of bodies, searches for bodies of equal size are compared as well: with more
// bodies, they would take most of the time of the benchmark.
int most_for_equal_size_searches(Sizes sizes)
{
  return sizes == Sizes::EQUAL ? 1 << 30 : sizes == Sizes::BY_NUMBER ? MANY : 30000;
}

constexpr double SMALLEST = 1.0 / 32.0;    // diameter, the largest being 1

// Bodies in another cell than before [%].
double share_of_movers(const SpherePacking &before, const SpherePacking &now, double cell)
{
  long movers = 0;
  for (int i = 0; i < now.count(); i++) {
    bool moved = false;
    for (std::size_t k = 3 * static_cast<std::size_t>(i); k < 3 * (i + std::size_t(1)); k++)
      moved |= std::floor(before.centers[k] / cell) != std::floor(now.centers[k] / cell);
    movers += moved;
  }
  return 100.0 * movers / now.count();
}

void print_lines(const Example &example, const char *motion, const SpherePacking &packing,
                 double movers, const Contest &contest)
{
  constexpr double INTEGER = 4.0;
  const std::string spacing =
      example.sizes != Sizes::EQUAL ? "" : std::to_string(std::lround(example.spacing));
  const double ns = 1e9 / packing.count();
  for (const SearchTimes &times : contest.times())
    std::printf("%s,%s,%s,%d,%s,%.3f,%.3f,%.2f,%.2f,%.2f,%.2f,%.2f,%.2f,%.3f\n",
                example.packing.c_str(), spacing.c_str(), motion, packing.count(), times.title,
                1.0 * times.pairs / packing.count(), movers, ns * times.first_subdivision,
                ns * times.first_total(), ns * times.subdivision, ns * times.resolution,
                ns * times.total, 1.0 * times.memory / packing.count(),
                times.memory / INTEGER / packing.count());
  std::fflush(stdout);
}

bool run_example(const Example &example, bool moving, SpherePacking packing)
{
  std::fprintf(stderr, "bench_search: packing %s, %d bodies, %s\n", example.packing.c_str(),
               packing.count(), moving ? "moving" : "still");
  const bool equal_size_searches = packing.count() <= most_for_equal_size_searches(example.sizes);
  Contest contest;
  if (example.sizes != Sizes::EQUAL) contest.add("mmr");
  if (equal_size_searches) contest.add("mr");
  if (equal_size_searches) contest.add("grid");
  contest.add("multilevel");

  std::mt19937_64 random(1);
  const double smallest = example.sizes != Sizes::EQUAL ? SMALLEST : 1.0;
  if (moving) displace(packing, 0.5 * smallest, random);
  const std::size_t steps = packing.count() > MANY ? 4 : 20;
  contest.run_round(packing.view());
  SpherePacking before;
  while (!contest.is_enough(steps, 0.5)) {
    before = packing;
    if (moving) displace(packing, 0.01 * smallest, random);
    contest.run_round(packing.view());
  }
  const double movers = share_of_movers(before, packing, contest.primary_cell(0));
  print_lines(example, moving ? "moving" : "still", packing, movers, contest);
  return contest.all_agree();
}

bool run_both(const Example &example, const SpherePacking &packing)
{
  const bool still = run_example(example, false, packing);
  return run_example(example, true, packing) && still;
}

PeriodicPack pack_of_sizes(int count, bool by_mass)
{
  std::vector<double> radii;
  std::mt19937_64 random(1);
  for (int i = 0; i < count; i++) {
    const double at = uniform(random), by_volume = std::pow(SMALLEST, -3.0);
    const double diameter = by_mass ? std::cbrt(1.0 / (1.0 + at * (by_volume - 1.0)))
                                    : std::pow(SMALLEST, at);
    radii.push_back(0.5 * diameter);
  }
  return random_pack(std::move(radii), 0.5);
}

bool run_sizes(const Example &example, const PeriodicPack &pack, const std::vector<int> &edges)
{
  bool agree = true;
  for (int n : edges) agree = run_both(example, repeated(pack, n * n * n)) && agree;
  return agree;
}

}    // namespace

bool run_mr_examples(bool quick)
{
  std::printf("packing,spacing_d,motion,bodies,search,pairs_per_body,movers_percent,"
              "first_sort_ns,first_total_ns,sort_ns,search_ns,total_ns,memory_bytes,"
              "memory_integers\n");
  bool agree = true;
  const std::vector<int> edges = quick ? std::vector<int>{20, 40, 80}
                                       : std::vector<int>{20, 30, 50, 80, 126, 171};
  for (int n : edges)
    agree = run_both({"A", 1.0, Sizes::EQUAL}, lattice({n, n, n}, {1.0, 1.0, 1.0})) && agree;

  const int edge = quick ? 30 : 50;
  const std::vector<double> spacings = quick ? std::vector<double>{1, 5, 200}
                                             : std::vector<double>{1, 2, 5, 10, 20, 50, 100, 200};
  for (double s : spacings)
    for (const auto &[name, spacing] :
         {std::pair<const char *, std::array<double, 3>>{"B", {s, 2.0, 2.0}},
          {"C", {s, s, 2.0}},
          {"D", {s, s, s}}})
      agree = run_both({name, s, Sizes::EQUAL}, lattice({edge, edge, edge}, spacing)) && agree;

  const std::vector<int> few_edges = quick ? std::vector<int>{20, 40}
                                           : std::vector<int>{20, 30, 50, 80, 171};
  agree =
      run_sizes({"sizes", 0.0, Sizes::BY_NUMBER}, pack_of_sizes(8000, false), few_edges) && agree;
  return run_sizes({"sizes-by-mass", 0.0, Sizes::BY_MASS},
                   pack_of_sizes(quick ? 16000 : 64000, true), few_edges) &&
      agree;
}

}    // namespace grist
