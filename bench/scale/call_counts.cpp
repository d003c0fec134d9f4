#include "scale/call_counts.h"

#include <mpi.h>

#include <cxxabi.h>
#include <dlfcn.h>
#include <execinfo.h>
#include <time.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <unordered_map>

namespace {

using grist::LoopCounts;

LoopCounts counts;
std::function<void()> at_begin;
std::function<void(const LoopCounts &)> at_end;
int interval = 0, decisions = 0;
bool is_in_loop = false;
double left_mpi = 0.0;    // processor time when the last call of MPI returned
double wall_begin = 0.0;
double clock_cost = 0.0;    // of reading the processor time once

double processor_time()
{
  timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

// ---- who calls ----------------------------------------------------------------------------------

// "LAMMPS_NS::Neighbor::check_distance"; empty: no function of LAMMPS or Grist, or one that only
// passes vectors between ranks.
std::string function_at(void *address)
{
  Dl_info info;
  if (!dladdr(static_cast<char *>(address) - 1, &info) || !info.dli_sname) return {};
  int status = 0;
  char *const text = abi::__cxa_demangle(info.dli_sname, nullptr, nullptr, &status);
  std::string name = status == 0 ? text : "";
  std::free(text);
  const size_t start = name.find("LAMMPS_NS::");
  if (start == std::string::npos) return {};
  for (const char *passes : {"from_all_ranks", "to_first_rank", "broadcast<", "across_ranks"})
    if (name.find(passes) != std::string::npos) return {};
  name = name.substr(start + 11);
  return name.substr(0, name.find('('));
}

// The function of LAMMPS or Grist that a wrapper was called from. caller: the return address of the
// wrapper.
std::string name_of_caller(void *caller)
{
  static std::unordered_map<void *, std::string> known;
  const auto found = known.find(caller);
  if (found != known.end()) return found->second;
  const std::string direct = function_at(caller);
  if (!direct.empty()) return known[caller] = direct;

  std::array<void *, 12> frames;
  const int count = backtrace(frames.data(), static_cast<int>(frames.size()));
  for (int n = 2; n < count; n++)
    if (const std::string name = function_at(frames[n]); !name.empty()) return name;
  return "unknown";
}

// ---- loops --------------------------------------------------------------------------------------

void begin_loop()
{
  counts = LoopCounts();
  decisions = 0;
  if (at_begin) at_begin();
  is_in_loop = true;
  wall_begin = MPI_Wtime();
}

void end_loop()
{
  counts.wall = MPI_Wtime() - wall_begin;
  is_in_loop = false;
  if (at_end) at_end(counts);
}

// One call of MPI: the work ends where it begins and goes on where it ends.
class Call {
 public:
  Call()
  {
    if (is_in_loop) counts.work += processor_time() - left_mpi - clock_cost;
  }
  ~Call() { left_mpi = processor_time(); }
  Call(const Call &) = delete;
  Call &operator=(const Call &) = delete;

  void count_message(int count, MPI_Datatype type, int to, MPI_Comm comm) const
  {
    if (!is_in_loop || to == MPI_PROC_NULL) return;
    int me = 0, size = 0;
    MPI_Comm_rank(comm, &me);
    if (to == me) return;
    MPI_Type_size(type, &size);
    counts.messages++;
    counts.bytes += static_cast<double>(count) * size;
  }

  void count_collective(const char *function, void *caller) const
  {
    if (!is_in_loop) return;
    const std::string name = name_of_caller(caller);
    counts.collectives++;
    counts.by_caller[name + "," + function]++;
    if (interval > 0 && name == "Neighbor::check_distance" && ++decisions % interval == 0)
      counts.work_until.push_back(counts.work);
  }
};

// ---- waiting ------------------------------------------------------------------------------------

bool sleeps = false;
long longest_sleep = 0;    // ns

// Calls test(done) until it says that all is done, and sleeps in between, longer and longer.
template <class Test> int wait_asleep(const Test &test)
{
  timespec pause = {0, 20000};
  for (int done = 0;;) {
    const int result = test(&done);
    if (done || result != MPI_SUCCESS) return result;
    nanosleep(&pause, nullptr);
    pause.tv_nsec = std::min(2 * pause.tv_nsec, longest_sleep);
  }
}

int finish(MPI_Request *request, MPI_Status *status = MPI_STATUS_IGNORE)
{
  return wait_asleep([=](int *done) { return PMPI_Test(request, done, status); });
}

}    // namespace

void grist::sleep_while_waiting()
{
  int ranks = 1;
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  sleeps = true;
  longest_sleep = std::clamp(15000L * ranks, 20000L, 4000000L);
}

void grist::count_loops(int given_interval, std::function<void()> begins,
                        std::function<void(const LoopCounts &)> ends)
{
  constexpr int TRIALS = 10000;
  const double begin = processor_time();
  for (int n = 0; n < TRIALS; n++) processor_time();
  clock_cost = (processor_time() - begin) / TRIALS;
  interval = given_interval;
  at_begin = std::move(begins);
  at_end = std::move(ends);
}

void grist::stop_counting()
{
  at_begin = nullptr;
  at_end = nullptr;
}

// ---- wrappers -----------------------------------------------------------------------------------

#define CALLER __builtin_return_address(0)

extern "C" {

int MPI_Barrier(MPI_Comm comm)
{
  int result;
  bool begins = false;
  {
    const Call call;
    const std::string caller = name_of_caller(CALLER);
    if (caller == "Timer::barrier_stop" && is_in_loop) end_loop();
    begins = caller == "Timer::barrier_start";
    if (!begins) call.count_collective("Barrier", CALLER);
    MPI_Request request;
    if (sleeps)
      result = PMPI_Ibarrier(comm, &request), finish(&request);
    else
      result = PMPI_Barrier(comm);
    if (begins) begin_loop();
  }
  return result;
}

int MPI_Send(const void *data, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm)
{
  const Call call;
  call.count_message(count, type, to, comm);
  MPI_Request request;
  if (sleeps) return PMPI_Isend(data, count, type, to, tag, comm, &request), finish(&request);
  return PMPI_Send(data, count, type, to, tag, comm);
}

int MPI_Rsend(const void *data, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm)
{
  const Call call;
  call.count_message(count, type, to, comm);
  MPI_Request request;
  if (sleeps) return PMPI_Irsend(data, count, type, to, tag, comm, &request), finish(&request);
  return PMPI_Rsend(data, count, type, to, tag, comm);
}

int MPI_Isend(const void *data, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm,
              MPI_Request *request)
{
  const Call call;
  call.count_message(count, type, to, comm);
  return PMPI_Isend(data, count, type, to, tag, comm, request);
}

int MPI_Sendrecv(const void *data, int count, MPI_Datatype type, int to, int tag, void *received,
                 int count_received, MPI_Datatype type_received, int from, int tag_received,
                 MPI_Comm comm, MPI_Status *status)
{
  const Call call;
  call.count_message(count, type, to, comm);
  if (sleeps) {
    MPI_Request receives, sends;
    PMPI_Irecv(received, count_received, type_received, from, tag_received, comm, &receives);
    PMPI_Isend(data, count, type, to, tag, comm, &sends);
    finish(&sends);
    return finish(&receives, status);
  }
  return PMPI_Sendrecv(data, count, type, to, tag, received, count_received, type_received, from,
                       tag_received, comm, status);
}

int MPI_Recv(void *data, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm,
             MPI_Status *status)
{
  const Call call;
  MPI_Request request;
  if (sleeps)
    return PMPI_Irecv(data, count, type, from, tag, comm, &request), finish(&request, status);
  return PMPI_Recv(data, count, type, from, tag, comm, status);
}

int MPI_Irecv(void *data, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm,
              MPI_Request *request)
{
  const Call call;
  return PMPI_Irecv(data, count, type, from, tag, comm, request);
}

int MPI_Wait(MPI_Request *request, MPI_Status *status)
{
  const Call call;
  return sleeps ? finish(request, status) : PMPI_Wait(request, status);
}

int MPI_Waitall(int count, MPI_Request *requests, MPI_Status *statuses)
{
  const Call call;
  if (sleeps)
    return wait_asleep([=](int *done) { return PMPI_Testall(count, requests, done, statuses); });
  return PMPI_Waitall(count, requests, statuses);
}

int MPI_Waitany(int count, MPI_Request *requests, int *index, MPI_Status *status)
{
  const Call call;
  if (sleeps)
    return wait_asleep(
        [=](int *done) { return PMPI_Testany(count, requests, index, done, status); });
  return PMPI_Waitany(count, requests, index, status);
}

int MPI_Allreduce(const void *mine, void *all, int count, MPI_Datatype type, MPI_Op op,
                  MPI_Comm comm)
{
  const Call call;
  call.count_collective("Allreduce", CALLER);
  MPI_Request request;
  if (sleeps) return PMPI_Iallreduce(mine, all, count, type, op, comm, &request), finish(&request);
  return PMPI_Allreduce(mine, all, count, type, op, comm);
}

int MPI_Reduce(const void *mine, void *all, int count, MPI_Datatype type, MPI_Op op, int root,
               MPI_Comm comm)
{
  const Call call;
  call.count_collective("Reduce", CALLER);
  MPI_Request request;
  if (sleeps)
    return PMPI_Ireduce(mine, all, count, type, op, root, comm, &request), finish(&request);
  return PMPI_Reduce(mine, all, count, type, op, root, comm);
}

int MPI_Reduce_scatter(const void *mine, void *all, const int *counts_of, MPI_Datatype type,
                       MPI_Op op, MPI_Comm comm)
{
  const Call call;
  call.count_collective("Reduce_scatter", CALLER);
  MPI_Request request;
  if (sleeps)
    return PMPI_Ireduce_scatter(mine, all, counts_of, type, op, comm, &request), finish(&request);
  return PMPI_Reduce_scatter(mine, all, counts_of, type, op, comm);
}

int MPI_Scan(const void *mine, void *all, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm)
{
  const Call call;
  call.count_collective("Scan", CALLER);
  MPI_Request request;
  if (sleeps) return PMPI_Iscan(mine, all, count, type, op, comm, &request), finish(&request);
  return PMPI_Scan(mine, all, count, type, op, comm);
}

int MPI_Bcast(void *data, int count, MPI_Datatype type, int root, MPI_Comm comm)
{
  const Call call;
  call.count_collective("Bcast", CALLER);
  MPI_Request request;
  if (sleeps) return PMPI_Ibcast(data, count, type, root, comm, &request), finish(&request);
  return PMPI_Bcast(data, count, type, root, comm);
}

int MPI_Allgather(const void *mine, int count, MPI_Datatype type, void *all, int count_all,
                  MPI_Datatype type_all, MPI_Comm comm)
{
  const Call call;
  call.count_collective("Allgather", CALLER);
  MPI_Request request;
  if (sleeps)
    return PMPI_Iallgather(mine, count, type, all, count_all, type_all, comm, &request),
           finish(&request);
  return PMPI_Allgather(mine, count, type, all, count_all, type_all, comm);
}

int MPI_Allgatherv(const void *mine, int count, MPI_Datatype type, void *all, const int *counts_of,
                   const int *starts, MPI_Datatype type_all, MPI_Comm comm)
{
  const Call call;
  call.count_collective("Allgatherv", CALLER);
  MPI_Request request;
  if (sleeps)
    return PMPI_Iallgatherv(mine, count, type, all, counts_of, starts, type_all, comm, &request),
           finish(&request);
  return PMPI_Allgatherv(mine, count, type, all, counts_of, starts, type_all, comm);
}

int MPI_Gather(const void *mine, int count, MPI_Datatype type, void *all, int count_all,
               MPI_Datatype type_all, int root, MPI_Comm comm)
{
  const Call call;
  call.count_collective("Gather", CALLER);
  MPI_Request request;
  if (sleeps)
    return PMPI_Igather(mine, count, type, all, count_all, type_all, root, comm, &request),
           finish(&request);
  return PMPI_Gather(mine, count, type, all, count_all, type_all, root, comm);
}

int MPI_Gatherv(const void *mine, int count, MPI_Datatype type, void *all, const int *counts_of,
                const int *starts, MPI_Datatype type_all, int root, MPI_Comm comm)
{
  const Call call;
  call.count_collective("Gatherv", CALLER);
  MPI_Request request;
  if (sleeps)
    return PMPI_Igatherv(mine, count, type, all, counts_of, starts, type_all, root, comm, &request),
           finish(&request);
  return PMPI_Gatherv(mine, count, type, all, counts_of, starts, type_all, root, comm);
}

int MPI_Alltoall(const void *mine, int count, MPI_Datatype type, void *all, int count_all,
                 MPI_Datatype type_all, MPI_Comm comm)
{
  const Call call;
  call.count_collective("Alltoall", CALLER);
  MPI_Request request;
  if (sleeps)
    return PMPI_Ialltoall(mine, count, type, all, count_all, type_all, comm, &request),
           finish(&request);
  return PMPI_Alltoall(mine, count, type, all, count_all, type_all, comm);
}

int MPI_Alltoallv(const void *mine, const int *counts_mine, const int *starts_mine,
                  MPI_Datatype type, void *all, const int *counts_of, const int *starts,
                  MPI_Datatype type_all, MPI_Comm comm)
{
  const Call call;
  call.count_collective("Alltoallv", CALLER);
  MPI_Request request;
  if (sleeps)
    return PMPI_Ialltoallv(mine, counts_mine, starts_mine, type, all, counts_of, starts, type_all,
                           comm, &request),
           finish(&request);
  return PMPI_Alltoallv(mine, counts_mine, starts_mine, type, all, counts_of, starts, type_all,
                        comm);
}

}    // extern "C"
