// What grows with the number of ranks: messages, bytes, collective calls, imbalance and memory of a
// run of LAMMPS; and what one rank and two ranks take, for the model of a step.
//
//   mpirun -np N bench_scale count FOLDER CASE INTERVAL [LAMMPS ARGUMENTS]
//       runs an input script and counts in its loops
//   mpirun -np 2 bench_scale ping
//       latency and bandwidth between two ranks
//   mpirun -np 2 bench_scale pair REPEATS STEPS [LAMMPS ARGUMENTS]
//       times a step alone and together
//
// `count` appends to counts.csv (a line for each run command), collectives.csv (who calls what, in
// each of them) and, with an INTERVAL of rebuild decisions, work.csv (work of the ranks in each
// interval) in FOLDER. Oversubscribed ranks are fine: nothing is timed but the processor time
// outside MPI.
//
// `pair`: the script is read three times: by each rank alone, in a box of its own (variables
// `ranks` 1, `px` 1), both at the same time, so that both cores and the memory are as busy as in a
// run on two ranks; and by both together (`ranks` 2, `px` 2), in a box twice as long. Runs of STEPS
// steps alternate.
//
// The columns are described in bench/README.md.

#include "scale/call_counts.h"
#include "scale/process_memory.h"

#include "atom.h"
#include "compute.h"
#include "exceptions.h"
#include "input.h"
#include "lammps.h"
#include "modify.h"
#include "neighbor.h"
#include "update.h"

#include <mpi.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

