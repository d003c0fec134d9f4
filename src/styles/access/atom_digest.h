/* A number that depends on values of the atoms of all ranks, and neither on their order in memory
   nor on which rank owns them: it changes when a command changes one of them.
*/

#ifndef LMP_ATOM_DIGEST_H
#define LMP_ATOM_DIGEST_H

#include <mpi.h>

#include <cstdint>
#include <cstring>
#include <initializer_list>

namespace LAMMPS_NS {

class AtomDigest {
 public:
  // The values of one atom of this rank, its id first.
  void add(std::initializer_list<std::int64_t> values)
  {
    std::uint64_t one = 0;
    for (const std::int64_t value : values) one = mixed(one ^ static_cast<std::uint64_t>(value));
    sum += one;
  }

  static std::int64_t bits(double number)
  {
    std::int64_t value;
    std::memcpy(&value, &number, sizeof value);
    return value;
  }

  std::uint64_t of_all_ranks(MPI_Comm world) const    // collective
  {
    std::uint64_t all = 0;
    MPI_Allreduce(&sum, &all, 1, MPI_UINT64_T, MPI_SUM, world);
    return all;
  }

 private:
  std::uint64_t sum = 0;

  // Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014.
  static std::uint64_t mixed(std::uint64_t value)
  {
    value += 0x9e3779b97f4a7c15U;
    value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9U;
    value = (value ^ (value >> 27)) * 0x94d049bb133111ebU;
    return value ^ (value >> 31);
  }
};

}    // namespace LAMMPS_NS

#endif
