// Waits of MPI that give the processor away, for more ranks than cores.
//
// MPICH waits busily: with four ranks on two cores every message costs a time slice of the ranks
// that wait, and the style tests take forty times as long as with Open MPI, which has a setting for
// it. By the profiling interface of the MPI standard a program may define MPI_X and call PMPI_X:
// each blocking call that LAMMPS makes in a step starts its non-blocking twin here, and tests it
// until it is done.
//
// With any MPI, reductions are counted.

#include "testing/reductions.h"

#include <mpi.h>

static long reductions = 0;

long grist::testing::reductions_so_far()
{
  return reductions;
}

#ifdef MPICH
#include <sched.h>

namespace {

int wait_for(MPI_Request *request, MPI_Status *status)
{
  for (int done = 0;;) {
    const int error = PMPI_Test(request, &done, status);
    if (error != MPI_SUCCESS || done) return error;
    sched_yield();
  }
}

// Starts a call and waits for its end.
template <class Start> int patiently(Start start, MPI_Status *status = MPI_STATUS_IGNORE)
{
  MPI_Request request = MPI_REQUEST_NULL;
  const int error = start(&request);
  return error == MPI_SUCCESS ? wait_for(&request, status) : error;
}

}    // namespace

extern "C" {

int MPI_Wait(MPI_Request *request, MPI_Status *status)
{
  return wait_for(request, status);
}

int MPI_Waitall(int count, MPI_Request *requests, MPI_Status *statuses)
{
  for (int done = 0;;) {
    const int error = PMPI_Testall(count, requests, &done, statuses);
    if (error != MPI_SUCCESS || done) return error;
    sched_yield();
  }
}

int MPI_Waitany(int count, MPI_Request *requests, int *index, MPI_Status *status)
{
  for (int done = 0;;) {
    const int error = PMPI_Testany(count, requests, index, &done, status);
    if (error != MPI_SUCCESS || done) return error;
    sched_yield();
  }
}

int MPI_Probe(int from, int tag, MPI_Comm comm, MPI_Status *status)
{
  for (int found = 0;;) {
    const int error = PMPI_Iprobe(from, tag, comm, &found, status);
    if (error != MPI_SUCCESS || found) return error;
    sched_yield();
  }
}

int MPI_Send(const void *data, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm)
{
  return patiently([&](MPI_Request *r) { return PMPI_Isend(data, count, type, to, tag, comm, r); });
}

int MPI_Recv(void *data, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm,
             MPI_Status *status)
{
  return patiently(
      [&](MPI_Request *r) { return PMPI_Irecv(data, count, type, from, tag, comm, r); }, status);
}

int MPI_Sendrecv(const void *out, int count_out, MPI_Datatype type_out, int to, int tag_out,
                 void *in, int count_in, MPI_Datatype type_in, int from, int tag_in, MPI_Comm comm,
                 MPI_Status *status)
{
  MPI_Request receiving = MPI_REQUEST_NULL;
  const int error = PMPI_Irecv(in, count_in, type_in, from, tag_in, comm, &receiving);
  if (error != MPI_SUCCESS) return error;
  MPI_Send(out, count_out, type_out, to, tag_out, comm);
  return wait_for(&receiving, status);
}

int MPI_Barrier(MPI_Comm comm)
{
  return patiently([&](MPI_Request *r) { return PMPI_Ibarrier(comm, r); });
}

int MPI_Bcast(void *data, int count, MPI_Datatype type, int root, MPI_Comm comm)
{
  return patiently([&](MPI_Request *r) { return PMPI_Ibcast(data, count, type, root, comm, r); });
}

int MPI_Reduce(const void *from, void *to, int count, MPI_Datatype type, MPI_Op op, int root,
               MPI_Comm comm)
{
  return patiently(
      [&](MPI_Request *r) { return PMPI_Ireduce(from, to, count, type, op, root, comm, r); });
}

int MPI_Allreduce(const void *from, void *to, int count, MPI_Datatype type, MPI_Op op,
                  MPI_Comm comm)
{
  reductions++;
  return patiently(
      [&](MPI_Request *r) { return PMPI_Iallreduce(from, to, count, type, op, comm, r); });
}

int MPI_Scan(const void *from, void *to, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm)
{
  return patiently([&](MPI_Request *r) { return PMPI_Iscan(from, to, count, type, op, comm, r); });
}

int MPI_Allgather(const void *from, int count_from, MPI_Datatype type_from, void *to, int count_to,
                  MPI_Datatype type_to, MPI_Comm comm)
{
  return patiently([&](MPI_Request *r) {
    return PMPI_Iallgather(from, count_from, type_from, to, count_to, type_to, comm, r);
  });
}
}

#else

extern "C" int MPI_Allreduce(const void *from, void *to, int count, MPI_Datatype type, MPI_Op op,
                             MPI_Comm comm)
{
  reductions++;
  return PMPI_Allreduce(from, to, count, type, op, comm);
}

#endif
