/* Which rank owns a place, what holds on any rank, and vectors of plain structs between ranks: these
   calls are collective; bytes are copied as they are. Counts are of structs, not of bytes, which may be more than an int
   holds.
*/

#ifndef LMP_RANK_VECTORS_H
#define LMP_RANK_VECTORS_H

#include <mpi.h>

#include <cassert>
#include <string>
#include <type_traits>
#include <vector>

namespace LAMMPS_NS {

// Exactly one rank owns each place within the box. In a skewed box, places that are outside a
// periodic border by a rounding error count as on the border.
bool is_on_this_rank(class Domain *domain, const double *place);

// Whether it is so on any rank.
bool on_any_rank(bool mine, MPI_Comm world);

// A struct of a vector as MPI sees it.
template <class T> class StructType {
  static_assert(std::is_trivially_copy_constructible_v<T> && std::is_trivially_destructible_v<T>,
                "bytes are copied as they are");

 public:
  StructType()
  {
    MPI_Type_contiguous(sizeof(T), MPI_BYTE, &type);
    MPI_Type_commit(&type);
  }
  ~StructType() { MPI_Type_free(&type); }
  StructType(const StructType &) = delete;
  StructType &operator=(const StructType &) = delete;
  operator MPI_Datatype() const { return type; }

 private:
  MPI_Datatype type;
};

// For assert(): whether there is one entry for each rank.
bool is_for_all_ranks(size_t entries, MPI_Comm world);

// The start of each rank's part, given the length of each.
std::vector<int> part_starts(const std::vector<int> &counts);

// The vectors of all ranks, rank after rank, on every rank.
template <class T> std::vector<T> from_all_ranks(const std::vector<T> &mine, MPI_Comm world)
{
  int nprocs = 1;
  MPI_Comm_size(world, &nprocs);
  const int count = static_cast<int>(mine.size());
  std::vector<int> counts(nprocs);
  MPI_Allgather(&count, 1, MPI_INT, counts.data(), 1, MPI_INT, world);
  const std::vector<int> starts = part_starts(counts);
  std::vector<T> all(starts.back() + counts.back());
  const StructType<T> item;
  if (!all.empty())
    MPI_Allgatherv(mine.data(), count, item, all.data(), counts.data(), starts.data(), item, world);
  return all;
}

// The same on rank 0; empty on the others.
template <class T> std::vector<T> to_first_rank(const std::vector<T> &mine, MPI_Comm world)
{
  int nprocs = 1, me = 0;
  MPI_Comm_size(world, &nprocs);
  MPI_Comm_rank(world, &me);
  const int count = static_cast<int>(mine.size());
  std::vector<int> counts(nprocs);
  MPI_Gather(&count, 1, MPI_INT, counts.data(), 1, MPI_INT, 0, world);
  const std::vector<int> starts = part_starts(counts);
  std::vector<T> all(me == 0 ? starts.back() + counts.back() : 0);
  const StructType<T> item;
  MPI_Gatherv(mine.data(), count, item, all.data(), counts.data(), starts.data(), item, 0, world);
  return all;
}

// Copies the vector of rank 0 to every rank.
template <class T> void broadcast(std::vector<T> &values, MPI_Comm world)
{
  int count = static_cast<int>(values.size());
  MPI_Bcast(&count, 1, MPI_INT, 0, world);
  values.resize(count);
  MPI_Bcast(values.data(), count, StructType<T>(), 0, world);
}

// Returns the text of rank 0 on every rank: the reason of an error on rank 0 alone, for example.
std::string broadcast(const std::string &text, MPI_Comm world);

// On every rank: the text of the first rank whose text is not empty, which has no zero in it.
std::string first_text(const std::string &mine, MPI_Comm world);

// outgoing: what is sent to each rank. Returns what was received, in the order of the ranks that
// sent it.
template <class T>
std::vector<T> across_ranks(const std::vector<std::vector<T>> &outgoing, MPI_Comm world)
{
  assert(is_for_all_ranks(outgoing.size(), world));
  const size_t nprocs = outgoing.size();
  std::vector<int> send_counts(nprocs), recv_counts(nprocs);
  std::vector<T> sent;
  for (size_t p = 0; p < nprocs; p++) {
    send_counts[p] = static_cast<int>(outgoing[p].size());
    sent.insert(sent.end(), outgoing[p].begin(), outgoing[p].end());
  }
  MPI_Alltoall(send_counts.data(), 1, MPI_INT, recv_counts.data(), 1, MPI_INT, world);
  const std::vector<int> send_starts = part_starts(send_counts);
  const std::vector<int> recv_starts = part_starts(recv_counts);
  std::vector<T> received(recv_starts.back() + recv_counts.back());
  const StructType<T> item;
  MPI_Alltoallv(sent.data(), send_counts.data(), send_starts.data(), item, received.data(),
                recv_counts.data(), recv_starts.data(), item, world);
  return received;
}

}    // namespace LAMMPS_NS

#endif