namespace {

using grist::LoopCounts;
using LAMMPS_NS::bigint;
using LAMMPS_NS::LAMMPS;

int rank_here()
{
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return rank;
}

int rank_count()
{
  int count = 1;
  MPI_Comm_size(MPI_COMM_WORLD, &count);
  return count;
}

[[noreturn]] void fail(const std::string &sentence)
{
  std::fprintf(stderr, "bench_scale: %s\n", sentence.c_str());
  MPI_Abort(MPI_COMM_WORLD, 1);
  std::abort();
}

int whole_number(const std::string &text, const std::string &what)
{
  char *end = nullptr;
  const long value = std::strtol(text.c_str(), &end, 10);
  if (text.empty() || *end || value < 0) fail(what + " " + text + " (expected a whole number)");
  return static_cast<int>(value);
}

// ---- LAMMPS -------------------------------------------------------------------------------------

std::unique_ptr<LAMMPS> make_lammps(const std::vector<std::string> &words, MPI_Comm comm)
{
  std::vector<std::string> all = {"lmp"};
  all.insert(all.end(), words.begin(), words.end());
  std::vector<char *> pointers;
  for (std::string &word : all) pointers.push_back(word.data());
  return std::make_unique<LAMMPS>(static_cast<int>(pointers.size()), pointers.data(), comm);
}

// Per-atom sums of the loads that compute `load` of the script gives, of this rank. 0: no such
// compute.
double load_here(LAMMPS *lmp)
{
  auto *load = lmp->modify->get_compute_by_id("load");
  if (!load || !load->peratom_flag || load->size_peratom_cols != 0) return 0.0;
  load->compute_peratom();
  return std::accumulate(load->vector_atom, load->vector_atom + lmp->atom->nlocal, 0.0);
}

// ---- count --------------------------------------------------------------------------------------

// At the end of a loop, of this rank.
struct Loop {
  LoopCounts counts;
  grist::ProcessMemory memory;
  double steps, builds, spheres, ghosts, load;
};

// Mean and largest value over the ranks, on rank 0.
std::string mean_and_most(double mine, double per = 1.0)
{
  double sum = 0.0, most = 0.0;
  PMPI_Reduce(&mine, &sum, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
  PMPI_Reduce(&mine, &most, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
  char text[64];
  std::snprintf(text, sizeof(text), ",%.8g,%.8g", sum / rank_count() / per, most / per);
  return text;
}

std::FILE *open_table(const std::string &path, const char *header)
{
  const bool is_new = !std::filesystem::exists(path);
  std::FILE *file = std::fopen(path.c_str(), "a");
  if (!file) fail("cannot write " + path);
  if (is_new) std::fprintf(file, "%s\n", header);
  return file;
}

void write_counts(const std::string &folder, const std::string &name, int number, const Loop &loop)
{
  const LoopCounts &counts = loop.counts;
  const double steps = std::max(loop.steps, 1.0);
  std::string line = mean_and_most(loop.spheres) + mean_and_most(loop.ghosts);
  line += mean_and_most(counts.messages, steps) + mean_and_most(counts.bytes, steps);
  line += mean_and_most(counts.work, steps) + mean_and_most(loop.load);
  line += mean_and_most(loop.memory.own) + mean_and_most(loop.memory.shared) +
      mean_and_most(loop.memory.peak);
  if (rank_here() > 0) return;
  std::FILE *table = open_table(
      folder + "/counts.csv",
      "case,ranks,loop,steps,builds,collectives,spheres,spheres_most,ghosts,ghosts_most,messages,"
      "messages_most,bytes,bytes_most,work,work_most,load,load_most,own_MiB,own_MiB_most,"
      "shared_MiB,shared_MiB_most,peak_MiB,peak_MiB_most");
  std::fprintf(table, "%s,%d,%d,%.0f,%.0f,%.8g%s\n", name.c_str(), rank_count(), number, loop.steps,
               loop.builds, counts.collectives / steps, line.c_str());
  std::fclose(table);

  table = open_table(folder + "/collectives.csv", "case,ranks,loop,steps,builds,caller,call,calls");
  for (const auto &[caller, calls] : counts.by_caller)
    std::fprintf(table, "%s,%d,%d,%.0f,%.0f,%s,%.0f\n", name.c_str(), rank_count(), number,
                 loop.steps, loop.builds, caller.c_str(), calls);
  std::fclose(table);
}

// All ranks have the same number of intervals.
void write_work(const std::string &folder, const std::string &name, int number,
                const LoopCounts &counts)
{
  const int intervals = static_cast<int>(counts.work_until.size());
  std::vector<double> all(static_cast<size_t>(intervals) * rank_count());
  PMPI_Gather(counts.work_until.data(), intervals, MPI_DOUBLE, all.data(), intervals, MPI_DOUBLE, 0,
              MPI_COMM_WORLD);
  if (rank_here() > 0 || intervals == 0) return;
  std::FILE *table = open_table(folder + "/work.csv", "case,ranks,loop,rank,interval,work");
  for (int rank = 0; rank < rank_count(); rank++)
    for (int n = 0; n < intervals; n++) {
      const double *until = &all[static_cast<size_t>(rank) * intervals + n];
      std::fprintf(table, "%s,%d,%d,%d,%d,%.6e\n", name.c_str(), rank_count(), number, rank, n,
                   *until - (n > 0 ? until[-1] : 0.0));
    }
  std::fclose(table);
}

void count(const std::vector<std::string> &words)
{
  if (words.size() < 3) fail("count needs FOLDER CASE INTERVAL and LAMMPS' arguments");
  const std::string &folder = words[0], &name = words[1];
  grist::sleep_while_waiting();
  std::unique_ptr<LAMMPS> lmp =
      make_lammps(std::vector<std::string>(words.begin() + 3, words.end()), MPI_COMM_WORLD);
  std::vector<Loop> loops;
  bigint builds_before = 0;
  const auto begins = [&] { builds_before = lmp->neighbor->ncalls; };
  const auto ends = [&](const LoopCounts &counts) {
    loops.push_back({counts, grist::process_memory(), static_cast<double>(lmp->update->nsteps),
                     static_cast<double>(lmp->neighbor->ncalls - builds_before),
                     static_cast<double>(lmp->atom->nlocal), static_cast<double>(lmp->atom->nghost),
                     load_here(lmp.get())});
  };
  grist::count_loops(whole_number(words[2], "interval"), begins, ends);
  lmp->input->file();
  for (size_t n = 0; n < loops.size(); n++) {
    write_counts(folder, name, static_cast<int>(n), loops[n]);
    write_work(folder, name, static_cast<int>(n), loops[n].counts);
  }
  grist::stop_counting();
}

// ---- ping ---------------------------------------------------------------------------------------

// Seconds until both ranks have what the other one sent: received, sent, waited for, as LAMMPS does
// with ghosts.
double exchange_seconds(std::vector<char> &mine, std::vector<char> &other, int repeats)
{
  const int size = static_cast<int>(mine.size()), partner = 1 - rank_here();
  const double begin = MPI_Wtime();
  for (int n = 0; n < repeats; n++) {
    MPI_Request request;
    MPI_Irecv(other.data(), size, MPI_CHAR, partner, 0, MPI_COMM_WORLD, &request);
    MPI_Send(mine.data(), size, MPI_CHAR, partner, 0, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  return (MPI_Wtime() - begin) / repeats;
}

double median(std::vector<double> values)
{
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

void ping()
{
  if (rank_count() != 2) fail("ping needs two ranks");
  if (rank_here() == 0) std::printf("bytes,fastest,median\n");
  for (int bytes = 8; bytes <= 1 << 21; bytes *= 2) {
    std::vector<char> mine(bytes, 'a'), other(bytes, 'b');
    const int repeats = std::clamp(200000 / bytes, 4, 200);
    std::vector<double> seconds;
    for (int round = 0; round < 60; round++)
      seconds.push_back(exchange_seconds(mine, other, repeats));
    const double fastest = *std::min_element(seconds.begin(), seconds.end());
    if (rank_here() == 0) std::printf("%d,%.4e,%.4e\n", bytes, fastest, median(seconds));
  }
}

// ---- pair ---------------------------------------------------------------------------------------

// One side of the comparison: a LAMMPS and the seconds of its runs.
struct Side {
  std::unique_ptr<LAMMPS> lmp;
  std::vector<double> wall, work;
  LoopCounts last;
};

void start(Side &side, const std::vector<std::string> &words, int ranks, MPI_Comm comm)
{
  std::vector<std::string> all = words;
  for (const char *name : {"ranks", "px"})
    all.insert(all.end(), {"-var", name, std::to_string(ranks)});
  all.insert(all.end(), {"-log", "none", "-screen", "none"});
  side.lmp = make_lammps(all, comm);
  side.lmp->input->file();
}

void run(Side &side, int steps)
{
  grist::count_loops(0, {}, [&side](const LoopCounts &counts) { side.last = counts; });
  side.lmp->input->one("run " + std::to_string(steps) + " pre no post no");
  side.wall.push_back(side.last.wall / steps);
  side.work.push_back(side.last.work / steps);
}

// The slower rank counts.
void print_side(const char *name, const Side &side, int steps)
{
  double mine[6] = {*std::min_element(side.wall.begin(), side.wall.end()),
                    median(side.wall),
                    *std::min_element(side.work.begin(), side.work.end()),
                    median(side.work),
                    side.last.messages / steps,
                    side.last.bytes / steps},
         most[6];
  PMPI_Reduce(mine, most, 6, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
  if (rank_here() > 0) return;
  std::printf("%s,%d,%d,%.4e,%.4e,%.4e,%.4e,%.6g,%.6g,%.6g\n", name, side.lmp->atom->nlocal,
              side.lmp->atom->nghost, most[0], most[1], most[2], most[3], most[4], most[5],
              side.last.collectives / steps);
}

void pair(const std::vector<std::string> &words)
{
  if (rank_count() != 2) fail("pair needs two ranks");
  if (words.size() < 2) fail("pair needs REPEATS STEPS and LAMMPS' arguments");
  const int repeats = whole_number(words[0], "repeats"), steps = whole_number(words[1], "steps");
  const std::vector<std::string> rest(words.begin() + 2, words.end());
  Side alone, together;
  start(alone, rest, 1, MPI_COMM_SELF);
  start(together, rest, 2, MPI_COMM_WORLD);
  for (int n = 0; n <= repeats; n++) {
    if (n == 1)
      for (Side *side : {&alone, &together}) {    // the first was to warm up
        side->wall.clear();
        side->work.clear();
      }
    PMPI_Barrier(MPI_COMM_WORLD);
    run(alone, steps);
    PMPI_Barrier(MPI_COMM_WORLD);
    run(together, steps);
  }
  if (rank_here() == 0)
    std::printf("side,spheres,ghosts,wall_fastest,wall_median,work_fastest,work_median,messages,"
                "bytes,collectives\n");
  print_side("alone", alone, steps);
  print_side("together", together, steps);
  grist::stop_counting();
}

}    // namespace

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  const std::vector<std::string> words(argv + 1, argv + argc);
  const std::string what = words.empty() ? "" : words[0];
  const std::vector<std::string> rest(words.begin() + (words.empty() ? 0 : 1), words.end());
  try {
    if (what == "count")
      count(rest);
    else if (what == "ping")
      ping();
    else if (what == "pair")
      pair(rest);
    else
      fail("'" + what + "' (expected count, ping or pair)");
  } catch (LAMMPS_NS::LAMMPSException &error) {
    fail(error.what());
  }
  MPI_Finalize();
}
