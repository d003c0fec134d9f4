// Pairwise lists inside LAMMPS: one rebuild by stock bin, stock multi and each neighbor_style, in
// one run.
//
//   mpirun -np N bench_rebuild [CASE ...] [style NAME ...] [repeats R] > rebuild.csv
//   bench_rebuild CASE data FILE        # only writes the drum, as a data file for LAMMPS
//                                       (bench/step)
//
// Cases: 4 and 3, the drum of huang2020 in these distributions with cluster F (555,500 spheres,
// 2,205,500 bonds), skin 0.5 mm, special_bonds lj/coul 0 1 1, cluster by cluster in memory;
// `4marked`, the first with bonded pairs in the lists and marked, as bond_style parallel requires
// (special_bonds lj 0 1 1 coul 1 1 1); `4sorted` and `3sorted`, in the order of LAMMPS' default
// atom_modify sort, in which a neighbor_style keeps clusters of atom_style bonded/cluster together;
// `4scattered`, the same with atom_style bpm/sphere, whose clusters are not; `spheres`, 500,000
// plain spheres of one size, close together; `lj`, `chain` and `chute`, LAMMPS' own benchmarks,
// which run while they are measured (moving_decks.h).
//
// One line a style: median seconds of processor time of Neighbor::build, as LAMMPS calls it at a
// rebuild, without and with the bond topology (`lists`, `lists+topology`), in rounds over all
// styles, so that other load on the machine affects all alike; the memory of the lists and the
// search; and the neighbors found. Lists of all styles must hold the same pairs: each rank compares
// a sum of hashes over its pairs, because its atoms are the same from style to style.

#include "atom.h"
#include "comm.h"
#include "fix.h"
#include "input.h"
#include "lammps.h"
#include "modify.h"
#include "neigh_list.h"
#include "neighbor.h"
#include "platform.h"
#include "timer.h"

#include "search/contest.h"
#include "search/drum_distribution.h"
#include "search/moving_decks.h"
#include "search/search_table.h"

#include <mpi.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <random>
#include <sstream>
#include <string>
#include <vector>

namespace {

using namespace grist;
using LAMMPS_NS::LAMMPS;

constexpr double SKIN = 0.0005;
constexpr int BONDS_OF_CLUSTER = 401;

// Stock styles, and all neighbor styles of ours.
std::vector<std::string> all_styles()
{
  std::vector<std::string> styles = {"bin", "multi"};
  for (const std::string &name : neighbor_style_names()) styles.push_back(name);
  return styles;
}
std::vector<std::string> STYLES = all_styles();

int rank_here()
{
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return rank;
}

// ---- what is in the box -------------------------------------------------------------------------

struct Bond {
  double length;
  int a, b;
};

// The closest pairs of elements of the cluster that begins at `first`.
std::vector<Bond> bonds_of(const DrumContents &drum, int first, int elements)
{
  std::vector<Bond> bonds;
  const double *x = drum.centers.data();
  for (int a = first; a < first + elements; a++)
    for (int b = a + 1; b < first + elements; b++)
      bonds.push_back({std::hypot(x[3 * a] - x[3 * b], x[3 * a + 1] - x[3 * b + 1],
                                  x[3 * a + 2] - x[3 * b + 2]),
                       a, b});
  std::partial_sort(bonds.begin(), bonds.begin() + BONDS_OF_CLUSTER, bonds.end(),
                    [](const Bond &p, const Bond &q) { return p.length < q.length; });
  bonds.resize(BONDS_OF_CLUSTER);
  return bonds;
}

void write_drum(int distribution, const std::string &file)
{
  const DrumDistribution &contents = DRUM_DISTRIBUTIONS[distribution - 1];
  const DrumCluster &cluster = DRUM_CLUSTERS.back();
  const DrumContents drum = fill_drum(contents, cluster);
  const int atoms = static_cast<int>(drum.radii.size()),
            in_clusters = contents.clusters * cluster.elements;
  std::FILE *out = std::fopen(file.c_str(), "w");
  if (!out) {
    std::fprintf(stderr, "bench_rebuild: cannot write %s\n", file.c_str());
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  std::fprintf(
      out, "drum\n\n%d atoms\n2 atom types\n%d bonds\n1 bond types\n12 extra special per atom\n\n",
      atoms, contents.clusters * BONDS_OF_CLUSTER);
  for (const char axis : {'x', 'y', 'z'}) std::fprintf(out, "-0.55 0.55 %clo %chi\n", axis, axis);
  std::fprintf(out, "\nAtoms\n\n");
  for (int i = 0; i < atoms; i++)
    std::fprintf(out, "%d %d %d %.17g 4800 %.17g %.17g %.17g\n", i + 1,
                 i < in_clusters ? drum.units[i] + 1 : 0, i < in_clusters ? 1 : 2,
                 2.0 * drum.radii[i], drum.centers[3 * i], drum.centers[3 * i + 1],
                 drum.centers[3 * i + 2]);
  std::fprintf(out, "\nBonds\n\n");
  int n = 0;
  for (int first = 0; first < in_clusters; first += cluster.elements)
    for (const Bond &bond : bonds_of(drum, first, cluster.elements))
      std::fprintf(out, "%d 1 %d %d\n", ++n, bond.a + 1, bond.b + 1);
  std::fclose(out);
}

std::string drum_input(const std::string &data, bool marked, bool scattered)
{
  return std::string("atom_style ") + (scattered ? "bpm/sphere" : "bonded/cluster") +
      "\nboundary f f f\nspecial_bonds " + (marked ? "lj 0 1 1 coul 1 1 1" : "lj/coul 0 1 1") +
      "\nread_data " + data + "\nbond_style zero\nbond_coeff *\n";
}

std::string sphere_input()
{
  return "atom_style sphere\nboundary f f f\nlattice fcc 0.0058 origin 0.25 0.25 0.25\n"
         "region all block 0 50 0 50 0 50\ncreate_box 1 all\ncreate_atoms 1 region all\n"
         "set type 1 diameter 0.004\ndisplace_atoms all random 0.0001 0.0001 0.0001 87287\n";
}

// ---- measuring ----------------------------------------------------------------------------------

struct Lists {
  long neighbors = 0;
  std::uint64_t hash = 0;
  bool operator!=(const Lists &other) const
  {
    return neighbors != other.neighbors || hash != other.hash;
  }
};

std::uint64_t mix(std::uint64_t h)
{
  h = (h ^ (h >> 31)) * 0x9E3779B97F4A7C15u;
  return h ^ (h >> 29);
}

// Pairs of ids with special bits. Which of two atoms stores a pair does not matter, nor does the
// history bit.
Lists lists_of(LAMMPS *lmp)
{
  Lists found;
  const LAMMPS_NS::NeighList *list = lmp->neighbor->lists[0];
  const LAMMPS_NS::tagint *tag = lmp->atom->tag;
  for (int ii = 0; ii < list->inum; ii++) {
    const int i = list->ilist[ii];
    for (int jj = 0; jj < list->numneigh[i]; jj++) {
      const int entry = list->firstneigh[i][jj], j = entry & NEIGHMASK;
      const std::uint64_t ids[2] = {static_cast<std::uint64_t>(tag[i]),
                                    static_cast<std::uint64_t>(tag[j])};
      found.hash += mix(mix(std::min(ids[0], ids[1])) + std::max(ids[0], ids[1]) +
                        77u * ((entry >> SBBITS) & 3));
      found.neighbors++;
    }
  }
  Lists all;
  MPI_Allreduce(&found.neighbors, &all.neighbors, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
  MPI_Allreduce(&found.hash, &all.hash, 1, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
  return all;
}

double of_slowest_rank(double mine)
{
  double longest = 0.0;
  MPI_Allreduce(&mine, &longest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  return longest;
}

double time_of_build(LAMMPS *lmp, bool topology)
{
  MPI_Barrier(MPI_COMM_WORLD);
  const double start = LAMMPS_NS::platform::cputime();
  lmp->neighbor->build(topology);
  return of_slowest_rank(LAMMPS_NS::platform::cputime() - start);
}

// Of one rebuild, from the timing table of a run.
double time_of_builds_in_run(LAMMPS *lmp, const MovingDeck &deck)
{
  lmp->input->one("timer full");
  lmp->input->one("run " + std::to_string(deck.steps) + " pre no post no");
  return of_slowest_rank(lmp->timer->get_cpu(LAMMPS_NS::Timer::NEIGH)) / deck.builds();
}

// Lists, bins and what a search keeps, over all ranks.
double memory_of_lists(LAMMPS *lmp)
{
  double mine = lmp->neighbor->memory_usage(), all = 0.0;
  for (LAMMPS_NS::Fix *fix : lmp->modify->get_fix_by_style("CONTACT/SEARCH"))
    mine += fix->memory_usage();
  MPI_Allreduce(&mine, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  return all / 1048576.0;
}

void choose(LAMMPS *lmp, const std::string &style, double skin)
{
  const bool stock = style == "bin" || style == "multi";
  lmp->input->one("neighbor_style " + (stock ? "default" : style));
  lmp->input->one("neighbor " + std::to_string(skin) + " " + (stock ? style : "bin"));
  lmp->input->one("run 0 post no");
}

struct Result {
  std::vector<double> seconds[2];    // without, with the topology
  double memory = 0.0;
  Lists lists;
};

void measure(LAMMPS *lmp, const std::string &style, int repeats, Result &result)
{
  choose(lmp, style, SKIN);
  for (int k = 0; k < 2; k++) {
    time_of_build(lmp, k == 1);    // storage grows
    for (int n = 0; n < repeats; n++) result.seconds[k].push_back(time_of_build(lmp, k == 1));
  }
  result.memory = memory_of_lists(lmp);
  result.lists = lists_of(lmp);
}

// Atoms move from style to style: lists are compared once more afterwards.
void measure(LAMMPS *lmp, const MovingDeck &deck, const std::string &style, int repeats,
             Result &result)
{
  choose(lmp, style, deck.skin);
  for (int n = 0; n < repeats; n++) result.seconds[0].push_back(time_of_builds_in_run(lmp, deck));
  result.memory = memory_of_lists(lmp);
}

void compare_lists(LAMMPS *lmp, const MovingDeck &deck, std::vector<Result> &results)
{
  for (std::size_t s = 0; s < STYLES.size(); s++) {
    choose(lmp, STYLES[s], deck.skin);
    results[s].lists = lists_of(lmp);
  }
}

bool report(const std::string &name, int ranks, const std::vector<Result> &results, bool topology)
{
  bool same = true;
  for (std::size_t s = 0; s < STYLES.size(); s++)
    for (int k = 0; k < (topology ? 2 : 1); k++) {
      const double seconds = median(results[s].seconds[k]);
      same = same && !(results[s].lists != results[0].lists);
      if (rank_here() == 0)
        std::printf(
            "%s,%d,%s,%s,%.6f,%.3f,%.3f,%.1f,%ld\n", name.c_str(), ranks, STYLES[s].c_str(),
            k ? "lists+topology" : "lists", seconds, median(results[0].seconds[k]) / seconds,
            median(results[1].seconds[k]) / seconds, results[s].memory, results[s].lists.neighbors);
    }
  if (!same && rank_here() == 0)
    std::fprintf(stderr, "bench_rebuild: case %s: the lists differ\n", name.c_str());
  std::fflush(stdout);
  return same;
}

// A name that all ranks agree on.
std::string data_file()
{
  int process = getpid();
  MPI_Bcast(&process, 1, MPI_INT, 0, MPI_COMM_WORLD);
  return (std::filesystem::temp_directory_path() /
          ("grist_rebuild_" + std::to_string(process) + ".data"))
      .string();
}

std::string resting_input(const std::string &name, const std::string &data)
{
  const bool drum = name != "spheres", scattered = name == "4scattered",
             sorted = scattered || name.find("sorted") != std::string::npos;
  if (drum && rank_here() == 0) write_drum(std::atoi(name.c_str()), data);
  return "units si\nnewton on off\n" +
      (drum ? drum_input(data, name == "4marked", scattered) : sphere_input()) +
      (sorted ? "atom_modify sort 1000 0.0\n" : "atom_modify sort 0 0\n") + R"(comm_modify vel yes
    pair_style granular
    pair_coeff * * hertz/material 1e6 0.5 0.3 tangential mindlin NULL 1.0 0.3 damping coeff_restitution
    neigh_modify delay 0 every 1 check no
    timestep 1e-9)";
}

bool run_case(const std::string &name, int repeats)
{
  int ranks = 1;
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  const std::string data = data_file();
  const MovingDeck *deck = find_moving_deck(name);
  if (deck && rank_here() == 0) deck->write_data(data);
  const std::string input = deck ? deck->input(data) : resting_input(name, data);
  MPI_Barrier(MPI_COMM_WORLD);

  const char *arg[] = {"lmp", "-log", "none", "-screen", "none", "-nocite"};
  LAMMPS lmp(6, const_cast<char **>(arg), MPI_COMM_WORLD);
  std::istringstream lines(input);
  for (std::string line; std::getline(lines, line);) lmp.input->one(line);
  if (rank_here() == 0) std::filesystem::remove(data);

  constexpr int ROUNDS = 3;
  std::vector<Result> results(STYLES.size());
  for (int round = 0; round < ROUNDS; round++)
    for (std::size_t s = 0; s < STYLES.size(); s++) {
      if (rank_here() == 0)
        std::fprintf(stderr, "bench_rebuild: case %s, round %d of %d, %s\n", name.c_str(),
                     round + 1, ROUNDS, STYLES[s].c_str());
      if (deck)
        measure(&lmp, *deck, STYLES[s], repeats, results[s]);
      else
        measure(&lmp, STYLES[s], repeats, results[s]);
    }
  if (deck) compare_lists(&lmp, *deck, results);
  return report(name, ranks, results, !deck && name != "spheres");
}

bool is_case(const std::string &name)
{
  for (const char *known : {"3", "4", "4marked", "3sorted", "4sorted", "4scattered", "spheres"})
    if (name == known) return true;
  return find_moving_deck(name) != nullptr;
}

}    // namespace

int main(int narg, char **arg)
{
  MPI_Init(&narg, &arg);
  std::vector<std::string> cases;
  std::string data;
  std::vector<std::string> styles = {"bin", "multi"};
  int repeats = 3;
  for (int n = 1; n < narg; n++) {
    const std::string word = arg[n];
    if (word == "repeats" && n + 1 < narg)
      repeats = std::max(1, std::atoi(arg[++n]));
    else if (word == "data" && n + 1 < narg)
      data = arg[++n];
    else if (word == "style" && n + 1 < narg)
      styles.emplace_back(arg[++n]);
    else if (is_case(word))
      cases.push_back(word);
    else {
      if (rank_here() == 0)
        std::fprintf(stderr,
                     "bench_rebuild: unknown case %s (expected 4, 3, 4marked, 4sorted, 3sorted, "
                     "4scattered, spheres, lj, chain or chute)\n",
                     word.c_str());
      MPI_Finalize();
      return 2;
    }
  }
  if (!data.empty()) {
    const bool drum = cases.size() == 1 && cases[0] != "spheres" && !find_moving_deck(cases[0]);
    if (drum && rank_here() == 0) write_drum(std::atoi(cases[0].c_str()), data);
    if (!drum) std::fprintf(stderr, "bench_rebuild: data needs one case, 4 or 3\n");
    MPI_Finalize();
    return drum ? 0 : 2;
  }
  if (cases.empty())
    cases = {"4",          "3",       "4marked", "4sorted", "3sorted",
             "4scattered", "spheres", "lj",      "chain",   "chute"};
  if (styles.size() > 2) STYLES = styles;
  if (rank_here() == 0)
    std::printf("case,ranks,style,what,seconds,times_faster_than_bin,times_faster_than_multi,"
                "memory_MiB,neighbors\n");
  bool same = true;
  for (const std::string &name : cases) same = run_case(name, repeats) && same;
  MPI_Finalize();
  return same ? 0 : 1;
}
